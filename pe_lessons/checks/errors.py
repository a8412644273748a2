"""The words for an exception: what it usually means, one thing to try. They are found by its class and its text."""

import re

from .messages import GENERAL

# (class, pattern of the text, what it usually means, what to try); the first that fits speaks, and {0}, {1} are the groups
KNOWN = (
    ("ValueError", r"truth value of an array", "An if, an and, an or, or a chain such as 0 <= p < n met a whole array, which is neither True nor False.",
     "Work entry by entry: & and | with brackets around each side, np.where in place of if; or ask np.any or np.all."),
    ("ValueError", r"broadcast together with shapes? (\([\d, ]*\)) (\([\d, ]*\))",
     "The shapes {0} and {1} do not fit together: counted from the last axis, two sizes must be equal, or one of them 1.",
     "Print both shapes. Often a [:, None] is missing, or an array has another length than was meant."),
    ("ValueError", r"could not broadcast input array from shape (\([\d, ]*\)) into shape (\([\d, ]*\))",
     "An array of shape {0} does not fit into the place of shape {1} that was made for it.", "Print both shapes; count the columns of each slice."),
    ("ValueError", r"matmul|not aligned|mismatch in its core dimension",
     "The sizes of a matrix product do not fit: the last axis of the left one must be as long as the last but one of the right one.",
     "Print both shapes. Is one of the two to be transposed (.T)?"),
    ("ValueError", r"inhomogeneous|array element with a sequence", "Rows of different lengths, or a list where one number belongs, make no array.",
     "Print the length of each row before you make the array."),
    ("ValueError", r"all the input array", "Arrays that are put side by side or below each other must agree in the other axes.", "Print the shape of each part."),
    ("ValueError", r"cannot reshape", "A reshape keeps the number of entries; this one does not.", "Print the shape before the reshape and multiply the sizes of both."),
    ("LinAlgError", r"[Ss]ingular", "The columns (or the rows) of the matrix depend on each other, so it has no inverse.",
     "np.linalg.lstsq and np.linalg.pinv find the best solution all the same."),
    ("TypeError", r"not subscriptable", "Square brackets stand behind something that has no entries: a number, a function, or None.",
     "Print what stands in front of the brackets. A function is called with round ones."),
    ("TypeError", r"not callable", "Round brackets stand behind something that is no function: a sign is missing, or a name was given to something else.",
     "Print what stands in front of the brackets."),
    ("TypeError", r"not iterable|has no len\(\)|unsized object", "A single number, or None, stands where a list or an array is wanted.", "Print it. To count up to n, write range(n)."),
    ("TypeError", r"list indices .* not (tuple|list|str)", "A list takes one whole number in square brackets; an array takes one for each axis.",
     "Make an array of it first: np.asarray(...)."),
    ("TypeError", r"integer|slice indices|ndices must be", "A whole number is wanted, and something else came. The sign / always gives a float.", "Use // or int() where a whole number is meant."),
    ("IndexError", r"must be integers|arrays used as indices|only integers", "An index must be a whole number, and something else came. The sign / always gives a float.",
     "Use // or int() where a whole number is meant."),
    ("IndexError", r"too many indices", "There are more indices than the array has axes.", "Print the shape of the array."),
    ("IndexError", r"", "An index lies beyond the end: n entries have the numbers 0 to n - 1.", "Print the index and the length, in the line that is named."),
    ("TypeError", r"Cannot cast", "An array of whole numbers cannot take fractions in place, as += does.", "Make a new array: x = x + ..., or begin with x.astype(float)."),
    ("TypeError", r"NoneType", "One of the two is None, as from a function without return.", "Print both sides, in the line that is named."),
    ("TypeError", r"'(list|tuple|str|dict|set)'|sequence by non-int|can only concatenate", "Lists and texts do not compute entry by entry, as arrays do.", "Make an array of it first: np.asarray(...)."),
    ("TypeError", r"length-1|0-dimensional|must be real number", "A function that takes one number, such as those of math, got something else.", "Use the function of NumPy, such as np.sin in place of math.sin."),
    ("AttributeError", r"'NoneType'", "Something is None there, as from a function without return.", "Print what stands in front of the dot."),
    ("AttributeError", r"", "There is no such name behind the dot: a typing error, or another kind of value than was meant (a list has no shape).",
     "Print the type of what stands in front of the dot."),
    ("ZeroDivisionError", r"", "Something was divided by 0 in this case.", "Print the divisor. Which size or which position makes it 0?"),
    ("UnboundLocalError", r"", "The name gets its value further down, or in a branch or loop that was not run in this case.", "Give it a value before the branch or the loop."),
    ("NameError", r"", "The name is not known at this place: a typing error, or a cell that has not been run.", "Compare its spelling with the line that defines it; run all cells from the top."),
    ("KeyError", r"", "The dictionary has no such key.", "Print the dictionary, and compare the spelling."),
    ("RecursionError", r"", "The function calls itself without an end.", "Which call should be the last? Print the arguments."),
    ("AssertionError", r"", "An assert in your code does not hold in this case.", "Print both sides of what it asserts."),
    ("NotImplementedError", r"", "This branch has not been written yet.", "Fill it in, and take the raise away."),
)
ARGUMENTS = r"positional argument|unexpected keyword argument|multiple values for argument|keyword-only argument"


def about_call(failure):
    """Whether the function did not even begin: it does not take the arguments that it was given."""
    return failure.is_a("TypeError") and not failure.where and bool(re.search(ARGUMENTS, failure.text))


def missing_name(failure):
    """The name that Python did not find, or an empty text."""
    found = re.match(r"NameError: name '(\w+)' is not defined", failure.text)
    return found[1] if found else ""


def words(exercise, failed, neighbour, example):
    """What an exception usually means, and what to try.

    `neighbour` is the exercise whose answer is missing, or None; `example` a call that can be made, or empty.
    """
    failure = failed.call.failure
    if failed.case.expect == "raise":
        return ("An error is wanted here, but another one came: something else went wrong on the way.",
                "Test the arguments first, and raise the error yourself.")
    if neighbour is not None:
        if neighbour.lesson == exercise.lesson:
            return "The notebook knows only the cells that were run since it was opened.", "Run that cell first, or all cells from the top."
        return "Every notebook has names of its own, and that answer stands in another one.", "Copy its cell into this notebook, and run it."
    if about_call(failure):
        return "The function does not take the arguments that the exercise hands to it.", f"Begin it with def {exercise.signature}:"
    if failure.is_a("TypeError") and re.search(ARGUMENTS, failure.text):
        return ("A function that your answer calls was given more, fewer or other arguments than it takes.",
                "Compare the call in the line that is named with the def of that function.")
    for name, pattern, means, next_step in KNOWN:
        found = failure.is_a(name) and re.search(pattern, failure.text)
        if found:
            return means.format(*found.groups()), next_step
    means, next_step = GENERAL["raised"]
    return means, f"{next_step} If that does not help, {f'call {example} yourself.' if example else 'print each step on the way.'}"
