"""Background processes: claim a task, build the prompt, run it, finish it; and the app's watch over them."""
