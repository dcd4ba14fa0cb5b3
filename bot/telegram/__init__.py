"""Telegram: receive, render, stream; what a message means is the conversation's."""
