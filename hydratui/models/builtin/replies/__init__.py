"""What the assistant says, a file a language."""
