"""What nbval does not see in a stored notebook: counts, pictures, errors, loose numbers.

Each rule is a function ``rule(notebook, ...) -> list of findings``; a finding is one line that
names the cell. `review` runs them over one derived notebook; `dead_links` looks after the links.
"""

import ast
import base64
import io
import re
import tokenize
import tomllib
from pathlib import Path

from PIL import Image

from . import steps
from .compare import Unreadable, first_line, read_stored
from .verdicts import unanswered

# They hang nbclient, break nbval, or hide a result from one tool and not from the other.
BANNED = {
    r"\binteract(ive|ive_output|_manual)?\(": "use an explorer: it draws without an Output widget",
    r"\bOutput\(": "use an explorer: it draws without an Output widget",
    r";\s*(#.*)?$": "nbval shows what a final ';' hides; write '_ = ...'",
    r"^\s*[%!]": "a lesson is plain Python; no magics, no shell",
    r"\bplt\.|\bpyplot\b": "figures come from pe_lessons.figures as a Picture",
}
LINE = 100  # characters of code that fit into a cell of JupyterLab in a window of 1280 pixels
# Text that changes from machine to machine, or that NumPy 1 and 2 write differently.
UNSTABLE = {
    r"<[A-Z]\w* size \d+x\d+ with": "the text of a bare figure",
    r"\bat 0x[0-9a-f]+": "an address in memory",
    r"\bWall time:": "a time",
    r"\bnp\.(float|int|bool|str)\w*\(": "the repr of a NumPy scalar; use float(), int(), bool() or format it",
    r"\d\.\d{7,}": "a float with more than 6 decimals; they differ between processors",
    r"/(home|root|tmp|Users)/\w": "a path of one machine",
}


def review(derived, quoted):
    """Every finding for one derived notebook, each naming the file and the command that mends it."""
    try:
        notebook, text = read_stored(derived)
    except Unreadable as error:
        return [str(error)]
    found = (
        source_agrees(notebook, derived.read())
        + form(notebook, text)
        + constructs(notebook)
    )
    if derived.folder == "exercises":  # what it says is in the solution too, with the outputs that prove it
        found += unanswered(notebook)
    else:
        found += (
            counts(notebook)
            + outputs(notebook)
            + folded(notebook)
            + pictures(notebook)
            + loose_numbers(notebook, quoted)
        )
    return derived.findings(found)


def source_agrees(notebook, source):
    """The stored cells are the cells of the source."""
    def cells(nb):
        return [(cell.cell_type, cell.source, cell.id, cell.metadata) for cell in nb.cells]

    if len(notebook.cells) != len(source.cells):
        return [f"{len(notebook.cells)} cells, the source has {len(source.cells)}"]
    return [f"cell {n} ({first_line(source.cells[n - 1])}) changed in the source since the build"
            for n, (a, b) in enumerate(zip(cells(notebook), cells(source)), 1) if a != b]


def form(notebook, text):
    """The file is in the one normal form that the build writes."""
    found = [] if text == steps.to_text(notebook) else ["not in the form that the build writes"]
    if notebook.metadata != {"kernelspec": steps.KERNELSPEC, "language_info": {"name": "python"}}:
        found.append("metadata other than the course's kernel and language")
    return found


def counts(notebook):
    """Code cells are counted 1..n without a gap, as one run from top to bottom leaves them."""
    code = [(n, cell) for n, cell in enumerate(notebook.cells, 1)
            if cell.cell_type == "code" and cell.source.strip()]
    found = [f"cell {n} has execution count {cell.execution_count}, not {want}"
             for want, (n, cell) in enumerate(code, 1) if cell.execution_count != want]
    return found + [f"cell {n} has a result with count {output.execution_count}, not {cell.execution_count}"
                    for n, cell, output in _outputs(notebook)
                    if output.get("execution_count", cell.execution_count) != cell.execution_count]


