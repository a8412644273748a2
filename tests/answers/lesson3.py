"""Further answers to the exercises of lesson 3 and to Q3: the same mistakes in other forms, two at once, and near misses."""

# One loop over positions and columns, in plain Python; each mistake changes one expression.
SINCOS = "math.sin(a) if c % 2 == 0 else math.cos(a)"
ANGLE = "p / B ** (2 * (c // 2) / D)"
CELLS = {  # code: (angle, value)
    "position-off-by-one": ("(p - 1) / B ** (2 * (c // 2) / D)", SINCOS),
    "one-based": ("(p + 1) / B ** (2 * (c // 2) / D)", SINCOS),
    "reversed-positions": ("(N - 1 - p) / B ** (2 * (c // 2) / D)", SINCOS),
    "normalised-positions": ("p / N / B ** (2 * (c // 2) / D)", SINCOS),
    "sin-cos-swapped": (ANGLE, "math.cos(a) if c % 2 == 0 else math.sin(a)"),
    "all-sine": (ANGLE, "math.sin(a)"),
    "all-cosine": (ANGLE, "math.cos(a)"),
    "halves": ("p / B ** (2 * (c if c < H else c - H) / D)", "math.sin(a) if c < H else math.cos(a)"),
    "cos-first-halves": ("p / B ** (2 * (c if c < H else c - H) / D)", "math.cos(a) if c < H else math.sin(a)"),
    "factor-two-twice": ("p * math.exp(-4 * (c // 2) / D * math.log(B))", SINCOS),
    "factor-two-missing": ("p / B ** (c // 2 / D)", SINCOS),
    "own-exponent": ("p / B ** (c / D)", SINCOS),
    "exponent-d-minus-2": ("p / B ** (c // 2 / max(H - 1, 1))", SINCOS),
    "one-based-pairs": ("p / B ** (2 * (c // 2 + 1) / D)", SINCOS),
    "order-reversed": ("p / B ** (2 * (H - 1 - c // 2) / D)", SINCOS),
    "one-frequency": ("p / B ** (2 * (c // 2) // (D + 1))", SINCOS),
    "multiplied-not-divided": ("p * B ** (2 * (c // 2) / D)", SINCOS),
    "log-base": ("p * math.exp(-2 * (c // 2) / D * math.log2(B))", SINCOS),
    "base-wrong": ("p / 500.0 ** (2 * (c // 2) / D)", SINCOS),
    "degrees": ("math.degrees(p / B ** (2 * (c // 2) / D))", SINCOS),
    "two-pi-multiplied": ("2 * math.pi * p / B ** (2 * (c // 2) / D)", SINCOS),
    "sign-flipped": ("-p / B ** (2 * (c // 2) / D)", SINCOS),
}
PAIRS = {  # two mistakes at once, the one that speaks first
    ("one-based", "factor-two-twice"): ("(p + 1) / B ** (4 * (c // 2) / D)", SINCOS),
    ("sin-cos-swapped", "degrees"): ("math.radians(p / B ** (2 * (c // 2) / D))", "math.cos(a) if c % 2 == 0 else math.sin(a)"),
    ("own-exponent", "two-pi-multiplied"): ("6.283185307179586 * p / B ** (c / D)", SINCOS),
    ("all-sine", "own-exponent"): ("p / B ** (c / D)", "math.sin(a)"),
    ("factor-two-missing", "degrees"): ("math.radians(p / B ** (c // 2 / D))", SINCOS),
}
TABLE = """
def answer(n, d_model{base}):
    N, D, H, B = n, d_model, (d_model + 1) // 2, {value}
    out = []
    for p in range(n):
        row = []
        for c in range(d_model):
            a = {angle}
            row.append({cell})
        out.append(row)
    return out
"""
ADDED = """
def answer(x, base=10000.0):
    N, D = x.shape[-2:]
    H, B = (D + 1) // 2, base
    out = np.array(x, dtype=float)
    for p in range(N):
        for c in range(D):
            a = {angle}
            out[..., p, c] += {cell}
    return out
"""
ROW = """
N, D, H, B, p = 1, 6, 3, 10000, {position}
answer = []
for c in range(6):
    a = {angle}
    answer.append({cell})
"""


