"""How an exercise's source marks what is the solution, and what a learner finds in its place.

In a code cell, at any indentation::

    # solution
    return base ** (-2 * i / d_model)
    # stub
    # return ...
    # end

The solution notebook has the lines after ``# solution``. The learner's has those after ``# stub`` without their
``# ``, or one line ``...`` where there is no ``# stub``. A cell with the tag ``solution`` is not in the learner's.
"""

import ast
import re

MARKER = re.compile(r"(\s*)# (solution|stub|end)")
NEARLY = re.compile(r"\s*#+\s*(solutions?|stub|end)\s*[:.]?\s*", re.IGNORECASE)
MAY_FOLLOW = {None: ["solution"], "solution": ["stub", "end"], "stub": ["end"]}


class MarkerError(ValueError):
    """A marker stands where it must not, at `line` of the cell number `cell`, both from 0."""

    def __init__(self, why, line):
        super().__init__(why)
        self.line, self.cell = line, 0


def split_cell(cell):
    """The source of a cell in the solution and in the stub; None where the stub has no such cell.

    Raises
    ------
    MarkerError
        The markers do not fit together, or the stub would not be Python.
    """
    tags = cell.metadata.get("tags", [])
    if "solution" not in tags and "solution" in str(cell.metadata).lower():
        raise MarkerError('a cell for the solution only begins with  # %% tags=["solution"]', 0)
    lines = cell.source.split("\n")
    if "solution" in tags or cell.cell_type != "code":
        for number, line in enumerate(lines):
            if MARKER.fullmatch(line):
                raise MarkerError(f"{line.strip()!r} belongs into a code cell without the tag 'solution'", number)
        return cell.source, None if "solution" in tags else cell.source
    solution, stub = ("\n".join(part) for part in split_lines(lines))
    if "raises-exception" not in tags:
        try:
            ast.parse(stub)
        except SyntaxError as error:
            raise MarkerError(f"what the stub keeps of this cell is not Python ({error.msg})", 0) from None
    return solution, stub


def split_lines(lines):
    """The lines of a code cell in the solution and in the stub; `MarkerError` as in `split_cell`."""
    solution, stub = [], []
    part = None
    for number, line in enumerate(lines):
        if marker := MARKER.fullmatch(line):
            indent, word = marker.groups()
            if word not in MAY_FOLLOW[part]:
                wanted = " or ".join(f"'# {name}'" for name in MAY_FOLLOW[part])
                raise MarkerError(f"'# {word}' where only {wanted} can stand", number)
            if word == "solution":
                opened, kept, instead = number, len(solution), [f"{indent}..."]
            elif part == "solution" and not "".join(solution[kept:]).strip():
                raise MarkerError("'# solution' with no line of a solution after it", opened)
            if word == "stub":
                instead = []
            if word == "end":
                stub += instead
            part = None if word == "end" else word
        elif NEARLY.fullmatch(line):
            raise MarkerError(f"{line.strip()!r} looks like a marker: write '# solution', '# stub' or '# end'", number)
        elif part == "stub":
            instead.append(uncommented(line, number))
        else:
            solution.append(line)
            if part is None:
                stub.append(line)
    if part:
        raise MarkerError("'# solution' without '# end'", opened)
    return solution, stub


def uncommented(line, number):
    """A line of a stub part as the stub shows it."""
    comment = re.fullmatch(r"(\s*)(?:# ?(.*))?", line)
    if not comment:
        raise MarkerError("a line after '# stub' must be a comment; the stub shows it without its '# '", number)
    return f"{comment[1]}{comment[2] or ''}".rstrip()