def outputs(notebook):
    """No unexpected error, nothing on stderr, no text that changes by itself, no widget state."""
    found = []
    for n, cell, output in _outputs(notebook):
        if output.output_type == "error" and "raises-exception" not in cell.metadata.get("tags", []):
            found.append(f"cell {n} stops with {output.ename}: {output.evalue}")
        if output.output_type == "stream" and output.name == "stderr":
            found.append(f"cell {n} writes to stderr: {output.text.strip()[:60]!r}")
        if steps.WIDGET_VIEW in output.get("data", {}):
            found.append(f"cell {n} stores a live widget")
        text = output.get("text", output.get("data", {}).get("text/plain", ""))
        found += [f"cell {n} stores {why}: {match.group()!r}"
                  for pattern, why in UNSTABLE.items() if (match := re.search(pattern, text))]
    return found


def folded(notebook):
    """A folded output begins with a heading: JupyterLab shows its first line before the cell runs."""
    return [f"cell {n} is folded, and its first line gives the answer away: {line!r}; print a heading that ends in ':'"
            for n, cell, output in _outputs(notebook)
            if cell.metadata.get("jupyter", {}).get("outputs_hidden") and output is cell.outputs[0]
            for line in _text_of(output).strip().split("\n")[:1] if not line.endswith(":")]


def pictures(notebook):
    """Each picture is a whole PNG, large enough to read, with a text that says what it shows."""
    found = []
    for n, _, output in _outputs(notebook):
        data = output.get("data", {})
        images = [kind for kind in data if kind.startswith("image/")]
        if not images:
            continue
        if images != ["image/png"]:
            found.append(f"cell {n} holds {', '.join(images)}; a Picture is image/png")
            continue
        try:
            with Image.open(io.BytesIO(base64.b64decode(data["image/png"], validate=True))) as image:
                image.load()
                small = image.width < 300 or image.height < 100
            found += [f"cell {n}: the picture is only {image.width} x {image.height}"] if small else []
        except Exception as error:  # Pillow raises many kinds for a broken file
            found.append(f"cell {n}: the picture is not a whole PNG ({error})")
        text = data.get("text/plain", "")
        if len(text) < 60 or not re.search(r"\d", text):
            found.append(f"cell {n}: the picture's text says too little: {text!r}")
        if f"Picture:\n{output.metadata.get('image/png', {}).get('alt')}" != text:
            found.append(f"cell {n}: the alt text is not the picture's text")
    return found


def constructs(notebook):
    """No construct that the tools of the course cannot run or compare, no line cut off at the window's edge."""
    return [f"cell {n} has a line of {len(line)} characters; JupyterLab shows {LINE}"
            for n, cell in enumerate(notebook.cells, 1) if cell.cell_type == "code"
            for line in cell.source.split("\n") if len(line) > LINE
            ] + [f"cell {n} uses {match.group().strip()!r}: {why}"
            for n, cell in enumerate(notebook.cells, 1) if cell.cell_type == "code"
            for pattern, why in BANNED.items()
            if (match := re.search(pattern, cell.source, re.MULTILINE))]


def links(notebook, folder):
    """Each link to a file of the course leads somewhere; ``pe-lessons lab`` puts each exercise into ``work/``."""
    return [f"cell {n} links to {target}, which does not exist"
            for n, cell in enumerate(notebook.cells, 1) if cell.cell_type == "markdown"
            for target in _dead(cell.source, folder)]


def dead_links(derived):
    """Every link of a stored notebook that leads nowhere."""
    notebook, _ = read_stored(derived)
    return derived.findings(links(notebook, derived.target.parent))


def dead_links_of_page(path):
    """Every link of a Markdown page of the course, such as README.md, that leads nowhere."""
    text = path.read_text(encoding="utf-8")
    dead = _dead(text, path.parent) + [target for target in re.findall(r"\]\((#[^)\s]+)\)", text) if target not in _headings(text)]
    return [f"{path.name}: links to {target}, which does not exist. Mend {path.name}" for target in dead]


