"""Further answers to the exercises of lesson 4: the same mistakes in other forms, two at once, noise and near misses."""


def wrong(exercise, number, reason, code, note="", *, also=(), status="incorrect"):
    return {"id": f"{exercise}-x{number:02d}", "reason": reason, "also": list(also), "status": status, "must": True, "note": note, "code": code}


def right(exercise, number, code, form=""):
    return {"id": f"{exercise}-y{number:02d}", "form": form, "note": "", "code": code}


def group(exercise, wrongs, rights):
    """Numbered entries out of (reason, code, note[, also[, status]]) and (form, code)."""
    entries = []
    for number, (reason, code, note, *more) in enumerate(wrongs, 1):
        also, status = (*more, "incorrect")[:2] if more else ((), "incorrect")
        entries.append(wrong(exercise, number, reason, code, note, also=also, status=status))
    return {"wrong": entries, "right": [right(exercise, number, code, form) for number, (form, code) in enumerate(rights, 1)]}


# -- 4.1 --------------------------------------------------------------------------------------------------------------


def lookup(body):
    return "def answer(table, positions):\n    p = np.asarray(positions)\n    n = len(table)\n" + "".join(f"    {line}\n" for line in body.strip().split("\n"))


RAISE = "if (p < 0).any() or (p >= n).any(): raise IndexError('outside')\n"
LOOKUP = group("4.1", [
    ("not-attempted", "def answer(table, positions):\n    '''rows'''\n    pass", "docstring and pass", (), "not_attempted"),
    ("negative-wraps", lookup("return np.array([table[i] for i in p])"), "a list of rows"),
    ("negative-wraps", lookup("if np.any(p >= n): raise ValueError(p)\nreturn np.take(table, p, axis=0)"), "only the upper end tested"),
    ("negative-wraps", lookup("if p.size and p.max() > n - 1: raise IndexError('too large')\nreturn np.eye(n)[p] @ table"), "one-hot rows"),
    ("clamped", lookup("return np.take(table, p, axis=0, mode='clip')"), "np.take clips"),
    ("clamped", lookup("return table[np.maximum(np.minimum(p, n - 1), 0)]"), "minimum and maximum"),
    ("clamped", lookup("if (p < 0).any(): raise IndexError('negative')\nreturn table[np.minimum(p, n - 1)]"), "upper end only"),
    ("modulo", lookup("return np.take(table, p, axis=0, mode='wrap')"), "np.take wraps"),
    ("modulo", lookup("return table[np.mod(p, n)]"), "np.mod"),
    ("silent-zeros", lookup("rows = [table[i] if 0 <= i < n else np.zeros(table.shape[1]) for i in p.ravel()]\nreturn np.array(rows).reshape(*p.shape, table.shape[1])"), "a loop"),
    ("silent-zeros", lookup("hot = p[..., None] == np.arange(n)\nreturn hot @ table"), "one-hot rows, all zero outside"),
    ("silent-zeros", lookup("if (p < 0).any(): raise IndexError('negative')\nlonger = np.vstack([table, np.zeros((100, table.shape[1]))])\nreturn longer[p]"), "padded table"),
    ("one-based", lookup("q = p - 1\nif np.any(q < 0) or np.any(q > n - 1): raise ValueError('outside')\nreturn np.take(table, q, axis=0)"), "", (), "error"),
    ("one-based", lookup("return table[p - 1]"), "", ("negative-wraps",)),
    ("one-based", lookup("return table[np.clip(p - 1, 0, n - 1)]"), "", ("clamped",)),
    ("position-off-by-one", lookup("return table[p + 1]"), "", ("negative-wraps",)),
    ("position-off-by-one", lookup("q = p + 1\nif (q < 0).any() or (q >= n).any(): raise IndexError(q)\nreturn table[q]"), ""),
    ("position-off-by-one", lookup("return table[(p + 1) % n]"), "", ("modulo",)),
    ("axis-swapped", lookup(RAISE + "return table[p].T"), "the rows stand as columns"),
    ("axis-swapped", lookup("return table[:, p]"), "columns, unchecked", ("negative-wraps",)),
    ("last-row-refused", lookup("for i in p.ravel():\n    if not 0 <= i < n - 1: raise IndexError(i)\nreturn table[p]"), "a loop", (), "error"),
    ("last-row-refused", lookup("if (p > n - 2).any() or (p < 0).any(): raise ValueError('no row')\nreturn table[p]"), "> n - 2", (), "error"),
    ("negative-wraps", lookup("if (p >= n - 1).any(): raise IndexError('too large')\nreturn table[p]"), "the last row refused as well, which shows once this is mended"),
    ("negative-wraps", lookup("return table[np.minimum(p, n - 1)]"), "two at once", ("clamped",)),
    ("unrecognised", lookup(RAISE + "return table[p] + np.random.default_rng(0).normal(size=(*p.shape, 3))"), "noise"),
    ("unrecognised", lookup(RAISE + "return np.zeros((*p.shape, table.shape[1]))"), "zeros for all"),
    ("unrecognised", lookup(RAISE + "out = table[p]\nout[(0,) * out.ndim if p.size else ...] += 1e-3\nreturn out"), "near miss"),
    ("unrecognised", lookup("if (p < 0).any(): raise IndexError('negative')\nreturn table[p[p < n]]"), "missing rows left out"),
    ("returned-none", lookup("if (p < 0).any() or (p >= n).any():\n    print('outside')\nelse:\n    return table[p]"), "printed, not raised"),
    ("returned-none", lookup(RAISE + "rows = table[p]"), "no return"),
    ("raised", lookup("return tabel[p]"), "a typing error", (), "error"),
    ("raised", "def answer(table):\n    return table", "a parameter missing", (), "error"),
    ("raised", lookup("assert (p >= 0).all() and (p < n).all()\nreturn table[p]"), "AssertionError is no IndexError", (), "error"),
    ("raised", lookup("rows = dict(enumerate(table))\nreturn [rows[int(i)] for i in p]"), "KeyError is no IndexError", (), "error"),
    ("wrong-type", lookup(RAISE + "return str(table[p])"), "text"),
    ("wrong-type", "answer = np.zeros((3, 3))", "a result instead of the function"),
    ("not-finite", lookup(RAISE + "return np.full((*p.shape, table.shape[1]), np.nan)"), "NaN"),
    ("wrong-shape", lookup(RAISE + "return table[p][..., None]"), "an axis too many"),
    ("wrong-shape", lookup(RAISE + "return 0.0"), "a scalar that would broadcast"),
    ("wrong-shape", lookup("p = p.ravel()\n" + RAISE + "return table[p]"), "the axes of the positions lost"),
    ("mutated-input", lookup(RAISE + "rows = table[p]\ntable[:] = 0\nreturn rows"), "the table emptied"),
    ("low-precision", lookup(RAISE + "return table[p].astype(np.float16)"), "half precision"),
    ("rounded-output", lookup(RAISE + "return np.round(table[p], 1)"), "one decimal"),
], [
    ("a loop", lookup("rows = []\nfor i in p.ravel():\n    if not 0 <= i < n: raise IndexError(f'no row {i}')\n    rows.append(table[i])\nreturn np.array(rows).reshape(*p.shape, table.shape[1])")),
    ("set difference, TypeError", lookup("if set(p.ravel().tolist()) - set(range(n)): raise TypeError('outside')\nreturn table[p]")),
    ("one-hot after a test", lookup(RAISE + "return (p[..., None] == np.arange(n)) @ table")),
    ("nested list", lookup(RAISE + "return table[p].tolist()")),
    ("float32", lookup(RAISE + "return table.astype(np.float32)[p]")),
    ("np.take with raise", lookup("if p.size and p.min() < 0: raise IndexError('negative')\nreturn np.take(table, p, axis=0, mode='raise')")),
])

