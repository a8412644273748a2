# The commands of the course: thin lines over `pe-lessons` and pytest. `make help` lists them.
#
#   VENV=DIR       where the environment is (default .venv)
#   PYTHON=python  the Python it is made with (default: the first one found that fits)
#   ARGS="..."     handed on to the command, for example  make lab ARGS="--port 8899"

VENV ?= .venv
ARGS ?=
# a shell may hand "~/" over as it stands
override VENV := $(if $(filter ~/%,$(firstword $(VENV))),$(subst ~/,$(HOME)/,$(VENV)),$(VENV))

# The environment stands for itself: a Python or a pip setting of another one must not reach into it.
unexport PYTHONHOME PYTHONPATH VIRTUAL_ENV
export PIP_USER = 0
export PIP_DISABLE_PIP_VERSION_CHECK = 1

# Always through this Python: the scripts in bin/ do not start where the path has a space.
run = "$(VENV)/bin/python" -m
course = $(run) pe_lessons.course.cli

.DEFAULT_GOAL := help
.PHONY: help lab test build check bench setup lock ready

help:  ## list the commands
	@sed -n 's/^\([a-z]*\):[^#]*## \(.*\)/  make \1|\2/p' Makefile | while IFS='|' read -r a b; do printf '%-14s %s\n' "$$a" "$$b"; done

lab: ready  ## open the lessons in JupyterLab (the first time this installs what they need)
	@exec $(course) lab $(ARGS)

test: ready  ## run every test and every notebook, with outputs compared
	@$(run) pytest -rs $(ARGS)

build: ready  ## rebuild the notebooks whose source changed (CHECK=1: only say whether any differs)
	@$(course) build $(if $(CHECK),--check) $(ARGS)

check: ready  ## say whether the committed notebooks are what their sources give
	@$(course) build --check $(ARGS)

bench: ready  ## measure the package against other ways to compute the same
	@$(run) benchmarks $(ARGS)

# The stamp holds what the environment was made from, so that `ready` costs nothing while that is unchanged.
made_from = { pwd -P; "$(VENV)/bin/python" -c 'import sys; print(sys.version_info[:2])'; cat requirements-lock.txt pyproject.toml; }

ready:
	@$(made_from) 2>/dev/null | cmp -s - "$(VENV)/pe-lessons.stamp" || sh -c "$$SETUP"

define SETUP
set -eu; venv='$(VENV)'
fail() { printf '%s\n' "$$@" >&2; exit 1; }
fits() { "$$1" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, '"$$2"'))' >/dev/null 2>&1; }

mkdir -p "$$venv" 2>/dev/null && [ -w "$$venv" ] || fail \
    "The environment cannot be written to $$venv (a read-only folder?). Put it elsewhere:" \
    '    make lab VENV="$$HOME/pe-lessons-venv"'
rm -f "$$venv/pe-lessons.stamp"

if ! { fits "$$venv/bin/python" 99 && "$$venv/bin/python" -c 'import pip' 2>/dev/null; }; then
    [ -f "$$venv/pyvenv.cfg" ] || [ -z "$$(ls -A "$$venv")" ] || fail \
        "$$venv holds something else than a Python environment. Name an empty or a new folder with VENV=..."
    python=
    if [ -n "$${PYTHON:-}" ]; then
        fits "$$PYTHON" 99 || fail "$$PYTHON is not a Python 3.11 or newer: $$("$$PYTHON" --version 2>&1 || true)"
        python=$$PYTHON
    else
        # no newer than 3.14: beyond it some locked packages have no ready-made files
        for p in python3 python3.13 python3.12 python3.11 python3.14 python; do
            if fits $$p 15; then python=$$p; break; fi
        done
    fi
    if [ -n "$$python" ] && "$$python" -c 'import ensurepip, venv' 2>/dev/null; then
        "$$python" -m venv --clear "$$venv"
    elif command -v uv >/dev/null; then
        uv venv --quiet --clear --seed --python "$${python:-3.13}" "$$venv"
    elif [ -n "$$python" ]; then
        fail "$$python cannot make an environment: its module venv is a package of its own on Debian and Ubuntu." \
             "    sudo apt install $$("$$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')" \
             "and then again:  make lab"
    else
        fail "The course needs Python 3.11, 3.12, 3.13 or 3.14, and none was found (python3 is $$(python3 --version 2>/dev/null || echo absent))." \
             "If it has another name, say which:  make lab PYTHON=python3.12"
    fi
fi

echo "Installing the packages of the course into $$venv (the first time one or two minutes, and about 400 MB of disk) ..."
{ $(run) pip install --quiet --no-input -r requirements-lock.txt && $(run) pip install --quiet --no-input --no-deps -e .; } || fail \
    "" "The installation was not finished: pip says why above. Is the network reachable? The same command tries again."
$(made_from) > "$$venv/pe-lessons.stamp"
endef
export SETUP

setup:  ## install, or put right, the locked packages and the package of the course
	@sh -c "$$SETUP"

compile = uv pip compile --quiet --universal --python-version 3.11 --no-annotate --no-emit-index-url --custom-compile-command "make lock"

lock:  ## renew requirements-lock.txt and requirements-browser.txt with uv (ARGS=--upgrade: newest versions)
	@command -v uv >/dev/null || { echo "make lock needs uv on the PATH:  python -m pip install uv" >&2; exit 1; }
	$(compile) $(ARGS) pyproject.toml -o requirements-lock.txt
	$(compile) $(ARGS) --extra browser -c requirements-lock.txt pyproject.toml -o requirements-browser.txt
	@grep -vxF -f requirements-lock.txt requirements-browser.txt > requirements-browser.txt.new || true
	@{ sed -n '/^#/p' requirements-lock.txt; cat requirements-browser.txt.new; } > requirements-browser.txt
	@rm -f requirements-browser.txt.new
