# The front door: what people, continuous integration and the documentation call. `make help` lists it.
#
# Needs make and a Python 3.11 or newer; everything else comes from the pins under requirements/ into $(VENV).

VENV ?= .venv
PYTHON ?= $(shell for candidate in python3 python3.13 python3.12 python3.11 python; do \
	"$$candidate" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& echo "$$candidate" && break; done)
JOBS ?= 2
CORPORA ?= .corpora
UPGRADE ?=
PYTEST_FLAGS ?=

BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input
SOURCES := archgates conformance adf tests $(wildcard benchmarks)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help gates test lint format lowest oracle corpora wheels pins clean distclean

help:  ## List the commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

gates: $(VENV)/.base  ## Judge this repository by its own gates
	$(BIN)/archgates check
	$(BIN)/lint-imports --no-cache --no-logo

test: lint  ## Check style and types, then run every test
	$(BIN)/python -m pytest -n $(JOBS) $(PYTEST_FLAGS)

lint: $(VENV)/.dev  ## Check style and types
	$(BIN)/ruff check $(SOURCES)
	$(BIN)/ruff format --check $(SOURCES)
	$(BIN)/mypy $(SOURCES)

format: $(VENV)/.dev  ## Lay out the source and sort its imports
	$(BIN)/ruff check --select I --fix $(SOURCES)
	$(BIN)/ruff format $(SOURCES)

lowest: $(VENV)/.pins  ## Run every test with the oldest releases that pyproject.toml allows
	$(BIN)/uv venv --quiet --clear --python $(BIN)/python $(VENV)-lowest
	$(BIN)/uv pip install --quiet --python $(VENV)-lowest/bin/python --resolution lowest-direct \
		--group repository --editable '.[dev]'
	$(VENV)-lowest/bin/python -m pytest -n $(JOBS) $(PYTEST_FLAGS)

corpora: $(VENV)/.dev  ## Fetch the public projects that the oracle and the benchmarks read
	$(BIN)/python -m benchmarks.corpora

oracle: corpora  ## Compare answers with CPython and grimp, filtered with unfiltered, one front end with the other
	@status=0; for oracle in oracle generated grimp_oracle filter_equality front_ends; do \
		echo "python -m benchmarks.$$oracle"; $(BIN)/python -m benchmarks.$$oracle || status=1; done; exit $$status

wheels: $(VENV)/.base  ## Build the wheel and the source archive into dist/
	$(BIN)/python -m hatchling build -d dist

pins: $(VENV)/.pins  ## Write requirements/*.txt anew; UPGRADE=1 moves every pin to the newest release
	$(call compile,dev,pyproject.toml --extra dev --group repository)
	$(call compile,base,pyproject.toml --group repository --constraint requirements/dev.txt)
	$(call compile,pins,--group pins)

clean:  ## Remove what was built and cached
	rm -rf build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find $(SOURCES) -name __pycache__ -type d -prune -exec rm -rf {} +

distclean: clean  ## Remove the virtual environment and the fetched projects too
	rm -rf $(VENV) $(VENV)-lowest $(CORPORA) .oracle

# A stamp per requirements file. An environment whose interpreter is gone is made anew.
$(VENV)/.base $(VENV)/.dev: $(VENV)/.%: requirements/%.txt pyproject.toml
	@test -n "$(PYTHON)" || { \
		echo "No Python 3.11 or newer with venv and ensurepip was found. Install one, or name it: make PYTHON=..." >&2; \
		exit 2; }
	@$(BIN)/python -c 'import pip' 2>/dev/null || { rm -rf "$(VENV)"; "$(PYTHON)" -m venv "$(VENV)"; }
	$(PIP) install --quiet --require-hashes --requirement $<
	$(PIP) install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.pins: $(VENV)/.base requirements/pins.txt
	$(PIP) install --quiet --require-hashes --requirement requirements/pins.txt
	@touch $@

# Universal: one file for every platform and every supported Python, with the hashes of every file of a release.
compile = $(BIN)/uv pip compile $(2) --quiet --universal --python-version 3.11 \
	--fork-strategy fewest --generate-hashes --custom-compile-command 'make pins' $(if $(UPGRADE),--upgrade) \
	--output-file requirements/$(1).txt
