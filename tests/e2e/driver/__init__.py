"""Drives the real bot process from outside: an emulator of Telegram's service, the bot, and people who write to it."""
