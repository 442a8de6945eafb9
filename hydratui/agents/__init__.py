"""An agent on disk: its six Markdown files, its notes, its grants, creating and renaming."""