# -- 4.2 --------------------------------------------------------------------------------------------------------------


def stretch(body):
    return "def answer(table, n_new):\n    n, d = table.shape\n    m = n_new\n    j = np.arange(m)\n" + "".join(f"    {line}\n" for line in body.strip().split("\n"))


MIX = "return np.array([np.interp(x, range(n), column) for column in table.T]).T"
LOOP = """out = np.zeros((m, d))
for r in range(m):
    lo = min(max(int(x[r]), 0), n - 2)
    f = x[r] - lo
    out[r] = {low} * table[lo] + {high} * table[lo + 1]
return out"""
LINEAR = LOOP.format(low="(1 - f)", high="f")
STRETCH = group("4.2", [
    ("fencepost", stretch("x = np.linspace(0, n, m)\n" + LINEAR), "the last difference carried on"),
    ("fencepost", stretch("step = n / (m - 1)\nx = j * step\n" + MIX), ""),
    ("nearest-row", stretch("return np.array([table[round(r * (n - 1) / (m - 1))] for r in range(m)])"), "Python's round"),
    ("nearest-row", stretch("x = j * (n - 1) / (m - 1)\nreturn table[np.floor(x + 0.5).astype(int)]"), "half up"),
    ("nearest-row", stretch("return table[(j * (n - 1) / (m - 1)).astype(int)]"), "rounded down"),
    ("nearest-row", stretch("return table[j * n // m]"), "whole numbers"),
    ("nearest-row", stretch("return np.repeat(table, math.ceil(m / n), axis=0)[:m]"), "np.repeat"),
    ("ends-not-kept", stretch("x = np.linspace(0, n - 1, m, endpoint=False)\n" + MIX), "endpoint=False"),
    ("ends-not-kept", stretch("x = (j + 0.5) * n / m - 0.5\n" + MIX), "centres of cells"),
    ("ends-not-kept", stretch("x = j / m * n\n" + LINEAR), "the last difference carried on"),
    ("last-row-repeated", stretch("return np.pad(table, ((0, max(m - n, 0)), (0, 0)), mode='edge')[:m]"), "np.pad"),
    ("last-row-repeated", stretch("return np.array([table[r] if r < n else table[-1] for r in range(m)])"), "a loop"),
    ("zero-padded", stretch("return np.vstack([table, np.zeros((max(m - n, 0), d))])[:m]"), "np.vstack"),
    ("zero-padded", stretch("return np.pad(table, ((0, max(m - n, 0)), (0, 0)))"), "np.pad; the shorter case has another shape"),
    ("wrapped-around", stretch("return table[j % n]"), ""),
    ("wrapped-around", stretch("return np.tile(table, (1 + m // n, 1))[:m]"), "np.tile"),
    ("weights-exchanged", stretch("x = j * (n - 1) / (m - 1)\n" + LOOP.format(low="f", high="(1 - f)")), ""),
    ("weights-exchanged", stretch("x = np.linspace(0, n - 1, m)\nlo = np.floor(x).astype(int)\nhi = np.minimum(lo + 1, n - 1)\nf = (x - lo)[:, None]\nreturn f * table[lo] + (1 - f) * table[hi]"), ""),
    ("extrapolated", stretch("x = j.astype(float)\n" + LINEAR), ""),
    ("extrapolated", stretch("rows = list(table)\nwhile len(rows) < m: rows.append(2 * rows[-1] - rows[-2])\nreturn np.array(rows[:m])"), ""),
    ("axis-swapped", stretch("x = np.linspace(0, n - 1, m)\nreturn [np.interp(x, range(n), column) for column in table.T]"), "one list a column"),
    ("reversed-positions", stretch("x = np.linspace(n - 1, 0, m)\n" + MIX), ""),
    ("reversed-positions", stretch("return table[j * n // m][::-1]"), "", ("nearest-row",)),
    ("reversed-positions", stretch("x = np.linspace(0, n, m)[::-1]\n" + MIX), "", ("fencepost",)),
    ("axis-swapped", stretch("return table[np.round(np.linspace(0, n - 1, m)).astype(int)].T"), "copies, too, which shows once the shape is right"),
    ("unrecognised", stretch("return np.random.default_rng(1).normal(size=(m, d))"), "noise"),
    ("unrecognised", stretch("return np.zeros((m, d))"), "zeros"),
    ("unrecognised", stretch("x = np.linspace(0, n - 1, m)\nout = np.array([np.interp(x, range(n), c) for c in table.T]).T\nout[1, 1] += 1e-3\nreturn out"), "near miss"),
    ("shown-case-only", stretch("x = np.linspace(0, 2, m)\n" + MIX), "the 2 of the shown case"),
    ("wrong-shape", stretch("return table.mean(axis=0)"), "one row"),
    ("raised", stretch("x = j * (n - 1) / (m - 1)\nlo = x.astype(int)\nreturn table[lo] + (x - lo)[:, None] * (table[lo + 1] - table[lo])"), "the row behind the last", (), "error"),
    ("returned-none", stretch("x = np.linspace(0, n - 1, m)\nout = np.array([np.interp(x, range(n), c) for c in table.T]).T"), "no return"),
    ("wrong-type", stretch("return 'stretched'"), "text"),
    ("not-finite", stretch("x = np.linspace(0, n - 1, m)\nwith np.errstate(all='ignore'): return (x - x)[:, None] / 0.0 * np.ones(d)"), "0/0"),
    ("mutated-input", stretch("x = np.linspace(0, n - 1, m)\nout = np.array([np.interp(x, range(n), c) for c in table.T]).T\ntable *= 0\nreturn out"), ""),
    ("low-precision", stretch("x = np.linspace(0, n - 1, m)\nreturn np.array([np.interp(x, range(n), c) for c in table.T]).T.astype(np.float16)"), "half precision"),
    ("rounded-output", stretch("x = np.linspace(0, n - 1, m)\nreturn np.array([np.interp(x, range(n), c) for c in table.T]).T.round(3)"), ""),
], [
    ("hat functions", stretch("x = np.linspace(0, n - 1, m)\nreturn np.maximum(0, 1 - np.abs(x[:, None] - np.arange(n))) @ table")),
    ("the right end guarded", stretch("x = j * (n - 1) / (m - 1)\nlo = np.floor(x).astype(int)\nhi = np.minimum(lo + 1, n - 1)\nf = (x - lo)[:, None]\nreturn table[lo] * (1 - f) + table[hi] * f")),
    ("np.matrix", stretch("x = np.linspace(0, n - 1, m)\nreturn np.matrix(np.array([np.interp(x, range(n), c) for c in table.T]).T)")),
    ("axis from 0 to 1", stretch("return np.stack([np.interp(np.linspace(0, 1, m), np.linspace(0, 1, n), table[:, c]) for c in range(d)], -1)")),
    ("float32", stretch("x = np.linspace(0, n - 1, m)\nreturn np.array([np.interp(x, range(n), c) for c in table.T], dtype=np.float32).T")),
])

