# Every target makes what it needs of .venv itself; nothing is reinstalled while pyproject.toml
# stays as it is. PYTHON=python3.12 chooses the interpreter of a new .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
PYTEST_ARGS ?=
PYTHONS ?= 3.11 3.12 3.13
OUTPUT ?= output
BENCH_ARGS ?=
VERIFY_ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help demo test test-full test-thorough test-lowest test-all lint coq docs look browser bench bench-peers clean

help:  ## this list
	@echo "targets:"
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1#\2/p' Makefile | while IFS='#' read -r target text; do printf '%-14s %s\n' "$$target" "$$text"; done

$(BIN)/python:
	@command -v $(PYTHON) >/dev/null || { \
	  echo "$(PYTHON) is not installed: install Python 3.11 or newer, or name one with 'make PYTHON=/path/to/python3 ...'" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "$$($(PYTHON) --version) is too old: Python 3.11 or newer is needed; name one with 'make PYTHON=python3.11 ...'" >&2; exit 1; }
	@echo "creating $(VENV) with $$($(PYTHON) --version)"
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
	  echo "$(PYTHON) -m venv failed: if ensurepip is missing, install the venv package of your system (Debian, Ubuntu: apt-get install python3-venv), then repeat" >&2; exit 1; }

$(VENV)/.installed: pyproject.toml | $(BIN)/python
	@echo "installing diffgeo-mechanics and its libraries into $(VENV) (once)"
	@$(PIP) install --quiet "pip>=25.1"
	@$(PIP) install --quiet --editable .
	@touch $@

$(VENV)/.group-%: $(VENV)/.installed
	@echo "installing the tools of 'make $*' into $(VENV) (once)"
	@$(PIP) install --quiet --group $*
	@touch $@

demo: $(VENV)/.installed  ## derive, check, simulate and plot the curve of pursuit
	@$(BIN)/python examples/demo.py --output $(OUTPUT)

# One process for each core; tests of one file stay together, since they share what they compute.
test: $(VENV)/.group-test  ## the test suite, a sample of its costly cases; choose with PYTEST_ARGS="-k name"
	$(BIN)/python -m pytest --numprocesses auto --dist loadfile $(PYTEST_ARGS)

test-full: $(VENV)/.group-test  ## the test suite with all cases, as before a release (10 minutes)
	HYPOTHESIS_PROFILE=full $(BIN)/python -m pytest --numprocesses auto --dist loadfile $(PYTEST_ARGS)

test-thorough: $(VENV)/.group-test  ## all cases, with seventy times as many random examples (hours)
	HYPOTHESIS_PROFILE=thorough $(BIN)/python -m pytest --numprocesses auto --dist loadfile $(PYTEST_ARGS)

# What pyproject.toml promises: the lowest versions of all libraries, and every Python.
test-lowest: .venv-lowest/.installed  ## all tests with the lowest versions of all libraries
	HYPOTHESIS_PROFILE=full .venv-lowest/bin/python -m pytest --numprocesses auto --dist loadfile $(PYTEST_ARGS)

test-all: $(addprefix test-on-,$(PYTHONS))  ## all tests on every supported Python

test-on-%: .venv-%/.installed
	HYPOTHESIS_PROFILE=full .venv-$*/bin/python -m pytest --numprocesses auto --dist loadfile $(PYTEST_ARGS)

.venv-lowest/.installed: pyproject.toml $(VENV)/.installed
	@echo "installing the lowest versions of all libraries into .venv-lowest (once)"
	@$(PIP) install --quiet uv
	@test -d .venv-lowest || $(BIN)/uv venv --quiet --seed --python $(BIN)/python .venv-lowest
	@$(BIN)/uv pip install --quiet --python .venv-lowest/bin/python --resolution lowest-direct \
	  --editable . --group test
	@touch $@

