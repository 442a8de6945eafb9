"""What the assistant says in English."""

from hydratui.models.builtin.language import Replies

REPLIES = Replies(
    saved="Saved in my notes. It counts from the next message on:",
    already="That is in my notes already, so nothing was added.",
    held="Not saved yet: this task has read something from outside, so the note waits for you. `/memory` shows it, to keep or discard.",
    too_long="That is too long for a note: {length} characters, and a note holds {limit}. Say it in fewer words, one fact at a time.",
    full=(
        "My memory file is full (64 KB), so nothing was saved and nothing was overwritten. Prune old notes in "
        "`/memory`, then tell me again."
    ),
    refused="It was not saved. This is what the tool answered:",
    nothing_to_save="What should I remember? Put it in one sentence: `remember that I deploy on Fridays`.",
    not_granted="My tools.md does not let me use `{tool}`. Add the line `- {tool}` to it, and it works from the next message on.",
    tool_failed="Something went wrong with the tool `{tool}`. This is what it answered:",
    from_notes="From my notes:",
    from_here="From this conversation:",
    from_tasks="From memory, best match first ({tasks} searched):",
    closest="Nothing in memory matches all of it. This comes closest ({tasks} searched):",
    nothing="Nothing in memory matches that. I looked through {tasks} and {notes}.",
    only_memory="I answer only with what was said before. For anything else, connect a model: `help` says how.",
    did_you_mean="Did you mean {words}?",
    notes="This is my memory, {notes}:",
    latest_notes="These are the latest {shown} of my {notes}:",
    no_notes="I keep no notes yet. Give me the first: `remember that I deploy on Fridays`.",
    edit_notes="They are lines of a Markdown file. `/memory` opens it, and every line is yours to change.",
    related="Earlier tasks that may be about this ({tasks} searched):",
    cannot="That needs a language model, and none is connected. I am {agent}'s built-in assistant: I keep notes and look up past tasks.",
    files="I can't read attached files or images; that takes a language model. They stay with this message.",
    connect=(
        "To connect a model, set `OPENAI_API_KEY` or `ANTHROPIC_API_KEY` and start hydratui again, or run Ollama, LM Studio or llama.cpp "
        "on this machine; then choose it with `/model provider:model`."
    ),
    keep_hint="I can't answer that without a language model. If it is something to keep, begin with `remember that`.",
    greeting=(
        "Hello! This is {agent}, so far without a language model. Tell me something to keep (`remember that I deploy on Fridays`), "
        "or ask about something from before. `help` tells you more."
    ),
    thanks="You're welcome. What you gave me to keep is in my notes; `/memory` shows them.",
    who=(
        "You are talking to {agent}'s built-in assistant. There is no language model behind it: it keeps notes, "
        "searches past tasks and quotes "
        "what it finds, word for word and with the date. It never makes an answer up."
    ),
    help=(
        "Without a language model, I do three things:\n\n"
        "- **Remember**: `remember that I deploy on Fridays` saves a dated note.\n"
        "- **Recall**: `what did we decide about the backup plan?` finds what was said and quotes it with its date.\n"
        "- **Show my notes**: `what do you remember?` lists them, and `/memory` opens them to edit."
    ),
    forget="I delete no notes on my own. `/memory` shows them all; there you can delete a line, and undo it.",
    remind="I have no clock to remind you by. What I can do is keep a note: `remember that …`.",
    tasks=("earlier task", "earlier tasks"),
    notes_count=("note", "notes"),
    thousands=",",
    months=(
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ),
    date="{day} {month} {year}",
    task="task",
    you="You:",
    answered="{agent}:",
)
