"""Answers written from the specification, most of them before a look at the checker: other forms, rare codes, two mistakes at once.

The folder `independent` holds them as plain text. A line ``== 2.1 halves +degrees ! | note`` begins an answer to 2.1 that must
get the reason `halves` and the further code `degrees`; ``!`` says that it ends in an error. The word ``right`` in place of a
reason begins a right answer, ``start`` lines that are put before every answer of the exercise.
"""

import re
from pathlib import Path

HEAD = re.compile(r"^== (\S+) (\S+)((?: \+\S+)*)( !)?(?: \| (.*))?$", re.M)


def read(text):
    """The answers of one text, in the form of the other banks."""
    pieces = HEAD.split(text)[1:]
    answers, starts = {}, {}
    for exercise, reason, also, error, note, code in zip(*(pieces[k::6] for k in range(6)), strict=True):
        group = answers.setdefault(exercise, {"wrong": [], "right": []})
        if reason == "start":
            starts[exercise] = code
            continue
        side = "right" if reason == "right" else "wrong"
        entry = {"id": f"{exercise}-{'ri'[side == 'wrong']}{len(group[side]) + 1:02d}", "note": note or "", "code": starts.get(exercise, "") + code}
        if side == "right":
            entry["form"] = note or ""
        else:
            status = "error" if error else "not_attempted" if reason == "not-attempted" else "incorrect"
            entry |= {"reason": reason, "also": [word[1:] for word in also.split()], "status": status, "must": True}
        group[side].append(entry)
    return answers


ANSWERS = {exercise: group for path in sorted(Path(__file__).with_suffix("").glob("*.txt"))
           for exercise, group in read(path.read_text(encoding="utf-8")).items()}
