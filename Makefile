# Forsa: `make run` serves the page and the channels, `make test` checks what a change may break, `.ci/run` everything.
# Needs Python 3.11 or later, and make.

# The Python that makes .venv. Left alone, the first of these that really runs and is new enough.
PYTHON ?=
CANDIDATES := python3.13 python3.12 python3.11 python3 python
VENV := .venv
BIN := $(VENV)/bin
CLIENTS := tests/e2e/telegram tests/e2e/teams tests/e2e/web
# Where pip leaves what it says about itself aside: only faults are worth a line here.
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq

.PHONY: run test test-slow e2e e2e-llm soak lint types clean help
.DEFAULT_GOAL := help

help:  ## what can be made
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 11

run: $(VENV)/.installed  ## set up, then serve the page, and the channels that .env sets up
	@$(BIN)/python bot.py run

test: $(VENV)/.installed-dev lint types  ## set up with the test tools; lint, types, tests
	$(BIN)/python -m pytest

test-slow: $(VENV)/.installed-dev  ## the tests that take more than seconds: the bot as a process, kill -9 in the middle of everything, LibreOffice, OCR
	$(BIN)/python -m pytest -m slow -n 3 --dist loadfile

e2e: $(VENV)/.installed-dev $(CLIENTS:%=%/node_modules/.installed)  ## the real bot, driven by clients that others wrote and a browser; needs node, npm and chromium
	$(BIN)/python -m pytest -m e2e -n 4 --dist loadfile -rs tests/e2e --ignore=tests/e2e/llm

e2e-llm: $(VENV)/.installed-dev  ## answers worded by a real small model, minutes long; downloads 1.1 GB once
	$(BIN)/python -m pytest -m e2e -n 0 -rs tests/e2e/llm

soak: $(VENV)/.installed-dev tests/e2e/telegram/node_modules/.installed  ## the whole service for a minute, with all that can happen to it; needs node and npm
	$(BIN)/python eval/soak.py --seconds 60

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

# Where npm is missing the tests that need it are skipped, and say so.
%/node_modules/.installed: %/package.json %/package-lock.json
	@command -v npm >/dev/null || { echo "$*: not installed, for node and npm are missing (https://nodejs.org)" >&2; exit 0; }; \
	cd $* && npm ci --no-progress --loglevel=error && touch node_modules/.installed
