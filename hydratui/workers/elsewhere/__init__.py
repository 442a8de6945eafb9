"""Model turns on other machines: a hub that has the data folder, runners that have none, and a bus between them.

The hub is a worker like any other: it claims a task from the file, builds its turn, binds its tools and writes its end. Only the
conversation with the model happens elsewhere:

1. The hub submits a ticket, which the bus keeps until a runner has taken it, and while that runner shows that it is alive.
2. The runner asks the hub for the turn, in parts, and from then on reports what the model does, in numbered reports that it sends
   until they are answered. The hub takes each number once.
3. When the model calls a tool, the runner asks the hub to call it. The hub has it bound to the agent and the task already; the
   runner names the tool and the arguments, and nothing else.
4. With the last report the task ends in the file, and the ticket is withdrawn.

So the file stays the only truth, and nobody but the hub touches it. Prompts and answers pass through the bus and are not kept there.
A runner that falls silent is an attempt that failed: the task goes back into the queue, and its next attempt is another ticket.
"""
