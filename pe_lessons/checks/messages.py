"""The words for the reason codes that several exercises share: what it usually means, one thing to try."""

GENERAL = {
    "raised": ("Python could not finish the call.",
               "Read the line that is named."),
    "interrupted": ("A loop may never end, or the sizes make it very long.",
                    "Look for what makes the loop stop; then run the check again."),
    "returned-none": ("A function without return gives None. Printing shows a value; it does not hand it back.",
                      "End the function with return and the value."),
    "wrong-type": ("This is another kind of answer than the check can read, such as text in place of a number.",
                   "Give what stands after the word wanted."),
    "unknown-option": ("This label is not among those offered.", "Take one of the labels that are listed."),
    "missing-key": ("Every key of the dictionary needs a value.", "Keep the keys as they were given, and fill in a value for each."),
    "wrong-shape": ("The shape says how many entries each axis has. Here an axis is missing, or there is one too many, or one is too long or too short.",
                    "Print the shape of your result and of each array on the way."),
    "not-finite": ("NaN or infinity usually comes from 0/0, from the logarithm of 0, or from a row of a mask that allows nothing.",
                   "Compute that one entry by hand and look for the division or the logarithm."),
    "axis-swapped": ("This is the transpose, or work along the other axis: positions run down the rows, dimensions along the columns.",
                     "Print the shape, and compare row 0 with what position 0 should hold."),
    "one-based": ("Counting starts at 0 in this course; yours starts at 1, so the first entry belongs to number 1.",
                  "Start at 0: np.arange(n), not np.arange(1, n + 1)."),
    "position-off-by-one": ("This belongs to the position before the one that is asked for.", "Check which position your first number stands for."),
    "reversed-positions": ("The rows run backwards: row 0 must belong to position 0.", "Look at the first and the last row."),
    "normalised-positions": ("The positions were divided by the length, so the step between neighbours depends on the length.",
                             "Use the whole number p itself."),
    "halves": ("The numbers are right, in another order: a known second layout puts all sines first, then all cosines. This course interleaves them.",
               "Put pair i into the columns 2i and 2i+1."),
    "sin-cos-swapped": ("Sine and cosine have changed places.", "Look at position 0: sin 0 = 0 comes first, then cos 0 = 1."),
    "cos-first-halves": ("Two things at once: the sine comes first, and the columns alternate.",
                         "Put the sine of pair i into column 2i, its cosine into column 2i+1."),
    "all-sine": ("Every column is a sine. A pair is a sine and a cosine of one angle.", "At position 0 the row should read 0 1 0 1, not all zeros."),
    "all-cosine": ("Every column is a cosine. A pair is a sine and a cosine of one angle.", "At position 0 the row should read 0 1 0 1, not all ones."),
    "sign-flipped": ("The sines have the wrong sign: the angle is +p times the frequency.", "Look for a minus in front of the position or of the sine."),
    "factor-two-twice": ("The 2 of the exponent 2i/d counts twice: i already steps by 2, or 2i was doubled. This is the right answer for the base squared.",
                         "Print your exponents; the second should be 2/d."),
    "factor-two-missing": ("The exponent is i/d where it should be 2i/d, so the frequencies fall half as fast.",
                           "Print your exponents; the second should be 2/d."),
    "own-exponent": ("Each column has an exponent of its own, but the sine and the cosine of a pair share one frequency.",
                     "Their squares must add to 1: test the columns 2 and 3 of a row."),
    "exponent-d-minus-2": ("Your last frequency is exactly 1/base: some libraries (tensor2tensor, fairseq) space the pairs like this. Here the exponent is 2i/d and ends below 1.",
                           "Divide by d, not by d - 2."),
    "one-based-pairs": ("Pairs count from 0, so the first frequency is 1.", "Start i at 0."),
    "order-reversed": ("The slow pairs come first.", "Pair 0 is the fastest, with frequency 1."),
    "one-frequency": ("Every pair turns at the same rate. Is the exponent missing, or cut to a whole number by // ?", "Print your exponents; they should go from 0 up, and stay below 1."),
    "multiplied-not-divided": ("The power belongs under the fraction line: later pairs must turn slower, yours turn faster.",
                               "Divide the position by base**(2i/d)."),
    "divisor-not-frequency": ("These are the divisors, which grow. The frequency is one over them.", "Change the sign of the exponent."),
    "base-ignored": ("Right for the base 10000, but the argument base is not used.", "Look for a 10000 that is written in."),
    "base-wrong": ("The numbers fit another base than the one asked for; 10000 is the default here.", "Look for the base in your code."),
    "log-base": ("np.exp undoes the natural logarithm np.log, not log10 or log2.", "Use np.log, or write base ** exponent."),
    "degrees": ("An angle was taken or turned into degrees; np.sin and np.cos take radians.", "Leave out the conversion, or set the calculator to radians."),
    "two-pi-multiplied": ("A factor of 2 pi too many: base**(-2i/d) already is in radians for each position.", "Leave the 2 pi out."),
    "two-pi-missing": ("A full turn is 2 pi radians, so the wavelength is 2 pi over the frequency.", "Multiply by 2 pi."),
    "cycles-not-radians": ("These are turns for each position; radians are wanted.", "One turn is 2 pi radians."),
    "limit-not-reached": ("There is no pair d/2: i runs to d/2 - 1. Exponent 1 is a limit that no pair reaches (dividing i by d/2 - 1 gives the same numbers).",
                          "Write out the last exponent: (d - 2)/d."),
    "rotation-direction": ("Turned the other way round. Either the sign of the sine is exchanged, or it is the matrix for the order (cosine, sine), or the one for row vectors.",
                           "Test it on position 0: (0, 1) must become (sine, cosine) of the new angle."),
    "minus-missing": ("One minus sign is missing. A turn keeps lengths; this does not.", "Check that the squares of each row add to 1 and that the rows are at right angles."),
    "rounded-output": ("Right up to rounding: something rounds inside the function.", "Round for printing only."),
    "low-precision": ("About three digits are left: half precision somewhere on the way.", "Compute in float64; cast last, if at all."),
    "truncated": ("The digits were cut off. The last digit is rounded: 1.66667 to three places is 1.667.", "Look at the digit behind the last one that you kept."),
    "precision-two-digits": ("Close, but with too few digits.", "Give three decimals."),
    "rounded-too-early": ("A number on the way was rounded, such as 0.333 for 1/3, and that moves the third digit.", "Keep all digits; round at the end only."),
    "squared": ("This is the square of what was asked.", "Take the root."),
    "percent": ("This is in percent; a share lies between 0 and 1.", "Leave out the factor of 100."),
    "fencepost": ("One off: perhaps the gaps between the numbers were counted, not the numbers, or the other way round.", "Count a small case by hand."),
    "odd-d-crash": ("An odd width has one sine more than cosines, and the two slices do not have equally many columns. Some libraries refuse such a width; the course keeps it.",
                    "Count the columns of 0::2 and of 1::2 for d = 5."),
    "mutated-input": ("The function changed its argument, so whoever called it now holds something else.", "Work on a copy, or make a new array or list."),
    "shown-case-only": ("The answer fits what the notebook shows, and fails for the call above.", "What is different there?"),
    "unrecognised": ("None of the mistakes that the check knows gives this.", "Take the smallest case by hand, or print each step for the case above; or call hint."),
}
# Beside another mistake a general one is not the whole story: its words then claim nothing about the rest of the answer.
BESIDE = {
    "halves": "A known second layout puts all sines first, then all cosines. This course interleaves them.",
    "cos-first-halves": "The sine comes first, and the columns alternate.",
    "factor-two-twice": "The 2 of the exponent 2i/d counts twice: i already steps by 2, or 2i was doubled.",
    "exponent-d-minus-2": "The exponent was divided by d - 2, as some libraries (tensor2tensor, fairseq) do. Here it is 2i/d, which ends below 1.",
    "base-ignored": "The argument base is not used: it is 10000 whatever is asked for.",
    "rounded-output": "Something rounds inside the function.",
    "squared": "A square is left: the root is missing.",
}


def of(exercise, code, also=()):
    """What `code` means in `exercise` and what to try; further codes are named in one more sentence."""
    own = next((m for m in exercise.misconceptions if m.code == code and m.means), None)
    means, next_step = (own.means, own.next_step) if own else GENERAL[code]
    if also:  # one thing at a time: of many wrong choices, all named at once would be the answer
        means = means if own else BESIDE.get(code, means)
        second = next((m.means for m in exercise.misconceptions if m.code == also[0] and m.means), None) or BESIDE.get(also[0], GENERAL[also[0]][0])
        means = f"{means} And a second thing: {second}" + (" There is more after that." if also[1:] else "")
    return means, next_step
