#!/bin/sh
# Make the course's environment, or put it right:  sh tools/setup.sh FOLDER [--if-needed]
#
# Used by the Makefile. PYTHON names the Python to make it with; without it the first one that fits is taken.
# The stamp in the environment holds what it was made from, and is written last: an installation that was
# interrupted is done again, a new lock installs itself, and otherwise --if-needed costs next to nothing.
set -eu
venv=$1
python_in="$venv/bin/python"
stamp="$venv/pe-lessons.stamp"

fail() { printf '%s\n' "$@" >&2; exit 1; }
fits() { "$1" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, '"$2"'))' >/dev/null 2>&1; }
made_from() {
    pwd -P
    "$python_in" -c 'import sys; print(sys.version_info[:2])'
    cat requirements-lock.txt pyproject.toml
}

if [ "${2:-}" = --if-needed ] && made_from 2>/dev/null | cmp -s - "$stamp"; then exit 0; fi

if [ -n "${PYTHON:-}" ] && ! fits "$PYTHON" 99; then
    command -v "$PYTHON" >/dev/null 2>&1 || fail "There is no program $PYTHON. Name it with its path: PYTHON=/full/path/python3.13"
    fail "$PYTHON is not a Python 3.11 or newer: $("$PYTHON" --version 2>&1 | head -n 1)"
fi
mkdir -p "$venv" 2>/dev/null && [ -w "$venv" ] || fail \
    "The environment cannot be written to $venv (a read-only folder?). Put it elsewhere, with every make command:" \
    '    VENV="$HOME/pe-lessons-venv"'
rm -f "$stamp"

if ! { fits "$python_in" 99 && "$python_in" -c 'import pip' 2>/dev/null; }; then
    [ -f "$venv/pyvenv.cfg" ] || [ -z "$(ls -A "$venv")" ] || fail \
        "$venv holds something else than a Python environment. Name an empty or a new folder with VENV=..."
    python=
    if [ -n "${PYTHON:-}" ]; then
        python=$PYTHON
    else
        # no newer than 3.14: beyond it some locked packages have no ready-made files
        for p in python3 python3.13 python3.12 python3.11 python3.14 python; do
            if fits $p 15; then python=$p; break; fi
        done
    fi
    if [ -n "$python" ] && "$python" -c 'import ensurepip, venv' 2>/dev/null; then
        "$python" -m venv --clear "$venv"
    elif command -v uv >/dev/null; then
        uv venv --quiet --clear --seed --python "${python:-3.13}" "$venv"
    elif [ -n "$python" ]; then
        fail "$python cannot make an environment: its module venv is a package of its own on Debian and Ubuntu." \
             "    sudo apt install $("$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')" \
             "and then again:  make lab"
    else
        fail "The course needs Python 3.11, 3.12, 3.13 or 3.14, and none was found (python3 is $(python3 --version 2>/dev/null || echo absent))." \
             "If it has another name, say which:  make lab PYTHON=python3.12"
    fi
fi

echo "Installing the packages of the course into $venv (the first time one or two minutes, and about 400 MB of disk) ..."
{ "$python_in" -m pip install --quiet --no-input -r requirements-lock.txt &&
  "$python_in" -m pip install --quiet --no-input --no-deps -e . ; } || fail \
    "" "The installation was not finished: pip says why above. Is the network reachable? The same command tries again."

# JupyterLab would cover the page with a question about its news at every first start.
settings="$venv/share/jupyter/lab/settings"
mkdir -p "$settings"
[ -e "$settings/overrides.json" ] ||
    echo '{"@jupyterlab/apputils-extension:notification": {"fetchNews": "false"}}' > "$settings/overrides.json"
made_from > "$stamp"
