"""The app in a browser: a page, a websocket, and an app process for each tab, through textual-serve."""
