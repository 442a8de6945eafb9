"""The app as a talk, line by line: nothing moves, nothing is coloured, and a screen reader can follow it."""
