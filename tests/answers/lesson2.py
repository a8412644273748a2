"""Answers to the exercises of lesson 2, wrong and right, in other forms than the shared bank has.

Each `code` is run with NumPy as np and the module math; it binds `answer`, which is given to check(id, answer).
"""

ANSWERS = {
    "2.1": {
        "wrong": [
            {"id": "2.1-x01", "reason": "factor-two-twice", "also": [], "status": "incorrect", "must": True,
             "note": "4 i", "code": '''
def answer(d_model, base=10000.0):
    return base ** (-4 * np.arange((d_model + 1) // 2) / d_model)
'''},
            {"id": "2.1-x02", "reason": "factor-two-twice", "also": [], "status": "incorrect", "must": True,
             "note": "exp and log over columns", "code": '''
def answer(d_model, base=10000.0):
    return np.exp(-np.arange(0, d_model, 2) * 2 * np.log(base) / d_model)
'''},
            {"id": "2.1-x03", "reason": "factor-two-twice", "also": [], "status": "incorrect", "must": True,
             "note": "the base squared", "code": '''
def answer(d_model, base=10000.0):
    h = (d_model + 1) // 2
    i = np.arange(h)
    return (base ** 2) ** (-2 * i / d_model)
'''},
            {"id": "2.1-x04", "reason": "factor-two-missing", "also": [], "status": "incorrect", "must": True,
             "note": "exp and log", "code": '''
def answer(d_model, base=10000.0):
    h = (d_model + 1) // 2
    i = np.arange(h)
    return np.exp(-i * np.log(base) / d_model)
'''},
            {"id": "2.1-x05", "reason": "factor-two-missing", "also": [], "status": "incorrect", "must": True,
             "note": "a loop", "code": '''
def answer(d_model, base=10000.0):
    return [1 / base ** (i / d_model) for i in range((d_model + 1) // 2)]
'''},
            {"id": "2.1-x06", "reason": "factor-two-missing", "also": [], "status": "incorrect", "must": True,
             "note": "halved twice", "code": '''
def answer(d_model, base=10000.0):
    h = (d_model + 1) // 2
    i = np.arange(h)
    return base ** -(0.5 * i / (d_model / 2))
'''},
            {"id": "2.1-x07", "reason": "exponent-d-minus-2", "also": [], "status": "incorrect", "must": True,
             "note": "geomspace", "code": '''
def answer(d_model, base=10000.0):
    return np.geomspace(1, 1 / base, (d_model + 1) // 2)
'''},
            {"id": "2.1-x08", "reason": "exponent-d-minus-2", "also": [], "status": "incorrect", "must": True,
             "note": "logspace", "code": '''
def answer(d_model, base=10000.0):
    h = (d_model + 1) // 2
    return np.logspace(0, -np.log10(base), h)
'''},
            {"id": "2.1-x09", "reason": "exponent-d-minus-2", "also": [], "status": "incorrect", "must": True,
             "note": "over d - 2", "code": '''
def answer(d_model, base=10000.0):
    return [base ** (-2 * i / (d_model - 2)) if d_model > 2 else 1.0 for i in range((d_model + 1) // 2)]
'''},
            {"id": "2.1-x10", "reason": "one-based-pairs", "also": [], "status": "incorrect", "must": True,
             "note": "a loop from 1", "code": '''
def answer(d_model, base=10000.0):
    return [base ** (-2 * i / d_model) for i in range(1, (d_model + 1) // 2 + 1)]
'''},
            {"id": "2.1-x11", "reason": "one-based-pairs", "also": [], "status": "incorrect", "must": True,
             "note": "columns from 2", "code": '''
def answer(d_model, base=10000.0):
    return base ** (-np.arange(2, d_model + 2, 2) / d_model)
'''},
            {"id": "2.1-x12", "reason": "order-reversed", "also": [], "status": "incorrect", "must": True,
             "note": "sorted upwards", "code": '''
def answer(d_model, base=10000.0):
    return np.sort(base ** (-np.arange(0, d_model, 2) / d_model))
'''},
            {"id": "2.1-x13", "reason": "order-reversed", "also": [], "status": "incorrect", "must": True,
             "note": "loop downwards", "code": '''
def answer(d_model, base=10000.0):
    h = (d_model + 1) // 2
    return [base ** (-2 * i / d_model) for i in range(h - 1, -1, -1)]
'''},
            {"id": "2.1-x14", "reason": "divisor-not-frequency", "also": [], "status": "incorrect", "must": True,
             "note": "np.power", "code": '''
def answer(d_model, base=10000.0):
    return np.power(base, np.arange(0, d_model, 2) / d_model)
'''},
            {"id": "2.1-x15", "reason": "divisor-not-frequency", "also": [], "status": "incorrect", "must": True,
             "note": "minus lost in exp", "code": '''
def answer(d_model, base=10000.0):
    h = (d_model + 1) // 2
    i = np.arange(h)
    return np.exp(2 * i / d_model * np.log(base))
'''},
            {"id": "2.1-x16", "reason": "one-frequency", "also": [], "status": "incorrect", "must": True,
             "note": "// after the minus", "code": '''
def answer(d_model, base=10000.0):
    h = (d_model + 1) // 2
    i = np.arange(h)
    return base ** (-2 * i // d_model)
'''},
            {"id": "2.1-x17", "reason": "one-frequency", "also": [], "status": "incorrect", "must": True,
             "note": "ones", "code": '''
def answer(d_model, base=10000.0):
    return np.ones((d_model + 1) // 2)
'''},
            {"id": "2.1-x18", "reason": "one-frequency", "also": [], "status": "incorrect", "must": True,
             "note": "int", "code": '''
def answer(d_model, base=10000.0):
    return [base ** -int(2 * i / d_model) for i in range((d_model + 1) // 2)]
'''},
            {"id": "2.1-x19", "reason": "base-ignored", "also": [], "status": "incorrect", "must": True,
             "note": "columns", "code": '''
def answer(d_model, base=10000.0):
    return 1 / 10000 ** (np.arange(0, d_model, 2) / d_model)
'''},
            {"id": "2.1-x20", "reason": "base-ignored", "also": [], "status": "incorrect", "must": True,
             "note": "exp and log", "code": '''
def answer(d_model, base=10000.0):
    return np.exp(-np.arange(0, d_model, 2) * (np.log(10000.0) / d_model))
'''},
            {"id": "2.1-x21", "reason": "base-wrong", "also": [], "status": "incorrect", "must": True,
             "note": "1000 written in", "code": '''
def answer(d_model, base=10000.0):
    h = (d_model + 1) // 2
    i = np.arange(h)
    return 1000.0 ** (-2 * i / d_model)
'''},
            {"id": "2.1-x22", "reason": "base-wrong", "also": [], "status": "incorrect", "must": True,
             "note": "another default", "code": '''
def answer(d_model, base=100000.0):
    h = (d_model + 1) // 2
    i = np.arange(h)
    return base ** (-2 * i / d_model)
'''},
            {"id": "2.1-x23", "reason": "log-base", "also": [], "status": "incorrect", "must": True,
             "note": "log2", "code": '''
def answer(d_model, base=10000.0):
    h = (d_model + 1) // 2
    i = np.arange(h)
    return np.exp(-2 * i / d_model * np.log2(base))
'''},
            {"id": "2.1-x24", "reason": "log-base", "also": [], "status": "incorrect", "must": True,
             "note": "10 with the natural logarithm", "code": '''
def answer(d_model, base=10000.0):
    h = (d_model + 1) // 2
    i = np.arange(h)
    return 10 ** (-2 * i / d_model * np.log(base))
'''},
            {"id": "2.1-x25", "reason": "log-base", "also": [], "status": "incorrect", "must": True,
             "note": "math.log10", "code": '''
def answer(d_model, base=10000.0):
    return [math.exp(-c * math.log10(base) / d_model) for c in range(0, d_model, 2)]
'''},
            {"id": "2.1-x26", "reason": "cycles-not-radians", "also": [], "status": "incorrect", "must": True,
             "note": "one over the wavelength", "code": '''
def answer(d_model, base=10000.0):
    h = (d_model + 1) // 2
    i = np.arange(h)
    return 1 / (2 * np.pi * base ** (2 * i / d_model))
'''},
            {"id": "2.1-x27", "reason": "two-pi-multiplied", "also": [], "status": "incorrect", "must": True,
             "note": "a loop", "code": '''
def answer(d_model, base=10000.0):
    return [2 * math.pi * base ** (-c / d_model) for c in range(0, d_model, 2)]
'''},
            {"id": "2.1-x28", "reason": "degrees", "also": [], "status": "incorrect", "must": True,
             "note": "degrees", "code": '''
def answer(d_model, base=10000.0):
    h = (d_model + 1) // 2
    i = np.arange(h)
    return np.rad2deg(base ** (-2 * i / d_model))
'''},
            {"id": "2.1-x29", "reason": "low-precision", "also": [], "status": "incorrect", "must": True,
             "note": "float16", "code": '''
def answer(d_model, base=10000.0):
    h = (d_model + 1) // 2
    i = np.arange(h)
    return (base ** (-2 * i / d_model)).astype(np.float16)
'''},
            {"id": "2.1-x30", "reason": "rounded-output", "also": [], "status": "incorrect", "must": True,
             "note": "4 places", "code": '''
def answer(d_model, base=10000.0):
    h = (d_model + 1) // 2
    i = np.arange(h)
    return np.round(base ** (-2 * i / d_model), 4)
'''},
            {"id": "2.1-x31", "reason": "linear-not-geometric", "also": [], "status": "incorrect", "must": True,
             "note": "right ends", "code": '''
def answer(d_model, base=10000.0):
    h = (d_model + 1) // 2
    return np.linspace(1, base ** (-2 * (h - 1) / d_model), h)
'''},
            {"id": "2.1-x32", "reason": "linear-not-geometric", "also": [], "status": "incorrect", "must": True,
             "note": "1 - 2i/d", "code": '''
def answer(d_model, base=10000.0):
    return 1 - np.arange(0, d_model, 2) / d_model
'''},
            {"id": "2.1-x33", "reason": "linear-not-geometric", "also": [], "status": "incorrect", "must": True,
             "note": "down to 0", "code": '''
def answer(d_model, base=10000.0):
    return np.linspace(1, 0, (d_model + 1) // 2)
'''},
            {"id": "2.1-x34", "reason": "one-per-column", "also": [], "status": "incorrect", "must": True,
             "note": "each value twice", "code": '''
def answer(d_model, base=10000.0):
    return np.repeat(base ** (-np.arange(0, d_model, 2) / d_model), 2)[:d_model]
'''},
            {"id": "2.1-x35", "reason": "one-per-column", "also": [], "status": "incorrect", "must": True,
             "note": "an exponent for each column", "code": '''
def answer(d_model, base=10000.0):
    return base ** (-np.arange(d_model) / d_model)
'''},
            {"id": "2.1-x36", "reason": "one-per-column", "also": [], "status": "incorrect", "must": True,
             "note": "c // 2", "code": '''
def answer(d_model, base=10000.0):
    return [base ** (-2 * (c // 2) / d_model) for c in range(d_model)]
'''},
            {"id": "2.1-x37", "reason": "odd-d-length", "also": [], "status": "incorrect", "must": True,
             "note": "a loop", "code": '''
def answer(d_model, base=10000.0):
    return [1 / base ** (2 * i / d_model) for i in range(d_model // 2)]
'''},
            {"id": "2.1-x38", "reason": "odd-d-length", "also": [], "status": "incorrect", "must": True,
             "note": "columns up to d - 1", "code": '''
def answer(d_model, base=10000.0):
    return base ** (-np.arange(0, d_model - 1, 2) / d_model)
'''},
            {"id": "2.1-x39", "reason": "odd-d-exponent", "also": [], "status": "incorrect", "must": True,
             "note": "i over the number of pairs", "code": '''
def answer(d_model, base=10000.0):
    h = (d_model + 1) // 2
    i = np.arange(h)
    return base ** (-i / h)
'''},
            {"id": "2.1-x40", "reason": "odd-d-exponent", "also": [], "status": "incorrect", "must": True,
             "note": "the even number below", "code": '''
def answer(d_model, base=10000.0):
    h = (d_model + 1) // 2
    i = np.arange(h)
    return base ** (-2 * i / (d_model - d_model % 2))
'''},
            {"id": "2.1-x41", "reason": "odd-d-exponent", "also": [], "status": "incorrect", "must": True,
             "note": "geomspace without the end", "code": '''
def answer(d_model, base=10000.0):
    return np.geomspace(1, 1 / base, (d_model + 1) // 2, endpoint=False)
'''},
            {"id": "2.1-x42", "reason": "divisor-not-frequency", "also": ["two-pi-multiplied"], "status": "incorrect", "must": True,
             "note": "the wavelengths", "code": '''
def answer(d_model, base=10000.0):
    h = (d_model + 1) // 2
    i = np.arange(h)
    return 2 * np.pi * base ** (2 * i / d_model)
'''},
            {"id": "2.1-x43", "reason": "factor-two-twice", "also": ["base-ignored"], "status": "incorrect", "must": True,
             "note": "doubled, base written in", "code": '''
def answer(d_model, base=10000.0):
    return 1 / 10000 ** (2 * np.arange(0, d_model, 2) / d_model)
'''},
            {"id": "2.1-x44", "reason": "factor-two-twice", "also": ["order-reversed"], "status": "incorrect", "must": True,
             "note": "doubled, backwards", "code": '''
def answer(d_model, base=10000.0):
    return (1 / base ** (2 * np.arange(0, d_model, 2) / d_model))[::-1]
'''},
            {"id": "2.1-x45", "reason": "one-based-pairs", "also": ["divisor-not-frequency"], "status": "incorrect", "must": True,
             "note": "from 1, growing", "code": '''
def answer(d_model, base=10000.0):
    i = np.arange(1, (d_model + 1) // 2 + 1)
    return base ** (2 * i / d_model)
'''},
            {"id": "2.1-x46", "reason": "factor-two-missing", "also": ["cycles-not-radians"], "status": "incorrect", "must": True,
             "note": "halved, turns", "code": '''
def answer(d_model, base=10000.0):
    h = (d_model + 1) // 2
    i = np.arange(h)
    return base ** (-i / d_model) / (2 * np.pi)
'''},
            {"id": "2.1-x47", "reason": "order-reversed", "also": ["base-ignored"], "status": "incorrect", "must": True,
             "note": "backwards, base written in", "code": '''
def answer(d_model, base=10000.0):
    h = (d_model + 1) // 2
    i = np.arange(h)
    return (10000.0 ** (-2 * i / d_model))[::-1]
'''},
            {"id": "2.1-x48", "reason": "one-per-column", "also": [], "status": "incorrect", "must": True,
             "note": "each value twice, one too many for an odd width", "code": '''
def answer(d_model, base=10000.0):
    return np.repeat(base ** (-np.arange(0, d_model, 2) / d_model), 2)
'''},
            {"id": "2.1-x49", "reason": "exponent-d-minus-2", "also": ["order-reversed"], "status": "incorrect", "must": True,
             "note": "d - 2, backwards", "code": '''
def answer(d_model, base=10000.0):
    return np.geomspace(1, 1 / base, (d_model + 1) // 2)[::-1]
'''},
            {"id": "2.1-x50", "reason": "factor-two-twice", "also": ["one-based-pairs"], "status": "incorrect", "must": True,
             "note": "doubled, from 1", "code": '''
def answer(d_model, base=10000.0):
    return base ** (-2 * np.arange(2, d_model + 2, 2) / d_model)
'''},
            {"id": "2.1-x51", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "zeros", "code": '''
def answer(d_model, base=10000.0):
    return np.zeros((d_model + 1) // 2)
'''},
            {"id": "2.1-x52", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "near miss", "code": '''
def answer(d_model, base=10000.0):
    h = (d_model + 1) // 2
    i = np.arange(h)
    out = base ** (-2 * i / d_model)
    out[-1] += 1e-3
    return out
'''},
            {"id": "2.1-x53", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "noise", "code": '''
def answer(d_model, base=10000.0):
    h = (d_model + 1) // 2
    i = np.arange(h)
    return np.random.default_rng(1).random(h)
'''},
            {"id": "2.1-x54", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "negative", "code": '''
def answer(d_model, base=10000.0):
    h = (d_model + 1) // 2
    i = np.arange(h)
    return -base ** (-2 * i / d_model)
'''},
            {"id": "2.1-x55", "reason": "shown-case-only", "also": [], "status": "incorrect", "must": True,
             "note": "the shown values", "code": '''
def answer(d_model, base=10000.0):
    return np.array([1.0, 0.046415888336127795, 0.0021544346900318843])
'''},
            {"id": "2.1-x56", "reason": "shown-case-only", "also": [], "status": "incorrect", "must": True,
             "note": "6 written in", "code": '''
def answer(d_model, base=10000.0):
    i = np.arange((d_model + 1) // 2)
    return base ** (-2 * i / 6)
'''},
            {"id": "2.1-x57", "reason": "not-finite", "also": [], "status": "incorrect", "must": True,
             "note": "log of 0", "code": '''
def answer(d_model, base=10000.0):
    h = (d_model + 1) // 2
    i = np.arange(h)
    with np.errstate(all='ignore'):
        return np.log(i * 0.0) * 0
'''},
            {"id": "2.1-x58", "reason": "wrong-shape", "also": [], "status": "incorrect", "must": True,
             "note": "one number", "code": '''
def answer(d_model, base=10000.0):
    return 1.0
'''},
            {"id": "2.1-x59", "reason": "wrong-shape", "also": [], "status": "incorrect", "must": True,
             "note": "a column", "code": '''
def answer(d_model, base=10000.0):
    return base ** (-np.arange(0, d_model, 2) / d_model)[:, None]
'''},
            {"id": "2.1-x60", "reason": "wrong-type", "also": [], "status": "incorrect", "must": True,
             "note": "text", "code": '''
def answer(d_model, base=10000.0):
    return str(base ** (-np.arange(0, d_model, 2) / d_model))
'''},
            {"id": "2.1-x61", "reason": "wrong-type", "also": [], "status": "incorrect", "must": True,
             "note": "a dictionary", "code": '''
def answer(d_model, base=10000.0):
    return {i: base ** (-2 * i / d_model) for i in range((d_model + 1) // 2)}
'''},
            {"id": "2.1-x62", "reason": "wrong-type", "also": [], "status": "incorrect", "must": True,
             "note": "a generator", "code": '''
def answer(d_model, base=10000.0):
    for i in range((d_model + 1) // 2):
        yield base ** (-2 * i / d_model)
'''},
            {"id": "2.1-x63", "reason": "returned-none", "also": [], "status": "incorrect", "must": True,
             "note": "prints", "code": '''
def answer(d_model, base=10000.0):
    for i in range((d_model + 1) // 2):
        print(base ** (-2 * i / d_model))
'''},
            {"id": "2.1-x64", "reason": "raised", "also": [], "status": "error", "must": True,
             "note": "a typo", "code": '''
def answer(d_model, base=10000.0):
    return bse ** (-np.arange(0, d_model, 2) / d_model)
'''},
            {"id": "2.1-x65", "reason": "raised", "also": [], "status": "error", "must": True,
             "note": "no parameter base", "code": '''
def answer(d_model):
    return 10000.0 ** (-np.arange(0, d_model, 2) / d_model)
'''},
            {"id": "2.1-x66", "reason": "raised", "also": [], "status": "error", "must": True,
             "note": "no room for the last pair of an odd width", "code": '''
def answer(d_model, base=10000.0):
    out = np.zeros(d_model // 2)
    for c in range(0, d_model, 2):
        out[c // 2] = base ** (-c / d_model)
    return out
'''},
            {"id": "2.1-x67", "reason": "not-attempted", "also": [], "status": "not_attempted", "must": True,
             "note": "untouched", "code": '''
def answer(d_model, base=10000.0):
    ...
'''},
            {"id": "2.1-x68", "reason": "not-attempted", "also": [], "status": "not_attempted", "must": True,
             "note": "returns None and nothing else", "code": '''
def answer(d_model, base=10000.0):
    """One angular frequency a pair."""
    return None
'''},
        ],
        "right": [
            {"id": "2.1-y01", "form": "running division", "note": "", "code": '''
def answer(d_model, base=10000.0):
    out, f = [], 1.0
    for _ in range((d_model + 1) // 2):
        out.append(f)
        f /= base ** (2 / d_model)
    return out
'''},
            {"id": "2.1-y02", "form": "np.power of the inverse", "note": "", "code": '''
def answer(d_model, base=10000.0):
    return np.power(1 / base, np.arange(0, d_model, 2) / d_model)
'''},
            {"id": "2.1-y03", "form": "log2 and 2**", "note": "", "code": '''
def answer(d_model, base=10000.0):
    return 2 ** (-np.arange(0, d_model, 2) / d_model * np.log2(base))
'''},
            {"id": "2.1-y04", "form": "cumulative product", "note": "", "code": '''
def answer(d_model, base=10000.0):
    h = (d_model + 1) // 2
    return np.cumprod(np.r_[1.0, np.full(h - 1, base ** (-2 / d_model))])
'''},
            {"id": "2.1-y05", "form": "float32", "note": "", "code": '''
def answer(d_model, base=10000.0):
    return (base ** (-np.arange(0, d_model, 2) / d_model)).astype(np.float32)
'''},
            {"id": "2.1-y06", "form": "complex without imaginary part", "note": "", "code": '''
def answer(d_model, base=10000.0):
    return (base ** (-np.arange(0, d_model, 2) / d_model)) + 0j
'''},
            {"id": "2.1-y07", "form": "package", "note": "", "code": '''
from pe_lessons import compute_frequencies
def answer(d_model, base=10000.0):
    return compute_frequencies(d_model, base=base)
'''},
            {"id": "2.1-y08", "form": "geomspace with the right end", "note": "", "code": '''
def answer(d_model, base=10000.0):
    h = (d_model + 1) // 2
    return np.geomspace(1, base ** (-2 * (h - 1) / d_model), h)
'''},
        ],
    },
    "2.2": {
        "wrong": [
            {"id": "2.2-x01", "reason": "base-doubled", "also": [], "status": "incorrect", "must": True,
             "note": "a product", "code": '''
answer = 2 * 10000.0
'''},
            {"id": "2.2-x02", "reason": "base-doubled", "also": [], "status": "incorrect", "must": True,
             "note": "0-d array", "code": '''
answer = np.array(20000)
'''},
            {"id": "2.2-x03", "reason": "no-change", "also": [], "status": "incorrect", "must": True,
             "note": "scientific", "code": '''
answer = 1e4
'''},
            {"id": "2.2-x04", "reason": "no-change", "also": [], "status": "incorrect", "must": True,
             "note": "list of one", "code": '''
answer = [10000]
'''},
            {"id": "2.2-x05", "reason": "square-root", "also": [], "status": "incorrect", "must": True,
             "note": "root", "code": '''
answer = math.sqrt(10000)
'''},
            {"id": "2.2-x06", "reason": "square-root", "also": [], "status": "incorrect", "must": True,
             "note": "power 0.5", "code": '''
answer = 10000 ** 0.5
'''},
            {"id": "2.2-x07", "reason": "base-halved", "also": [], "status": "incorrect", "must": True,
             "note": "quotient", "code": '''
answer = 10000 / 2
'''},
            {"id": "2.2-x08", "reason": "base-halved", "also": [], "status": "incorrect", "must": True,
             "note": "float32", "code": '''
answer = np.float32(5000)
'''},
            {"id": "2.2-x09", "reason": "exponent-only", "also": [], "status": "incorrect", "must": True,
             "note": "exponent of ten", "code": '''
answer = 8
'''},
            {"id": "2.2-x10", "reason": "exponent-only", "also": [], "status": "incorrect", "must": True,
             "note": "logarithm", "code": '''
answer = np.log10(1e8)
'''},
            {"id": "2.2-x11", "reason": "exponent-only", "also": [], "status": "incorrect", "must": True,
             "note": "exponent of the base", "code": '''
answer = 2
'''},
            {"id": "2.2-x12", "reason": "fourth-power", "also": [], "status": "incorrect", "must": True,
             "note": "fourth power", "code": '''
answer = 10000 ** 4
'''},
            {"id": "2.2-x13", "reason": "fourth-power", "also": [], "status": "incorrect", "must": True,
             "note": "scientific", "code": '''
answer = 1e16
'''},
            {"id": "2.2-x14", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "zero", "code": '''
answer = 0
'''},
            {"id": "2.2-x15", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "near miss", "code": '''
answer = 1e8 + 1e3
'''},
            {"id": "2.2-x16", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "one over it", "code": '''
answer = 1e-8
'''},
            {"id": "2.2-x17", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "the third of the powers", "code": '''
answer = 1e6
'''},
            {"id": "2.2-x18", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "a truth value", "code": '''
answer = True
'''},
            {"id": "2.2-x19", "reason": "not-finite", "also": [], "status": "incorrect", "must": True,
             "note": "infinite", "code": '''
answer = float('inf')
'''},
            {"id": "2.2-x20", "reason": "not-finite", "also": [], "status": "incorrect", "must": True,
             "note": "NaN", "code": '''
answer = float('nan')
'''},
            {"id": "2.2-x21", "reason": "wrong-type", "also": [], "status": "incorrect", "must": True,
             "note": "text", "code": '''
answer = '1e8'
'''},
            {"id": "2.2-x22", "reason": "wrong-type", "also": [], "status": "incorrect", "must": True,
             "note": "a function", "code": '''
def answer():
    return 1e8
'''},
            {"id": "2.2-x23", "reason": "wrong-type", "also": [], "status": "incorrect", "must": True,
             "note": "a dictionary", "code": '''
answer = {'base': 1e8}
'''},
            {"id": "2.2-x24", "reason": "wrong-shape", "also": [], "status": "incorrect", "must": True,
             "note": "two numbers", "code": '''
answer = [10000, 1e8]
'''},
            {"id": "2.2-x25", "reason": "wrong-shape", "also": [], "status": "incorrect", "must": True,
             "note": "empty", "code": '''
answer = []
'''},
            {"id": "2.2-x26", "reason": "not-attempted", "also": [], "status": "not_attempted", "must": True,
             "note": "untouched", "code": '''
answer = None
'''},
        ],
        "right": [
            {"id": "2.2-y01", "form": "np.square", "note": "", "code": '''
answer = np.square(10000.0)
'''},
            {"id": "2.2-y02", "form": "digits", "note": "", "code": '''
answer = 100_000_000
'''},
            {"id": "2.2-y03", "form": "list of one", "note": "", "code": '''
answer = [1e8]
'''},
            {"id": "2.2-y04", "form": "exp and log", "note": "", "code": '''
answer = math.exp(2 * math.log(10000))
'''},
            {"id": "2.2-y05", "form": "0-d array", "note": "", "code": '''
answer = np.array(1e8)
'''},
        ],
    },
    "2.3": {
        "wrong": [
            {"id": "2.3-x01", "reason": "complement", "also": [], "status": "incorrect", "must": True,
             "note": "index of the first long wave", "code": '''
def answer(length, d_model, base=10000.0):
    lam = 2 * np.pi * base ** (2 * np.arange(d_model // 2) / d_model)
    return int(np.argmax(lam > length))
'''},
            {"id": "2.3-x02", "reason": "complement", "also": [], "status": "incorrect", "must": True,
             "note": "counts the short ones", "code": '''
def answer(length, d_model, base=10000.0):
    n = 0
    for i in range(d_model // 2):
        if 2 * np.pi * base ** (2 * i / d_model) <= length:
            n += 1
    return n
'''},
            {"id": "2.3-x03", "reason": "complement", "also": [], "status": "incorrect", "must": True,
             "note": "searchsorted", "code": '''
def answer(length, d_model, base=10000.0):
    lam = 2 * np.pi * base ** (2 * np.arange(d_model // 2) / d_model)
    return np.searchsorted(lam, length)
'''},
            {"id": "2.3-x04", "reason": "complement", "also": [], "status": "incorrect", "must": True,
             "note": "closed form of the index", "code": '''
def answer(length, d_model, base=10000.0):
    return math.ceil(d_model / 2 * math.log(length / (2 * math.pi)) / math.log(base))
'''},
            {"id": "2.3-x05", "reason": "two-pi-missing", "also": [], "status": "incorrect", "must": True,
             "note": "one over the frequency", "code": '''
def answer(length, d_model, base=10000.0):
    omega = base ** (-2 * np.arange(d_model // 2) / d_model)
    return sum(1 / w > length for w in omega)
'''},
            {"id": "2.3-x06", "reason": "two-pi-missing", "also": [], "status": "incorrect", "must": True,
             "note": "one radian, not one turn", "code": '''
def answer(length, d_model, base=10000.0):
    omega = base ** (-2 * np.arange(d_model // 2) / d_model)
    return int((omega * length < 1).sum())
'''},
            {"id": "2.3-x07", "reason": "two-pi-multiplied", "also": [], "status": "incorrect", "must": True,
             "note": "squared", "code": '''
def answer(length, d_model, base=10000.0):
    omega = base ** (-2 * np.arange(d_model // 2) / d_model)
    return int(((2 * np.pi) ** 2 / omega > length).sum())
'''},
            {"id": "2.3-x08", "reason": "two-pi-multiplied", "also": [], "status": "incorrect", "must": True,
             "note": "twice", "code": '''
def answer(length, d_model, base=10000.0):
    lam = 2 * np.pi * base ** (2 * np.arange(d_model // 2) / d_model)
    return int((2 * np.pi * lam > length).sum())
'''},
            {"id": "2.3-x09", "reason": "factor-two-twice", "also": [], "status": "incorrect", "must": True,
             "note": "4 i", "code": '''
def answer(length, d_model, base=10000.0):
    lam = 2 * np.pi * base ** (4 * np.arange(d_model // 2) / d_model)
    return np.count_nonzero(lam > length)
'''},
            {"id": "2.3-x10", "reason": "factor-two-missing", "also": [], "status": "incorrect", "must": True,
             "note": "i over d", "code": '''
def answer(length, d_model, base=10000.0):
    lam = 2 * np.pi * base ** (np.arange(d_model // 2) / d_model)
    return int((lam > length).sum())
'''},
            {"id": "2.3-x11", "reason": "factor-two-missing", "also": [], "status": "incorrect", "must": True,
             "note": "exp and log", "code": '''
def answer(length, d_model, base=10000.0):
    return sum(2 * math.pi * math.exp(i / d_model * math.log(base)) > length for i in range(d_model // 2))
'''},
            {"id": "2.3-x12", "reason": "exponent-d-minus-2", "also": [], "status": "incorrect", "must": True,
             "note": "geomspace", "code": '''
def answer(length, d_model, base=10000.0):
    lam = 2 * np.pi * np.geomspace(1, base, d_model // 2)
    return int((lam > length).sum())
'''},
            {"id": "2.3-x13", "reason": "exponent-d-minus-2", "also": [], "status": "incorrect", "must": True,
             "note": "over d - 2", "code": '''
def answer(length, d_model, base=10000.0):
    return sum(2 * np.pi * base ** (2 * i / (d_model - 2)) > length for i in range(d_model // 2))
'''},
            {"id": "2.3-x14", "reason": "counts-columns", "also": [], "status": "incorrect", "must": True,
             "note": "loop over columns", "code": '''
def answer(length, d_model, base=10000.0):
    return sum(2 * np.pi * base ** (2 * (c // 2) / d_model) > length for c in range(d_model))
'''},
            {"id": "2.3-x15", "reason": "counts-columns", "also": [], "status": "incorrect", "must": True,
             "note": "an exponent for each column", "code": '''
def answer(length, d_model, base=10000.0):
    return int((2 * np.pi * base ** (np.arange(d_model) / d_model) > length).sum())
'''},
            {"id": "2.3-x16", "reason": "base-ignored", "also": [], "status": "incorrect", "must": True,
             "note": "a loop", "code": '''
def answer(length, d_model, base=10000.0):
    return sum(2 * np.pi * 10000 ** (2 * i / d_model) > length for i in range(d_model // 2))
'''},
            {"id": "2.3-x17", "reason": "base-wrong", "also": [], "status": "incorrect", "must": True,
             "note": "1000", "code": '''
def answer(length, d_model, base=10000.0):
    return sum(2 * np.pi * 1000 ** (2 * i / d_model) > length for i in range(d_model // 2))
'''},
            {"id": "2.3-x18", "reason": "inverse-wavelength", "also": [], "status": "incorrect", "must": True,
             "note": "one over the wavelength", "code": '''
def answer(length, d_model, base=10000.0):
    lam = 2 * np.pi * base ** (2 * np.arange(d_model // 2) / d_model)
    return int((1 / lam > length).sum())
'''},
            {"id": "2.3-x19", "reason": "inverse-wavelength", "also": [], "status": "incorrect", "must": True,
             "note": "the frequency itself", "code": '''
def answer(length, d_model, base=10000.0):
    omega = base ** (-2 * np.arange(d_model // 2) / d_model)
    return int((omega > length).sum())
'''},
            {"id": "2.3-x20", "reason": "inverse-wavelength", "also": [], "status": "incorrect", "must": True,
             "note": "the other sign", "code": '''
def answer(length, d_model, base=10000.0):
    lam = 2 * np.pi * base ** (-2 * np.arange(d_model // 2) / d_model)
    return int((lam > length).sum())
'''},
            {"id": "2.3-x21", "reason": "degrees", "also": [], "status": "incorrect", "must": True,
             "note": "deg2rad", "code": '''
def answer(length, d_model, base=10000.0):
    omega = base ** (-2 * np.arange(d_model // 2) / d_model)
    return int((2 * np.pi / np.deg2rad(omega) > length).sum())
'''},
            {"id": "2.3-x22", "reason": "degrees", "also": [], "status": "incorrect", "must": True,
             "note": "rad2deg", "code": '''
def answer(length, d_model, base=10000.0):
    omega = base ** (-2 * np.arange(d_model // 2) / d_model)
    return int((2 * np.pi / np.rad2deg(omega) > length).sum())
'''},
            {"id": "2.3-x23", "reason": "degrees", "also": [], "status": "incorrect", "must": True,
             "note": "360", "code": '''
def answer(length, d_model, base=10000.0):
    return sum(360 * base ** (2 * i / d_model) > length for i in range(d_model // 2))
'''},
            {"id": "2.3-x24", "reason": "share-not-count", "also": [], "status": "incorrect", "must": True,
             "note": "divided by the pairs", "code": '''
def answer(length, d_model, base=10000.0):
    lam = 2 * np.pi * base ** (2 * np.arange(d_model // 2) / d_model)
    return np.sum(lam > length) / (d_model // 2)
'''},
            {"id": "2.3-x25", "reason": "share-not-count", "also": [], "status": "incorrect", "must": True,
             "note": "percent", "code": '''
def answer(length, d_model, base=10000.0):
    lam = 2 * np.pi * base ** (2 * np.arange(d_model // 2) / d_model)
    return 100 * np.mean(lam > length)
'''},
            {"id": "2.3-x26", "reason": "off-by-one", "also": [], "status": "incorrect", "must": True,
             "note": "a pair d/2", "code": '''
def answer(length, d_model, base=10000.0):
    lam = 2 * np.pi * base ** (2 * np.arange(d_model // 2 + 1) / d_model)
    return int((lam > length).sum())
'''},
            {"id": "2.3-x27", "reason": "off-by-one", "also": [], "status": "incorrect", "must": True,
             "note": "pairs from 1", "code": '''
def answer(length, d_model, base=10000.0):
    lam = 2 * np.pi * base ** (2 * np.arange(1, d_model // 2 + 1) / d_model)
    return int((lam > length).sum())
'''},
            {"id": "2.3-x28", "reason": "off-by-one", "also": [], "status": "incorrect", "must": True,
             "note": "the last one left out", "code": '''
def answer(length, d_model, base=10000.0):
    lam = 2 * np.pi * base ** (2 * np.arange(d_model // 2 - 1) / d_model)
    return int((lam > length).sum())
'''},
            {"id": "2.3-x29", "reason": "off-by-one", "also": [], "status": "incorrect", "must": True,
             "note": "last index minus first", "code": '''
def answer(length, d_model, base=10000.0):
    lam = 2 * np.pi * base ** (2 * np.arange(d_model // 2) / d_model)
    return d_model // 2 - 1 - int(np.argmax(lam > length))
'''},
            {"id": "2.3-x30", "reason": "log-base", "also": [], "status": "incorrect", "must": True,
             "note": "log10", "code": '''
def answer(length, d_model, base=10000.0):
    lam = 2 * np.pi * np.exp(2 * np.arange(d_model // 2) / d_model * np.log10(base))
    return int((lam > length).sum())
'''},
            {"id": "2.3-x31", "reason": "factor-two-twice", "also": ["two-pi-missing"], "status": "incorrect", "must": True,
             "note": "doubled, without 2 pi", "code": '''
def answer(length, d_model, base=10000.0):
    lam = base ** (4 * np.arange(d_model // 2) / d_model)
    return int((lam > length).sum())
'''},
            {"id": "2.3-x32", "reason": "two-pi-missing", "also": ["complement"], "status": "incorrect", "must": True,
             "note": "without 2 pi, short ones", "code": '''
def answer(length, d_model, base=10000.0):
    lam = base ** (2 * np.arange(d_model // 2) / d_model)
    return int((lam <= length).sum())
'''},
            {"id": "2.3-x33", "reason": "base-ignored", "also": ["two-pi-missing"], "status": "incorrect", "must": True,
             "note": "base written in, without 2 pi", "code": '''
def answer(length, d_model, base=10000.0):
    lam = 10000 ** (2 * np.arange(d_model // 2) / d_model)
    return int((lam > length).sum())
'''},
            {"id": "2.3-x34", "reason": "factor-two-missing", "also": ["share-not-count"], "status": "incorrect", "must": True,
             "note": "halved, a share", "code": '''
def answer(length, d_model, base=10000.0):
    lam = 2 * np.pi * base ** (np.arange(d_model // 2) / d_model)
    return float((lam > length).mean())
'''},
            {"id": "2.3-x35", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "all pairs", "code": '''
def answer(length, d_model, base=10000.0):
    return d_model // 2
'''},
            {"id": "2.3-x36", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "noise", "code": '''
def answer(length, d_model, base=10000.0):
    return (length * 7 + d_model) % 31
'''},
            {"id": "2.3-x37", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "near miss", "code": '''
def answer(length, d_model, base=10000.0):
    lam = 2 * np.pi * base ** (2 * np.arange(d_model // 2) / d_model)
    return int((lam > length).sum()) + 1e-3
'''},
            {"id": "2.3-x38", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "one too many at one length", "code": '''
def answer(length, d_model, base=10000.0):
    lam = 2 * np.pi * base ** (2 * np.arange(d_model // 2) / d_model)
    return int((lam > length).sum()) + (length == 512)
'''},
            {"id": "2.3-x39", "reason": "shown-case-only", "also": [], "status": "incorrect", "must": True,
             "note": "the shown value", "code": '''
def answer(length, d_model, base=10000.0):
    return 133
'''},
            {"id": "2.3-x40", "reason": "shown-case-only", "also": [], "status": "incorrect", "must": True,
             "note": "512 written in", "code": '''
def answer(length, d_model, base=10000.0):
    lam = 2 * np.pi * base ** (2 * np.arange(256) / 512)
    return int((lam > length).sum())
'''},
            {"id": "2.3-x41", "reason": "wrong-shape", "also": [], "status": "incorrect", "must": True,
             "note": "truth values", "code": '''
def answer(length, d_model, base=10000.0):
    lam = 2 * np.pi * base ** (2 * np.arange(d_model // 2) / d_model)
    return lam > length
'''},
            {"id": "2.3-x42", "reason": "wrong-shape", "also": [], "status": "incorrect", "must": True,
             "note": "the long waves", "code": '''
def answer(length, d_model, base=10000.0):
    lam = 2 * np.pi * base ** (2 * np.arange(d_model // 2) / d_model)
    return lam[lam > length]
'''},
            {"id": "2.3-x43", "reason": "wrong-shape", "also": [], "status": "incorrect", "must": True,
             "note": "list of the pairs", "code": '''
def answer(length, d_model, base=10000.0):
    return [i for i in range(d_model // 2) if 2 * np.pi * base ** (2 * i / d_model) > length]
'''},
            {"id": "2.3-x44", "reason": "wrong-type", "also": [], "status": "incorrect", "must": True,
             "note": "text", "code": '''
def answer(length, d_model, base=10000.0):
    lam = 2 * np.pi * base ** (2 * np.arange(d_model // 2) / d_model)
    return f'{(lam > length).sum()} of {d_model // 2}'
'''},
            {"id": "2.3-x45", "reason": "wrong-type", "also": [], "status": "incorrect", "must": True,
             "note": "the result, not the function", "code": '''
answer = 133
'''},
            {"id": "2.3-x46", "reason": "returned-none", "also": [], "status": "incorrect", "must": True,
             "note": "prints", "code": '''
def answer(length, d_model, base=10000.0):
    lam = 2 * np.pi * base ** (2 * np.arange(d_model // 2) / d_model)
    print(int((lam > length).sum()))
'''},
            {"id": "2.3-x47", "reason": "not-finite", "also": [], "status": "incorrect", "must": True,
             "note": "NaN", "code": '''
def answer(length, d_model, base=10000.0):
    return np.nan
'''},
            {"id": "2.3-x48", "reason": "raised", "also": [], "status": "error", "must": True,
             "note": "math for np", "code": '''
def answer(length, d_model, base=10000.0):
    lam = 2 * math.pi * base ** (2 * math.arange(d_model // 2) / d_model)
    return int((lam > length).sum())
'''},
            {"id": "2.3-x49", "reason": "raised", "also": [], "status": "error", "must": True,
             "note": "a missing parameter", "code": '''
def answer(length):
    return 133
'''},
            {"id": "2.3-x50", "reason": "not-attempted", "also": [], "status": "not_attempted", "must": True,
             "note": "untouched", "code": '''
def answer(length, d_model, base=10000.0):
    pass
'''},
        ],
        "right": [
            {"id": "2.3-y01", "form": "a loop", "note": "", "code": '''
def answer(length, d_model, base=10000.0):
    n = 0
    for c in range(0, d_model, 2):
        n += 2 * math.pi * base ** (c / d_model) > length
    return n
'''},
            {"id": "2.3-y02", "form": "count_nonzero", "note": "", "code": '''
def answer(length, d_model, base=10000.0):
    lam = 2 * np.pi * base ** (2 * np.arange(d_model // 2) / d_model)
    return np.count_nonzero(lam > length)
'''},
            {"id": "2.3-y03", "form": "from the end", "note": "", "code": '''
def answer(length, d_model, base=10000.0):
    lam = 2 * np.pi * base ** (2 * np.arange(d_model // 2) / d_model)
    return len(lam) - np.searchsorted(lam, length, side='right')
'''},
            {"id": "2.3-y04", "form": "logarithms", "note": "", "code": '''
def answer(length, d_model, base=10000.0):
    i = np.arange(d_model // 2)
    return float((np.log(2 * np.pi) + 2 * i / d_model * np.log(base) > np.log(length)).sum())
'''},
            {"id": "2.3-y05", "form": "turns over the length", "note": "", "code": '''
def answer(length, d_model, base=10000.0):
    omega = base ** (-2 * np.arange(d_model // 2) / d_model)
    return np.array([(omega * length / (2 * np.pi) < 1).sum()])
'''},
            {"id": "2.3-y06", "form": "package", "note": "", "code": '''
from pe_lessons import wavelengths
def answer(length, d_model, base=10000.0):
    return sum(wavelengths(d_model, base=base) > length)
'''},
        ],
    },
    "2.4": {
        "wrong": [
            {"id": "2.4-x01", "reason": "zero-offset-included", "also": [], "status": "incorrect", "must": True,
             "note": "range from 0", "code": '''
def answer(omega, kmax):
    return min(range(kmax + 1), key=lambda k: abs(math.sin(k * omega / 2)))
'''},
            {"id": "2.4-x02", "reason": "zero-offset-included", "also": [], "status": "incorrect", "must": True,
             "note": "arange(kmax)", "code": '''
def answer(omega, kmax):
    k = np.arange(kmax)
    return k[np.argmax(np.cos(k * omega))]
'''},
            {"id": "2.4-x03", "reason": "range-exclusive", "also": [], "status": "incorrect", "must": True,
             "note": "range", "code": '''
def answer(omega, kmax):
    return min(range(1, kmax), key=lambda k: abs(math.sin(k * omega / 2)))
'''},
            {"id": "2.4-x04", "reason": "range-exclusive", "also": [], "status": "incorrect", "must": True,
             "note": "loop, complex", "code": '''
def answer(omega, kmax):
    best, at = 9.0, 0
    for k in range(1, kmax):
        c = abs(np.exp(1j * k * omega) - 1)
        if c < best:
            best, at = c, k
    return at
'''},
            {"id": "2.4-x05", "reason": "one-turn-only", "also": [], "status": "incorrect", "must": True,
             "note": "cut off", "code": '''
def answer(omega, kmax):
    return int(2 * math.pi / omega)
'''},
            {"id": "2.4-x06", "reason": "one-turn-only", "also": [], "status": "incorrect", "must": True,
             "note": "rounded up", "code": '''
def answer(omega, kmax):
    return math.ceil(2 * math.pi / omega)
'''},
            {"id": "2.4-x07", "reason": "one-turn-only", "also": [], "status": "incorrect", "must": True,
             "note": "np.round", "code": '''
def answer(omega, kmax):
    return np.round(2 * np.pi / omega)
'''},
            {"id": "2.4-x08", "reason": "half-turn", "also": [], "status": "incorrect", "must": True,
             "note": "sine, a loop", "code": '''
def answer(omega, kmax):
    return min(range(1, kmax + 1), key=lambda k: abs(math.sin(k * omega)))
'''},
            {"id": "2.4-x09", "reason": "half-turn", "also": [], "status": "incorrect", "must": True,
             "note": "tangent", "code": '''
def answer(omega, kmax):
    k = np.arange(1, kmax + 1)
    return k[np.argmin(np.abs(np.tan(k * omega)))]
'''},
            {"id": "2.4-x10", "reason": "half-turn", "also": [], "status": "incorrect", "must": True,
             "note": "rest by pi", "code": '''
def answer(omega, kmax):
    k = np.arange(1, kmax + 1)
    return k[np.argmin((k * omega) % np.pi)]
'''},
            {"id": "2.4-x11", "reason": "half-turn", "also": [], "status": "incorrect", "must": True,
             "note": "square of the cosine", "code": '''
def answer(omega, kmax):
    k = np.arange(1, kmax + 1)
    return k[np.argmax(np.cos(k * omega) ** 2)]
'''},
            {"id": "2.4-x12", "reason": "index-not-offset", "also": [], "status": "incorrect", "must": True,
             "note": "argmax of the cosine", "code": '''
def answer(omega, kmax):
    k = np.arange(1, kmax + 1)
    return int(np.argmax(np.cos(k * omega)))
'''},
            {"id": "2.4-x13", "reason": "index-not-offset", "also": [], "status": "incorrect", "must": True,
             "note": "list.index", "code": '''
def answer(omega, kmax):
    c = [math.cos(k * omega) for k in range(1, kmax + 1)]
    return c.index(max(c))
'''},
            {"id": "2.4-x14", "reason": "farthest", "also": [], "status": "incorrect", "must": True,
             "note": "smallest cosine", "code": '''
def answer(omega, kmax):
    k = np.arange(1, kmax + 1)
    return k[np.argmin(np.cos(k * omega))]
'''},
            {"id": "2.4-x15", "reason": "farthest", "also": [], "status": "incorrect", "must": True,
             "note": "max", "code": '''
def answer(omega, kmax):
    return max(range(1, kmax + 1), key=lambda k: abs(math.sin(k * omega / 2)))
'''},
            {"id": "2.4-x16", "reason": "angle-not-wrapped", "also": [], "status": "incorrect", "must": True,
             "note": "smallest angle", "code": '''
def answer(omega, kmax):
    k = np.arange(1, kmax + 1)
    return int(k[np.argmin(k * omega)])
'''},
            {"id": "2.4-x17", "reason": "angle-not-wrapped", "also": [], "status": "incorrect", "must": True,
             "note": "rest by 2 pi, from one side", "code": '''
def answer(omega, kmax):
    return min(range(1, kmax + 1), key=lambda k: (k * omega) % (2 * math.pi))
'''},
            {"id": "2.4-x18", "reason": "distance-not-offset-k", "also": [], "status": "incorrect", "must": True,
             "note": "smallest chord", "code": '''
def answer(omega, kmax):
    k = np.arange(1, kmax + 1)
    return np.min(np.hypot(np.sin(k * omega), np.cos(k * omega) - 1))
'''},
            {"id": "2.4-x19", "reason": "distance-not-offset-k", "also": [], "status": "incorrect", "must": True,
             "note": "largest cosine", "code": '''
def answer(omega, kmax):
    k = np.arange(1, kmax + 1)
    return np.max(np.cos(k * omega))
'''},
            {"id": "2.4-x20", "reason": "distance-not-offset-k", "also": [], "status": "incorrect", "must": True,
             "note": "square of the chord", "code": '''
def answer(omega, kmax):
    k = np.arange(1, kmax + 1)
    return (2 - 2 * np.cos(k * omega)).min()
'''},
            {"id": "2.4-x21", "reason": "degrees", "also": [], "status": "incorrect", "must": True,
             "note": "radians()", "code": '''
def answer(omega, kmax):
    k = np.arange(1, kmax + 1)
    a = np.radians(k * omega)
    return k[np.argmax(np.cos(a))]
'''},
            {"id": "2.4-x22", "reason": "degrees", "also": [], "status": "incorrect", "must": True,
             "note": "times 180 / pi", "code": '''
def answer(omega, kmax):
    k = np.arange(1, kmax + 1)
    a = k * omega * 180 / np.pi
    return k[np.argmin(np.hypot(np.sin(a), np.cos(a) - 1))]
'''},
            {"id": "2.4-x23", "reason": "two-pi-multiplied", "also": [], "status": "incorrect", "must": True,
             "note": "chord", "code": '''
def answer(omega, kmax):
    k = np.arange(1, kmax + 1)
    a = 2 * np.pi * k * omega
    return k[np.argmin(np.hypot(np.sin(a), np.cos(a) - 1))]
'''},
            {"id": "2.4-x24", "reason": "two-pi-multiplied", "also": [], "status": "incorrect", "must": True,
             "note": "cosine", "code": '''
def answer(omega, kmax):
    k = np.arange(1, kmax + 1)
    return k[np.argmax(np.cos(2 * np.pi * omega * k))]
'''},
            {"id": "2.4-x25", "reason": "range-exclusive", "also": ["index-not-offset"], "status": "incorrect", "must": True,
             "note": "exclusive, an index", "code": '''
def answer(omega, kmax):
    k = np.arange(1, kmax)
    return int(np.argmin(np.abs(np.sin(k * omega / 2))))
'''},
            {"id": "2.4-x26", "reason": "half-turn", "also": ["index-not-offset"], "status": "incorrect", "must": True,
             "note": "sine, an index", "code": '''
def answer(omega, kmax):
    k = np.arange(1, kmax + 1)
    return int(np.argmin(np.abs(np.sin(k * omega))))
'''},
            {"id": "2.4-x27", "reason": "half-turn", "also": ["distance-not-offset-k"], "status": "incorrect", "must": True,
             "note": "the smallest sine", "code": '''
def answer(omega, kmax):
    k = np.arange(1, kmax + 1)
    return np.abs(np.sin(k * omega)).min()
'''},
            {"id": "2.4-x28", "reason": "degrees", "also": ["index-not-offset"], "status": "incorrect", "must": True,
             "note": "degrees, an index", "code": '''
def answer(omega, kmax):
    k = np.arange(1, kmax + 1)
    a = np.rad2deg(k * omega)
    return int(np.argmin(np.hypot(np.sin(a), np.cos(a) - 1)))
'''},
            {"id": "2.4-x29", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "the end of the range", "code": '''
def answer(omega, kmax):
    return kmax
'''},
            {"id": "2.4-x30", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "noise", "code": '''
def answer(omega, kmax):
    return int(omega * 1000) % 37 + 2
'''},
            {"id": "2.4-x31", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "near miss", "code": '''
def answer(omega, kmax):
    k = np.arange(1, kmax + 1)
    return k[np.argmax(np.cos(k * omega))] + 1e-3
'''},
            {"id": "2.4-x32", "reason": "shown-case-only", "also": [], "status": "incorrect", "must": True,
             "note": "the shown value", "code": '''
def answer(omega, kmax):
    return 44
'''},
            {"id": "2.4-x33", "reason": "shown-case-only", "also": [], "status": "incorrect", "must": True,
             "note": "100 written in", "code": '''
def answer(omega, kmax):
    k = np.arange(1, 101)
    return k[np.argmax(np.cos(k * omega))]
'''},
            {"id": "2.4-x34", "reason": "wrong-shape", "also": [], "status": "incorrect", "must": True,
             "note": "offset and chord", "code": '''
def answer(omega, kmax):
    k = np.arange(1, kmax + 1)
    c = np.abs(2 * np.sin(k * omega / 2))
    return k[c.argmin()], c.min()
'''},
            {"id": "2.4-x35", "reason": "wrong-shape", "also": [], "status": "incorrect", "must": True,
             "note": "all of them sorted", "code": '''
def answer(omega, kmax):
    k = np.arange(1, kmax + 1)
    return np.argsort(np.abs(np.sin(k * omega / 2)))
'''},
            {"id": "2.4-x36", "reason": "wrong-type", "also": [], "status": "incorrect", "must": True,
             "note": "text", "code": '''
def answer(omega, kmax):
    return 'k = 44'
'''},
            {"id": "2.4-x37", "reason": "wrong-type", "also": [], "status": "incorrect", "must": True,
             "note": "a complex number", "code": '''
def answer(omega, kmax):
    k = np.arange(1, kmax + 1)
    return np.exp(1j * k * omega)[0]
'''},
            {"id": "2.4-x38", "reason": "returned-none", "also": [], "status": "incorrect", "must": True,
             "note": "never near enough", "code": '''
def answer(omega, kmax):
    for k in range(1, kmax + 1):
        if abs(math.sin(k * omega / 2)) < 1e-9:
            return k
'''},
            {"id": "2.4-x39", "reason": "wrong-type", "also": [], "status": "incorrect", "must": True,
             "note": "the result, not the function", "code": '''
answer = 44
'''},
            {"id": "2.4-x40", "reason": "not-finite", "also": [], "status": "incorrect", "must": True,
             "note": "NaN", "code": '''
def answer(omega, kmax):
    return float('nan')
'''},
            {"id": "2.4-x41", "reason": "raised", "also": [], "status": "error", "must": True,
             "note": "k is missing", "code": '''
def answer(omega, kmax):
    return k[np.argmax(np.cos(k * omega))]
'''},
            {"id": "2.4-x42", "reason": "raised", "also": [], "status": "error", "must": True,
             "note": "a missing parameter", "code": '''
def answer(omega):
    return 44
'''},
            {"id": "2.4-x43", "reason": "not-attempted", "also": [], "status": "not_attempted", "must": True,
             "note": "untouched", "code": '''
def answer(omega, kmax):
    ...
'''},
        ],
        "right": [
            {"id": "2.4-y01", "form": "complex numbers", "note": "", "code": '''
def answer(omega, kmax):
    return 1 + int(np.argmin(np.abs(np.exp(1j * omega * np.arange(1, kmax + 1)) - 1)))
'''},
            {"id": "2.4-y02", "form": "distance to whole turns", "note": "", "code": '''
def answer(omega, kmax):
    k = np.arange(1, kmax + 1)
    t = k * omega / (2 * np.pi)
    return k[np.argmin(np.abs(t - np.round(t)))]
'''},
            {"id": "2.4-y03", "form": "a loop", "note": "", "code": '''
def answer(omega, kmax):
    best = 1
    for k in range(2, kmax + 1):
        if math.cos(k * omega) > math.cos(best * omega):
            best = k
    return best
'''},
            {"id": "2.4-y04", "form": "a float", "note": "", "code": '''
def answer(omega, kmax):
    k = np.arange(1, kmax + 1)
    return float(k[np.argmax(np.cos(k * omega))])
'''},
            {"id": "2.4-y05", "form": "rest from both sides", "note": "", "code": '''
def answer(omega, kmax):
    k = np.arange(1, kmax + 1)
    a = (k * omega) % (2 * np.pi)
    return [k[np.argmin(np.minimum(a, 2 * np.pi - a))]]
'''},
            {"id": "2.4-y06", "form": "sorted", "note": "", "code": '''
def answer(omega, kmax):
    return sorted(range(1, kmax + 1), key=lambda k: -math.cos(k * omega))[0]
'''},
        ],
    },
    "2.5": {
        "wrong": [
            {"id": "2.5-x01", "reason": "limit-not-reached", "also": [], "status": "incorrect", "must": True,
             "note": "pair d/2", "code": '''
def answer(longest, d_model):
    i = d_model / 2
    return (longest / (2 * np.pi)) ** (d_model / (2 * i))
'''},
            {"id": "2.5-x02", "reason": "limit-not-reached", "also": [], "status": "incorrect", "must": True,
             "note": "exp and log", "code": '''
def answer(longest, d_model):
    return math.exp(math.log(longest) - math.log(2 * math.pi))
'''},
            {"id": "2.5-x03", "reason": "two-pi-missing", "also": [], "status": "incorrect", "must": True,
             "note": "exp and log", "code": '''
def answer(longest, d_model):
    return math.exp(d_model / (d_model - 2) * math.log(longest))
'''},
            {"id": "2.5-x04", "reason": "exponent-inverted", "also": [], "status": "incorrect", "must": True,
             "note": "1 - 2/d", "code": '''
def answer(longest, d_model):
    return np.power(longest / 2 / np.pi, 1 - 2 / d_model)
'''},
            {"id": "2.5-x05", "reason": "factor-two-twice", "also": [], "status": "incorrect", "must": True,
             "note": "2 (d - 2)", "code": '''
def answer(longest, d_model):
    return (longest / (2 * np.pi)) ** (d_model / (2 * (d_model - 2)))
'''},
            {"id": "2.5-x06", "reason": "factor-two-twice", "also": [], "status": "incorrect", "must": True,
             "note": "the root of the right base", "code": '''
def answer(longest, d_model):
    return np.sqrt((longest / (2 * np.pi)) ** (d_model / (d_model - 2)))
'''},
            {"id": "2.5-x07", "reason": "factor-two-missing", "also": [], "status": "incorrect", "must": True,
             "note": "2 d", "code": '''
def answer(longest, d_model):
    return (longest / (2 * np.pi)) ** (2 * d_model / (d_model - 2))
'''},
            {"id": "2.5-x08", "reason": "factor-two-missing", "also": [], "status": "incorrect", "must": True,
             "note": "the square of the right base", "code": '''
def answer(longest, d_model):
    return ((longest / (2 * np.pi)) ** (d_model / (d_model - 2))) ** 2
'''},
            {"id": "2.5-x09", "reason": "two-pi-multiplied", "also": [], "status": "incorrect", "must": True,
             "note": "math.pow", "code": '''
def answer(longest, d_model):
    return math.pow(2 * math.pi * longest, d_model / (d_model - 2))
'''},
            {"id": "2.5-x10", "reason": "forward-not-inverse", "also": [], "status": "incorrect", "must": True,
             "note": "over the frequency", "code": '''
def answer(longest, d_model):
    return 2 * np.pi / longest ** (-(d_model - 2) / d_model)
'''},
            {"id": "2.5-x11", "reason": "forward-not-inverse", "also": [], "status": "incorrect", "must": True,
             "note": "from the package", "code": '''
from pe_lessons import wavelengths
def answer(longest, d_model):
    return wavelengths(d_model, base=longest)[-1]
'''},
            {"id": "2.5-x12", "reason": "two-pi-missing", "also": ["exponent-inverted"], "status": "incorrect", "must": True,
             "note": "without 2 pi, power turned over", "code": '''
def answer(longest, d_model):
    return longest ** ((d_model - 2) / d_model)
'''},
            {"id": "2.5-x13", "reason": "limit-not-reached", "also": ["two-pi-missing"], "status": "incorrect", "must": True,
             "note": "without 2 pi, exponent 1", "code": '''
def answer(longest, d_model):
    return longest
'''},
            {"id": "2.5-x14", "reason": "limit-not-reached", "also": ["two-pi-multiplied"], "status": "incorrect", "must": True,
             "note": "exponent 1, 2 pi on the wrong side", "code": '''
def answer(longest, d_model):
    return longest * 2 * np.pi
'''},
            {"id": "2.5-x15", "reason": "factor-two-twice", "also": ["two-pi-missing"], "status": "incorrect", "must": True,
             "note": "doubled, without 2 pi", "code": '''
def answer(longest, d_model):
    return longest ** (d_model / (2 * d_model - 4))
'''},
            {"id": "2.5-x16", "reason": "shown-case-only", "also": [], "status": "incorrect", "must": True,
             "note": "8 written in", "code": '''
def answer(longest, d_model):
    return (longest / (2 * np.pi)) ** (8 / 6)
'''},
            {"id": "2.5-x17", "reason": "shown-case-only", "also": [], "status": "incorrect", "must": True,
             "note": "the shown value", "code": '''
def answer(longest, d_model):
    return 862.50212853033
'''},
            {"id": "2.5-x18", "reason": "shown-case-only", "also": [], "status": "incorrect", "must": True,
             "note": "1000 written in", "code": '''
def answer(longest, d_model):
    return (1000 / (2 * np.pi)) ** (d_model / (d_model - 2))
'''},
            {"id": "2.5-x19", "reason": "degrees", "also": [], "status": "incorrect", "must": True,
             "note": "a turn of 360", "code": '''
def answer(longest, d_model):
    return (longest / 360) ** (d_model / (d_model - 2))
'''},
            {"id": "2.5-x20", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "the usual base", "code": '''
def answer(longest, d_model):
    return 10000.0
'''},
            {"id": "2.5-x21", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "zero", "code": '''
def answer(longest, d_model):
    return 0.0
'''},
            {"id": "2.5-x22", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "near miss", "code": '''
def answer(longest, d_model):
    return (longest / (2 * np.pi)) ** (d_model / (d_model - 2)) * 1.001
'''},
            {"id": "2.5-x23", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "noise", "code": '''
def answer(longest, d_model):
    return longest * 0.37 + d_model
'''},
            {"id": "2.5-x24", "reason": "rounded-output", "also": [], "status": "incorrect", "must": True,
             "note": "one place", "code": '''
def answer(longest, d_model):
    return round((longest / (2 * np.pi)) ** (d_model / (d_model - 2)), 1)
'''},
            {"id": "2.5-x25", "reason": "not-finite", "also": [], "status": "incorrect", "must": True,
             "note": "infinite", "code": '''
def answer(longest, d_model):
    return np.inf
'''},
            {"id": "2.5-x26", "reason": "wrong-shape", "also": [], "status": "incorrect", "must": True,
             "note": "one for each pair", "code": '''
def answer(longest, d_model):
    return (longest / (2 * np.pi)) ** (d_model / (2 * np.arange(1, d_model // 2)))
'''},
            {"id": "2.5-x27", "reason": "wrong-type", "also": [], "status": "incorrect", "must": True,
             "note": "text", "code": '''
def answer(longest, d_model):
    return '862.5'
'''},
            {"id": "2.5-x28", "reason": "wrong-type", "also": [], "status": "incorrect", "must": True,
             "note": "the result, not the function", "code": '''
answer = 862.502
'''},
            {"id": "2.5-x29", "reason": "returned-none", "also": [], "status": "incorrect", "must": True,
             "note": "prints", "code": '''
def answer(longest, d_model):
    base = (longest / (2 * np.pi)) ** (d_model / (d_model - 2))
    print(base)
'''},
            {"id": "2.5-x30", "reason": "raised", "also": [], "status": "error", "must": True,
             "note": "pi is not defined", "code": '''
def answer(longest, d_model):
    return (longest / (2 * pi)) ** (d_model / (d_model - 2))
'''},
            {"id": "2.5-x31", "reason": "raised", "also": [], "status": "error", "must": True,
             "note": "a missing parameter", "code": '''
def answer(longest):
    return longest / (2 * np.pi)
'''},
            {"id": "2.5-x32", "reason": "not-attempted", "also": [], "status": "not_attempted", "must": True,
             "note": "untouched", "code": '''
def answer(longest, d_model):
    raise NotImplementedError
'''},
        ],
        "right": [
            {"id": "2.5-y01", "form": "root of the last exponent", "note": "", "code": '''
def answer(longest, d_model):
    i = d_model / 2 - 1
    return (longest / (2 * np.pi)) ** (1 / (2 * i / d_model))
'''},
            {"id": "2.5-y02", "form": "log2 and 2**", "note": "", "code": '''
def answer(longest, d_model):
    return 2 ** (np.log2(longest / (2 * np.pi)) / (1 - 2 / d_model))
'''},
            {"id": "2.5-y03", "form": "float32", "note": "", "code": '''
def answer(longest, d_model):
    return np.float32((longest / (2 * np.pi)) ** (d_model / (d_model - 2)))
'''},
            {"id": "2.5-y04", "form": "array of one", "note": "", "code": '''
def answer(longest, d_model):
    return np.array([(longest / (2 * np.pi)) ** (d_model / (d_model - 2))])
'''},
            {"id": "2.5-y05", "form": "steps of Newton in the logarithm", "note": "", "code": '''
def answer(longest, d_model):
    y = 1.0
    for _ in range(60):
        y -= (math.log(2 * math.pi) + y * (d_model - 2) / d_model - math.log(longest)) / ((d_model - 2) / d_model)
    return math.exp(y)
'''},
        ],
    },
}
