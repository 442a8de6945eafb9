"""What the assistant says in Portuguese."""

from hydratui.models.builtin.language import Replies

REPLIES = Replies(
    saved="Guardado nas minhas notas. Vale a partir da próxima mensagem:",
    already="Isso já está nas minhas notas, por isso nada foi acrescentado.",
    held="Ainda não está guardado: esta tarefa leu algo de fora, e a nota espera por si. Em `/memory` pode aceitá-la ou descartá-la.",
    too_long="É longo demais para uma nota: {length} caracteres, e cabem {limit}. Diga-o em menos palavras, uma coisa de cada vez.",
    full=(
        "O meu ficheiro de memória está cheio (64 KB): nada foi guardado e nada foi substituído. "
        "Apague notas antigas em `/memory` e diga-me outra vez."
    ),
    refused="Não foi guardado. A ferramenta respondeu isto:",
    nothing_to_save="O que devo lembrar? Diga numa frase: `lembra que faço deploy às sextas`.",
    not_granted="O meu tools.md não me deixa usar `{tool}`. Acrescente a linha `- {tool}` e funciona a partir da próxima mensagem.",
    tool_failed="Algo correu mal na ferramenta `{tool}`. A resposta foi esta:",
    from_notes="Das minhas notas:",
    from_here="Desta conversa:",
    from_tasks="Da memória, o mais parecido primeiro (procurei em {tasks}):",
    closest="Nada na memória corresponde por inteiro. Isto é o mais próximo (procurei em {tasks}):",
    nothing="Nada na memória corresponde a isso. Procurei em {tasks} e {notes}.",
    only_memory="Respondo só com o que já foi dito. Para tudo o resto, ligue um modelo: escreva `ajuda` e digo-lhe como.",
    did_you_mean="Queria dizer {words}?",
    notes="Esta é a minha memória, {notes}:",
    latest_notes="Estas são as últimas {shown} das minhas {notes}:",
    no_notes="Ainda não tenho notas. Dê-me a primeira: `lembra que faço deploy às sextas`.",
    edit_notes="São linhas de um ficheiro Markdown. `/memory` abre-o, e pode mudar qualquer uma.",
    related="Tarefas anteriores que talvez sejam sobre isto (procurei em {tasks}):",
    cannot=(
        "Para isso é preciso um modelo de linguagem, e não há nenhum ligado. "
        "Sou o assistente integrado de {agent}: guardo notas e procuro em tarefas passadas."
    ),
    files="Não consigo ler ficheiros nem imagens em anexo; para isso é preciso um modelo de linguagem. Ficam com esta mensagem.",
    connect=(
        "Para ligar um modelo, defina `OPENAI_API_KEY` ou `ANTHROPIC_API_KEY` e abra o hydratui de novo, ou inicie Ollama, LM Studio "
        "ou llama.cpp neste computador; depois escolha-o com `/model fornecedor:modelo`."
    ),
    keep_hint="A isso não posso responder sem um modelo de linguagem. Se é algo para guardar, comece com `lembra que`.",
    greeting=(
        "Olá! Daqui fala {agent}, por agora sem modelo de linguagem. Diga-me algo para guardar (`lembra que faço deploy às sextas`) "
        "ou pergunte por algo de antes. Com `ajuda` conto o resto."
    ),
    thanks="De nada, às ordens. O que me deu para guardar está nas minhas notas; `/memory` mostra-as.",
    who=(
        "Está a falar com o assistente integrado de {agent}. Não há nenhum modelo de linguagem por trás: guarda notas, procura em tarefas "
        "passadas e cita o que encontra, palavra por palavra e com a data. Nunca inventa uma resposta."
    ),
    help=(
        "Sem um modelo de linguagem, faço três coisas:\n\n"
        "- **Lembrar**: `lembra que faço deploy às sextas` guarda uma nota com data.\n"
        "- **Procurar**: `o que decidimos sobre as cópias de segurança?` encontra o que foi dito e cita-o com a data.\n"
        "- **Mostrar as notas**: `o que lembras?` lista-as, e `/memory` abre-as para editar."
    ),
    forget="Não apago notas por minha conta. `/memory` mostra todas; lá pode apagar uma linha, e desfazer.",
    remind="Não tenho relógio para avisar. O que posso fazer é guardar uma nota: `lembra que …`.",
    tasks=("tarefa anterior", "tarefas anteriores"),
    notes_count=("nota", "notas"),
    thousands=".",
    months=(
        "janeiro",
        "fevereiro",
        "março",
        "abril",
        "maio",
        "junho",
        "julho",
        "agosto",
        "setembro",
        "outubro",
        "novembro",
        "dezembro",
    ),
    date="{day} de {month} de {year}",
    task="tarefa",
    you="Você:",
    answered="{agent}:",
)
