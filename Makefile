# `make demo` and `make test` do all their own set-up in .venv.
PYTHON ?= python3
# Where pip finds torch: nothing for pip's own settings, or the address of an index of CPU builds.
TORCH_INDEX ?=
WORKERS ?= 2
# Versions of what the wheel needs, for `make wheel-test`: tested are those of constraints.txt.
VERSIONS ?= tested

VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
RAY := build/ray
CLIENT_FOLDER := build/clients
# Libraries that `make test-clients` tests, each with requirements and a test of its name in tests/clients.
CLIENTS ?= supersuit tianshou torchrl agilerl rllib trl verifiers textarena kaggle mcp cuda

.PHONY: help setup demo test test-long test-ray test-clients wheel-test docs lint clean

help:  ## list the targets
	@grep -E '^[a-z-]+:.*##' Makefile | sed 's/:.*##/\t/'

setup: $(READY)  ## install everything into .venv, at the versions of constraints.txt

$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "dig-envs needs Python 3.11 or newer: make PYTHON=python3.11 $@")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet $(if $(TORCH_INDEX),--index-url $(TORCH_INDEX)) torch==2.13.0
	$(BIN)/pip install --quiet --constraint constraints.txt --editable '.[all,test,dev,docs]'
	@touch $@

demo: $(READY)  ## train an agent for a minute, rank it against the bots, watch it play
	$(BIN)/python -m dig_envs.training.cli.demo

test: $(READY)  ## run the tests that take minutes: every game, adapter and clause
	$(BIN)/python -m tests.warm
	$(BIN)/python -m pytest --numprocesses $(WORKERS) --dist worksteal -m "not long"

test-long: $(READY)  ## run the others: long fuzz, bounds checks, trainings, damaged caches
	$(BIN)/python -m tests.warm
	$(BIN)/python -m pytest --numprocesses $(WORKERS) --dist worksteal -m long

test-ray: $(RAY)/.ready  ## install Ray into an environment of its own in build/, and test the arena on a cluster of two nodes and RLlib there
	$(RAY)/bin/python -m pytest tests/arena/test_cluster.py tests/training/test_rllib.py

$(RAY)/.ready: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(RAY)
	$(RAY)/bin/pip install --quiet $(if $(TORCH_INDEX),--index-url $(TORCH_INDEX)) torch==2.13.0
	grep -v '^gymnasium==' constraints.txt > $(RAY)/constraints.txt  # RLlib names the one version that it takes
	$(RAY)/bin/pip install --quiet --constraint $(RAY)/constraints.txt --editable '.[rllib,test]'
	@touch $@

test-clients: $(CLIENTS:%=test-client-%)  ## install libraries of others into environments of their own in build/, and test our games there (CLIENTS='torchrl rllib')

test-client-%: $(CLIENT_FOLDER)/%/.ready
	$(CLIENT_FOLDER)/$*/bin/python -m pytest tests/clients/$*.py

.PRECIOUS: $(CLIENT_FOLDER)/%/.ready
$(CLIENT_FOLDER)/%/.ready: tests/clients/requirements/%.txt pyproject.toml
	$(PYTHON) -m venv --clear $(CLIENT_FOLDER)/$*
	grep '^torch==' $< | xargs -r $(CLIENT_FOLDER)/$*/bin/pip install --quiet $(if $(TORCH_INDEX),--index-url $(TORCH_INDEX))  # with what it needs on this platform
	$(CLIENT_FOLDER)/$*/bin/pip install --quiet --no-deps --requirement $< --editable .  # the others name all that they need, and resolving them takes long
	$(CLIENT_FOLDER)/$*/bin/pip check
	@touch $@

wheel-test: $(READY)  ## build the wheel, install it into a new environment and play there (VERSIONS=oldest, tested or newest)
	$(BIN)/python -m tests.wheel $(VERSIONS)

docs: $(READY)  ## build the documentation site into build/site; a warning is an error
	$(BIN)/python -m website

lint: $(READY)  ## check style and types
	$(BIN)/ruff check .
	$(BIN)/mypy

clean:  ## remove what the targets made
	rm -rf $(VENV) build runs *.egg-info