# -- 4.3 --------------------------------------------------------------------------------------------------------------

UNTOUCHED = group("4.3", [
    ("not-attempted", "answer = ...", "", (), "not_attempted"),
    ("fencepost", "answer = 96 + 31", ""),
    ("fencepost", "answer = np.array(127)", "0-d array"),
    ("slice-index", "answer = np.flatnonzero(np.arange(96, 160) >= 128)[0]", "NumPy integer"),
    ("slice-index", "answer = 31", "", ("fencepost",)),
    ("ends-exchanged", "answer = np.arange(96, 160)[0]", ""),
    ("scale-not-removed", "answer = 96 + 64", ""),
    ("unrecognised", "answer = 0", "zero"),
    ("unrecognised", "answer = 64", ""),
    ("unrecognised", "answer = 128.001", "near miss"),
    ("unrecognised", "answer = -128", ""),
    ("wrong-type", "answer = 'row 128'", "text"),
    ("wrong-type", "answer = {'row': 128}", "dictionary"),
    ("wrong-type", "answer = lambda: 128", "a function"),
    ("not-finite", "answer = float('nan')", ""),
    ("wrong-shape", "answer = [127, 128]", "two rows"),
    ("wrong-shape", "answer = []", "empty"),
    ("wrong-shape", "answer = np.arange(128, 160)", "all rows that never moved"),
], [
    ("float", "answer = 128.0"), ("0-d array", "answer = np.array(128)"), ("list of one", "answer = [128]"), ("NumPy integer", "answer = np.int16(128)"),
])

