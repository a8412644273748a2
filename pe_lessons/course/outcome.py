"""What came of a validation, as a table in the terminal and as one page of HTML."""

import re
from html import escape

from .files import write_whole

HEADS = ("Step", "Looked at", "Result")
MADE_BY = '<meta name="generator" content="pe-lessons validate">'
# Own colours for both themes, at least 7 : 1 against the ground; the result is said in words too.
STYLE = """
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1b1b1b; background: #fff; }
table { border-collapse: collapse; width: 100%; }
caption { text-align: left; font-weight: bold; padding: .5rem 0; }
th, td { text-align: left; vertical-align: top; padding: .4rem .8rem .4rem 0; border-bottom: 1px solid #8a8a8a; }
.found { color: #9b0000; font-weight: bold; }
.asked { display: block; font-weight: normal; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; }
li { margin: .6rem 0; }
@media (prefers-color-scheme: dark) { body { color: #f0f0f0; background: #161616; } .found { color: #ffb3ab; } }
"""


def summary(steps):
    """The last word, in one line."""
    found = sum(len(step.findings) for step in steps)
    if not found:
        return "Everything holds."
    where = [step.name for step in steps if step.findings]
    return f"{found} finding{'s' * (found != 1)} in: {', '.join(where)}."


def text(steps):
    """The table for a terminal, and under it each finding."""
    rows = [(*HEADS, "Seconds"), *((step.name, step.looked_at, step.result, f"{step.seconds:7.1f}") for step in steps)]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows]
    lines.insert(1, "  ".join("-" * width for width in widths))
    for step in steps:
        if step.findings:
            lines += ["", f"{step.name}: {step.asked}", *(f"  {finding}" for finding in step.findings)]
    return "\n".join([*lines, "", summary(steps)])


def page(steps):
    """The same as a page that needs nothing else and is the same for the same findings: no times, no machine."""
    rows = "\n".join(
        f'<tr><th scope="row">{escape(step.name)} <span class="asked">{escape(step.asked)}</span></th>'
        f'<td>{escape(step.looked_at)}</td><td class="{"found" if step.findings else "fine"}">{escape(step.result)}</td></tr>'
        for step in steps)
    details = "\n".join(
        f"<h2>{escape(step.name)}</h2>\n<ul>\n" + "\n".join(f"<li>{_finding(line)}</li>" for line in step.findings) + "\n</ul>"
        for step in steps if step.findings)
    heads = "".join(f'<th scope="col">{head}</th>' for head in HEADS)
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
{MADE_BY}
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The course, validated: {escape(summary(steps))}</title>
<style>{STYLE}</style>
</head>
<body>
<main>
<h1>The course, validated</h1>
<p>{escape(summary(steps))}</p>
<table>
<caption>What was looked at, and what came of it</caption>
<thead><tr>{heads}</tr></thead>
<tbody>
{rows}
</tbody>
</table>
{details}
</main>
</body>
</html>
"""


def _finding(line):
    """A finding with the command that mends it set apart; what has several lines keeps them."""
    first, _, rest = line.partition("\n")
    told = re.sub(r"(?<=[Rr]un: )(.+)$", r"<code>\1</code>", escape(first))
    return told + (f"<pre>{escape(rest)}</pre>" if rest else "")


def check_free(path):
    """Refuse a name that holds something else than an earlier page of ours.

    Raises
    ------
    ValueError
        Something else has that name.
    """
    if path.exists() and (not path.is_file() or MADE_BY not in path.read_text(encoding="utf-8", errors="replace")):
        raise ValueError(f"--html {path} is there already and is no report of pe-lessons validate; choose another name")


def write_page(steps, path):
    """Write the page, over an earlier one only."""
    check_free(path)
    write_whole(path, page(steps).encode())
