"""Spanish."""

from hydratui.models.builtin.language import Language, Phrases
from hydratui.models.builtin.replies.spanish import REPLIES
from hydratui.models.builtin.words import listed, phrases

_PHRASES = Phrases(
    openers=phrases("""
        hola|buenas|oye|oiga|ey|escucha|mira
        buenos días
        buenas tardes|noches
        por favor
        ok|vale|bueno|bien|pues|y|también|ahora|entonces|siempre|gracias|porfa|porfavor
        por cierto
        otra|una cosa más?
        a partir de ahora
        de ahora en adelante
        una pregunta
    """),
    requests=phrases("""
        puedes|podrías|puede|podría|podés|quieres|querrías|quiero por? favor?
        te|le pido
        te|le importaría
        necesito|quiero|quisiera que
        me gustaría que
        me puedes|podrías
        tienes|debes|has que|de?
        asegúrate|intenta|procura de?
        sabes|sabés|sabe
        me puedes decir
        decirme|mostrarme|enseñarme|darme|contarme|ayudarme
        dime|muéstrame|enséñame|dame|ayúdame|decime a?
        me dices
    """),
    closers=phrases("""
        por favor
        porfa|porfavor
    """),
    tags=phrases("""
        vale|ok|okay|de acuerdo|sí|eh|quieres|puedes|podrías
        gracias
        muchas gracias
        para el futuro
        para más adelante
        para luego
        a partir de ahora
    """),
    keep=phrases("""
        recuerda|recuerde|recordad|recordá|recordar siempre|también? que|esto|lo|de
        acuérdate|acuérdese|acordate|acordaos|acordarte siempre? de? que|esto|lo?
        recuerdes|anotes|apuntes que|esto
        te acuerdes de? que
        no olvides|olvide|olvidéis|olvidar nunca? que|esto
        no te|se|os olvides|olvide|olvidéis de? que|esto?
        nunca olvides que
        que? no se te|le olvide que|esto
        anota|anote|anotad|anotá|apunta|apunte|apuntad|apuntá|anotar|apuntar que|esto|lo
        toma|tome|tomad nota de? que|esto|lo?
        tomar nota de? que
        ten|tenga|tened|tené en cuenta que|esto|lo?
        tener en cuenta que
        ten presente que
        guarda|guarde|guardá|guardar que
        guarda|guarde|guardar|añade|añadir|agrega|apunta|anota|pon esto? en tu|la memoria que?
        guarda|guarde|guardar|añade|añadir|agrega|apunta|anota a tu|la memoria que?
        guarda|guarde|guardar|añade|añadir|agrega|apunta|anota en|a tus notas que?
        añade|agrega|guarda|haz una nota de? que?
        memoriza|memorice|memorizá|memorizar que|esto
        que sepas que
        para el futuro
        para que lo? sepas
        para tu memoria
        para tus notas
        recuérdalo
    """),
    keep_bare=phrases("""
        recuerda|recuerde|recuerdes|recordá|recordar|memoriza|memorizar
        anota|anote|anotes|anotá|anotar|apunta|apunte|apuntes|apuntá|apuntar
        acuérdate|acordate de
    """),
    keep_colon=phrases("""
        nota|memo|recordatorio
        guarda|guarde|guardá esto?
    """),
    keep_before=phrases("""
        recuérdalo|recuérdelo|anótalo|anótelo|apúntalo|apúntelo|guárdalo|guárdelo|memorízalo|recordalo|anotalo
        recuérdamelo|apúntatelo|anótatelo
        recuerda|anota|apunta|guarda|memoriza esto|eso
        acuérdate|acordate|acuérdese de esto|eso|ello
        no lo olvides|olvide
        no te olvides|olvide
        tenlo|téngalo en cuenta
        tenlo presente
        toma nota
        ten eso|esto en cuenta
    """),
    ask=phrases("""
        recuerdas|recordás|recordáis|recordaste de|lo? que|qué|cuándo|cómo|dónde|quién|cuál|si?
        te|os acuerdas|acordás|acordáis|acuerda de? lo? que|qué|cuándo|cómo|dónde|quién|cuál|si?
        se acuerda de? lo? que|qué|cuándo?
        recuerda|recuerde|recordar|recordarme lo que
        recuerda|recuerde|recordar|recordarme cuándo|cómo|dónde|quién|cuál|cuánto|aquel|aquella
        acuérdate|acordarte de lo que
        acuérdate|acordarte de cuando|cómo
        recuérdame|recordame|recuérdeme lo? que|qué|cuándo|cómo|dónde|quién|cuál|cuánto|por
        recuérdame por qué
        qué recuerdas|sabes|recordás|sabés de|sobre|del|acerca
        qué te acuerdas de
        háblame|cuéntame de|sobre|del
        busca|buscar|buscá en tu|la? memoria
        busca|buscar en el? historial
        busca|encuentra lo que dijimos|hablamos|decidimos|acordamos de|sobre|del?
        busca|buscar en tus notas
        busca|buscar en conversaciones|tareas pasadas|anteriores
        no recuerdo|me acuerdo lo|de? qué|que|cuándo|cómo|dónde|quién|cuál?
        no me acuerdo de? lo? qué|que|cuándo|cómo|dónde|quién|cuál?
        olvidé|olvidaba lo? que|qué|cuándo|cómo|dónde|quién
        se me olvidó lo? que|qué|cuándo|cómo|dónde|quién
    """),
    questions=phrases("""
        qué|cuándo|cómo|dónde|quién|quiénes|cuál|cuáles|cuánto|cuánta|cuántos|cuántas
        por qué
        para qué
        de|a|en|con|desde|sobre qué|quién|dónde|cuál|cuándo
        hemos|habíamos|habías|hay|es|son|era|está|están|tenemos|tengo
    """),
    accents=frozenset(["qué", "cuándo", "cómo", "dónde", "quién", "quiénes", "cuál", "cuáles", "cuánto", "cuánta", "cuántos", "cuántas"]),
    notes=phrases("""
        qué recuerdas|sabes|recordás|sabés|recuerda|sabe de|sobre|acerca? de? mí|nosotros? hasta? ahora?
        de? qué te acuerdas de? mí?
        qué has aprendido|anotado|guardado|apuntado de|sobre? mí?
        qué tienes anotado|guardado|apuntado de|sobre? mí?
        qué hay en tu memoria
        qué hay en tus notas
        qué notas tienes|tenés|guardas
        qué te he dicho|contado|pedido
        qué te pedí que recordaras
        muestra|muéstrame|enseña|enséñame|lista|ver|dame|abre|lee todas? tus|mis|las? notas
        muestra|muéstrame|enseña|enséñame|ver|abre tu|la? memoria
        tus|mis|las? notas
        tu|la? memoria
        dime qué|lo? que? sabes|recuerdas de|sobre? mí?
        todo? lo que sabes|recuerdas de|sobre? mí?
        me recuerdas
        te acuerdas de mí
        recuerdas algo|todo de|sobre? mí?
        quién soy yo?
    """),
    forget=phrases("""
        olvida|olvide|olvidá que|lo|el|la|mi|eso|esto|todo
        olvídalo|olvídate
        borra|borrá|elimina|quita|borrar|eliminar la|las|mi|mis|tu|tus|esa|esta|aquella|todas? las? nota|notas|memoria
        deja de recordar
    """),
    remind=phrases("""
        recuérdame|recordame|recuérdeme que|mañana|en|a|el|dentro|cada
        recuérdame|recordame comprar|llamar|hacer|ir|enviar|pagar
        avísame|despiértame
        pon|ponme una? alarma|recordatorio|temporizador
        pon un recordatorio
    """),
    greeting=phrases("""
        hola|buenas|saludos|ey de? nuevo?
        buenos días
        buenas tardes
        hola buenas|buenos tardes|días?
        qué tal estás?
        cómo estás|está|va|andas
        hola qué tal
        encantado|encantada
        mucho gusto
    """),
    thanks=phrases("""
        gracias|perfecto|genial|estupendo
        muchas|mil gracias
        muchísimas gracias
        vale|ok|perfecto|genial gracias?
        te lo agradezco
        buenas noches
        adiós|chao
        hasta luego|mañana|pronto
    """),
    who=phrases("""
        quién|qué eres|es|sos tú|vos|usted?
        cómo te llamas|llamás
        cuál es tu nombre
        eres|sos una|un|el? ia|bot|humano|humana|robot|persona|chatgpt|claude|máquina|real|modelo
        qué modelo eres|usas|es|sos
        preséntate
        háblame|cuéntame de|sobre ti
    """),
    help=phrases("""
        ayuda|ayúdame|comandos|instrucciones
        qué puedes|podés|sabes|sabés|haces|puede hacer? por? mí?
        qué puedo hacer|decir|preguntar|escribir|probar aquí|te?
        para qué sirves|servís
        cómo funcionas|funciona|funcionás esto?
        cómo puedes ayudarme
        en qué puedes|me ayudarme|ayudas
        me puedes|puedes ayudar|ayudarme
        cómo empiezo|empezar
        cómo conecto|conectar|uso|añado un modelo
        conectar un modelo
    """),
)

SPANISH = Language(
    code="es",
    common=listed("""
        a acerca ahora al algo alguna alguno ante antes aqui asi aun ayer bien cada casi como con cual cuales cuando cuanto de
        del desde donde dos el ella ellas ellos en entre era eran eres es esa ese eso esta estaba estan este esto estos fue
        fueron ha habia hace hacer han hasta hay he hemos hoy la las le les lo los manana mas me mes mi mis mucho muy nada ni no
        nos nosotros nuestra nuestro os otra otro para pasada pasado pero por porque puede que quien quienes se semana ser si
        sin sobre solo son soy su sus tambien te tengo ti tiene tienes todo todos tu tus un una uno unos usted y ya yo vez dijo
        dije dijimos ultima ultimo ano
    """),
    letters=frozenset("ñ¿¡"),
    subjects=frozenset(),
    first_person=listed("yo mi mis soy tengo estoy nuestro nuestra nosotros vivo trabajo"),
    phrases=_PHRASES,
    replies=REPLIES,
)
