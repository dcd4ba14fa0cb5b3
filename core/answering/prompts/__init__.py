"""Prompts, one file a language and purpose; `core/answering/llm/prompts.py` reads them."""
