"""What the assistant says in Spanish."""

from hydratui.models.builtin.language import Replies

REPLIES = Replies(
    saved="Guardado en mis notas. Cuenta desde el próximo mensaje:",
    already="Eso ya está en mis notas, así que no he añadido nada.",
    held="Aún no está guardado: esta tarea ha leído algo de fuera, así que la nota te espera. En `/memory` puedes aceptarla o descartarla.",
    too_long="Es demasiado largo para una nota: {length} caracteres, y caben {limit}. Dilo con menos palabras, un hecho cada vez.",
    full=(
        "Mi archivo de memoria está lleno (64 KB): no se ha guardado nada y no se ha sobrescrito nada. "
        "Borra notas viejas en `/memory` y dímelo otra vez."
    ),
    refused="No se ha guardado. Esto es lo que respondió la herramienta:",
    nothing_to_save="¿Qué debo recordar? Dilo en una frase: `recuerda que despliego los viernes`.",
    not_granted="Mi tools.md no me deja usar `{tool}`. Añade la línea `- {tool}` y funcionará desde el próximo mensaje.",
    tool_failed="Algo ha fallado en la herramienta `{tool}`. Esto es lo que respondió:",
    from_notes="De mis notas:",
    from_here="De esta conversación:",
    from_tasks="De la memoria, lo más parecido primero (busqué en {tasks}):",
    closest="Nada en la memoria coincide del todo. Esto es lo más cercano (busqué en {tasks}):",
    nothing="Nada en la memoria coincide con eso. He mirado {tasks} y {notes}.",
    only_memory="Respondo solo con lo que ya se dijo. Para todo lo demás, conecta un modelo: escribe `ayuda` y te digo cómo.",
    did_you_mean="¿Querías decir {words}?",
    notes="Esta es mi memoria, {notes}:",
    latest_notes="Estas son las últimas {shown} de mis {notes}:",
    no_notes="Todavía no tengo notas. Dame la primera: `recuerda que despliego los viernes`.",
    edit_notes="Son líneas de un archivo Markdown. `/memory` lo abre, y puedes cambiar cualquiera.",
    related="Tareas anteriores que quizá traten de esto (busqué en {tasks}):",
    cannot=(
        "Para eso hace falta un modelo de lenguaje, y no hay ninguno conectado. "
        "Soy el asistente incorporado de {agent}: guardo notas y busco en tareas pasadas."
    ),
    files="No puedo leer archivos ni imágenes adjuntos; para eso hace falta un modelo de lenguaje. Quedan guardados con este mensaje.",
    connect=(
        "Para conectar un modelo, define `OPENAI_API_KEY` o `ANTHROPIC_API_KEY` y vuelve a abrir hydratui, o arranca Ollama, LM Studio "
        "o llama.cpp en este equipo; después elígelo con `/model proveedor:modelo`."
    ),
    keep_hint="A eso no puedo responder sin un modelo de lenguaje. Si es algo que guardar, empieza con `recuerda que`.",
    greeting=(
        "¡Hola! Aquí está {agent}, por ahora sin modelo de lenguaje. Dime algo que guardar (`recuerda que despliego los viernes`) "
        "o pregunta por algo de antes. Con `ayuda` te cuento más."
    ),
    thanks="No hay de qué. Lo que me diste para guardar está en mis notas; `/memory` las muestra.",
    who=(
        "Estás hablando con el asistente incorporado de {agent}. No hay ningún modelo de lenguaje detrás: guarda "
        "notas, busca en tareas pasadas "
        "y cita lo que encuentra, palabra por palabra y con su fecha. Nunca se inventa una respuesta."
    ),
    help=(
        "Sin un modelo de lenguaje, hago tres cosas:\n\n"
        "- **Recordar**: `recuerda que despliego los viernes` guarda una nota con fecha.\n"
        "- **Buscar**: `¿qué decidimos sobre las copias de seguridad?` encuentra lo que se dijo y lo cita con su fecha.\n"
        "- **Mostrar mis notas**: `¿qué recuerdas?` las enumera, y `/memory` las abre para editarlas."
    ),
    forget="No borro notas por mi cuenta. `/memory` las muestra todas; ahí puedes borrar una línea, y deshacerlo.",
    remind="No tengo reloj con el que avisarte. Lo que sí puedo es guardar una nota: `recuerda que …`.",
    tasks=("tarea anterior", "tareas anteriores"),
    notes_count=("nota", "notas"),
    thousands=".",
    months=(
        "enero",
        "febrero",
        "marzo",
        "abril",
        "mayo",
        "junio",
        "julio",
        "agosto",
        "septiembre",
        "octubre",
        "noviembre",
        "diciembre",
    ),
    date="{day} de {month} de {year}",
    task="tarea",
    you="Tú:",
    answered="{agent}:",
)
