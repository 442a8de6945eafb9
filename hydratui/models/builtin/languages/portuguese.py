"""Portuguese, of Brazil and of Portugal."""

from hydratui.models.builtin.language import Language, Phrases
from hydratui.models.builtin.replies.portuguese import REPLIES
from hydratui.models.builtin.words import listed, phrases

_PHRASES = Phrases(
    openers=phrases("""
        olá|oi|ei|escuta|escute|olha|olhe
        bom dia
        boa tarde|noite
        por favor
        ok|bem|bom|então|e|também|agora|sempre|obrigado|obrigada|certo|pfv
        a propósito
        mais uma coisa
        outra coisa
        a partir de agora
        daqui em diante
        uma pergunta
    """),
    requests=phrases("""
        podes|pode|poderia|podias|podia|consegue|consegues|você? por? favor?
        você pode|poderia|consegue
        queres|quer fazer o favor de
        importas-te|importa-se de
        quero|preciso|gostaria que você?
        preciso|precisa de?
        deves|deve|tens|tem que|de?
        trata|trate de
        me? dizer|mostrar|dar|contar|ajudar me?
        sabes|sabe|você sabe
        diz|diga|mostra|mostre|dá|dê|ajuda|ajude me
        me diz|diga|mostra|mostre|dá|dê|ajuda|ajude
    """),
    closers=phrases("""
        por favor
        se faz favor
        pfv
    """),
    tags=phrases("""
        ok|okay|certo|tá|está|sim|né|valeu|combinado
        tá|está bom|bem
        obrigado|obrigada
        muito obrigado|obrigada
        para o futuro
        para mais tarde
        para depois
        a partir de agora
    """),
    keep=phrases("""
        lembra|lembre|lembrem|lembrar|lembres|recorda|recorde|recordar sempre|também? de? que|disto|disso|isto|isso
        lembra|lembre|lembrar|recorda|recorde te|se|me sempre|também? de? que|disto|disso|isto|isso?
        te|se lembra|lembre|lembres|recorde|recordes de? que
        não te|se|me esqueças|esqueça|esquece|esqueçam de? que|disto|disso?
        não esqueças|esqueça|esquece|esquecer|esqueçam de? que|disto|disso?
        nunca te|se? esqueças|esqueça de? que
        anota|anote|anotem|anotar|aponta|aponte|apontar|nota|note|registra|registre|regista|registe que|isto|isso|aí
        toma|tome|tomar|tomem nota de? que|disto|disso?
        tem|tenha|ter|tenham em conta|mente que|isto|isso?
        leva|leve|levar em conta que|isto|isso?
        guarda|guarde|guardar|salva|salve|salvar que
        guarda|guarde|guardar|salva|salve|salvar|põe|coloca|coloque|anota|anote|adiciona|adicione isto|isso? na tua|sua? memória que?
        guarda|guarde|guardar|salva|salve|salvar|põe|coloca|coloque|anota|anote|adiciona|adicione nas tuas|suas? notas que?
        guarda|guarde|guardar|salva|salve|salvar|faz|faça|adiciona|adicione uma nota de? que?
        memoriza|memorize|memorizar que|isto|isso
        grava|grave|gravar que
        fica|fique sabendo|a saber? que
        saibas|saiba que
        para o futuro
        para tua|sua referência
        para a tua|sua? memória
    """),
    keep_bare=phrases("""
        lembra|lembre|lembrar|anota|anote|anotar|aponta|aponte|apontar|memoriza|memorize|memorizar
        lembra|lembre te|se de
        não te|se esqueças|esqueça|esquece de
        não esqueças|esqueça|esquece de
    """),
    keep_colon=phrases("""
        nota|memo|lembrete
        guarda|guarde|salva|salve|grava|grave isto|isso?
    """),
    keep_before=phrases("""
        lembra|lembre te|se? disto|disso
        lembra|lembre-se disso
        anota|anote|guarda|guarde|memoriza|memorize|aponta|aponte|registra|registre isto|isso|aí
        anota-o|guarda-o
        não te|se? esqueças|esqueça|esquece disto|disso
        não te|se esqueças|esqueça|esquece
        não esqueças|esqueça|esquece
        toma|tome nota
        tem|tenha isto|isso em mente|conta
    """),
    ask=phrases("""
        você te|se|me? lembras|lembra|lembrava de? o? que|quando|como|onde|quem|qual|quanto
        te|se lembras|lembra|lembrava de? o? que|quando|como|onde|quem|qual|quanto
        lembras|lembra|lembrava de? quando|como|onde|quem|qual|quanto
        lembras de? o? que
        você se? lembra de? que|do|da|dos|das?
        lembras te|se? de? do|da|dos|das|que?
        te lembras de? do|da|dos|das|que?
        se lembra de? do|da|dos|das|que?
        lembra de|do|da|dos|das
        lembra|lembre|recorda o que
        recordas te|se? de? do|da|que?
        lembra|lembre|recorda me? de? o que
        lembra|lembre|relembra|relembre me quando|como|onde|quem|qual|quanto|por
        me lembra|lembre|relembre o? que|quando|como|onde|quem|qual|quanto
        o que te|se|você|tu? lembras|lembra|sabes|sabe|recordas|recorda sobre|de|do|da|dos|das
        procura|procure|procurar|busca|busque|buscar|pesquisa|pesquise na tua|sua? memória por?
        procura|procure|encontra|encontre|busca|busque o que dissemos|falamos|decidimos|combinamos sobre|do|da|de?
        fala-me|fale-me|conta-me|conte-me de|sobre|do|da
        me fala|fale|conta|conte sobre|do|da
        procura|procure|procurar|busca|busque|buscar|pesquisa|pesquise no histórico por?
        procura|procure|procurar|busca|busque|buscar|pesquisa|pesquise nas tuas|suas? notas por?
        não me lembro de? o? que|quando|como|onde|quem|qual|do|da?
        não lembro de? o? que|quando|como|onde|quem|qual|do|da?
        esqueci-me|esqueci de? o? que|quando|como|onde|quem|qual
    """),
    questions=phrases("""
        que|quê|quando|como|onde|quem|qual|quais|quanto|quanta|quantos|quantas|cadê
        o que|quê
        por que|quê
        porque|porquê é?
        de|a|em|com|para|sobre que|quem|qual|onde|quando
        é|são|era|está|estão|há|temos|tenho|tínhamos
    """),
    accents=frozenset(["quê"]),
    notes=phrases("""
        o? que te|se|você|tu? lembras|lembra|sabes|sabe|recordas|recorda de|sobre? mim? até? agora?
        do que você|tu? te|se? lembras|lembra sobre|de? mim?
        o que aprendeste|aprendeu|anotaste|anotou|guardaste|guardou sobre? mim?
        o que você? tens|tem anotado|guardado sobre? mim?
        o que está|há|tem na tua|sua memória
        o que está|há|tem nas tuas|suas notas
        que notas você? tens|tem
        quais são as? tuas|suas notas
        mostra|mostre|lista|liste|ver|abre|abra|vê|lê me? todas? as? tuas|suas|minhas? notas
        mostra|mostre|ver|abre|abra me? a? tua|sua? memória
        me mostra|mostre todas? as? tuas|suas|minhas? notas
        as? tuas|suas|minhas? notas
        a? tua|sua? memória
        tudo o que sabes|sabe|lembras|lembra sobre|de? mim?
        diz-me|diga-me|me o que sabes|sabe|lembras|lembra sobre|de? mim?
        você? te|se? lembras|lembra de mim
        quem sou eu?
    """),
    forget=phrases("""
        esquece|esqueça que|isso|isto|o|a|tudo|do|da|minha
        apaga|apague|elimina|elimine|apagar|eliminar a|as|o|minha|minhas|tua|tuas|essa|esta|aquela|todas? as? nota|notas|memória
        remove|remova|deleta|delete|remover a|as|o|minha|minhas|tua|tuas|essa|esta|aquela|todas? as? nota|notas|memória
    """),
    remind=phrases("""
        lembra-me|lembre-me de|que|amanhã|às|em|para|daqui|cada
        me lembra|lembre de|amanhã|às|em|para|daqui
        avisa-me|avise-me|acorda-me
        me avisa|avise|acorda|acorde
        põe|coloca|cria|crie um lembrete|alarme|despertador
    """),
    greeting=phrases("""
        olá|oi|ei|saudações|opa de? novo?
        bom dia
        boa tarde
        olá|oi tudo bem|bom?
        tudo bem|bom|certo com? você|vocês?
        como vai|estás|está|vão você|tu?
        e aí
        prazer
    """),
    thanks=phrases("""
        obrigado|obrigada|valeu|perfeito|ótimo|fixe|legal
        muito obrigado|obrigada
        ok|perfeito|ótimo|certo obrigado|obrigada?
        boa noite
        tchau|adeus
        até logo|amanhã|breve|já
    """),
    who=phrases("""
        quem|que és|é tu|você|o|a?
        o que és|é tu|você
        como te chamas
        como você? se chama
        qual é? o? teu|seu nome
        és|é|você uma|um|o|a? ia|bot|humano|humana|robô|pessoa|chatgpt|claude|máquina|real|modelo
        você é uma|um|o|a? ia|bot|humano|humana|robô|pessoa|chatgpt|claude|máquina|real|modelo
        que|qual modelo és|é|usas|usa|você tu|você|usa?
        apresenta-te|apresente-se
        fala-me|fale-me de|sobre ti|você
    """),
    help=phrases("""
        ajuda|comandos|instruções
        o que você|tu? podes|pode|sabes|sabe|consegues|consegue|fazes|faz fazer? por? mim?
        o que é? que? posso|eu fazer|dizer|perguntar|escrever aqui|te?
        para que serves|serve
        como é? que? funcionas|funciona|funcionar isto|isso?
        como você? podes|pode me? ajudar|ajudar-me me?
        em que podes|pode me? ajudar|ajudar-me
        me ajuda|ajude
        ajuda-me|ajude-me
        como é? que? começo|começar
        como é? que? ligo|conecto|conectar|ligar|uso um modelo
        conectar|ligar um modelo
    """),
)

PORTUGUESE = Language(
    code="pt",
    common=listed("""
        a agora ainda algo alguem alguma ano antes ao aos aqui as assim ate atras bem cada com como da das de dela dele depois
        desde deve disse do dos e ela elas ele eles em entre era essa esse esta estamos estao estava este eu faz fazer foi foram
        ha hoje isso isto ja la lhe mais mas me mesmo meu meus mim minha minhas muito na nada nao nas nem no nos nossa nosso num
        numa o ontem onde os ou outra outro para passada passado pela pelas pelo pelos por porque pode pra qual quando quanto
        que quem sao se sem semana sempre ser seu seus sim so sobre sua suas tambem te tem temos tenho ter teu tua tudo um uma
        umas uns vai vez voce voces vou mes amanha dissemos ultima ultimo
    """),
    letters=frozenset("ãõ"),
    subjects=frozenset(),
    first_person=listed("eu meu minha meus minhas sou tenho estou nosso nossa moro trabalho"),
    phrases=_PHRASES,
    replies=REPLIES,
)
