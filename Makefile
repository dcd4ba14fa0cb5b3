# Forsa: `make run` starts a conversation, `make test` checks everything. Needs Python 3.11 or later, and make.

# The Python that makes .venv. Left alone, the first of these that really runs and is new enough.
PYTHON ?=
CANDIDATES := python3.13 python3.12 python3.11 python3 python
VENV := .venv
BIN := $(VENV)/bin
# Where pip leaves what it says about itself aside: only faults are worth a line here.
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq

.PHONY: run test test-slow lint types clean help
.DEFAULT_GOAL := help

help:  ## what can be made
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 11

run: $(VENV)/.installed  ## set up, then talk to the bot in this terminal
	@$(BIN)/python bot.py chat

test: $(VENV)/.installed-dev lint types  ## set up with the test tools; lint, types, tests
	$(BIN)/python -m pytest

test-slow: $(VENV)/.installed-dev  ## the tests that take more than seconds: kill -9 in the middle of everything, LibreOffice, OCR of pages
	$(BIN)/python -m pytest -m slow -n 0

lint: $(VENV)/.installed-dev  ## format, lint, and whether the pins agree
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/python -m pip --disable-pip-version-check check

types: $(VENV)/.installed-dev  ## types
	$(BIN)/mypy

clean:  ## remove .venv and caches; documents, chunks, index and database stay
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -not -path './.git/*' -prune -exec rm -rf {} +

# A name on PATH is not enough: version managers put stubs there that only print what is missing. So each is run.
$(BIN)/python:
	@found=; for python in $(or $(PYTHON),$(CANDIDATES)); do \
	  if "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then found=$$python; break; fi; \
	done; \
	if [ -z "$$found" ]; then \
	  echo "Forsa needs Python 3.11 or later; tried: $(or $(PYTHON),$(CANDIDATES))." >&2; \
	  echo "Install one, or name it: make run PYTHON=/path/to/python3.11" >&2; exit 1; \
	fi; \
	echo "Making $(VENV) with $$found (the first time takes a minute) ..." >&2; \
	"$$found" -m venv --clear $(VENV) || { rm -rf $(VENV); exit 1; }

# The stamps live inside .venv, so that they go with it; a change of the pins installs again.
$(VENV)/.installed: requirements.txt | $(BIN)/python
	@$(PIP) install -r requirements.txt
	@touch $@

$(VENV)/.installed-dev: requirements.txt requirements-dev.txt | $(BIN)/python
	@$(PIP) install -r requirements-dev.txt
	@touch $(VENV)/.installed $@