# -- 4.4 --------------------------------------------------------------------------------------------------------------

WAVES = group("4.4", [
    ("not-attempted", "answer = [None] * 5", "", (), "not_attempted"),
    ("axis-swapped", "answer = [64, 107, 123, 167, 174]", "with row 0"),
    ("axis-swapped", "answer = [4, 31, 65, 123, 167]", "the mean left in"),
    ("axis-swapped", "answer = np.array([111, 123, 133, 167, 174]) * 512 / 384", "brought to 512"),
    ("radians-per-position", "answer = [2 * math.pi * b / 512 for b in (1, 3, 9, 28, 84)]", ""),
    ("radians-per-position", "answer = (1.04, 0.35, 0.115, 0.038, 0.012)", "fast first"),
    ("cycles-per-position", "answer = np.array([1, 3, 9, 30, 90]) / 510", ""),
    ("cycles-per-position", "answer = [0.16, 0.055, 0.018, 0.006, 0.002]", "fast first"),
    ("off-by-one", "answer = [2, 4, 10, 31, 91]", "bin 0 counted as the first"),
    ("off-by-one", "answer = [0, 2, 8, 29, 89]", "bin 0 left out, then counted from 0"),
    ("periods-not-frequencies", "answer = [6, 18, 55, 166, 512]", ""),
    ("periods-not-frequencies", "answer = 510 / np.array([1, 3, 9, 30, 90])", ""),
    ("window-not-512", "answer = [1, 2, 5, 14, 44]", "256 rows"),
    ("window-not-512", "answer = [1, 2, 7, 21, 67]", "rows 129 to 510"),
    ("window-not-512", "answer = [2, 6, 18, 57, 170]", "filled up to 1024"),
    ("one-band-twice", "answer = [30, 10, 9, 3, 1]", "in the order of power"),
    ("one-band-twice", "answer = [1, 3, 28, 30, 90]", ""),
    ("dc-included", "answer = [0, 1, 3, 9, 28]", ""),
    ("dc-included", "answer = [0.0, 1.0, 3.0, 9.0, 10.0]", "", ("one-band-twice",)),
    ("powers-of-two", "answer = 2 ** np.arange(5)", ""),
    ("powers-of-two", "answer = [5.25, 10.5, 21, 42, 84]", "down from the fastest"),
    ("unrecognised", "answer = [5, 10, 15, 20, 25]", ""),
    ("unrecognised", "answer = np.random.default_rng(3).uniform(1, 256, 5)", "noise"),
    ("unrecognised", "answer = np.zeros(5)", "zeros"),
    ("unrecognised", "answer = [1, 3.1, 9.4, 28.6, 100]", "one wave too fast"),
    ("unrecognised", "answer = [1, 3.1, 9.4, 24, 84]", "one wave too slow"),
    ("unrecognised", "answer = [1.5, 3.1, 9.4, 28.6, 84.5]", "the slowest too fast"),
    ("unrecognised", "answer = [-1, 3.1, 9.4, 28.6, 84.5]", "a sign"),
    ("wrong-shape", "answer = [1, 3, 9, 28, 84, 253]", "six"),
    ("wrong-shape", "answer = 3.0", "the ratio"),
    ("wrong-shape", "answer = []", "empty"),
    ("wrong-shape", "answer = [[1, 3, 9, 28, 84]]", "an axis too many"),
    ("wrong-type", "answer = '1, 3, 9, 28, 84'", "text"),
    ("wrong-type", "answer = ['1', '3', '9', '28', '84']", "texts"),
    ("wrong-type", "answer = {1: 1, 2: 3}", "dictionary"),
    ("not-finite", "answer = [1, 3, 9, 28, float('inf')]", ""),
], [
    ("fast first", "answer = [84.5, 28.6, 9.4, 3.1, 1.0]"), ("a set", "answer = {1, 3, 9, 28, 84}"), ("float32", "answer = np.float32([0.92, 3.1, 9.36, 28.04, 83.39])"),
    ("powers of three", "answer = 3.0 ** np.arange(5)"), ("whole numbers", "answer = (1, 3, 9, 29, 88)"),
])

