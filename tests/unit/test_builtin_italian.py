"""What people say in Italian, and what the built-in assistant understands."""

import pytest

from hydratui.models.builtin.intent import understand
from hydratui.models.builtin.meaning import Intent

SAID = [
    ("Ricorda che faccio il deploy il venerdì", Intent.REMEMBER, "Faccio il deploy il venerdì."),
    ("RICORDA CHE FACCIO IL DEPLOY IL VENERDÌ", Intent.REMEMBER, "FACCIO IL DEPLOY IL VENERDÌ."),
    ("ricordati che il server è in corridoio", Intent.REMEMBER, "Il server è in corridoio."),
    ("ricordati di usare i tab", Intent.REMEMBER, "Usare i tab."),
    ("Ada, per favore ricorda che preferisco risposte brevi", Intent.REMEMBER, "Preferisco risposte brevi."),
    ("ricorda: il mio cane si chiama Bruno", Intent.REMEMBER, "Il mio cane si chiama Bruno."),
    ("Annota che la fattura è la 2041", Intent.REMEMBER, "La fattura è la 2041."),
    ("segnati che Marta fa i backup", Intent.REMEMBER, "Marta fa i backup."),
    ("appunta questo: il codice è 4411", Intent.REMEMBER, "Il codice è 4411."),
    ("non dimenticare che uso fish", Intent.REMEMBER, "Uso fish."),
    ("Non dimenticarti che abito a Torino", Intent.REMEMBER, "Abito a Torino."),
    ("tieni a mente che lavoro da casa il lunedì", Intent.REMEMBER, "Lavoro da casa il lunedì."),
    ("tieni presente che sono vegetariana", Intent.REMEMBER, "Sono vegetariana."),
    ("prendi nota: il wifi è sotto il router", Intent.REMEMBER, "Il wifi è sotto il router."),
    ("salva nella tua memoria che il mio compleanno è il 3 maggio", Intent.REMEMBER, "Il mio compleanno è il 3 maggio."),
    ("voglio che ti ricordi che faccio il deploy il venerdì", Intent.REMEMBER, "Faccio il deploy il venerdì."),
    ("Puoi ricordare che faccio il deploy il venerdì, per favore?", Intent.REMEMBER, "Faccio il deploy il venerdì."),
    ("potresti annotare che sono allergica alle noci?", Intent.REMEMBER, "Sono allergica alle noci."),
    ("per il futuro: preferisco il sistema metrico", Intent.REMEMBER, "Preferisco il sistema metrico."),
    ("Sono allergica alle noci. Ricordatelo!", Intent.REMEMBER, "Sono allergica alle noci."),
    ("Uso Postgres 16, annotalo per favore", Intent.REMEMBER, "Uso Postgres 16."),
    ("Mi chiamo Anna, non dimenticarlo", Intent.REMEMBER, "Mi chiamo Anna."),
    ("ricorda che quando dico prod intendo Hetzner", Intent.REMEMBER, "Quando dico prod intendo Hetzner."),
    ("Ciao, sono Marta. Ricorda che faccio il deploy il venerdì.", Intent.REMEMBER, "Faccio il deploy il venerdì."),
    ("Ti ricordi che faccio il deploy il venerdì?", Intent.RECALL, "faccio il deploy il venerdì"),
    ("Ti ricordi cosa abbiamo deciso sul DNS?", Intent.RECALL, "abbiamo deciso sul DNS"),
    ("ricordi il piano di backup?", Intent.RECALL, "il piano di backup"),
    ("ricorda cosa abbiamo deciso", Intent.RECALL, "abbiamo deciso"),
    ("ricordami cosa abbiamo deciso sul DNS", Intent.RECALL, "abbiamo deciso sul DNS"),
    ("ricordami di chiamare Marta domani", Intent.REMIND, ""),
    ("Cosa abbiamo deciso sul piano di backup?", Intent.RECALL, "Cosa abbiamo deciso sul piano di backup?"),
    ("che cosa abbiamo deciso sul DNS", Intent.RECALL, "che cosa abbiamo deciso sul DNS"),
    ("quando ho fatto l'ultimo deploy?", Intent.RECALL, "quando ho fatto l'ultimo deploy?"),
    ("Puoi dirmi quando abbiamo fatto il deploy?", Intent.RECALL, "quando abbiamo fatto il deploy?"),
    ("non ricordo cosa abbiamo deciso", Intent.RECALL, "abbiamo deciso"),
    ("cosa sai del DNS?", Intent.RECALL, "DNS"),
    ("cerca nella tua memoria la fattura", Intent.RECALL, "la fattura"),
    ("Cosa ricordi di me?", Intent.NOTES, ""),
    ("che cosa sai di me", Intent.NOTES, ""),
    ("mostrami le tue note", Intent.NOTES, ""),
    ("elenca tutte le note per favore", Intent.NOTES, ""),
    ("Ciao!", Intent.GREETING, ""),
    ("buongiorno Ada", Intent.GREETING, ""),
    ("Grazie mille!", Intent.THANKS, ""),
    ("Chi sei?", Intent.WHO, ""),
    ("sei ChatGPT?", Intent.WHO, ""),
    ("Cosa puoi fare?", Intent.HELP, ""),
    ("che cosa sai fare?", Intent.HELP, ""),
    ("aiuto", Intent.HELP, ""),
    ("come collego un modello?", Intent.HELP, ""),
    ("traduci questo in inglese: buongiorno", Intent.OTHER, ""),
    ("scrivi una poesia sul mare", Intent.OTHER, ""),
    ("puoi scrivere un programma?", Intent.OTHER, ""),
    ("dimentica la mia ultima nota", Intent.FORGET, ""),
    ("cancella quella nota", Intent.FORGET, ""),
    ("come stai?", Intent.GREETING, ""),
    ("chi sono?", Intent.NOTES, ""),
    ("parlami di Marta", Intent.RECALL, "Marta"),
    ("Ciao Ada, ricordati che odio le riunioni", Intent.REMEMBER, "Odio le riunioni."),
    ("dove abito?", Intent.RECALL, "dove abito?"),
    ("qual è il mio colore preferito", Intent.RECALL, "qual è il mio colore preferito"),
    ("cosa avevamo detto su docker?", Intent.RECALL, "cosa avevamo detto su docker?"),
    ("puoi tenere a mente che uso vim?", Intent.REMEMBER, "Uso vim."),
    ("vorrei che ricordassi che uso vim", Intent.REMEMBER, "Uso vim."),
    ("memorizza il mio nome: Sofia", Intent.REMEMBER, "Il mio nome: Sofia."),
    ("quando abbiamo parlato di docker?", Intent.RECALL, "quando abbiamo parlato di docker?"),
    ("che ore sono?", Intent.RECALL, "che ore sono?"),
    ("che tempo fa?", Intent.RECALL, "che tempo fa?"),
    ("puoi ricordare il mio nome?", Intent.RECALL, "il mio nome"),
]


@pytest.mark.parametrize(("message", "intent", "text"), SAID)
def test_a_message_in_italian_is_understood(message: str, intent: Intent, text: str) -> None:
    meaning = understand(message, "Ada")
    assert (meaning.intent, meaning.language.code) == (intent, "it")
    if intent in (Intent.REMEMBER, Intent.RECALL):
        assert meaning.text == text
