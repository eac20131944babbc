"""The full-screen terminal, built with Textual: the app, the table, play, replay, dialogs and help."""