def _headings(text):
    """The anchors that GitHub gives to the headings of a page."""
    titles = re.findall(r"^#+ (.+?)\s*$", text, re.MULTILINE)
    return {"#" + re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def _dead(text, folder):
    return [target for target in re.findall(r"\]\(([^)\s]+)\)", text) if not re.match(r"[a-z]+:|#", target)
            for file in [re.sub(r"^\.\./work/", "../exercises/", target.split("#")[0])] if not (folder / file).exists()]


# A number worth proving has a decimal point or at least four digits. Digits may stand in groups.
NUMBER = re.compile(
    r"(?:(?<![\w.)\]])[-\u2212])?"  # a minus, not a hyphen or a difference
    r"(?<![\d.])(?:\d+(?:[,\u2009\u202f]\d{3})*(?:\.\d+)?|\.\d+)(?:e[-+]?\d+)?(?!\d|\.\d)"
)


def loose_numbers(notebook, quoted):
    """Numbers in text cells that no output of the notebook, parameter of its code or quotation backs.

    A number in the text agrees with an output that rounds to it at the precision stated. A whole
    number may also be a parameter, written in a code cell. `quoted` lists the few that are
    quotations, each with its source (``source/quoted.toml``).

    Not seen: whole numbers of up to three digits, and a number that comes out of another cell
    than the one that the text speaks of.
    """
    shown = " ".join(_text_of(output) for _, _, output in _outputs(notebook))
    values = [float(_plain(match)) for match in NUMBER.findall(shown)]
    parameters = _parameters(cell.source for cell in notebook.cells if cell.cell_type == "code")
    found = []
    for n, cell in enumerate(notebook.cells, 1):
        if cell.cell_type != "markdown":
            continue
        # links, tags and names such as x0 or arXiv numbers are no results; 12\\,345 and 12{,}345 are one number
        prose = re.sub(r"\[[^\]]*\]\(https?:[^)]*\)|\]\([^)]*\)|</?[a-zA-Z][^>]*>|https?://\S+", " ", cell.source)
        prose = re.sub(r"(?i:arXiv\W*[\d.]+)|\b[A-Za-z_]+\d+\b|\b\d+-d\b", " ", prose)
        prose = re.sub(r"`[^`\n]*[(=][^`\n]*`", " ", prose)  # a call or an assignment: code, no result
        prose = re.sub(r"\\,|\{,\}", "", prose)
        for match in NUMBER.findall(prose):
            plain = _plain(match)
            whole = re.fullmatch(r"-?\d+", plain)
            if whole and len(plain.lstrip("-")) < 4 or match in quoted:
                continue
            if whole and float(plain) in parameters or _backed(plain, values):
                continue
            found.append(f"cell {n}: the number {match} in the text comes out of no cell "
                         "(print it, correct it, or list a quotation in source/quoted.toml)")
    return found


def read_quoted(root):
    """The quoted figures of each lesson: ``{stem: {number as written: its source}}``."""
    path = Path(root) / "source" / "quoted.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _parameters(sources):
    """The numbers that the code of a notebook computes with; comments and texts do not count."""
    found = set()
    for source in sources:
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type == tokenize.NUMBER and not token.string.endswith(("j", "J")):
                found.add(float(ast.literal_eval(token.string)))
    return found


def _backed(plain, values):
    mantissa, _, exponent = plain.partition("e")
    decimals = len(mantissa.partition(".")[2]) - int(exponent or 0)
    # Half a unit of the last place stated, and a hair for the binary form of the number.
    close = 0.5 * 10.0**-decimals * (1 + 1e-9) + 1e-12
    return any(abs(float(plain) - value) <= close for value in values)


def _plain(number):
    return re.sub("[,\u2009\u202f]", "", number).replace("\u2212", "-")


def _outputs(notebook):
    return [(n, cell, output) for n, cell in enumerate(notebook.cells, 1)
            if cell.cell_type == "code" for output in cell.outputs]


def _text_of(output):
    return output.get("text", "") or output.get("data", {}).get("text/plain", "")
