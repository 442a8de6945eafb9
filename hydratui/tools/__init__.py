"""What a model may call, and the wrappers around every call."""
