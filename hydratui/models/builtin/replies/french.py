"""What the assistant says in French."""

from hydratui.models.builtin.language import Replies

REPLIES = Replies(
    saved="Enregistré dans mes notes. Cela compte dès le prochain message :",
    already="C'est déjà dans mes notes, je n'ai donc rien ajouté.",
    held=(
        "Pas encore enregistré : cette tâche a lu quelque chose d'extérieur, la note t'attend donc. `/memory` permet "
        "de la garder ou de la rejeter."
    ),
    too_long=(
        "C'est trop long pour une note : {length} caractères, et une note en contient {limit}. Dis-le en moins de mots, un fait à la fois."
    ),
    full=(
        "Mon fichier de mémoire est plein (64 Ko) : rien n'a été enregistré, rien n'a été écrasé. "
        "Supprime d'anciennes notes dans `/memory`, puis redis-le-moi."
    ),
    refused="Ce n'est pas enregistré. Voici ce que l'outil a répondu :",
    nothing_to_save="Que dois-je retenir ? Dis-le en une phrase : `souviens-toi que je déploie le vendredi`.",
    not_granted=(
        "Mon fichier tools.md ne m'autorise pas `{tool}`. Ajoute-lui la ligne `- {tool}`, et cela marchera dès le prochain message."
    ),
    tool_failed="Quelque chose a échoué dans l'outil `{tool}`. Voici ce qu'il a répondu :",
    from_notes="D'après mes notes :",
    from_here="Dans cette conversation :",
    from_tasks="De mémoire, le plus proche d'abord (recherche dans {tasks}) :",
    closest="Rien en mémoire n'y correspond tout à fait. Voici le plus proche (recherche dans {tasks}) :",
    nothing="Rien en mémoire n'y correspond. J'ai cherché dans {tasks} et {notes}.",
    only_memory="Je ne réponds qu'avec ce qui a déjà été dit. Pour tout le reste, connecte un modèle : écris `aide`, je te dirai comment.",
    did_you_mean="Voulais-tu dire {words} ?",
    notes="Voici ma mémoire, {notes} :",
    latest_notes="Voici les {shown} dernières de mes {notes} :",
    no_notes="Je n'ai pas encore de notes. Donne-moi la première : `souviens-toi que je déploie le vendredi`.",
    edit_notes="Ce sont les lignes d'un fichier Markdown. `/memory` l'ouvre, et chacune est à toi.",
    related="Des tâches passées qui en parlent peut-être (recherche dans {tasks}) :",
    cannot=(
        "Il faut pour cela un modèle de langage, et aucun n'est connecté. "
        "Je suis l'assistant intégré de {agent} : je garde des notes et je cherche dans les tâches passées."
    ),
    files="Je ne peux pas lire les fichiers ni les images joints ; il faut pour cela un modèle de langage. Ils restent avec ce message.",
    connect=(
        "Pour connecter un modèle, définis `OPENAI_API_KEY` ou `ANTHROPIC_API_KEY` et relance hydratui, ou démarre Ollama, LM Studio "
        "ou llama.cpp sur cette machine ; choisis-le ensuite avec `/model fournisseur:modèle`."
    ),
    keep_hint="Je ne peux pas y répondre sans modèle de langage. Si c'est quelque chose à retenir, commence par `souviens-toi que`.",
    greeting=(
        "Bonjour ! Ici {agent}, pour l'instant sans modèle de langage. Dis-moi quelque chose à retenir (`souviens-toi "
        "que je déploie le vendredi`) "
        "ou demande-moi quelque chose d'avant. `aide` t'en dit plus."
    ),
    thanks="Avec plaisir. Ce que tu m'as confié est dans mes notes ; `/memory` les montre.",
    who=(
        "Tu parles à l'assistant intégré de {agent}. Il n'y a aucun modèle de langage derrière : il garde des notes, "
        "cherche dans les tâches passées "
        "et cite ce qu'il trouve, mot pour mot et avec sa date. Il n'invente jamais de réponse."
    ),
    help=(
        "Sans modèle de langage, je fais trois choses :\n\n"
        "- **Retenir** : `souviens-toi que je déploie le vendredi` enregistre une note datée.\n"
        "- **Retrouver** : `qu'avons-nous décidé pour les sauvegardes ?` cherche ce qui a été dit et le cite avec sa date.\n"
        "- **Montrer mes notes** : `que sais-tu de moi ?` en donne la liste, et `/memory` les ouvre pour les modifier."
    ),
    forget="Je ne supprime pas de notes moi-même. `/memory` les montre toutes ; tu peux y effacer une ligne, et revenir en arrière.",
    remind="Je n'ai pas d'horloge pour te prévenir. Je peux en revanche garder une note : `souviens-toi que …`.",
    tasks=("tâche passée", "tâches passées"),
    notes_count=("note", "notes"),
    thousands="\u202f",
    months=(
        "janvier",
        "février",
        "mars",
        "avril",
        "mai",
        "juin",
        "juillet",
        "août",
        "septembre",
        "octobre",
        "novembre",
        "décembre",
    ),
    date="{day} {month} {year}",
    task="tâche",
    you="Toi :",
    answered="{agent} :",
)