.venv-3.%/.installed: pyproject.toml $(VENV)/.installed
	@echo "installing into .venv-3.$* (once)"
	@$(PIP) install --quiet uv
	@test -d .venv-3.$* || $(BIN)/uv venv --quiet --seed --python 3.$* .venv-3.$* || { \
	  echo "Python 3.$* was not found: install it, or leave it out with 'make test-all PYTHONS=...'" >&2; exit 1; }
	@$(BIN)/uv pip install --quiet --python .venv-3.$*/bin/python --editable . --group test
	@touch $@

verify: $(VENV)/.installed  ## the claims of the papers; choose with VERIFY_ARGS="--claim ID"
	$(BIN)/python -m mechanics verify $(VERIFY_ARGS)

lint: $(VENV)/.group-lint  ## style, layering of imports, types
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/lint-imports
	$(BIN)/mypy
	$(BIN)/mypy --strict examples/*.py
	MYPYPATH=examples/theories $(BIN)/mypy --strict --allow-untyped-defs --allow-untyped-calls examples/my_theory/*.py examples/theories/*.py

coq: $(VENV)/.group-test  ## all theorems, and a model of their axioms, by the kernel of Coq (minutes)
	@command -v coqc coqchk >/dev/null || { \
	  echo "coqc is not installed: apt-get install coq, or see https://rocq-prover.org/install" >&2; exit 1; }
	$(BIN)/python -m tests.support.coq_corpus $(OUTPUT)/coq
	@$(MAKE) --no-print-directory -C $(OUTPUT)/coq -f $(CURDIR)/tests/support/coq.mk -j2

docs: $(VENV)/.group-docs  ## the documentation, in docs/_build/html
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/sphinx-build -E -W --keep-going -b html docs docs/_build/html

look: $(VENV)/.group-look  ## every page of the documentation in Chromium, after 'make docs'
	@command -v chromium >/dev/null || { \
	  echo "chromium is not installed: apt-get install chromium, or see https://www.chromium.org/getting-involved/download-chromium/" >&2; exit 1; }
	$(BIN)/python docs/look.py docs/_build/html --chromium "$$(command -v chromium)" --pictures $(OUTPUT)/pages

browser: $(VENV)/.group-look  ## the page that runs the library in a tab, beside the documentation
	@command -v npm >/dev/null || { echo "npm is not installed: apt-get install npm, or see https://nodejs.org" >&2; exit 1; }
	$(BIN)/python docs/browser/build.py docs/_build/html/browser
	@if command -v chromium >/dev/null; then \
	  $(BIN)/python docs/browser/try_examples.py docs/_build/html/browser --chromium "$$(command -v chromium)"; \
	else echo "chromium is not installed: the examples were not tried"; fi

bench: $(VENV)/.group-bench  ## beside other libraries; choose with BENCH_ARGS="--quick jacobi"
	$(BIN)/python -m benchmarks $(BENCH_ARGS)

# SageManifolds brings gmpy2, with which SymPy would compute from then on, in the tests too:
# the peers have an environment of their own, and the benchmarks start its interpreter.
bench-peers: .venv-peers/.installed  ## install SageManifolds for 'make bench', apart from all else

.venv-peers/.installed: pyproject.toml $(VENV)/.installed
	@test -d .venv-peers || $(BIN)/python -m venv .venv-peers
	@echo "installing SageManifolds into .venv-peers (once)"
	@.venv-peers/bin/python -m pip --disable-pip-version-check install --quiet "pip>=25.1"
	@.venv-peers/bin/python -m pip --disable-pip-version-check install --quiet --group bench-peers
	@touch $@

clean:  ## remove .venv and everything that was made
	rm -rf $(VENV) .venv-* build dist $(OUTPUT) docs/_build docs/reference/api docs/gallery .pytest_cache .ruff_cache .mypy_cache .import_linter_cache .hypothesis
	find diffgeo mechanics tests docs -name __pycache__ -type d -prune -exec rm -rf {} +
