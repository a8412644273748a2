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
.PHONY: help lab reset test build check validate grade bench picture setup lock ready

help:  ## list the commands
	@sed -n 's/^\([a-z]*\):[^#]*## \(.*\)/  make \1|\2/p' Makefile | while IFS='|' read -r a b; do printf '%-15s %s\n' "$$a" "$$b"; done

lab: ready  ## open the lessons in JupyterLab (the first time this installs what they need)
	@exec $(course) lab $(ARGS)

reset: ready  ## start an exercise again and keep the old copy, for example  make reset ARGS=02
	@$(course) reset $(ARGS)

test: ready  ## run every test and every notebook, with outputs compared
	@$(run) pytest -rs -n 2 --dist loadfile $(ARGS)

build: ready  ## rebuild the notebooks whose source changed (CHECK=1: only say whether any differs)
	@$(course) build $(if $(CHECK),--check) $(ARGS)

check: ready  ## say whether the committed notebooks are what their sources give
	@$(course) build --check $(ARGS)

validate: ready  ## say whether the whole course still holds, for example  make validate ARGS="--html report.html"
	@$(course) validate $(ARGS)

grade: ready  ## mark a class, for example  make grade ARGS="submissions --out report"
	@$(course) grade $(ARGS)

bench: ready  ## measure the package against other ways to compute the same
	@$(run) benchmarks $(ARGS)

picture: ready  ## draw the picture of the README
	@"$(VENV)/bin/python" tools/draw_readme_picture.py

ready:
	@sh tools/setup.sh "$(VENV)" --if-needed

setup:  ## install, or put right, the locked packages and the package of the course
	@sh tools/setup.sh "$(VENV)"

compile = uv pip compile --quiet --universal --python-version 3.11 --no-annotate --no-emit-index-url --custom-compile-command "make lock"

lock:  ## renew requirements-lock.txt and requirements-dev.txt with uv (ARGS=--upgrade: newest versions)
	@command -v uv >/dev/null || { echo "make lock needs uv on the PATH:  python -m pip install uv" >&2; exit 1; }
	$(compile) $(ARGS) pyproject.toml -o requirements-lock.txt
	$(compile) $(ARGS) --extra dev -c requirements-lock.txt pyproject.toml -o requirements-dev.txt
	@grep -vxF -f requirements-lock.txt requirements-dev.txt > requirements-dev.txt.new || true
	@{ sed -n '/^#/p' requirements-lock.txt; cat requirements-dev.txt.new; } > requirements-dev.txt
	@rm -f requirements-dev.txt.new
