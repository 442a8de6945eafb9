"""Italian."""

from hydratui.models.builtin.language import Language, Phrases
from hydratui.models.builtin.replies.italian import REPLIES
from hydratui.models.builtin.words import listed, phrases

_PHRASES = Phrases(
    openers=phrases("""
        ciao|salve|ehi|ehilà|senti|senta|ascolta|ascolti|guarda
        buon giorno|pomeriggio
        buongiorno|buonasera
        per favore|piacere|cortesia
        ti prego
        ok|bene|allora|e|anche|adesso|ora|sempre|grazie|dunque|poi
        va bene
        a proposito
        un'altra cosa
        ancora una cosa
        d'ora in poi|avanti
        una domanda
    """),
    requests=phrases("""
        puoi|può|potresti|potrebbe|vorresti|vuoi|sapresti per? favore?
        mi puoi|può|potresti|sai
        ti|le dispiacerebbe|dispiace
        voglio|vorrei|desidero che tu?
        ho bisogno che tu?
        devi|dovresti|deve
        cerca|prova|assicurati|vedi di
        sai|sa
        dirmi|mostrarmi|darmi|raccontarmi|aiutarmi
        dimmi|dammi|mostrami|aiutami|raccontami|fammi
        mi dici|dica
    """),
    closers=phrases("""
        per favore|piacere|cortesia
        ti prego
        perfavore
    """),
    tags=phrases("""
        ok|okay|sì|vero|eh|grazie|intesi
        va bene
        d'accord|accordo
        grazie mille
        molte|tante grazie
        per il futuro
        per dopo
        per la prossima volta
        d'ora in poi|avanti
    """),
    keep=phrases("""
        ricorda|ricordi|ricordate|ricordare sempre|anche? che|questo|di
        ricordati|ricordatevi|ricordarti|ricordarsi|rammenta|rammentati sempre|anche? che|questo|di?
        si ricordi che|di
        ti ricordi|ricorda di? che
        ti devi ricordare che|di
        tu? ti? ricordassi che
        non dimenticare|dimenticarti|dimenticate|dimentichi|scordare|scordarti mai? che|di|questo?
        non ti dimenticare|scordare che|di?
        annota|annotati|annoti|annotate|annotare|appunta|appuntati|segna|segnati|segnare|nota che|questo
        scrivi|scriviti|scrivere che
        prendi|prenda|prendete|prendere nota che|di|questo?
        tieni|tenga|tenete|tenere a mente che|questo?
        tieni|tenga|tenete|tenere presente che|questo?
        tieni|tenere conto che|di
        memorizza|memorizzi|memorizzate|memorizzare che|questo
        salva|salvare|registra|registrare che
        salva|salvare|metti|mettere|aggiungi|annota|scrivi|segna nella|in|alla tua? memoria che?
        salva|salvare|metti|mettere|aggiungi|annota|scrivi|segna nelle|tra|alle tue? note|appunti che?
        aggiungi|salva|fai|metti|crea una nota che|di?
        sappi|sappia che
        per il futuro
        per la tua memoria
        per memoria
    """),
    keep_bare=phrases("""
        ricorda|ricordati|ricordare|annotare|memorizzare|annota|annotati|appunta|appuntati|segna|segnati|memorizza
        non dimenticare|scordare
    """),
    keep_colon=phrases("""
        nota|memo|promemoria
        salva|scrivi|registra questo?
    """),
    keep_before=phrases("""
        ricordalo|ricordatelo|annotalo|annotatelo|appuntalo|segnalo|segnatelo|memorizzalo|salvalo|scrivilo|scrivitelo
        ricorda|annota|memorizza|salva questo|ciò
        ricordati di questo|ciò
        ricordatene
        non dimenticarlo|scordarlo|dimenticartelo|dimenticartene
        tienilo a mente
        tienilo presente
        tienine conto
        prendine|prendi nota
    """),
    ask=phrases("""
        ti|vi|si ricordi|ricordate|ricorda ancora? cosa|quando|come|dove|chi|quale|perché|quello|del|della|dei|delle|se
        ti|vi ricordi|ricordate ancora? che
        si ricorda ancora? che
        ti|vi ricordi|ricordate ancora?
        ricordi|ricordate ancora? che|cosa|quando|come|dove|chi|quale|perché|quello|del|della|dei|delle|se cosa?
        ricordi|rammenti
        ricorda|ricordati cosa|quando|come|dove|chi|quale|perché|quanto
        ricordare|ricordarti cosa|quando|come|dove|chi|quale|perché|quanto
        ricorda|ricordati che cosa
        ricorda|ricordati quello|ciò che
        ricordami cosa|quando|come|dove|chi|quale|perché|quello|ciò|quanto|il|la che?
        ricordami che cosa
        mi ricordi|ricorda cosa|quando|come|dove|chi|quale|perché|quello|ciò|quanto che?
        che? cosa ti? ricordi|sai|ricorda|sa di|del|della|dei|delle|su|sul|sulla|sui|sulle
        cerca|cercare|cerchi nella|in tua? memoria
        cerca|cercare|cerchi nelle|tra le? tue? note|appunti
        trova|cerca cosa|quello abbiamo detto|deciso su|sul|sui|di?
        parlami|raccontami di|del|della|dei|delle
        cerca|cercare|cerchi nella cronologia
        non mi? ricordo più? cosa|quando|come|dove|chi|quale|perché|quello|che|del|della? che?
        ho dimenticato cosa|quando|come|dove|chi|quale|perché
    """),
    questions=phrases("""
        cosa|cos|quando|come|dove|dov|chi|quale|quali|qual|quanto|quanta|quanti|quante|perché|com
        che cosa|cos
        di|a|da|in|con|su|per|che che|chi|cosa|quale|quando|dove|giorno|ora
        abbiamo|avevamo|ho|è|sono|era|c'è
    """),
    accents=frozenset(),
    notes=phrases("""
        che? cosa ti? ricordi|sai|ricorda|sa di|su? me|noi? finora?
        che? cosa hai|ha imparato|annotato|memorizzato|salvato di|su? me?
        che? cosa c'è nella tua memoria
        che? cosa c'è nelle tue note
        di che? cosa ti ricordi
        quali note hai
        quali sono le tue note
        che? cosa ti ho detto|chiesto di? ricordare?
        mostra|mostrami|elenca|elencami|vedere|vedi|apri|leggi|dammi tutte? le? tue|mie? note
        mostra|mostrami|vedere|vedi|apri la? tua|mia? memoria
        le? tue|mie? note
        la? tua|mia? memoria
        dimmi che? cosa|quello|ciò che? sai|ricordi di|su? me?
        tutto? quello|ciò che sai|ricordi di|su? me?
        ti ricordi di me
        chi sono io?
    """),
    forget=phrases("""
        dimentica|dimentichi|scorda che|lo|il|la|questo|tutto|quello
        dimenticalo|dimenticatene
        cancella|elimina|rimuovi|togli|cancellare|eliminare la|le|mia|mie|tua|tue|questa|quella|tutte? le? mie|tue? nota|note|memoria
        smetti di ricordare
    """),
    remind=phrases("""
        ricordami di|che|domani|alle|tra|fra|ogni
        avvisami|avvertimi|svegliami
        metti|imposta una? sveglia|promemoria|timer
        imposta|metti un promemoria|timer
    """),
    greeting=phrases("""
        ciao|salve|ehi|ehilà|buongiorno|buonasera a? tutti?
        buon giorno|pomeriggio
        ciao come stai|va
        come stai|sta|va|andiamo
        tutto bene|ok
        piacere di? conoscerti?
        molto piacere
    """),
    thanks=phrases("""
        grazie|perfetto|ottimo|fantastico mille|tante?
        mille|molte|tante grazie
        ok|perfetto|ottimo grazie?
        va bene grazie?
        ti ringrazio
        buonanotte|arrivederci|addio
        buona notte|serata|giornata
        a dopo|domani|presto
    """),
    who=phrases("""
        chi|cosa|che sei|è tu|cosa?
        che cosa sei
        come ti chiami
        come si chiama
        qual è il tuo|suo nome
        sei una|un|un'|il? ia|bot|umano|umana|robot|persona|chatgpt|claude|macchina|reale|modello
        che|quale modello sei|usi|è|stai usando?
        presentati
        parlami|raccontami di te
    """),
    help=phrases("""
        aiuto|aiutami|comandi|istruzioni
        che? cosa puoi|sai|può|sa fare per? me?
        che? cosa fai
        che? cosa posso fare|dire|chiedere|scrivere qui|ti?
        a che? cosa servi
        come funzioni|funziona questo?
        come puoi aiutarmi
        in che modo puoi aiutarmi
        puoi|mi aiutarmi|aiuti
        come inizio|comincio|iniziare
        come collego|collegare|connetto|connettere|uso|aggiungo un modello
        collegare|connettere un modello
    """),
)

ITALIAN = Language(
    code="it",
    common=listed("""
        a abbiamo adesso ai al alla alle allo anche ancora anno anni avere ben c che chi ci cio col come con cosa cui d da dai
        dal dalla dalle degli dei del dell della delle detto di dopo dove e ecco ed era erano essere fa fare fatto fra gia
        giorno gli ha hai hanno ho i ieri il in io l la le lei li lo loro lui ma mai me mese meno mi mia mie miei mio molto ne
        negli nei nel nella nelle noi non nostra nostro nulla oggi ogni ora per perche piu poi prima qua qual quale quali
        quando quanto quasi quella quelle quelli quello questa queste questi questo qui scorsa scorso se sei sempre senza
        settimana si sia siamo solo sono sta stato su sua sue sui sul sulla suo t te ti tra tu tua tue tuo tutti tutto un una
        uno v vi voi volta domani ultima ultimo
    """),
    letters=frozenset("òì"),
    subjects=frozenset(),
    first_person=listed("io mio mia mie miei sono ho noi nostro nostra vivo lavoro"),
    phrases=_PHRASES,
    replies=REPLIES,
)