def entry(name, reason, code, *also, status="incorrect", note=""):
    return {"id": name, "reason": reason, "also": list(also), "status": status, "must": True, "note": note, "code": code}


def cells(exercise, template, skip=(), **more):
    made = [entry(f"{exercise}-x{n:02d}", code, template.format(angle=angle, cell=cell, **more))
            for n, (code, (angle, cell)) in enumerate(CELLS.items()) if code not in skip]
    return made + [entry(f"{exercise}-y{n:02d}", codes[0], template.format(angle=angle, cell=cell, **more), *codes[1:])
                   for n, (codes, (angle, cell)) in enumerate(PAIRS.items())]


def right(name, code, form):
    return {"id": name, "form": form, "note": "", "code": code}


ONLY_MANY_ROWS = ("reversed-positions", "normalised-positions")

ANSWERS = {
    "3.1": {
        "wrong": [
            *cells("3.1", ROW, skip=ONLY_MANY_ROWS, position=5),
            entry("3.1-x30", "rounded-too-early", "d = 10000 ** 0.333\na = [5, 5 / d, 5 / d**2]\nanswer = [f(x) for x in a for f in (math.sin, math.cos)]"),
            entry("3.1-x31", "precision-two-digits", "answer = [-0.96, 0.28, 0.23, 0.97, 0.01, 1.0]"),
            entry("3.1-x32", "wrong-type", "answer = '-0.959 0.284 0.230 0.973 0.011 1.000'"),
            entry("3.1-x33", "wrong-shape", "answer = [[-0.959, 0.284], [0.230, 0.973], [0.011, 1.000]]"),
            entry("3.1-x34", "unrecognised", "answer = [-0.959, 0.284, 0.230, 0.973, 0.021, 1.000]", note="a near miss"),
            entry("3.1-x35", "unrecognised", "answer = [0, 0, 0, 0, 0, 0]"),
            entry("3.1-x36", "not-finite", "answer = [-0.959, 0.284, float('nan'), 0.973, 0.011, 1.000]"),
            entry("3.1-x37", "wrong-type", "answer = [-0.959, 0.284, 0.230, 0.973, 0.011, None]"),
            entry("3.1-x38", "wrong-type", "def answer():\n    return [-0.959, 0.284, 0.230, 0.973, 0.011, 1.000]"),
        ],
        "right": [
            right("3.1-s01", "answer = np.array([-0.959, 0.284, 0.230, 0.973, 0.011, 1.000], dtype=np.float32)", "float32"),
            right("3.1-s02", "answer = np.exp(1j * 5 / 10000 ** (np.arange(3) / 3))\nanswer = np.stack([answer.imag, answer.real], 1).ravel().tolist()", "complex"),
        ],
    },
    "3.2": {
        "wrong": [
            *cells("3.2", TABLE, base=", base=10000.0", value="base"),
            entry("3.2-x30", "axis-swapped", "def answer(n, d_model, base=10000.0):\n    a = np.arange(n) * base ** (-np.arange(0, d_model, 2) / d_model)[:, None]\n"
                  "    return np.stack([np.sin(a), np.cos(a)], 1).reshape(-1, n)[:d_model]"),
            entry("3.2-x31", "axis-swapped", "def answer(n, d_model, base=10000.0):\n    a = np.arange(n) * base ** (-2 * np.arange(0, d_model, 2) / d_model)[:, None]\n"
                  "    return np.stack([np.sin(a), np.cos(a)], 1).reshape(-1, n)[:d_model]", "factor-two-twice"),
            entry("3.2-x32", "shown-case-only", "def answer(n, d_model, base=10000.0):\n    a = np.arange(n)[:, None] * base ** (-np.arange(0, d_model, 2) / 6)\n"
                  "    return np.stack([np.sin(a), np.cos(a)], -1).reshape(n, -1)[:, :d_model]", note="6 written in"),
            entry("3.2-x33", "shown-case-only", "def answer(n, d_model, base=10000.0):\n    a = np.arange(4)[:, None] * base ** (-np.arange(0, 6, 2) / 6)\n"
                  "    return np.stack([np.sin(a), np.cos(a)], -1).reshape(4, 6)", note="sizes written in"),
            entry("3.2-x34", "low-precision", "def answer(n, d_model, base=10000.0):\n    a = np.arange(n)[:, None] * base ** (-np.arange(0, d_model, 2) / d_model)\n"
                  "    return np.stack([np.sin(a), np.cos(a)], -1).reshape(n, -1)[:, :d_model].astype(np.float16)"),
            entry("3.2-x35", "raised", "def answer(n, d_model, base=10000.0):\n    return np.zeros(3)[n * 9]", status="error"),
            entry("3.2-x36", "returned-none", "def answer(n, d_model, base=10000.0):\n    a = np.arange(n)[:, None] * base ** (-np.arange(0, d_model, 2) / d_model)\n    print(np.sin(a))"),
            entry("3.2-x37", "odd-d-crash", "def answer(n, d_model, base=10000.0):\n    if d_model % 2:\n        raise ValueError('d_model must be even')\n"
                  "    a = np.arange(n)[:, None] / base ** (np.arange(0, d_model, 2) / d_model)\n    return np.stack([np.sin(a), np.cos(a)], -1).reshape(n, d_model)", status="error"),
            entry("3.2-x38", "rounded-output", "def answer(n, d_model, base=10000.0):\n    a = np.arange(n)[:, None] / base ** (np.arange(0, d_model + 1, 2) / d_model)\n"
                  "    return np.round(np.stack([np.sin(a), np.cos(a)], -1).reshape(n, -1)[:, :d_model], 4)"),
            entry("3.2-x39", "one-frequency", "def answer(n, d_model, base=10000.0):\n    a = np.repeat(np.arange(n)[:, None], (d_model + 1) // 2, 1)\n"
                  "    return np.stack([np.sin(a), np.cos(a)], -1).reshape(n, -1)[:, :d_model]"),
        ],
        "right": [
            right("3.2-s01", "def answer(n, d_model, base=10000.0):\n    z = np.exp(1j * np.outer(np.arange(n), base ** (-np.arange(0, d_model, 2) / d_model)))\n"
                  "    return np.stack([z.imag, z.real], -1).reshape(n, -1)[:, :d_model]", "complex"),
            right("3.2-s02", "def answer(length, width, b=10000.0):\n    c = np.arange(width)\n    return np.sin(np.arange(length)[:, None] / b ** ((c - c % 2) / width) + c % 2 * np.pi / 2)",
                  "a cosine as a shifted sine, other names"),
        ],
    },
    "3.3": {
        "wrong": [
            *cells("3.3", TABLE, base="", value="10000.0"),
            entry("3.3-x30", "axis-swapped", "def answer(n, d_model):\n    c = np.arange(d_model)\n    a = np.arange(n)[:, None] / 10000 ** ((c - c % 2) / d_model)\n    return np.where(c % 2, np.cos(a), np.sin(a)).T"),
            entry("3.3-x31", "even-d-broken", "def answer(n, d_model):\n    d = d_model if d_model % 2 else d_model + 1\n    c = np.arange(d)\n    a = np.arange(n)[:, None] / 10000 ** ((c - c % 2) / d)\n"
                  "    return np.where(c % 2, np.cos(a), np.sin(a))[:, :d_model]"),
            entry("3.3-x32", "odd-d-crash", "def answer(n, d_model):\n    assert d_model % 2 == 0, 'even widths only'\n"
                  "    c = np.arange(d_model)\n    a = np.arange(n)[:, None] / 10000 ** ((c - c % 2) / d_model)\n    return np.where(c % 2, np.cos(a), np.sin(a))", status="error"),
            entry("3.3-x33", "odd-d-zero-pad", "def answer(n, d_model):\n    d = d_model - d_model % 2\n    c = np.arange(d)\n    a = np.arange(n)[:, None] / 10000 ** ((c - c % 2) / max(d, 1))\n"
                  "    return np.pad(np.where(c % 2, np.cos(a), np.sin(a)), ((0, 0), (0, d_model - d)))", note="the exponent of the smaller width"),
            entry("3.3-x34", "odd-d-exponent", "def answer(n, d_model):\n    d = max(d_model - d_model % 2, 1)\n    c = np.arange(d_model)\n    a = np.arange(n)[:, None] / 10000 ** ((c - c % 2) / d)\n"
                  "    return np.where(c % 2, np.cos(a), np.sin(a))"),
        ],
        "right": [
            right("3.3-s01", "def answer(n, d_model):\n    a = np.arange(n)[:, None] / 10000 ** (np.arange(0, d_model, 2) / d_model)\n"
                  "    return np.stack([np.sin(a), np.cos(a)], -1).reshape(n, -1)[:, :d_model]", "cut to width"),
            right("3.3-s02", "def answer(n, d_model):\n    pe = np.zeros((n, d_model + d_model % 2))\n    a = np.arange(n)[:, None] / 10000 ** (np.arange(0, d_model, 2) / d_model)\n"
                  "    pe[:, ::2], pe[:, 1::2] = np.sin(a), np.cos(a)\n    return pe[:, :d_model]", "one column more, then cut"),
        ],
    },
    "3.4": {
        "wrong": [
            *cells("3.4", ADDED),
            entry("3.4-x30", "scaled-by-sqrt-d", "def answer(x, base=10000.0):\n    n, d = x.shape[-2:]\n    c = np.arange(d)\n    return d ** .5 * x + np.sin(np.arange(n)[:, None] / base ** ((c - c % 2) / d) + c % 2 * np.pi / 2)"),
            entry("3.4-x31", "batch-axis", "def answer(x, base=10000.0):\n    d = x.shape[-1]\n    out = np.array(x, float)\n    for p in range(len(x)):\n        for c in range(d):\n"
                  "            a = p / base ** ((c - c % 2) / d)\n            out[p, ..., c] += math.cos(a) if c % 2 else math.sin(a)\n    return out", note="a loop over the first axis"),
            entry("3.4-x32", "raised", "def answer(x, base=10000.0):\n    n, d = x.shape\n    return x", status="error", note="two axes only"),
            entry("3.4-x33", "same-row-for-all", "def answer(x, base=10000.0):\n    d = x.shape[-1]\n    c = np.arange(d)\n    a = 1 / base ** ((c - c % 2) / d)\n    return x + np.where(c % 2, np.cos(a), np.sin(a))"),
            entry("3.4-x34", "batch-axis", "def answer(x, base=10000.0):\n    d = x.shape[-1]\n    c = np.arange(d)\n    a = np.arange(x.shape[0])[:, None] / base ** (2 * (c - c % 2) / d)\n"
                  "    pe = np.where(c % 2, np.cos(a), np.sin(a))\n    return x + pe.reshape(len(x), *(1,) * (x.ndim - 2), d)", "factor-two-twice"),
        ],
        "right": [
            right("3.4-s01", "def answer(x, base=10000.0):\n    n, d = x.shape[-2:]\n    z = np.exp(1j * np.outer(np.arange(n), base ** (-np.arange(0, d, 2) / d)))\n"
                  "    return x + np.stack([z.imag, z.real], -1).reshape(n, d)", "complex"),
            right("3.4-s02", "def answer(x, base=10000.0):\n    n, d = x.shape[-2:]\n    c = np.arange(d)\n    a = np.arange(n)[:, None] / base ** ((c - c % 2) / d)\n"
                  "    y = x.astype(float)\n    y += np.where(c % 2, np.cos(a), np.sin(a))\n    return y", "in place on a copy"),
        ],
    },
    "3.5": {
        "wrong": [
            entry("3.5-x01", "absolute-sum", "def answer(E, P):\n    p, e = abs(P).sum(), abs(E).sum()\n    return p / (p + e)"),
            entry("3.5-x02", "variance-not-energy", "def answer(E, P):\n    return P.var() / (P.var() + E.var())"),
            entry("3.5-x03", "squared", "def answer(E, P):\n    p, e = (P * P).sum(), (E * E).sum()\n    return (p / (p + e)) ** 2"),
            entry("3.5-x04", "norm-share", "def answer(E, P):\n    p, e = math.sqrt((P * P).sum()), math.sqrt((E * E).sum())\n    return 100 * p / (p + e)", "percent"),
            entry("3.5-x05", "wrong-shape", "def answer(E, P):\n    p, e = (P * P).sum(-1), (E * E).sum(-1)\n    return p / (p + e)", status="incorrect", note="one share a row"),
            entry("3.5-x06", "energy-of-sum", "def answer(E, P):\n    return 100 * np.vdot(P, P) / np.vdot(E + P, E + P)", "percent"),
            entry("3.5-x07", "unrecognised", "def answer(E, P):\n    return 0.5"),
            entry("3.5-x08", "shown-case-only", "def answer(E, P):\n    return 0.64"),
            entry("3.5-x09", "token-share", "def answer(E, P):\n    return 1 - np.linalg.norm(P) ** 2 / (np.linalg.norm(P) ** 2 + np.linalg.norm(E) ** 2)"),
        ],
        "right": [
            right("3.5-s01", "def answer(E, P):\n    return [np.vdot(P, P) / (np.vdot(P, P) + np.vdot(E, E))]", "a list of one"),
            right("3.5-s02", "def answer(E, P):\n    return np.array(sum(v * v for v in P.ravel()) / sum(v * v for v in np.r_[P.ravel(), E.ravel()]))", "a 0-d array"),
        ],
    },
    "3.6": {
        "wrong": [
            entry("3.6-x01", "unknown-option", "answer = {'A': 'doubled', 'B': 'own-exponent', 'C': 'halves', 'D': 'none', 'E': 'batch-axis'}"),
            entry("3.6-x02", "wrong-type", "answer = ['factor-two-twice', 'own-exponent', 'halves', 'none', 'batch-axis']"),
            entry("3.6-x03", "listing-b", "answer = dict(A='factor-two-twice', B='halves', C='own-exponent', D='none', E='batch-axis')", "listing-c"),
            entry("3.6-x04", "missing-key", "answer = {'A': 'factor-two-twice', 'B': None, 'C': 'halves', 'D': 'none', 'E': 'batch-axis'}"),
        ],
        "right": [right("3.6-s01", "answer = {'a': 'Factor two twice', 'b': 'own exponent', 'c': 'Halves', 'd': 'None', 'e': 'batch_axis'}", "as one would type them")],
    },
    "Q3": {
        "wrong": [
            *cells("Q3", ROW, skip=ONLY_MANY_ROWS, position=4),
            entry("Q3-x30", "angles-not-sines", "answer = [4, 4, 0.186, 0.186, 0.009, 0.009]"),
            entry("Q3-x31", "rounded-too-early", "answer = [-0.757, -0.654, math.sin(4 / 10000 ** 0.33), math.cos(4 / 10000 ** 0.33), math.sin(4 / 10000 ** 0.67), 1.0]"),
            entry("Q3-x32", "precision-two-digits", "answer = [-0.76, -0.65, 0.18, 0.98, 0.01, 1.0]"),
        ],
        "right": [right("Q3-s01", "answer = np.matrix([-0.757, -0.654, 0.185, 0.983, 0.009, 1.000]).A1", "a flat matrix")],
    },
}
