# The house: every target sets up by itself. Another Python: make clean setup PYTHON=python3.13
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# A server needs no tests: make setup LOCK=deploy/requirements.lock
LOCK ?= requirements.lock
STAMP := $(VENV)/.installed

.DEFAULT_GOAL := help
.PHONY: help setup play test bench soak docs lock clean

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## /\1: /p' Makefile

setup: $(STAMP) ## .venv with the locked packages and the command motuc-bot

# The stamp is written last: an install that broke off is repeated.
$(STAMP): $(LOCK) pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo 'MotUC-Bot braucht Python 3.11 oder neuer / needs Python 3.11 or newer: make setup PYTHON=python3.11' >&2; exit 1; }
	@test -x $(BIN)/python || { echo '1/3 $(VENV): a Python environment of its own'; $(PYTHON) -m venv $(VENV); }
	@echo '2/3 the packages of $(LOCK) (the first time this takes a minute or two)'
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $(LOCK)
	@echo '3/3 motuc-bot itself'
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --no-index --editable .
	@touch $(STAMP)

play: setup ## the page in the browser, with a battle to begin with
	@$(BIN)/motuc-bot table --demo

test: setup ## everything that must pass: lint, format, arrows, types, tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	$(BIN)/mypy
	$(BIN)/pytest -n 2

bench: setup ## speed: value, limit, ok or over (never part of test)
	$(BIN)/python -m tests.bench

soak: setup ## the long random play, then the figures under load (never part of test)
	$(BIN)/pytest -n 2 -m "soak and not alone"
	$(BIN)/pytest -n 0 -s -m alone

docs: setup ## the lists of rulings and the referee's answers in the German guides
	$(BIN)/python -m motuc_bot.systems.motuc.guide docs/spielanleitung.md docs/spielleitung.md
	$(BIN)/python -m tests.systems.motuc.test_guide

UV_LOCK := uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --no-header \
	--no-emit-index-url --no-emit-find-links --quiet

lock: ## remake requirements.lock and deploy/requirements.lock from pyproject.toml (needs uv on PATH)
	$(UV_LOCK) --extra dev --upgrade --output-file requirements.lock
	$(UV_LOCK) --extra install --constraint requirements.lock --no-annotate --output-file deploy/requirements.lock

clean: ## remove .venv, caches and build leftovers
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
