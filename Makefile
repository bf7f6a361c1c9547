# Brehon. `make` lists what it can do. Works with Python 3.11+ and make alone; uses uv when it is there.
.DEFAULT_GOAL := help
SHELL := /bin/sh
PYTHON ?= python3
PORT ?= 8000
VENV := .venv
BENCH := .venv-bench
PY := $(VENV)/bin/python
UV := $(shell command -v uv 2>/dev/null)
COMPILED := tests/test_architecture.py::test_the_mode_that_was_asked_for_runs tests/core tests/conformance tests/games tests/bots tests/learning tests/envs tests/test_goldens.py tests/lab/test_runner.py tests/cli/test_simulate.py \
  --ignore-glob='*/test_svg*.py' --ignore-glob='*/test_face.py'
QUICK := -p tests.quick --ignore=tests/browser -n auto --dist worksteal -q
SLOWEST := --durations=40 --durations-min=4
FLOOR := 73
ENGINE ?= interpreted
IS_COMPILED := $(filter compiled,$(ENGINE))
MODE := $(if $(IS_COMPILED),BREHON_PURE= BREHON_EXPECT=compiled,BREHON_PURE=1) $(if $(LONG),BREHON_LONG=1)
TOOLS := $(MAKE) --no-print-directory --silent tools VENV=$(VENV)
LOCKS := requirements/runtime.txt requirements/build.txt requirements/lab.txt requirements/dev.txt requirements/bench.txt requirements/bench-nodeps.txt

# $(call environment,FOLDER,LOCK): a virtual environment that holds exactly the lock's packages and Brehon itself.
ifeq ($(UV),)
define environment
	@echo "Setting up $(1) with pip from $(2) (uv would be faster) ..."
	@$(1)/bin/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear $(1)
	@$(1)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: -r $(2)
	@$(1)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --no-index -e .
endef
define without_dependencies
	@$(1)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes --only-binary :all: -r $(2)
endef
else
define environment
	@echo "Setting up $(1) with uv from $(2) ..."
	@test -x $(1)/bin/python || uv venv --quiet --python $(PYTHON) $(1)
	@VIRTUAL_ENV=$(1) uv pip install --quiet --require-hashes --only-binary :all: -r $(2)
	@VIRTUAL_ENV=$(1) uv pip install --quiet --no-deps --no-build-isolation --no-index -e .
endef
define without_dependencies
	@VIRTUAL_ENV=$(1) uv pip install --quiet --no-deps --require-hashes --only-binary :all: -r $(2)
endef
endif

.PHONY: help play tools lab setup quick test test-compiled test-installed coverage mutants check compile bench goldens records pictures contact messages changelog lock clean

