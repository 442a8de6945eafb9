"""A terminal app for a small team of AI agents whose memory you can read."""