# -- 4.5 --------------------------------------------------------------------------------------------------------------


def share(before="", unit="u = u / np.linalg.norm(u, axis=1, keepdims=True)", pairs="i < j", key="j - i", total="(c - c.mean()) ** 2", result="1 - left / total"):
    """A loop over groups; each mistake changes one part."""
    lines = ["u = np.array(table, dtype=float)", *before.split("\n"), unit, "c = u @ u.T", "i, j = np.indices(c.shape)", f"keep = {pairs}",
             f"k = ({key})[keep]", "c = c[keep]", "left = 0.0", "for g in np.unique(k):", "    part = c[k == g]", "    left += ((part - part.mean()) ** 2).sum()",
             f"total = ({total}).sum()", f"return {result}"]
    return "def answer(table):\n" + "".join(f"    {line}\n" for line in lines if line)


SHARE = group("4.5", [
    ("axis-swapped", share("u = u.T"), ""),
    ("mean-removed", share("u = u - u.mean(0)"), ""),
    ("mean-removed", share("u = u - u.mean(1, keepdims=True)"), "as np.corrcoef"),
    ("dot-not-cosine", share(unit=""), ""),
    ("self-pairs-kept", share(pairs="i == i"), ""),
    ("self-pairs-kept", share(pairs="i <= j"), "one half and the diagonal"),
    ("total-not-variance", share(total="c ** 2"), ""),
    ("residual-share", share(result="left / total"), ""),
    ("antidiagonals", share(pairs="i != j", key="i + j"), "without the pairs of a row with itself"),
    ("correlation-not-share", share(result="(1 - left / total) ** 0.5"), ""),
    ("correlation-not-share", """def answer(table):
    u = table / np.linalg.norm(table, axis=1, keepdims=True)
    C = u @ u.T
    n = len(C)
    fit = np.array([[np.diag(C, j - i).mean() for j in range(n)] for i in range(n)])
    off = ~np.eye(n, dtype=bool)
    return np.corrcoef(C[off], fit[off])[0, 1]
""", "np.corrcoef"),
    ("percent", share(result="100 * (1 - left / total)"), ""),
    ("residual-share", share(result="100 * left / total"), "", ("percent",)),
    ("mean-removed", share("u = u - u.mean(0)", pairs="i == i"), "", ("self-pairs-kept",)),
    ("dot-not-cosine", share(unit="", total="c ** 2"), "", ("total-not-variance",)),
    ("dot-not-cosine", share(unit="", result="100 * (1 - left / total)"), "", ("percent",)),
    ("unrecognised", "def answer(table):\n    return 0.37", "noise"),
    ("unrecognised", "def answer(table):\n    return 0", "zero"),
    ("unrecognised", share(result="1 - left / total + 1e-3"), "near miss"),
    ("shown-case-only", "def answer(table):\n    return 1.0", "always 1"),
    ("shown-case-only", share(result="1 - left / total if len(table) != 12 else 0.5"), ""),
    ("wrong-shape", "def answer(table):\n    return table @ table.T", "the map"),
    ("wrong-shape", "def answer(table):\n    return []", "empty"),
    ("not-finite", "def answer(table):\n    return np.nan", ""),
    ("returned-none", share().replace("return 1", "print(1"). rstrip() + ")\n", "printed"),
    ("wrong-type", share(result="f'{1 - left / total:.3f}'"), "text"),
    ("raised", share().replace("u @ u.T", "u @ w.T"), "a typing error", (), "error"),
    ("raised", "def answer():\n    return 1.0", "a parameter missing", (), "error"),
    ("mutated-input", share("table[:] = 0"), ""),
    ("rounded-output", share(result="round(1 - left / total, 2)"), ""),
], [
    ("groups of offsets", share()), ("all pairs", share(pairs="i != j")), ("absolute offset", share(key="np.abs(j - i)")),
    ("NumPy scalar", share(result="np.float32(1 - left / total)")), ("0-d array", share(result="np.array(1 - left / total)")), ("list of one", share(result="[1 - left / total]")),
    ("variance of the fit", """def answer(table):
    u = table / np.sqrt((table * table).sum(1))[:, None]
    C = u @ u.T
    parts = [np.diagonal(C, k) for k in range(1, len(C))]
    fit = np.concatenate([np.full(len(part), part.mean()) for part in parts])
    return fit.var() / np.concatenate(parts).var()
"""),
])

ANSWERS = {"4.1": LOOKUP, "4.2": STRETCH, "4.3": UNTOUCHED, "4.4": WAVES, "4.5": SHARE}