help: ## list these commands
	@echo "Brehon: a referee, a table, opponents and a laboratory for three board games."
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):[^#]*## (.*)/\1|\2/' | awk -F'|' '{printf "  make %-14s %s\n", $$1, $$2}'

$(VENV)/.runtime: requirements/runtime.txt pyproject.toml
	$(call environment,$(VENV),requirements/runtime.txt)
	@touch $@

$(VENV)/.lab: requirements/lab.txt pyproject.toml
	$(call environment,$(VENV),requirements/lab.txt)
	@touch $@ $(VENV)/.runtime

$(VENV)/.dev: requirements/dev.txt pyproject.toml
	$(call environment,$(VENV),requirements/dev.txt)
	@touch $@ $(VENV)/.lab $(VENV)/.runtime

$(BENCH)/.ready: requirements/bench.txt requirements/bench-nodeps.txt pyproject.toml
	$(call environment,$(BENCH),requirements/bench.txt)
	$(call without_dependencies,$(BENCH),requirements/bench-nodeps.txt)
	@touch $@

$(VENV)/.tools: requirements/build.txt
	$(call without_dependencies,$(VENV),requirements/build.txt)
	@touch $@

play: $(VENV)/.runtime ## set up, start the server and open a table in the browser; the compiled engine is built meanwhile (PORT=8000)
	@BREHON_TOOLS="$(TOOLS)" $(VENV)/bin/brehon serve --port $(PORT) $(ARGS)

tools: $(VENV)/.tools # what compiles the engine; `make play` asks for it in the background

lab: $(VENV)/.lab ## set up the laboratory: duels, ladders, balance reports, training
	@echo "Ready. Try: $(VENV)/bin/brehon lab duel armorica cottar wanderer  (all commands: $(VENV)/bin/brehon lab --help)"

setup: $(VENV)/.dev ## set up what checks, tests and the compiler need

quick: $(VENV)/.dev ## what to run between two edits: a part of the tests that touches everything, in less than three minutes
	BREHON_PURE=1 $(PY) -m pytest $(QUICK) $(ARGS)

test: $(VENV)/.dev $(if $(IS_COMPILED),compile) ## set up and run the whole test suite, a real browser included (ENGINE=compiled: on that engine; LONG=1: longer samples)
	@sh tests/needs.sh
	$(MODE) $(PY) -m pytest -m "not timed" $(if $(REST),-p tests.quick) --ignore=tests/browser --ignore=tests/packaging -n auto --dist worksteal $(SLOWEST) $(ARGS)
	$(MODE) $(PY) -m pytest -m "not timed" tests/browser -n 2 --dist worksteal -p no:schemathesis $(SLOWEST) $(ARGS)
	$(MODE) $(PY) -m pytest -m timed --ignore=tests/packaging $(ARGS)

test-compiled: compile ## whatever runs inside the compiled engine: core, games, bots, learning, environments
	BREHON_EXPECT=compiled $(PY) -m pytest -n auto --dist worksteal -p no:schemathesis $(COMPILED) $(ARGS)

test-installed: compile ## build the wheel, install it outside the clone, play with it, run the suites of other projects
	@sh tests/needs.sh
	BREHON_EXPECT=compiled $(PY) -m pytest -p no:schemathesis tests/test_architecture.py::test_the_mode_that_was_asked_for_runs tests/packaging $(ARGS)

coverage: $(VENV)/.dev ## branches that the quick tier reaches, by room; fails below the floor (TIER=all: the whole suite, no floor)
	@rm -rf build/coverage && mkdir -p build/coverage
	BREHON_PURE=1 $(PY) -m coverage run -m pytest $(if $(filter all,$(TIER)),--ignore=tests/browser -n auto --dist worksteal,$(QUICK)) $(ARGS)
	$(PY) -m tests.rooms $(if $(filter all,$(TIER)),0,$(FLOOR))

mutants: $(VENV)/.dev ## plant small mistakes in the rules of every game and list those that no test notices (ARGS="--sample 300")
	BREHON_PURE=1 nice -n 10 $(PY) -m tests.mutants $(ARGS)

check: $(VENV)/.dev ## lint, format, types (strict), import arrows, locks without addresses
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy
	@! grep -n '://' $(LOCKS)

compile: build/.compiled ## build the engine, the games and the bots with mypyc, in place
	@$(VENV)/bin/brehon --version

build/.compiled: $(VENV)/.dev setup.py $(shell find src -name '*.py')
	$(PY) setup.py --quiet build_ext --inplace
	@if ls src/brehon/_compiled.*.sha256 >/dev/null 2>&1; then touch $@; fi

bench: $(BENCH)/.ready ## random play, clone, search-like use and a click, beside the peers (ARGS=--quick)
	BREHON_QUIET=1 $(BENCH)/bin/python setup.py --quiet build_ext --inplace
	$(BENCH)/bin/python -m bench $(ARGS)

goldens: $(VENV)/.dev ## write the golden games anew; review the difference like code
	BREHON_PURE=1 $(PY) -m tests.goldens

records: $(VENV)/.dev ## add records of new golden games and new rules versions; those of released versions stay as they are (ENDS=arrival: pin its last positions again)
	BREHON_PURE=1 $(PY) -m tests.records $(if $(ENDS),--ends $(ENDS))

pictures: $(VENV)/.dev ## take the pictures of docs/img anew with a real Chromium (ARGS="live after": some of them)
	BREHON_PURE=1 $(PY) -m tests.browser.screenshots $(ARGS)

contact: $(VENV)/.dev ## take pictures of every page at four sizes, light and dark, into FOLDER, and the contact sheets of docs/img
	BREHON_PURE=1 $(PY) -m tests.browser.contact_sheet $(or $(FOLDER),build/pictures)

messages: $(VENV)/.dev ## bring the message catalogues up to date with the source
	$(PY) -m tests.messages

changelog: $(VENV)/.dev ## at a release: move the fragments of changelog.d/ into CHANGELOG.md
	$(PY) -m tests.changelog --write

lock: ## resolve the lock files anew (needs uv)
	uv pip compile --quiet --universal --generate-hashes --no-header --python-version 3.11 --extra build pyproject.toml -o requirements/runtime.txt
	uv pip compile --quiet --universal --generate-hashes --no-header --python-version 3.11 --extra build --extra lab --extra cluster pyproject.toml -o requirements/lab.txt
	uv pip compile --quiet --universal --generate-hashes --no-header --python-version 3.11 --extra build --extra dev --extra postgres --extra lab --extra cluster --extra envs pyproject.toml -o requirements/dev.txt
	uv pip compile --quiet --universal --generate-hashes --no-header --python-version 3.11 --extra build --extra dev --extra lab --extra envs pyproject.toml requirements/bench.in -o requirements/bench.txt
	uv pip compile --quiet --universal --generate-hashes --no-header --python-version 3.11 --constraints requirements/dev.txt requirements/build.in -o requirements/build.txt

clean: ## remove everything that was built or installed here
	rm -rf $(VENV) $(BENCH) build dist src/*.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
	find src -name '*.so' -delete -o -name '*.so.new' -delete -o -name '_compiled.*.sha256*' -delete
