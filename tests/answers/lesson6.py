"""Further answers to the exercises of lesson 6, in the format of the bank that the course was specified with.

ANSWERS[id]["wrong"]: the status, the code and the further codes that the check must give; ANSWERS[id]["right"]: accepted
answers. Each `code` is run in a namespace that holds np and math; it binds the name `answer`.
"""

ANSWERS = {
    "6.1": {
        "wrong": [
            {"id": "6.1-x01", "reason": "not-attempted", "also": [], "status": "not_attempted", "must": True,
             "note": "only a docstring", "code": '''
def answer(s, c, omega):
    """positions"""
'''},
            {"id": "6.1-x02", "reason": "not-attempted", "also": [], "status": "not_attempted", "must": True,
             "note": "ellipsis", "code": '''
def answer(s, c, omega): ...
'''},
            {"id": "6.1-x03", "reason": "arctan-arguments", "also": [], "status": "incorrect", "must": True,
             "note": "one by one, with math", "code": '''
def answer(s, c, omega):
    out = []
    for x, y in zip(s, c):
        a = math.atan2(y, x)
        if a < 0:
            a += 2 * math.pi
        out.append(a / omega)
    return np.array(out)
'''},
            {"id": "6.1-x04", "reason": "arctan-arguments", "also": ["half-turn"], "status": "incorrect", "must": True,
             "note": "exchanged, and no turn added", "code": '''
def answer(s, c, omega):
    return np.arctan2(c, s) / omega
'''},
            {"id": "6.1-x05", "reason": "half-turn", "also": [], "status": "incorrect", "must": True,
             "note": "complex number", "code": '''
def answer(s, c, omega):
    return np.angle(c + 1j * s) / omega
'''},
            {"id": "6.1-x06", "reason": "half-turn", "also": [], "status": "incorrect", "must": True,
             "note": "half a turn added", "code": '''
def answer(s, c, omega):
    a = np.arctan2(s, c)
    a[a < 0] += np.pi
    return a / omega
'''},
            {"id": "6.1-x07", "reason": "sine-only", "also": [], "status": "incorrect", "must": True,
             "note": "folded into a turn", "code": '''
def answer(s, c, omega):
    return [(math.asin(x) % (2 * math.pi)) / omega for x in s]
'''},
            {"id": "6.1-x08", "reason": "cosine-only", "also": [], "status": "incorrect", "must": True,
             "note": "sign of the angle dropped", "code": '''
def answer(s, c, omega):
    return np.abs(np.arctan2(s, c)) / omega
'''},
            {"id": "6.1-x09", "reason": "omega-missing", "also": ["cosine-only"], "status": "incorrect", "must": True,
             "note": "arccosine alone, no division", "code": '''
def answer(s, c, omega):
    return np.arccos(c)
'''},
            {"id": "6.1-x10", "reason": "arctan-of-quotient", "also": [], "status": "incorrect", "must": True,
             "note": "a turn added where negative", "code": '''
def answer(s, c, omega):
    a = np.arctan(np.divide(s, c))
    return np.where(a < 0, a + 2 * np.pi, a) / omega
'''},
            {"id": "6.1-x11", "reason": "omega-missing", "also": [], "status": "incorrect", "must": True,
             "note": "complex number", "code": '''
def answer(s, c, omega):
    return np.angle(c + 1j * s) % (2 * np.pi)
'''},
            {"id": "6.1-x12", "reason": "omega-missing", "also": ["half-turn"], "status": "incorrect", "must": True,
             "note": "the bare angle", "code": '''
def answer(s, c, omega):
    return [math.atan2(x, y) for x, y in zip(s, c)]
'''},
            {"id": "6.1-x13", "reason": "omega-inverted", "also": [], "status": "incorrect", "must": True,
             "note": "loop", "code": '''
def answer(s, c, omega):
    return [omega * (math.atan2(x, y) % math.tau) for x, y in zip(s, c)]
'''},
            {"id": "6.1-x14", "reason": "small-angle", "also": [], "status": "incorrect", "must": True,
             "note": "sine by the frequency, one by one", "code": '''
def answer(s, c, omega):
    wavelength = 2 * np.pi / omega
    return [x * wavelength / (2 * np.pi) for x in s]
'''},
            {"id": "6.1-x15", "reason": "degrees", "also": [], "status": "incorrect", "must": True,
             "note": "degrees to the end", "code": '''
def answer(s, c, omega):
    return np.mod(np.degrees(np.arctan2(s, c)), 360) / omega
'''},
            {"id": "6.1-x16", "reason": "degrees", "also": [], "status": "incorrect", "must": True,
             "note": "360 added to radians", "code": '''
def answer(s, c, omega):
    a = np.arctan2(s, c)
    a = np.where(a < 0, a + 360, a)
    return a / omega
'''},
            {"id": "6.1-x17", "reason": "degrees", "also": ["half-turn"], "status": "incorrect", "must": True,
             "note": "degrees, no turn added", "code": '''
def answer(s, c, omega):
    return np.rad2deg(np.arctan2(s, c)) / omega
'''},
            {"id": "6.1-x18", "reason": "cycles-not-radians", "also": [], "status": "incorrect", "must": True,
             "note": "share of a turn", "code": '''
def answer(s, c, omega):
    turns = (np.arctan2(s, c) / (2 * np.pi)) % 1
    return turns / omega
'''},
            {"id": "6.1-x19", "reason": "cycles-not-radians", "also": ["omega-missing"], "status": "incorrect", "must": True,
             "note": "turns only", "code": '''
def answer(s, c, omega):
    return np.arctan2(s, c) / (2 * np.pi) % 1
'''},
            {"id": "6.1-x20", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "noise", "code": '''
def answer(s, c, omega):
    return 7.3 * np.arange(len(s)) ** 2 + 2.1
'''},
            {"id": "6.1-x21", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "zeros", "code": '''
def answer(s, c, omega):
    return np.zeros(len(s))
'''},
            {"id": "6.1-x22", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "near miss", "code": '''
def answer(s, c, omega):
    p = np.mod(np.arctan2(s, c), 2 * np.pi) / omega
    p[1] += 0.05
    return p
'''},
            {"id": "6.1-x23", "reason": "added-to-all", "also": [], "status": "incorrect", "must": True,
             "note": "one turn too many everywhere", "code": '''
def answer(s, c, omega):
    return (np.arctan2(s, c) + 2 * np.pi) / omega
'''},
            {"id": "6.1-x24", "reason": "shown-case-only", "also": [], "status": "incorrect", "must": True,
             "note": "the positions of the shown case", "code": '''
def answer(s, c, omega):
    if len(s) == 4:
        return [0, 1, 100, 511]
    return np.zeros(len(s))
'''},
            {"id": "6.1-x25", "reason": "raised", "also": [], "status": "error", "must": True,
             "note": "a list has no minus", "code": '''
def answer(s, c, omega):
    return list(s) - list(c)
'''},
            {"id": "6.1-x26", "reason": "raised", "also": [], "status": "error", "must": True,
             "note": "typo", "code": '''
def answer(s, c, omega):
    return np.mod(np.arctan2(s, c), 2 * np.pi) / omga
'''},
            {"id": "6.1-x27", "reason": "raised", "also": [], "status": "error", "must": True,
             "note": "parameter missing", "code": '''
def answer(s, c):
    return np.arctan2(s, c)
'''},
            {"id": "6.1-x28", "reason": "returned-none", "also": [], "status": "incorrect", "must": True,
             "note": "return forgotten", "code": '''
def answer(s, c, omega):
    p = np.mod(np.arctan2(s, c), 2 * np.pi) / omega
'''},
            {"id": "6.1-x29", "reason": "wrong-type", "also": [], "status": "incorrect", "must": True,
             "note": "the result in place of the function", "code": '''
answer = np.array([0.0, 1.0, 100.0, 511.0])
'''},
            {"id": "6.1-x30", "reason": "wrong-type", "also": [], "status": "incorrect", "must": True,
             "note": "text", "code": '''
def answer(s, c, omega):
    return str(np.arctan2(s, c) / omega)
'''},
            {"id": "6.1-x31", "reason": "wrong-shape", "also": [], "status": "incorrect", "must": True,
             "note": "one number", "code": '''
def answer(s, c, omega):
    return 0.0
'''},
            {"id": "6.1-x32", "reason": "wrong-shape", "also": [], "status": "incorrect", "must": True,
             "note": "empty", "code": '''
def answer(s, c, omega):
    return []
'''},
            {"id": "6.1-x33", "reason": "wrong-shape", "also": [], "status": "incorrect", "must": True,
             "note": "a column", "code": '''
def answer(s, c, omega):
    return (np.mod(np.arctan2(s, c), 2 * np.pi) / omega)[:, None]
'''},
            {"id": "6.1-x34", "reason": "not-finite", "also": [], "status": "incorrect", "must": True,
             "note": "nan", "code": '''
def answer(s, c, omega):
    return np.full(len(s), np.nan)
'''},
            {"id": "6.1-x35", "reason": "mutated-input", "also": [], "status": "incorrect", "must": True,
             "note": "angle written into s", "code": '''
def answer(s, c, omega):
    s[:] = np.mod(np.arctan2(s, c), 2 * np.pi) / omega
    return s.copy()
'''},
        ],
        "right": [
            {"id": "6.1-x36", "form": "complex number, a turn added", "note": "", "code": '''
def answer(s, c, omega):
    return (np.angle(c + 1j * s) % (2 * np.pi)) / omega
'''},
            {"id": "6.1-x37", "form": "half-angle formula", "note": "", "code": '''
def answer(s, c, omega):
    a = 2 * np.arctan2(s, 1 + c)
    return tuple((a + 2 * np.pi * (a < 0)) / omega)
'''},
            {"id": "6.1-x38", "form": "by the wavelength", "note": "", "code": '''
def answer(s, c, omega):
    wavelength = 2 * np.pi / omega
    return (np.arctan2(s, c) * wavelength / (2 * np.pi)) % wavelength
'''},
            {"id": "6.1-x39", "form": "tried out: nearest of many positions", "note": "", "code": '''
def answer(s, c, omega):
    p = np.arange(0, 700.0)
    if omega == 1.0:
        p = np.arange(0, 7.0)
    return [p[np.argmin((np.sin(p * omega) - x) ** 2 + (np.cos(p * omega) - y) ** 2)] for x, y in zip(s, c)]
'''},
            {"id": "6.1-x40", "form": "float32", "note": "", "code": '''
def answer(s, c, omega):
    a = np.mod(np.arctan2(s, c), 2 * np.pi)
    return (a / omega).astype(np.float32)
'''},
            {"id": "6.1-x41", "form": "end of the circle for position 0", "note": "", "code": '''
def answer(s, c, omega):
    return 2 * np.pi / omega - np.mod(np.arctan2(-s, c), 2 * np.pi) / omega
'''},
        ],
    },
    "6.2": {
        "wrong": [
            {"id": "6.2-x01", "reason": "not-attempted", "also": [], "status": "not_attempted", "must": True,
             "note": "nothing filled in", "code": '''
def answer(table):
    # TODO
    pass
'''},
            {"id": "6.2-x02", "reason": "includes-itself", "also": [], "status": "incorrect", "must": True,
             "note": "loop", "code": '''
def answer(table):
    return [min(math.dist(a, b) for b in table) for a in table]
'''},
            {"id": "6.2-x03", "reason": "squared", "also": [], "status": "incorrect", "must": True,
             "note": "loop, root forgotten", "code": '''
def answer(table):
    n = len(table)
    return [min(sum((table[p] - table[q]) ** 2) for q in range(n) if q != p) for p in range(n)]
'''},
            {"id": "6.2-x04", "reason": "neighbour-only", "also": [], "status": "incorrect", "must": True,
             "note": "differences, the ends have one neighbour", "code": '''
def answer(table):
    step = np.linalg.norm(np.diff(table, axis=0), axis=1)
    return np.minimum(np.r_[np.inf, step], np.r_[step, np.inf])
'''},
            {"id": "6.2-x05", "reason": "neighbour-only", "also": [], "status": "incorrect", "must": True,
             "note": "the next row, the last one with the one before", "code": '''
def answer(table):
    step = np.linalg.norm(np.diff(table, axis=0), axis=1)
    return np.r_[step, step[-1]]
'''},
            {"id": "6.2-x06", "reason": "neighbour-only", "also": [], "status": "incorrect", "must": True,
             "note": "roll", "code": '''
def answer(table):
    return np.minimum(np.linalg.norm(table - np.roll(table, 1, axis=0), axis=1), np.linalg.norm(table - np.roll(table, -1, axis=0), axis=1))
'''},
            {"id": "6.2-x07", "reason": "neighbour-only", "also": ["squared"], "status": "incorrect", "must": True,
             "note": "neighbours, no root", "code": '''
def answer(table):
    step = np.sum(np.diff(table, axis=0) ** 2, axis=1)
    return np.minimum(np.r_[np.inf, step], np.r_[step, np.inf])
'''},
            {"id": "6.2-x08", "reason": "from-row-zero", "also": [], "status": "incorrect", "must": True,
             "note": "loop", "code": '''
def answer(table):
    return np.array([np.sqrt(np.sum((row - table[0]) ** 2)) for row in table])
'''},
            {"id": "6.2-x09", "reason": "farthest", "also": [], "status": "incorrect", "must": True,
             "note": "loop over the others", "code": '''
def answer(table):
    n = len(table)
    return [max(math.dist(table[p], table[q]) for q in range(n) if q != p) for p in range(n)]
'''},
            {"id": "6.2-x10", "reason": "farthest", "also": ["squared"], "status": "incorrect", "must": True,
             "note": "Gram matrix", "code": '''
def answer(table):
    g = table @ table.T
    s = np.diag(g)
    return (s[:, None] + s[None] - 2 * g).max(axis=1)
'''},
            {"id": "6.2-x11", "reason": "norm-not-distance", "also": [], "status": "incorrect", "must": True,
             "note": "root of the diagonal of the Gram matrix", "code": '''
def answer(table):
    return np.sqrt(np.einsum("ij,ij->i", table, table))
'''},
            {"id": "6.2-x12", "reason": "duplicates-skipped", "also": [], "status": "incorrect", "must": True,
             "note": "smallest positive distance", "code": '''
def answer(table):
    n = len(table)
    out = []
    for p in range(n):
        d = np.linalg.norm(table - table[p], axis=1)
        out.append(d[d > 0].min())
    return np.array(out)
'''},
            {"id": "6.2-x13", "reason": "mean-not-min", "also": [], "status": "incorrect", "must": True,
             "note": "mean of the others", "code": '''
def answer(table):
    d = np.linalg.norm(table[:, None] - table[None], axis=-1)
    return d.sum(axis=1) / (len(table) - 1)
'''},
            {"id": "6.2-x14", "reason": "mean-not-min", "also": [], "status": "incorrect", "must": True,
             "note": "mean with itself", "code": '''
def answer(table):
    return [np.mean([math.dist(a, b) for b in table]) for a in table]
'''},
            {"id": "6.2-x15", "reason": "other-metric", "also": [], "status": "incorrect", "must": True,
             "note": "largest difference", "code": '''
def answer(table):
    d = np.max(np.abs(table[:, None] - table[None]), axis=-1)
    np.fill_diagonal(d, np.inf)
    return d.min(axis=1)
'''},
            {"id": "6.2-x16", "reason": "other-metric", "also": [], "status": "incorrect", "must": True,
             "note": "one minus cosine", "code": '''
def answer(table):
    u = table / np.linalg.norm(table, axis=1, keepdims=True)
    d = 1 - u @ u.T
    np.fill_diagonal(d, np.inf)
    return d.min(axis=1)
'''},
            {"id": "6.2-x17", "reason": "other-metric", "also": [], "status": "incorrect", "must": True,
             "note": "mean of squares under the root", "code": '''
def answer(table):
    n = len(table)
    return [min(np.sqrt(np.mean((table[p] - table[q]) ** 2)) for q in range(n) if q != p) for p in range(n)]
'''},
            {"id": "6.2-x18", "reason": "one-number", "also": [], "status": "incorrect", "must": True,
             "note": "smallest of all", "code": '''
def answer(table):
    d = np.linalg.norm(table[:, None] - table[None], axis=-1)
    np.fill_diagonal(d, np.inf)
    return d.min()
'''},
            {"id": "6.2-x19", "reason": "index-not-distance", "also": [], "status": "incorrect", "must": True,
             "note": "argmin", "code": '''
def answer(table):
    d = np.linalg.norm(table[:, None] - table[None], axis=-1)
    np.fill_diagonal(d, np.inf)
    return d.argmin(axis=1)
'''},
            {"id": "6.2-x20", "reason": "index-not-distance", "also": [], "status": "incorrect", "must": True,
             "note": "loop, the last of equally near ones", "code": '''
def answer(table):
    out = []
    for p in range(len(table)):
        best, which = 1e9, -1
        for q in range(len(table)):
            d = round(math.dist(table[p], table[q]), 9)
            if q != p and d <= best:
                best, which = d, q
        out.append(which)
    return out
'''},
            {"id": "6.2-x21", "reason": "index-not-distance", "also": [], "status": "incorrect", "must": True,
             "note": "of squares, from the Gram matrix", "code": '''
def answer(table):
    g = table @ table.T
    d = np.diag(g)[:, None] + np.diag(g) - 2 * g
    d[np.diag_indices(len(d))] = 1e9
    return np.argsort(d, axis=1)[:, 0]
'''},
            {"id": "6.2-x22", "reason": "axis-swapped", "also": [], "status": "incorrect", "must": True,
             "note": "loop over columns", "code": '''
def answer(table):
    d = table.shape[1]
    return [min(math.dist(table[:, a], table[:, b]) for b in range(d) if b != a) for a in range(d)]
'''},
            {"id": "6.2-x23", "reason": "axis-swapped", "also": ["includes-itself"], "status": "incorrect", "must": True,
             "note": "columns, with the diagonal", "code": '''
def answer(table):
    t = table.T
    return np.linalg.norm(t[:, None] - t[None], axis=-1).min(axis=0)
'''},
            {"id": "6.2-x24", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "noise", "code": '''
def answer(table):
    return np.array([0.31 + 0.07 * ((5 * p) % 7) for p in range(len(table))])
'''},
            {"id": "6.2-x25", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "near miss", "code": '''
def answer(table):
    d = np.linalg.norm(table[:, None] - table[None], axis=-1)
    np.fill_diagonal(d, np.inf)
    out = d.min(axis=1)
    out[2] += 1e-3
    return out
'''},
            {"id": "6.2-x26", "reason": "shown-case-only", "also": [], "status": "incorrect", "must": True,
             "note": "the number of the shown case", "code": '''
def answer(table):
    return np.full(len(table), 2 * np.sqrt(np.sin(0.5) ** 2 + np.sin(0.005) ** 2)) if table.shape == (6, 4) else 1.0 + 0.1 * np.arange(len(table))
'''},
            {"id": "6.2-x27", "reason": "wrong-shape", "also": [], "status": "incorrect", "must": True,
             "note": "one number, as the shown case suggests", "code": '''
def answer(table):
    return 0.959
'''},
            {"id": "6.2-x28", "reason": "wrong-shape", "also": [], "status": "incorrect", "must": True,
             "note": "all distances", "code": '''
def answer(table):
    return np.linalg.norm(table[:, None] - table[None], axis=-1)
'''},
            {"id": "6.2-x29", "reason": "wrong-shape", "also": [], "status": "incorrect", "must": True,
             "note": "steps between rows", "code": '''
def answer(table):
    return np.linalg.norm(np.diff(table, axis=0), axis=1)
'''},
            {"id": "6.2-x30", "reason": "not-finite", "also": [], "status": "incorrect", "must": True,
             "note": "infinity left by a minimum over nothing", "code": '''
def answer(table):
    d = np.linalg.norm(table[:, None] - table[None], axis=-1)
    d[d >= 0] = np.inf
    return d.min(axis=1)
'''},
            {"id": "6.2-x31", "reason": "returned-none", "also": [], "status": "incorrect", "must": True,
             "note": "prints", "code": '''
def answer(table):
    d = np.linalg.norm(table[:, None] - table[None], axis=-1)
    np.fill_diagonal(d, np.inf)
    print(d.min(axis=1))
'''},
            {"id": "6.2-x32", "reason": "raised", "also": [], "status": "error", "must": True,
             "note": "a method of lists on an array", "code": '''
def answer(table):
    return table.index(0)
'''},
            {"id": "6.2-x33", "reason": "raised", "also": [], "status": "error", "must": True,
             "note": "rows and columns confused in an index", "code": '''
def answer(table):
    return [np.linalg.norm(table[p] - table[p + 1]) for p in range(len(table))]
'''},
            {"id": "6.2-x34", "reason": "rounded-output", "also": [], "status": "incorrect", "must": True,
             "note": "rounded", "code": '''
def answer(table):
    d = np.linalg.norm(table[:, None] - table[None], axis=-1)
    np.fill_diagonal(d, np.inf)
    return np.round(d.min(axis=1), 3)
'''},
        ],
        "right": [
            {"id": "6.2-x35", "form": "row by row", "note": "", "code": '''
def answer(table):
    out = np.empty(len(table))
    for p, row in enumerate(table):
        out[p] = np.sqrt(((np.delete(table, p, axis=0) - row) ** 2).sum(axis=1)).min()
    return out
'''},
            {"id": "6.2-x36", "form": "partition", "note": "", "code": '''
def answer(table):
    d = np.linalg.norm(table[:, None] - table[None], axis=-1)
    return np.partition(d, 1, axis=1)[:, 1]
'''},
            {"id": "6.2-x37", "form": "identity times a large number", "note": "", "code": '''
def answer(table):
    d = np.linalg.norm(table[:, None] - table[None], axis=-1)
    return (d + 1e6 * np.eye(len(table))).min(axis=0).tolist()
'''},
            {"id": "6.2-x38", "form": "list of lists inside", "note": "", "code": '''
def answer(table):
    rows = table.tolist()
    return [min(math.dist(a, b) for q, b in enumerate(rows) if q != p) for p, a in enumerate(rows)]
'''},
        ],
    },
    "6.3": {
        "wrong": [
            {"id": "6.3-x01", "reason": "not-attempted", "also": [], "status": "not_attempted", "must": True,
             "note": "not implemented", "code": '''
def answer(positions, d_model):
    raise NotImplementedError()
'''},
            {"id": "6.3-x02", "reason": "angle-in-float32", "also": [], "status": "incorrect", "must": True,
             "note": "exp, in float32", "code": '''
def answer(positions, d_model):
    i = np.arange(0, d_model, 2, dtype=np.float32)
    w = np.exp(i * np.float32(-np.log(10000.0) / d_model))
    a = np.asarray(positions, np.float32)[:, None] * w
    out = np.empty((len(positions), d_model), np.float32)
    out[:, 0::2], out[:, 1::2] = np.sin(a), np.cos(a)
    return out
'''},
            {"id": "6.3-x03", "reason": "angle-in-float32", "also": [], "status": "incorrect", "must": True,
             "note": "only the angle", "code": '''
def answer(positions, d_model):
    a = np.outer(positions, 10000.0 ** (-np.arange(0, d_model, 2) / d_model)).astype(np.float32)
    return np.stack([np.sin(a), np.cos(a)], -1).reshape(len(positions), d_model)
'''},
            {"id": "6.3-x04", "reason": "angle-in-float32", "also": [], "status": "incorrect", "must": True,
             "note": "only the frequencies", "code": '''
def answer(positions, d_model):
    w = np.float32(10000.0) ** (-np.arange(0, d_model, 2, dtype=np.float32) / np.float32(d_model))
    a = positions.astype(np.float64)[:, None] * w.astype(np.float64)
    return np.stack([np.sin(a), np.cos(a)], -1).reshape(len(positions), d_model)
'''},
            {"id": "6.3-x05", "reason": "angle-in-float32", "also": [], "status": "incorrect", "must": True,
             "note": "divided by the power", "code": '''
def answer(positions, d_model):
    div = np.power(np.float32(10000.0), np.arange(0, d_model, 2, dtype=np.float32) / np.float32(d_model))
    a = positions.astype(np.float32)[:, None] / div
    return np.stack([np.sin(a), np.cos(a)], -1).reshape(len(positions), d_model)
'''},
            {"id": "6.3-x06", "reason": "factor-two-missing", "also": ["angle-in-float32"], "status": "incorrect", "must": True,
             "note": "two things", "code": '''
def answer(positions, d_model):
    w = (10000.0 ** (-np.arange(d_model // 2) / d_model)).astype(np.float32)
    a = positions.astype(np.float32)[:, None] * w
    return np.stack([np.sin(a), np.cos(a)], -1).reshape(len(positions), d_model)
'''},
            {"id": "6.3-x07", "reason": "halves", "also": ["angle-in-float32"], "status": "incorrect", "must": True,
             "note": "two things, concatenated", "code": '''
def answer(positions, d_model):
    w = (10000.0 ** (-np.arange(0, d_model, 2) / d_model)).astype(np.float32)
    a = positions.astype(np.float32)[:, None] * w
    return np.concatenate([np.sin(a), np.cos(a)], axis=1)
'''},
            {"id": "6.3-x08", "reason": "positions-ignored", "also": [], "status": "incorrect", "must": True,
             "note": "whole table, first rows", "code": '''
def answer(positions, d_model):
    n = len(positions)
    pe = np.zeros((n, d_model))
    for p in range(n):
        for i in range(0, d_model, 2):
            pe[p, i] = math.sin(p / 10000 ** (i / d_model))
            pe[p, i + 1] = math.cos(p / 10000 ** (i / d_model))
    return pe
'''},
            {"id": "6.3-x09", "reason": "positions-ignored", "also": [], "status": "incorrect", "must": True,
             "note": "counted on from the first", "code": '''
def answer(positions, d_model):
    p = positions[0] + np.arange(len(positions))
    a = p[:, None] * 10000.0 ** (-np.arange(0, d_model, 2) / d_model)
    return np.stack([np.sin(a), np.cos(a)], -1).reshape(len(positions), d_model)
'''},
            {"id": "6.3-x10", "reason": "positions-sorted", "also": [], "status": "incorrect", "must": True,
             "note": "unique", "code": '''
def answer(positions, d_model):
    p = np.unique(positions)
    a = p[:, None] * 10000.0 ** (-np.arange(0, d_model, 2) / d_model)
    return np.stack([np.sin(a), np.cos(a)], -1).reshape(len(p), d_model)
'''},
            {"id": "6.3-x11", "reason": "one-based", "also": [], "status": "incorrect", "must": True,
             "note": "loop with + 1", "code": '''
def answer(positions, d_model):
    rows = []
    for p in positions:
        row = []
        for i in range(d_model // 2):
            a = (p + 1) / 10000 ** (2 * i / d_model)
            row += [math.sin(a), math.cos(a)]
        rows.append(row)
    return rows
'''},
            {"id": "6.3-x12", "reason": "halves", "also": [], "status": "incorrect", "must": True,
             "note": "hstack", "code": '''
def answer(positions, d_model):
    a = positions[:, None] * 10000.0 ** (-np.arange(0, d_model, 2) / d_model)
    return np.hstack([np.sin(a), np.cos(a)])
'''},
            {"id": "6.3-x13", "reason": "sin-cos-swapped", "also": [], "status": "incorrect", "must": True,
             "note": "cosine first", "code": '''
def answer(positions, d_model):
    a = positions[:, None] * 10000.0 ** (-np.arange(0, d_model, 2) / d_model)
    return np.stack([np.cos(a), np.sin(a)], -1).reshape(len(positions), d_model)
'''},
            {"id": "6.3-x14", "reason": "factor-two-twice", "also": [], "status": "incorrect", "must": True,
             "note": "logarithm", "code": '''
def answer(positions, d_model):
    w = np.exp(-2 * np.arange(0, d_model, 2) * math.log(10000.0) / d_model)
    out = np.zeros((len(positions), d_model))
    out[:, ::2] = np.sin(np.outer(positions, w))
    out[:, 1::2] = np.cos(np.outer(positions, w))
    return out
'''},
            {"id": "6.3-x15", "reason": "factor-two-missing", "also": [], "status": "incorrect", "must": True,
             "note": "logarithm", "code": '''
def answer(positions, d_model):
    w = np.exp(-np.arange(d_model // 2) * math.log(10000.0) / d_model)
    z = np.exp(1j * np.outer(positions, w))
    return np.stack([z.imag, z.real], -1).reshape(len(positions), d_model)
'''},
            {"id": "6.3-x16", "reason": "exponent-d-minus-2", "also": [], "status": "incorrect", "must": True,
             "note": "as tensor2tensor", "code": '''
def answer(positions, d_model):
    timescales = d_model // 2
    step = math.log(10000.0) / (timescales - 1)
    a = positions[:, None] * np.exp(np.arange(timescales) * -step)
    return np.stack([np.sin(a), np.cos(a)], -1).reshape(len(positions), d_model)
'''},
            {"id": "6.3-x17", "reason": "low-precision", "also": [], "status": "incorrect", "must": True,
             "note": "result in float16", "code": '''
def answer(positions, d_model):
    a = positions.astype(float)[:, None] * 10000.0 ** (-np.arange(0, d_model, 2) / d_model)
    return np.stack([np.sin(a), np.cos(a)], -1).reshape(len(positions), d_model).astype(np.float16)
'''},
            {"id": "6.3-x18", "reason": "low-precision", "also": [], "status": "incorrect", "must": True,
             "note": "frequencies in float16", "code": '''
def answer(positions, d_model):
    w = (10000.0 ** (-np.arange(0, d_model, 2) / d_model)).astype(np.float16).astype(float)
    a = np.outer(positions, w)
    return np.stack([np.sin(a), np.cos(a)], -1).reshape(len(positions), d_model)
'''},
            {"id": "6.3-x19", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "near miss", "code": '''
def answer(positions, d_model):
    a = positions[:, None] * 10000.0 ** (-np.arange(0, d_model, 2) / d_model)
    out = np.stack([np.sin(a), np.cos(a)], -1).reshape(len(positions), d_model)
    out[0, 3] += 1e-3
    return out
'''},
            {"id": "6.3-x20", "reason": "shown-case-only", "also": [], "status": "incorrect", "must": True,
             "note": "near miss far away only", "code": '''
def answer(positions, d_model):
    a = positions[:, None] * 10000.0 ** (-np.arange(0, d_model, 2) / d_model)
    out = np.stack([np.sin(a), np.cos(a)], -1).reshape(len(positions), d_model)
    out[0, 3] += 1e-3 * (positions[0] > 1000)
    return out
'''},
            {"id": "6.3-x21", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "zeros", "code": '''
def answer(positions, d_model):
    return np.zeros((len(positions), d_model))
'''},
            {"id": "6.3-x22", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "noise", "code": '''
def answer(positions, d_model):
    return np.random.default_rng(0).uniform(-1, 1, (len(positions), d_model))
'''},
            {"id": "6.3-x23", "reason": "shown-case-only", "also": [], "status": "incorrect", "must": True,
             "note": "width of the shown case in the exponent", "code": '''
def answer(positions, d_model):
    a = positions[:, None] * 10000.0 ** (-np.arange(0, d_model, 2) / 8)
    return np.stack([np.sin(a), np.cos(a)], -1).reshape(len(positions), d_model)
'''},
            {"id": "6.3-x24", "reason": "wrong-shape", "also": [], "status": "incorrect", "must": True,
             "note": "one row only", "code": '''
def answer(positions, d_model):
    a = positions[0] * 10000.0 ** (-np.arange(0, d_model, 2) / d_model)
    return np.stack([np.sin(a), np.cos(a)], -1).ravel()
'''},
            {"id": "6.3-x25", "reason": "wrong-type", "also": [], "status": "incorrect", "must": True,
             "note": "text", "code": '''
def answer(positions, d_model):
    return "float64"
'''},
            {"id": "6.3-x26", "reason": "raised", "also": [], "status": "error", "must": True,
             "note": "whole numbers do not take negative powers", "code": '''
def answer(positions, d_model):
    return 10000 ** -np.arange(0, d_model, 2)
'''},
            {"id": "6.3-x27", "reason": "mutated-input", "also": [], "status": "incorrect", "must": True,
             "note": "positions changed", "code": '''
def answer(positions, d_model):
    a = positions[:, None] * 10000.0 ** (-np.arange(0, d_model, 2) / d_model)
    positions -= positions
    return np.stack([np.sin(a), np.cos(a)], -1).reshape(len(a), d_model)
'''},
        ],
        "right": [
            {"id": "6.3-x28", "form": "the angle reduced first, then float32", "note": "", "code": '''
def answer(positions, d_model):
    w = 10000.0 ** (-np.arange(0, d_model, 2) / d_model)
    a = np.mod(positions.astype(np.float64)[:, None] * w, 2 * np.pi).astype(np.float64)
    out = np.empty((len(positions), d_model), np.float32)
    out[:, 0::2], out[:, 1::2] = np.sin(a), np.cos(a)
    return out
'''},
            {"id": "6.3-x29", "form": "loop with math", "note": "", "code": '''
def answer(positions, d_model):
    return [[(math.cos if c % 2 else math.sin)(int(p) / 10000 ** ((c - c % 2) / d_model)) for c in range(d_model)] for p in positions]
'''},
            {"id": "6.3-x30", "form": "longdouble, matrix", "note": "", "code": '''
def answer(positions, d_model):
    a = np.outer(positions.astype(np.longdouble), np.longdouble(10000) ** (-np.arange(0, d_model, 2) / np.longdouble(d_model)))
    return np.matrix(np.stack([np.sin(a), np.cos(a)], -1).reshape(len(positions), d_model).astype(float))
'''},
            {"id": "6.3-x31", "form": "the package", "note": "", "code": '''
from pe_lessons import sinusoidal_encoding
def answer(positions, d_model):
    return sinusoidal_encoding(positions, d_model, dtype=np.float32)
'''},
        ],
    },
    "6.4": {
        "wrong": [
            {"id": "6.4-x01", "reason": "not-attempted", "also": [], "status": "not_attempted", "must": True,
             "note": "None", "code": '''
answer = None
'''},
            {"id": "6.4-x02", "reason": "fencepost", "also": [], "status": "incorrect", "must": True,
             "note": "loop that returns the point after the rise", "code": '''
def answer(d_model, base=10000.0):
    w = base ** (-2 * np.arange(d_model // 2) / d_model)
    k = 1
    while np.cos(k * w).sum() <= np.cos((k - 1) * w).sum():
        k += 1
    return k
'''},
            {"id": "6.4-x03", "reason": "fencepost", "also": [], "status": "incorrect", "must": True,
             "note": "differences from k = 1 on", "code": '''
def answer(d_model, base=10000.0):
    w = base ** (-2 * np.arange(d_model // 2) / d_model)
    s = np.array([np.cos(k * w).sum() for k in range(1, 200)])
    return np.argmax(np.diff(s) > 0)
'''},
            {"id": "6.4-x04", "reason": "factor-two-twice", "also": [], "status": "incorrect", "must": True,
             "note": "loop", "code": '''
def answer(d_model, base=10000.0):
    def s(k):
        return sum(math.cos(k / base ** (2 * i / d_model)) for i in range(0, d_model, 2))
    k = 0
    while s(k + 1) <= s(k):
        k += 1
    return k
'''},
            {"id": "6.4-x05", "reason": "factor-two-missing", "also": ["fencepost"], "status": "incorrect", "must": True,
             "note": "two things", "code": '''
def answer(d_model, base=10000.0):
    w = base ** (-np.arange(d_model // 2) / d_model)
    s = np.cos(np.outer(np.arange(500), w)).sum(1)
    return np.where(np.diff(s) > 0)[0][0] + 1
'''},
            {"id": "6.4-x06", "reason": "factor-two-missing", "also": [], "status": "incorrect", "must": True,
             "note": "logarithm", "code": '''
def answer(d_model, base=10000.0):
    w = np.exp(-np.log(base) * np.arange(d_model // 2) / d_model)
    s = np.cos(np.outer(np.arange(500), w)).mean(1)
    return int(np.argmax(s[1:] > s[:-1]))
'''},
            {"id": "6.4-x07", "reason": "base-ignored", "also": [], "status": "incorrect", "must": True,
             "note": "the package's table, without the base", "code": '''
from pe_lessons import sinusoidal_encoding
def answer(d_model, base=10000.0):
    t = sinusoidal_encoding(200, d_model)
    s = t @ t[0]
    return int(np.flatnonzero(np.diff(s) > 0)[0])
'''},
            {"id": "6.4-x08", "reason": "global-minimum", "also": [], "status": "incorrect", "must": True,
             "note": "of 512 rows", "code": '''
from pe_lessons import sinusoidal_encoding
def answer(d_model, base=10000.0):
    t = sinusoidal_encoding(512, d_model, base=base)
    return int((t @ t[0]).argmin())
'''},
            {"id": "6.4-x09", "reason": "global-minimum", "also": [], "status": "incorrect", "must": True,
             "note": "loop over 200", "code": '''
def answer(d_model, base=10000.0):
    w = base ** (-2 * np.arange(d_model // 2) / d_model)
    return min(range(200), key=lambda k: np.cos(k * w).sum())
'''},
            {"id": "6.4-x10", "reason": "one-turn-only", "also": [], "status": "incorrect", "must": True,
             "note": "lowest point of pair 0", "code": '''
def answer(d_model, base=10000.0):
    k = 0
    while math.cos(k + 1) < math.cos(k):
        k += 1
    return k
'''},
            {"id": "6.4-x11", "reason": "one-turn-only", "also": [], "status": "incorrect", "must": True,
             "note": "wavelength of pair 0", "code": '''
def answer(d_model, base=10000.0):
    return int(2 * np.pi / 1.0)
'''},
            {"id": "6.4-x12", "reason": "sign-change", "also": [], "status": "incorrect", "must": True,
             "note": "first negative sum", "code": '''
def answer(d_model, base=10000.0):
    w = base ** (-2 * np.arange(d_model // 2) / d_model)
    k = 0
    while np.cos(k * w).sum() >= 0:
        k += 1
    return k
'''},
            {"id": "6.4-x13", "reason": "sign-change", "also": ["fencepost"], "status": "incorrect", "must": True,
             "note": "the last that is not negative", "code": '''
def answer(d_model, base=10000.0):
    w = base ** (-2 * np.arange(d_model // 2) / d_model)
    s = np.cos(np.outer(np.arange(5000), w)).sum(1)
    return np.argmax(s < 0) - 1
'''},
            {"id": "6.4-x14", "reason": "sine-sum", "also": [], "status": "incorrect", "must": True,
             "note": "sines", "code": '''
def answer(d_model, base=10000.0):
    w = base ** (-2 * np.arange(d_model // 2) / d_model)
    s = np.sin(np.outer(np.arange(3000), w)).sum(1)
    return int(np.where(np.diff(s) > 0)[0][0])
'''},
            {"id": "6.4-x15", "reason": "value-not-offset", "also": [], "status": "incorrect", "must": True,
             "note": "loop", "code": '''
def answer(d_model, base=10000.0):
    w = base ** (-2 * np.arange(d_model // 2) / d_model)
    last = d_model / 2
    for k in range(1, 1000):
        now = np.cos(k * w).sum()
        if now > last:
            return last
        last = now
'''},
            {"id": "6.4-x16", "reason": "value-not-offset", "also": [], "status": "incorrect", "must": True,
             "note": "as a cosine", "code": '''
from pe_lessons import sinusoidal_encoding
def answer(d_model, base=10000.0):
    t = sinusoidal_encoding(200, d_model, base=base)
    s = t @ t[0] / (d_model / 2)
    return s[:-1][np.diff(s) > 0][0]
'''},
            {"id": "6.4-x17", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "a number", "code": '''
def answer(d_model, base=10000.0):
    return d_model // 7 + 2
'''},
            {"id": "6.4-x18", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "near miss", "code": '''
def answer(d_model, base=10000.0):
    return {64: 5, 512: 43, 32: 4, 128: 18, 256: 24}[d_model] + 1e-3
'''},
            {"id": "6.4-x19", "reason": "shown-case-only", "also": [], "status": "incorrect", "must": True,
             "note": "5 for all", "code": '''
def answer(d_model, base=10000.0):
    return 5
'''},
            {"id": "6.4-x20", "reason": "shown-case-only", "also": [], "status": "incorrect", "must": True,
             "note": "width written in", "code": '''
def answer(d_model, base=10000.0):
    w = base ** (-2 * np.arange(32) / 64)
    s = np.cos(np.outer(np.arange(500), w)).sum(1)
    return int(np.where(np.diff(s) > 0)[0][0])
'''},
            {"id": "6.4-x21", "reason": "wrong-shape", "also": [], "status": "incorrect", "must": True,
             "note": "all rises", "code": '''
def answer(d_model, base=10000.0):
    w = base ** (-2 * np.arange(d_model // 2) / d_model)
    s = np.cos(np.outer(np.arange(500), w)).sum(1)
    return np.where(np.diff(s) > 0)[0]
'''},
            {"id": "6.4-x22", "reason": "wrong-type", "also": [], "status": "incorrect", "must": True,
             "note": "text", "code": '''
def answer(d_model, base=10000.0):
    return "5"
'''},
            {"id": "6.4-x23", "reason": "wrong-type", "also": [], "status": "incorrect", "must": True,
             "note": "a number in place of the function", "code": '''
answer = 5
'''},
            {"id": "6.4-x24", "reason": "returned-none", "also": [], "status": "incorrect", "must": True,
             "note": "nothing found, nothing returned", "code": '''
def answer(d_model, base=10000.0):
    for k in range(3):
        if k > 5:
            return k
'''},
            {"id": "6.4-x25", "reason": "raised", "also": [], "status": "error", "must": True,
             "note": "base missing", "code": '''
def answer(d_model):
    w = 10000.0 ** (-2 * np.arange(d_model // 2) / d_model)
    s = np.cos(np.outer(np.arange(500), w)).sum(1)
    return int(np.where(np.diff(s) > 0)[0][0])
'''},
            {"id": "6.4-x26", "reason": "raised", "also": [], "status": "error", "must": True,
             "note": "index beyond the end", "code": '''
def answer(d_model, base=10000.0):
    s = [math.cos(k) for k in range(3)]
    return s[7]
'''},
        ],
        "right": [
            {"id": "6.4-x27", "form": "table and dot product", "note": "", "code": '''
from pe_lessons import sinusoidal_encoding
def answer(d_model, base=10000.0):
    t = sinusoidal_encoding(600, d_model, base=base)
    s = t @ t[0]
    return next(k for k in range(599) if s[k + 1] > s[k])
'''},
            {"id": "6.4-x28", "form": "distances fall for the first time, in a list", "note": "", "code": '''
from pe_lessons import sinusoidal_encoding
def answer(d_model, base=10000.0):
    t = sinusoidal_encoding(600, d_model, base=base)
    far = np.linalg.norm(t - t[0], axis=1)
    return [np.argmax(np.diff(far) < 0)]
'''},
            {"id": "6.4-x29", "form": "0-d array", "note": "", "code": '''
def answer(d_model, base=10000.0):
    i = np.arange(d_model // 2)
    s = np.cos(np.arange(400)[:, None] / base ** (2 * i / d_model)).mean(axis=1)
    return np.array(np.argmax(s[1:] > s[:-1]))
'''},
        ],
    },
    "6.5": {
        "wrong": [
            {"id": "6.5-x01", "reason": "not-attempted", "also": [], "status": "not_attempted", "must": True,
             "note": "ellipses", "code": '''
answer = {letter: ... for letter in "abcdefgh"}
'''},
            {"id": "6.5-x02", "reason": "norms-differ", "also": [], "status": "incorrect", "must": True,
             "note": "f", "code": '''
answer = dict(zip("abcdefgh", "T F F F F F T F".split()))
'''},
            {"id": "6.5-x03", "reason": "many-turns", "also": [], "status": "incorrect", "must": True,
             "note": "g", "code": '''
answer = dict(a=1, b=0, c=0, d=0, e=0, f=1, g=0, h=0)
'''},
            {"id": "6.5-x04", "reason": "monotone-similarity", "also": [], "status": "incorrect", "must": True,
             "note": "h", "code": '''
answer = dict(a="yes", b="no", c="no", d="no", e="no", f="yes", g="yes", h="yes")
'''},
            {"id": "6.5-x05", "reason": "undefined-beyond", "also": [], "status": "incorrect", "must": True,
             "note": "a, capitals", "code": '''
answer = dict(A=False, B=False, C=False, D=False, E=False, F=True, G=True, H=False)
'''},
            {"id": "6.5-x06", "reason": "undefined-beyond", "also": ["defined-not-learned", "constant-offset", "slow-pair-backwards", "position-zero-special", "norms-differ", "many-turns", "monotone-similarity"], "status": "incorrect", "must": True,
             "note": "all the other way round", "code": '''
answer = dict(a=False, b=True, c=True, d=True, e=True, f=False, g=False, h=True)
'''},
            {"id": "6.5-x07", "reason": "defined-not-learned", "also": ["constant-offset", "slow-pair-backwards", "position-zero-special", "monotone-similarity"], "status": "incorrect", "must": True,
             "note": "all true", "code": '''
answer = dict.fromkeys("abcdefgh", True)
'''},
            {"id": "6.5-x08", "reason": "undefined-beyond", "also": ["norms-differ", "many-turns"], "status": "incorrect", "must": True,
             "note": "all false", "code": '''
answer = dict.fromkeys("abcdefgh", np.False_)
'''},
            {"id": "6.5-x09", "reason": "position-zero-special", "also": ["monotone-similarity"], "status": "incorrect", "must": True,
             "note": "e and h", "code": '''
answer = dict(a=True, b=False, c=False, d=False, e=True, f=True, g=True, h=True)
'''},
            {"id": "6.5-x10", "reason": "constant-offset", "also": ["slow-pair-backwards"], "status": "incorrect", "must": True,
             "note": "c and d", "code": '''
answer = dict(a="true", b="false", c="true", d="true", e="false", f="true", g="true", h="false")
'''},
            {"id": "6.5-x11", "reason": "missing-key", "also": [], "status": "incorrect", "must": True,
             "note": "one still open", "code": '''
answer = dict(a=True, b=False, c=False, d=None, e=False, f=True, g=True, h=False)
'''},
            {"id": "6.5-x12", "reason": "missing-key", "also": [], "status": "incorrect", "must": True,
             "note": "numbered", "code": '''
answer = {1: True, 2: False, 3: False, 4: False, 5: False, 6: True, 7: True, 8: False}
'''},
            {"id": "6.5-x13", "reason": "unknown-option", "also": [], "status": "incorrect", "must": True,
             "note": "maybe", "code": '''
answer = dict(a="maybe", b=False, c=False, d=False, e=False, f=True, g=True, h=False)
'''},
            {"id": "6.5-x14", "reason": "unknown-option", "also": [], "status": "incorrect", "must": True,
             "note": "a measured number", "code": '''
answer = dict(a=True, b=False, c=0.588, d=False, e=False, f=True, g=True, h=False)
'''},
            {"id": "6.5-x15", "reason": "wrong-type", "also": [], "status": "incorrect", "must": True,
             "note": "a list", "code": '''
answer = [True, False, False, False, False, True, True, False]
'''},
            {"id": "6.5-x16", "reason": "wrong-type", "also": [], "status": "incorrect", "must": True,
             "note": "text", "code": '''
answer = "TFFFFTTF"
'''},
        ],
        "right": [
            {"id": "6.5-x17", "form": "numbers", "note": "", "code": '''
answer = dict(a=1, b=0, c=0, d=0, e=0, f=1, g=1, h=0)
'''},
            {"id": "6.5-x18", "form": "NumPy truths, capitals, one key more", "note": "", "code": '''
answer = {**{k: np.bool_(k in "AFG") for k in "ABCDEFGH"}, "note": "done"}
'''},
            {"id": "6.5-x19", "form": "from measurements", "note": "", "code": '''
answer = dict(a=bool(np.isfinite(np.sin(1e7))), b=False, c=bool(abs(math.sin(math.tau / 10)) < 0.1), d=16.5 < 0.16,
              e=False, f=math.isclose(256 ** 0.5, math.sqrt(512 / 2)), g=2 * abs(math.sin(355)) < 1e-3, h=False)
'''},
        ],
    },
}
