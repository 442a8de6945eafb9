"""MCP servers of the user's: a client that connects when an agent needs one, and that trusts none of them."""
