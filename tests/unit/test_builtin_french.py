"""What people say in French, and what the built-in assistant understands."""

import pytest

from hydratui.models.builtin.intent import understand
from hydratui.models.builtin.meaning import Intent

SAID = [
    ("Souviens-toi que je déploie le vendredi", Intent.REMEMBER, "Je déploie le vendredi."),
    ("SOUVIENS-TOI QUE JE DÉPLOIE LE VENDREDI", Intent.REMEMBER, "JE DÉPLOIE LE VENDREDI."),
    ("rappelle-toi que le serveur est dans le couloir", Intent.REMEMBER, "Le serveur est dans le couloir."),
    ("Retiens que je préfère les réponses courtes", Intent.REMEMBER, "Je préfère les réponses courtes."),
    ("Ada, s'il te plaît, retiens que je suis végétarienne", Intent.REMEMBER, "Je suis végétarienne."),
    ("note que la facture est la 2041", Intent.REMEMBER, "La facture est la 2041."),
    ("notez bien que Marta s'occupe des sauvegardes", Intent.REMEMBER, "Marta s'occupe des sauvegardes."),
    ("note : mon chien s'appelle Bruno", Intent.REMEMBER, "Mon chien s'appelle Bruno."),
    ("n'oublie pas que j'utilise fish", Intent.REMEMBER, "J'utilise fish."),
    ("N’oublie pas que j’habite à Lyon", Intent.REMEMBER, "J’habite à Lyon."),
    ("n'oublie jamais que le routeur est fragile", Intent.REMEMBER, "Le routeur est fragile."),
    ("garde en tête que je travaille chez moi le lundi", Intent.REMEMBER, "Je travaille chez moi le lundi."),
    ("prends note : le wifi est sous le routeur", Intent.REMEMBER, "Le wifi est sous le routeur."),
    ("mets dans ta mémoire que mon anniversaire est le 3 mai", Intent.REMEMBER, "Mon anniversaire est le 3 mai."),
    ("je veux que tu te souviennes que je déploie le vendredi", Intent.REMEMBER, "Je déploie le vendredi."),
    ("Peux-tu te souvenir que je déploie le vendredi, s'il te plaît ?", Intent.REMEMBER, "Je déploie le vendredi."),
    ("pourrais-tu noter que je suis allergique aux noix ?", Intent.REMEMBER, "Je suis allergique aux noix."),
    ("Est-ce que tu peux retenir que je déploie le vendredi ?", Intent.REMEMBER, "Je déploie le vendredi."),
    ("pour l'avenir : je préfère le système métrique", Intent.REMEMBER, "Je préfère le système métrique."),
    ("Je suis allergique aux noix. Souviens-t'en !", Intent.REMEMBER, "Je suis allergique aux noix."),
    ("J'utilise Postgres 16, note-le s'il te plaît", Intent.REMEMBER, "J'utilise Postgres 16."),
    ("Je m'appelle Anne, ne l'oublie pas", Intent.REMEMBER, "Je m'appelle Anne."),
    ("souviens-toi que quand je dis prod je parle de Hetzner", Intent.REMEMBER, "Quand je dis prod je parle de Hetzner."),
    ("Bonjour, je suis Marta. Souviens-toi que je déploie le vendredi.", Intent.REMEMBER, "Je déploie le vendredi."),
    ("Tu te souviens que je déploie le vendredi ?", Intent.RECALL, "je déploie le vendredi"),
    ("Te souviens-tu de ce qu'on a décidé pour le DNS ?", Intent.RECALL, "ce qu'on a décidé pour le DNS"),
    ("souviens-toi de ce qu'on a décidé", Intent.RECALL, "on a décidé"),
    ("rappelle-moi ce qu'on a décidé pour le DNS", Intent.RECALL, "on a décidé pour le DNS"),
    ("rappelle-moi d'appeler Marta demain", Intent.REMIND, ""),
    ("Qu'avons-nous décidé pour le plan de sauvegarde ?", Intent.RECALL, "Qu'avons-nous décidé pour le plan de sauvegarde ?"),
    ("qu'est-ce qu'on a décidé pour le DNS", Intent.RECALL, "qu'est-ce qu'on a décidé pour le DNS"),
    ("quand ai-je déployé pour la dernière fois ?", Intent.RECALL, "quand ai-je déployé pour la dernière fois ?"),
    ("Peux-tu me dire quand nous avons déployé ?", Intent.RECALL, "quand nous avons déployé ?"),
    ("je ne me souviens plus de ce qu'on a décidé", Intent.RECALL, "on a décidé"),
    ("que sais-tu du DNS ?", Intent.RECALL, "DNS"),
    ("cherche dans ta mémoire la facture", Intent.RECALL, "la facture"),
    ("Que sais-tu de moi ?", Intent.NOTES, ""),
    ("qu'est-ce que tu sais sur moi", Intent.NOTES, ""),
    ("de quoi te souviens-tu ?", Intent.NOTES, ""),
    ("montre-moi tes notes", Intent.NOTES, ""),
    ("affiche toutes tes notes stp", Intent.NOTES, ""),
    ("Bonjour !", Intent.GREETING, ""),
    ("salut Ada", Intent.GREETING, ""),
    ("Merci beaucoup !", Intent.THANKS, ""),
    ("Qui es-tu ?", Intent.WHO, ""),
    ("tu es ChatGPT ?", Intent.WHO, ""),
    ("Que peux-tu faire ?", Intent.HELP, ""),
    ("qu'est-ce que tu sais faire ?", Intent.HELP, ""),
    ("aide", Intent.HELP, ""),
    ("comment connecter un modèle ?", Intent.HELP, ""),
    ("traduis ceci en anglais : bonjour", Intent.OTHER, ""),
    ("écris un poème sur la mer", Intent.OTHER, ""),
    ("peux-tu écrire un programme ?", Intent.OTHER, ""),
    ("oublie ma dernière note", Intent.FORGET, ""),
    ("efface cette note", Intent.FORGET, ""),
    ("ça va ?", Intent.GREETING, ""),
    ("qui suis-je ?", Intent.NOTES, ""),
    ("parle-moi de Marta", Intent.RECALL, "Marta"),
    ("note : mon code est 4411", Intent.REMEMBER, "Mon code est 4411."),
    ("Salut ! Retiens que mon serveur s'appelle Hall", Intent.REMEMBER, "Mon serveur s'appelle Hall."),
    ("Il faut que tu saches que j'utilise vim", Intent.REMEMBER, "J'utilise vim."),
    ("où est-ce que j'habite ?", Intent.RECALL, "où est-ce que j'habite ?"),
    ("quelle est ma couleur préférée", Intent.RECALL, "quelle est ma couleur préférée"),
    ("qu'est-ce qu'on avait dit sur docker ?", Intent.RECALL, "qu'est-ce qu'on avait dit sur docker ?"),
    ("on avait dit quoi sur docker ?", Intent.RECALL, "on avait dit quoi sur docker ?"),
    ("tu peux te rappeler que j'utilise vim ?", Intent.REMEMBER, "J'utilise vim."),
    ("Peux-tu mémoriser mon prénom : Sofia", Intent.REMEMBER, "Mon prénom : Sofia."),
    ("c'était quand la dernière sauvegarde ?", Intent.RECALL, "c'était quand la dernière sauvegarde ?"),
    ("retrouve ce qu'on a dit sur docker", Intent.RECALL, "docker"),
]


@pytest.mark.parametrize(("message", "intent", "text"), SAID)
def test_a_message_in_french_is_understood(message: str, intent: Intent, text: str) -> None:
    meaning = understand(message, "Ada")
    assert (meaning.intent, meaning.language.code) == (intent, "fr")
    if intent in (Intent.REMEMBER, Intent.RECALL):
        assert meaning.text == text
