"""What the assistant says in Italian."""

from hydratui.models.builtin.language import Replies

REPLIES = Replies(
    saved="Salvato nelle mie note. Vale dal prossimo messaggio:",
    already="È già nelle mie note, quindi non ho aggiunto nulla.",
    held=(
        "Non è ancora salvato: questa attività ha letto qualcosa dall'esterno, perciò la nota ti aspetta. In `/memory` "
        "puoi tenerla o scartarla."
    ),
    too_long="È troppo lungo per una nota: {length} caratteri, e ce ne stanno {limit}. Dillo con meno parole, un fatto alla volta.",
    full=(
        "Il mio file di memoria è pieno (64 KB): non è stato salvato né sovrascritto nulla. "
        "Elimina le note vecchie in `/memory` e ridimmelo."
    ),
    refused="Non è stato salvato. Lo strumento ha risposto così:",
    nothing_to_save="Che cosa devo ricordare? Dillo in una frase: `ricorda che faccio il deploy il venerdì`.",
    not_granted="Il mio tools.md non mi permette di usare `{tool}`. Aggiungi la riga `- {tool}` e funzionerà dal prossimo messaggio.",
    tool_failed="Qualcosa è andato storto nello strumento `{tool}`. Ha risposto così:",
    from_notes="Dalle mie note:",
    from_here="Da questa conversazione:",
    from_tasks="Dalla memoria, prima ciò che somiglia di più (ho cercato in {tasks}):",
    closest="Nulla nella memoria corrisponde del tutto. Questo è il più vicino (ho cercato in {tasks}):",
    nothing="Nulla nella memoria corrisponde. Ho guardato in {tasks} e {notes}.",
    only_memory="Rispondo solo con ciò che è già stato detto. Per tutto il resto, collega un modello: scrivi `aiuto` e ti dico come.",
    did_you_mean="Intendevi {words}?",
    notes="Ecco la mia memoria, {notes}:",
    latest_notes="Ecco le ultime {shown} delle mie {notes}:",
    no_notes="Non ho ancora note. Dammi la prima: `ricorda che faccio il deploy il venerdì`.",
    edit_notes="Sono righe di un file Markdown. `/memory` lo apre, e puoi cambiarle tutte.",
    related="Attività passate che forse riguardano questo (ho cercato in {tasks}):",
    cannot=(
        "Per questo serve un modello linguistico, e non ce n'è nessuno collegato. "
        "Sono l'assistente integrato di {agent}: tengo note e cerco nelle attività passate."
    ),
    files="Non posso leggere i file né le immagini allegati; per questo serve un modello linguistico. Restano con questo messaggio.",
    connect=(
        "Per collegare un modello, imposta `OPENAI_API_KEY` o `ANTHROPIC_API_KEY` e riapri hydratui, oppure avvia Ollama, LM Studio "
        "o llama.cpp su questo computer; poi sceglilo con `/model fornitore:modello`."
    ),
    keep_hint="A questo non so rispondere senza un modello linguistico. Se è qualcosa da ricordare, comincia con `ricorda che`.",
    greeting=(
        "Ciao! Qui parla {agent}, per ora senza modello linguistico. Dimmi qualcosa da tenere (`ricorda che faccio il deploy il venerdì`) "
        "o chiedimi qualcosa di prima. Con `aiuto` ti dico il resto."
    ),
    thanks="Di niente, figurati. Ciò che mi hai dato da ricordare è nelle mie note; `/memory` le mostra.",
    who=(
        "Stai parlando con l'assistente integrato di {agent}. Dietro non c'è nessun modello linguistico: tiene note, "
        "cerca nelle attività passate "
        "e cita ciò che trova, parola per parola e con la data. Non inventa mai una risposta."
    ),
    help=(
        "Senza un modello linguistico, faccio tre cose:\n\n"
        "- **Ricordare**: `ricorda che faccio il deploy il venerdì` salva una nota con la data.\n"
        "- **Ritrovare**: `che cosa abbiamo deciso sui backup?` trova ciò che è stato detto e lo cita con la data.\n"
        "- **Mostrare le mie note**: `che cosa ricordi?` le elenca, e `/memory` le apre per modificarle."
    ),
    forget="Non cancello note da solo. `/memory` le mostra tutte; lì puoi cancellare una riga, e annullare.",
    remind="Non ho un orologio con cui avvisarti. Posso però tenere una nota: `ricorda che …`.",
    tasks=("attività passata", "attività passate"),
    notes_count=("nota", "note"),
    thousands=".",
    months=(
        "gennaio",
        "febbraio",
        "marzo",
        "aprile",
        "maggio",
        "giugno",
        "luglio",
        "agosto",
        "settembre",
        "ottobre",
        "novembre",
        "dicembre",
    ),
    date="{day} {month} {year}",
    task="attività",
    you="Tu:",
    answered="{agent}:",
)
