"""The console: a conversation in a terminal, or over pipes."""
