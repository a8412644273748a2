"""Further answers to the exercises of lesson 5: the same mistakes in other forms, two at once, noise and near misses."""


def group(exercise, wrongs, rights):
    """Numbered entries out of (reason, code, note[, also[, status]]) and (form, code)."""
    entries = []
    for number, (reason, code, note, *more) in enumerate(wrongs, 1):
        also, status = (*more, "incorrect")[:2] if more else ((), "incorrect")
        entries.append({"id": f"{exercise}-x{number:02d}", "reason": reason, "also": list(also), "status": status, "must": True, "note": note, "code": code})
    return {"wrong": entries,
            "right": [{"id": f"{exercise}-y{number:02d}", "form": form, "note": "", "code": code} for number, (form, code) in enumerate(rights, 1)]}


def function(signature, body):
    return f"def answer({signature}):\n" + "".join(f"    {line}\n" for line in body.strip().split("\n"))


# -- 5.1 --------------------------------------------------------------------------------------------------------------


def block(angle="k * omega", first="c, s", second="-s, c", more=""):
    """Out of a complex number, entry by entry."""
    return function("k, omega", f"z = np.exp(1j * ({angle}))\nc, s = z.real, z.imag\nout = np.empty((2, 2))\nout[0] = {first}\nout[1] = {second}\n{more}\nreturn out")


BLOCK = group("5.1", [
    ("not-attempted", "def answer(k, omega):\n    '''the block'''", "docstring only", (), "not_attempted"),
    ("rotation-direction", block("-k * omega"), ""),
    ("rotation-direction", block(more="out = out.T"), "transposed"),
    ("rotation-direction", function("k, omega", "c, s = np.cos(k * omega), np.sin(k * omega)\nreturn np.linalg.inv([[c, s], [-s, c]])"), "inverse"),
    ("minus-missing", block(second="s, c"), ""),
    ("minus-missing", block(first="c, -s"), "two minuses"),
    ("reflection", block(first="-c, s", second="s, c"), ""),
    ("reflection", block(first="c, -s", second="-s, -c"), ""),
    ("sin-cos-swapped", block(first="s, c", second="-c, s"), ""),
    ("sin-cos-swapped", block(first="s, -c", second="c, s"), ""),
    ("degrees", block("k * omega * 180 / math.pi"), ""),
    ("degrees", block("math.radians(k) * omega"), ""),
    ("two-pi-multiplied", block("2 * math.pi * k * omega"), ""),
    ("omega-missing", block("k"), ""),
    ("omega-inverted", block("k * omega ** -1"), ""),
    ("offset-missing", block("omega"), ""),
    ("offset-missing", function("k, omega", "c, s = math.cos(omega), math.sin(omega)\nreturn [[c, s], [-s, c]]"), "nested list"),
    ("sign-lost", block("abs(k * omega)"), ""),
    ("sign-lost", function("k, omega", "c = math.cos(k * omega)\ns = math.sqrt(1 - c * c)\nreturn np.array([[c, s], [-s, c]])"), "the root has no sign"),
    ("rotation-direction", block("-k"), "", ("omega-missing",)),
    ("degrees", block("math.radians(-k * omega)"), "", ("rotation-direction",)),
    ("minus-missing", block("k / omega", second="s, c"), "", ("omega-inverted",)),
    ("sin-cos-swapped", block(first="s, c", second="c, s"), "", ("minus-missing",)),
    ("sin-cos-swapped", block("omega", first="s, c", second="-c, s"), "", ("offset-missing",)),
    ("degrees", block("math.radians(k)"), "", ("omega-missing",)),
    ("unrecognised", function("k, omega", "return np.random.default_rng(5).normal(size=(2, 2))"), "noise"),
    ("unrecognised", function("k, omega", "return np.zeros((2, 2))"), "zeros"),
    ("unrecognised", block(more="out[0, 1] += 1e-3"), "near miss"),
    ("unrecognised", function("k, omega", "return np.eye(2)"), "nothing moves"),
    ("shown-case-only", block("1"), "the angle of the shown case"),
    ("shown-case-only", block("omega ** k"), ""),
    ("wrong-shape", function("k, omega", "return np.sin(k * omega)"), "a scalar"),
    ("wrong-shape", block(more="out = out[None]"), "an axis too many"),
    ("wrong-shape", function("k, omega", "return []"), "empty"),
    ("wrong-type", function("k, omega", "return np.exp(1j * k * omega)"), "a complex number"),
    ("wrong-type", function("k, omega", "return 'turn'"), "text"),
    ("wrong-type", "answer = np.eye(2)", "a result instead of the function"),
    ("returned-none", function("k, omega", "print(k * omega)"), "printed"),
    ("not-finite", block(more="out = out / 0.0 * 0.0"), ""),
    ("raised", function("k, omega", "return np.array([[cos(k * omega), 0], [0, 1]])"), "cos without its module", (), "error"),
    ("raised", "def answer(k):\n    return np.eye(2)", "a parameter missing", (), "error"),
    ("rounded-output", block(more="out = out.round(3)"), ""),
    ("low-precision", block(more="out = out.astype(np.float16)"), ""),
], [
    ("complex", block()), ("np.matrix", block(more="out = np.matrix(out)")), ("tuples", function("k, omega", "a = omega * k\nreturn (math.cos(a), math.sin(a)), (-math.sin(a), math.cos(a))")),
    ("float32", block(more="out = out.astype(np.float32)")), ("transposed twice", block("-k * omega", more="out = out.T")),
    ("cosine shifted", function("k, omega", "a = k * omega\nreturn np.cos([[a, a - np.pi / 2], [a + np.pi / 2, a]])")),
    ("matrix of one step", function("k, omega", "turn = np.array([[0.0, omega], [-omega, 0.0]])\nvalues, vectors = np.linalg.eig(k * turn)\nreturn (vectors @ np.diag(np.exp(values)) @ np.linalg.inv(vectors)).real")),
])

# -- 5.2 --------------------------------------------------------------------------------------------------------------


def gap(left="np.dot(T(a, omega), T(b, omega))", right="T(a + b, omega)", result="max(abs(x) for x in np.ravel(d).tolist())"):
    return function("T, a, b, omega", f"left = {left}\nright = {right}\nd = np.array(left) - right\nreturn {result}")


COMPOSE = group("5.2", [
    ("not-attempted", "answer = None", "", (), "not_attempted"),
    ("elementwise-product", gap("np.multiply(T(a, omega), T(b, omega))"), ""),
    ("elementwise-product", gap("[[x * y for x, y in zip(*rows)] for rows in zip(T(a, omega), T(b, omega))]"), "a loop"),
    ("matrices-added", gap("sum((T(a, omega), T(b, omega)))"), ""),
    ("offsets-multiplied", gap(right="T(a * b, omega)"), ""),
    ("offsets-subtracted", gap("T(a, omega) @ T(b, omega).T"), ""),
    ("offsets-subtracted", gap("T(a, omega) @ T(-b, omega)"), ""),
    ("offsets-subtracted", gap(right="T(a - b, omega)"), ""),
    ("offsets-subtracted", gap("np.linalg.solve(T(a, omega), T(b, omega))"), "the other one goes back"),
    ("signed-max", gap(result="d.max()"), ""),
    ("signed-max", gap(result="(-d).max()"), "the other way round"),
    ("signed-max", gap(result="abs(d.max())"), "abs too late"),
    ("signed-max", gap(result="d.min()"), ""),
    ("bool-not-number", gap(result="np.abs(d).max() < 1e-9"), ""),
    ("bool-not-number", gap(result="(left == right).all()"), "exactly equal"),
    ("norm-not-max", gap(result="np.sqrt((d ** 2).sum())"), ""),
    ("norm-not-max", gap(result="np.linalg.norm(d, 2)"), "spectral"),
    ("norm-not-max", gap(result="np.abs(d).sum()"), "the sum"),
    ("mean-not-max", gap(result="np.abs(d).mean()"), ""),
    ("mean-not-max", gap(result="(d ** 2).mean() ** 0.5"), "root of the mean square"),
    ("determinant-only", gap(result="abs(np.linalg.det(left) - np.linalg.det(right))"), ""),
    ("elementwise-product", gap("T(a, omega) * T(b, omega)", result="np.linalg.norm(d)"), "", ("norm-not-max",)),
    ("offsets-multiplied", gap(right="T(a * b, omega)", result="d.mean()"), "", ("mean-not-max",)),
    ("matrices-added", gap("T(a, omega) + T(b, omega)", result="d.max()"), "", ("signed-max",)),
    ("unrecognised", gap(result="0.5"), "noise"),
    ("unrecognised", gap(result="np.abs(d).max() + 1e-3"), "near miss"),
    ("unrecognised", gap(result="2 * np.abs(d).max() + 1"), ""),
    ("shown-case-only", gap(result="0.0"), "zero; right wherever T composes"),
    ("wrong-shape", gap(result="np.abs(d).max(axis=0)"), "one a column"),
    ("wrong-shape", gap(result="[]"), "empty"),
    ("wrong-type", gap(result="f'{np.abs(d).max():.3f}'"), "text"),
    ("wrong-type", gap(result="T"), "a function"),
    ("returned-none", gap(result="None"), ""),
    ("not-finite", gap(result="float('nan')"), ""),
    ("raised", gap("T(a) @ T(b)"), "omega forgotten", (), "error"),
    ("raised", "def answer(T, a, b):\n    return 0.0", "a parameter missing", (), "error"),
    ("rounded-output", gap(result="round(float(np.abs(d).max()), 2)"), ""),
], [
    ("a loop", gap()), ("norm of infinite order", gap(result="np.linalg.norm(d.ravel(), np.inf)")), ("einsum", gap("np.einsum('ij,jk->ik', T(a, omega), T(b, omega))")),
    ("list of one", gap(result="[np.abs(d).max()]")), ("0-d array", gap(result="np.array(np.abs(d).max())")), ("float32", gap(result="np.float32(np.abs(d).max())")),
    ("largest and smallest", gap(result="max(d.max(), -d.min())")),
])

# -- 5.3 --------------------------------------------------------------------------------------------------------------


def matrix(angle="k * B ** (-2 * i / D)", values="math.cos(a), math.sin(a), -math.sin(a), math.cos(a)", rows="2 * i, 2 * i + 1", more="", base="base"):
    return function("k, d_model, base=10000.0", f"""
D, H, B = d_model, d_model // 2, {base}
M = np.zeros((D, D))
for i in range(H):
    a = {angle}
    r, t = {rows}
    M[r, r], M[r, t], M[t, r], M[t, t] = {values}
{more}
return M""")


BACK = "math.cos(a), -math.sin(a), math.sin(a), math.cos(a)"
SHIFT = group("5.3", [
    ("halves", matrix(rows="i, H + i"), ""),
    ("sin-cos-swapped", matrix(values="math.sin(a), math.cos(a), -math.cos(a), math.sin(a)"), ""),
    ("factor-two-twice", matrix("k * math.exp(-4 * i / D * math.log(B))"), "exp and log"),
    ("factor-two-missing", matrix("k / B ** (i / D)"), ""),
    ("exponent-d-minus-2", matrix("k / B ** (2 * i / (D - 2))"), ""),
    ("one-based-pairs", matrix("k / B ** (2 * (i + 1) / D)"), ""),
    ("order-reversed", matrix("k / B ** (2 * (H - 1 - i) / D)"), ""),
    ("divisor-not-frequency", matrix("k * B ** (2 * i / D)"), ""),
    ("one-frequency", matrix("k / B ** (2 * i // D)"), "cut to whole numbers"),
    ("base-ignored", matrix("k * np.exp(-2 * i / D * np.log(10000.0))"), ""),
    ("base-wrong", matrix(base="1000.0"), "1000 written in"),
    ("base-wrong", matrix().replace("10000.0", "1000.0"), "another default"),
    ("log-base", matrix("k * math.exp(-2 * i / D * math.log10(B))"), ""),
    ("degrees", matrix("math.radians(k * B ** (-2 * i / D))"), ""),
    ("two-pi-multiplied", matrix("math.tau * k * B ** (-2 * i / D)"), ""),
    ("rotation-direction", matrix(more="M = M.T"), "transposed"),
    ("rotation-direction", matrix("-k * B ** (-2 * i / D)"), ""),
    ("minus-missing", matrix(values="math.cos(a), math.sin(a), math.sin(a), math.cos(a)"), ""),
    ("sign-lost", matrix("abs(k) * B ** (-2 * i / D)"), ""),
    ("reflection", matrix(values="math.cos(a), math.sin(a), math.sin(a), -math.cos(a)"), ""),
    ("blocks-missing", function("k, d_model, base=10000.0", "w = base ** (-np.arange(0, d_model, 2) / d_model)\nreturn np.vstack([[[np.cos(k * x), np.sin(k * x)], [-np.sin(k * x), np.cos(k * x)]] for x in w])"), "one below the other"),
    ("blocks-missing", function("k, d_model, base=10000.0", "w = base ** (-np.arange(0, d_model, 2) / d_model)\nreturn np.hstack([[[np.cos(k * x), np.sin(k * x)], [-np.sin(k * x), np.cos(k * x)]] for x in w])"), "side by side"),
    ("blocks-missing", function("k, d_model, base=10000.0", "a = k * base ** (-np.arange(0, d_model, 2) / d_model)\nreturn np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])"), "(2, 2, pairs)"),
    ("elementwise-power", matrix("B ** (-2 * i / D)", more="with np.errstate(all='ignore'): M = M ** float(k)"), ""),
    ("elementwise-power", matrix("B ** (-2 * i / D)", values="math.cos(a) ** k, math.sin(a) ** k, (-math.sin(a)) ** k, math.cos(a) ** k"), "block by block"),
    ("offset-missing", matrix("B ** (-2 * i / D)"), ""),
    ("halves", matrix(rows="i, H + i", values=BACK), "", ("rotation-direction",)),
    ("factor-two-twice", matrix("k * B ** (-4 * i / D)", values=BACK), "", ("rotation-direction",)),
    ("halves", matrix("k / B ** (i / D)", rows="i, H + i"), "", ("factor-two-missing",)),
    ("factor-two-twice", matrix("k * 10000.0 ** (-4 * i / D)"), "factor doubled and base ignored", ("base-ignored",)),
    ("degrees", matrix("math.radians(B ** (-2 * i / D))"), "", ("offset-missing",)),
    ("one-frequency", matrix("math.degrees(k)"), "", ("degrees",)),
    ("unrecognised", matrix(more="M = np.random.default_rng(2).normal(size=(D, D))"), "noise"),
    ("unrecognised", matrix(more="M = np.zeros((D, D))"), "zeros"),
    ("unrecognised", matrix(more="M[-1, 0] += 1e-3"), "near miss"),
    ("unrecognised", matrix(more="M = np.eye(D)"), "nothing moves"),
    ("shown-case-only", matrix("k * 0.01 ** i"), "the frequencies of four columns"),
    ("shown-case-only", function("k, d_model, base=10000.0", "M = np.zeros((4, 4))\nfor i in range(2):\n    a = k * base ** (-2 * i / d_model)\n    M[2*i:2*i+2, 2*i:2*i+2] = [[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]]\nreturn M"), "the size of the shown case"),
    ("wrong-shape", matrix(more="M = 1.0"), "a scalar"),
    ("wrong-shape", matrix(more="M = M[None]"), "an axis too many"),
    ("wrong-type", matrix(more="M = {'M': M}"), "dictionary"),
    ("returned-none", matrix().replace("return M", "M"), "no return"),
    ("not-finite", matrix(more="M[0, 0] = np.nan"), ""),
    ("raised", matrix("k * bas ** (-2 * i / D)"), "a typing error", (), "error"),
    ("raised", matrix().replace(", base=10000.0", "").replace("base", "10000.0"), "no parameter base", (), "error"),
    ("raised", function("k, d_model, base=10000.0", "w = base ** (-np.arange(0, d_model, 2) / d_model)\nstep = np.kron(np.eye(d_model // 2), np.ones((2, 2)))\nreturn step @ w"), "shapes do not fit", (), "error"),
    ("low-precision", matrix(more="M = M.astype(np.float16)"), ""),
    ("rounded-output", matrix(more="M = np.round(M, 3)"), ""),
], [
    ("entry by entry", matrix()), ("nested list", matrix(more="M = M.tolist()")), ("np.matrix", matrix(more="M = np.matrix(M)")), ("float32", matrix(more="M = M.astype(np.float32)")),
    ("kron of each pair", function("k, d_model, base=10000.0", """
h = d_model // 2
a = k * base ** (-np.arange(h) / h)
return np.kron(np.diag(np.cos(a)), np.eye(2)) + np.kron(np.diag(np.sin(a)), [[0, 1], [-1, 0]])""")),
    ("from two tables", function("k, d_model, base=10000.0", """
w = np.repeat(base ** (-np.arange(0, d_model, 2) / d_model), 2)
phase = np.tile([0, np.pi / 2], d_model // 2)
A, B = (np.sin(np.arange(200)[:, None] * w + phase + shift * w) for shift in (0, k))
return np.linalg.lstsq(A[:, :2], B[:, :2], rcond=None)[0].T if d_model == 2 else np.array([[np.cos(k * w[r]) if r == c else (np.sin(k * w[r]) * (-1) ** r if r // 2 == c // 2 else 0.0)
                  for c in range(d_model)] for r in range(d_model)])""")),
])

# -- 5.4 --------------------------------------------------------------------------------------------------------------


def rotated(start="1j", step="np.exp(-1j * w)", w="B ** (-2 * np.arange(H) / D)", loop="z = z * step", first="rows = [z]", count="n - 1",
            result="np.stack([rows.real, rows.imag], -1).reshape(len(rows), D)", base="base"):
    """A pair as a complex number, sine + i cosine; a step multiplies by exp(-i omega)."""
    return function("n, d_model, base=10000.0", f"""
D, H, B = d_model, d_model // 2, {base}
w = {w}
step = {step}
z = {start} * np.ones(H)
{first}
for p in range(1, {count} + 1):
    {loop}
    rows.append(z)
rows = np.array(rows).reshape(-1, H)
return {result}""")


MATRIX = """
D, B = d_model, base
M = np.zeros((D, D))
for i in range(D // 2):
    a = B ** (-2 * i / D)
    M[2*i:2*i+2, 2*i:2*i+2] = [[math.cos(a), math.sin(a)], [-math.sin(a), math.cos(a)]]
x = np.tile([0.0, 1.0], D // 2)
table = np.zeros((n, D))
table[0] = x
"""


def by_matrix(loop, before=MATRIX, after=""):
    return function("n, d_model, base=10000.0", f"{before}\nfor p in range(1, n):\n    {loop}\n{after}\nreturn table")


HALVES = "np.hstack([rows.real, rows.imag])"
ROTATED = group("5.4", [
    ("rotation-direction", rotated(step="np.exp(1j * w)"), ""),
    ("rotation-direction", by_matrix("table[p] = table[p - 1] @ M"), "M where M.T belongs"),
    ("rotation-direction", rotated(start="-1j", result="np.stack([rows.real, -rows.imag], -1).reshape(n, D)"), "negated sines"),
    ("start-at-one", rotated(first="z = z * step; rows = [z]"), ""),
    ("start-at-one", rotated(start="1j * step"), ""),
    ("position-off-by-one", rotated(start="1j / step"), ""),
    ("reversed-positions", rotated(result="np.stack([rows.real, rows.imag], -1).reshape(n, D)[::-1]"), ""),
    ("normalised-positions", rotated(step="np.exp(-1j * w / n)"), ""),
    ("step-doubled", rotated(loop="z = z * step ** 2"), ""),
    ("step-doubled", by_matrix("x = M @ (M @ x); table[p] = x"), ""),
    ("steps-accumulated", rotated(loop="z = z * step ** p"), ""),
    ("steps-accumulated", by_matrix("table[p] = np.linalg.matrix_power(M, p) @ table[p - 1]"), ""),
    ("rotated-once", by_matrix("table[p] = M @ x"), ""),
    ("rotated-once", rotated(loop="z = rows[0] * step"), ""),
    ("start-vector", rotated(start="1.0"), "1 0 1 0"),
    ("start-vector", by_matrix("table[p] = M @ table[p - 1]", after="table = table * 0"), "zeros"),
    ("start-vector", rotated(start="(1 + 1j)"), "ones"),
    ("start-vector", by_matrix("table[p] = M @ table[p - 1]", before=MATRIX.replace("x = np.tile([0.0, 1.0], D // 2)", "x = np.zeros(D); x[1] = 1")), "first pair only"),
    ("start-vector", by_matrix("table[p] = M @ table[p - 1]", before=MATRIX.replace("np.tile([0.0, 1.0], D // 2)", "np.repeat([0.0, 1.0], D // 2)")), "0 0 1 1"),
    ("elementwise-power", by_matrix("table[p] = (M ** p) @ x"), "row 0 stands"),
    ("elementwise-power", by_matrix("table[p] = np.power(M, p) @ x", after="table[0] = np.power(M, 0) @ x"), ""),
    ("axis-swapped", rotated(result="np.stack([rows.real, rows.imag], -1).reshape(n, D).T"), ""),
    ("halves", rotated(result=HALVES), ""),
    ("sin-cos-swapped", rotated(result="np.stack([rows.imag, rows.real], -1).reshape(n, D)"), ""),
    ("cos-first-halves", rotated(result="np.hstack([rows.imag, rows.real])"), ""),
    ("all-sine", rotated(result="np.repeat(rows.real, 2, axis=1)"), ""),
    ("all-cosine", rotated(result="np.repeat(rows.imag, 2, axis=1)"), ""),
    ("factor-two-twice", rotated(w="np.exp(-4 * np.arange(H) / D * np.log(B))"), ""),
    ("factor-two-missing", rotated(w="B ** (-np.arange(H) / D)"), ""),
    ("own-exponent", """def answer(n, d_model, base=10000.0):
    w = base ** (-np.arange(d_model) / d_model)
    z, rows = 1j * np.ones(d_model), []
    for p in range(n):
        rows.append(np.where(np.arange(d_model) % 2, z.imag, z.real))
        z = z * np.exp(-1j * w)
    return np.array(rows)
""", ""),
    ("exponent-d-minus-2", rotated(w="B ** (-np.arange(H) / max(H - 1, 1))"), ""),
    ("one-based-pairs", rotated(w="B ** (-2 * np.arange(1, H + 1) / D)"), ""),
    ("order-reversed", rotated(w="B ** (-2 * np.arange(H)[::-1] / D)"), ""),
    ("one-frequency", rotated(w="np.ones(H)"), ""),
    ("multiplied-not-divided", rotated(w="B ** (2 * np.arange(H) / D)"), ""),
    ("base-ignored", rotated(base="10000.0"), ""),
    ("base-wrong", rotated(w="1000.0 ** (-2 * np.arange(H) / D)"), ""),
    ("log-base", rotated(w="np.exp(-2 * np.arange(H) / D * np.log10(B))"), ""),
    ("degrees", rotated(step="np.exp(-1j * np.radians(w))"), ""),
    ("two-pi-multiplied", rotated(step="np.exp(-2j * np.pi * w)"), ""),
    ("start-at-one", rotated(start="1j * step", result=HALVES), "", ("halves",)),
    ("factor-two-twice", rotated(w="B ** (-4 * np.arange(H) / D)", step="np.exp(1j * w)"), "", ("rotation-direction",)),
    ("halves", rotated(w="B ** (-np.arange(H) / D)", result=HALVES), "", ("factor-two-missing",)),
    ("step-doubled", rotated(loop="z = z * step * step", base="10000.0"), "", ("base-ignored",)),
    ("start-vector", rotated(start="1.0", w="B ** (-4 * np.arange(H) / D)"), "", ("factor-two-twice",)),
    ("one-frequency", rotated(step="np.exp(1j * np.ones(H))"), "", ("rotation-direction",)),
    ("unrecognised", rotated(result="np.random.default_rng(4).normal(size=(n, D))"), "noise"),
    ("unrecognised", rotated(result="np.full((n, D), 0.5)"), ""),
    ("unrecognised", rotated(result="np.stack([rows.real, rows.imag], -1).reshape(n, D) + 1e-3 * np.eye(n, D)"), "near miss"),
    ("unrecognised", by_matrix("table[p] = M @ table[p - 1]", after="table[-1] = 0"), "the last row left out"),
    ("unrecognised", by_matrix("table[p] = x"), "never turned"),
    ("shown-case-only", rotated(w="B ** (-np.arange(H) / 3)"), "the 3 of the shown case"),
    ("wrong-shape", rotated(result="rows.real"), "sines only"),
    ("wrong-shape", rotated(count="n"), "one row too many"),
    ("wrong-shape", rotated(result="np.stack([rows.real, rows.imag], -1)"), "(n, pairs, 2)"),
    ("wrong-type", rotated(result="rows"), "complex numbers"),
    ("returned-none", by_matrix("table[p] = M @ table[p - 1]").replace("return table", "table"), "no return"),
    ("not-finite", rotated(result="np.full((n, D), np.nan)"), ""),
    ("raised", by_matrix("table[p] = M @ tabel[p - 1]"), "a typing error", (), "error"),
    ("raised", by_matrix("table[p + 1] = M @ table[p]"), "a row behind the last", (), "error"),
    ("raised", rotated().replace(", base=10000.0", "").replace("base", "10000.0"), "no parameter base", (), "error"),
    ("low-precision", rotated(result="np.stack([rows.real, rows.imag], -1).reshape(n, D).astype(np.float16)"), ""),
    ("rounded-output", rotated(result="np.stack([rows.real, rows.imag], -1).reshape(n, D).round(4)"), ""),
], [
    ("complex", rotated()), ("complex, seen as real", rotated(result="rows.view(float)")), ("rows times M.T", by_matrix("table[p] = table[p - 1] @ M.T")),
    ("list of lists", rotated(result="rows.view(float).tolist()")), ("float32", rotated(result="rows.view(float).astype(np.float32)")),
    ("cumulative product", function("n, d_model, base=10000.0", "w = base ** (-np.arange(0, d_model, 2) / d_model)\nz = np.tile(np.exp(-1j * w), (n, 1))\nz[0] = 1j\nreturn np.cumprod(z, axis=0).view(float)")),
    ("doubling", function("n, d_model, base=10000.0", """
w = base ** (-np.arange(0, d_model, 2) / d_model)
rows, step = np.full((1, d_model // 2), 1j), np.exp(-1j * w)
while len(rows) < n:
    rows, step = np.vstack([rows, rows * step]), step * step
return rows[:n].copy().view(float)""")),
    ("sine and cosine everywhere", function("n, d_model, base=10000.0", """
a = np.arange(n)[:, None] * base ** (-np.arange(0, d_model, 2) / d_model)
return np.dstack([np.sin(a), np.cos(a)]).reshape(n, d_model)""")),
])

# -- 5.5 --------------------------------------------------------------------------------------------------------------


def residual(fit="M = np.linalg.pinv(A) @ B", error="A @ M - B", result="size(error) / size(B)", size="np.sqrt((x * x).sum())", before=""):
    return function("A, B", f"size = lambda x: {size}\n{before}\n{fit}\nerror = {error}\nreturn {result}")


MAP = group("5.5", [
    ("not-attempted", "def answer(A, B):\n    pass", "", (), "not_attempted"),
    ("not-relative", residual(result="size(error)"), ""),
    ("not-relative", residual(result="(error ** 2).mean() ** 0.5"), "root of the mean square"),
    ("not-relative", residual(result="np.mean(np.square(error))"), "mean square"),
    ("squared", residual(result="(size(error) / size(B)) ** 2"), ""),
    ("squared", residual(size="(x * x).sum()"), ""),
    ("backwards", residual("M = np.linalg.pinv(B) @ A", "B @ M - A", "size(error) / size(A)"), ""),
    ("backwards", residual("M = np.linalg.pinv(B) @ A", "B @ M - A"), "over the size of B"),
    ("bias-added", residual(before="A = np.hstack([np.ones((len(A), 1)), A])"), ""),
    ("bias-added", residual(before="A = A - A.mean(0)\nwhole = B\nB = B - B.mean(0)", result="size(error) / size(whole)"), "means taken off"),
    ("bias-added", residual(before="A = A - A.mean(0)\nB = B - B.mean(0)"), "means taken off, over the rest"),
    ("left-multiplied", residual("M = np.linalg.lstsq(A.T, B.T, rcond=None)[0].T", "M @ A - B"), ""),
    ("max-not-norm", residual(size="np.abs(x).max()"), "above and below"),
    ("max-not-norm", residual(result="max(abs(error.ravel()))"), ""),
    ("no-map-fitted", residual("pass", "A - B"), "", (), "incorrect"),
    ("divided-by-input", residual(result="size(error) / size(A)"), ""),
    ("explained-not-residual", residual(result="1 - size(error) / size(B)"), ""),
    ("explained-not-residual", residual(result="1 - (error ** 2).sum() / (B ** 2).sum()"), ""),
    ("explained-not-residual", residual(result="1 - (error ** 2).sum() / ((B - B.mean(0)) ** 2).sum()"), "as R2 is defined in statistics"),
    ("ridge", residual("M = np.linalg.inv(A.T @ A + 0.1 * np.eye(A.shape[1])) @ A.T @ B"), ""),
    ("ridge", residual("M = np.linalg.solve(A.T @ A + np.eye(A.shape[1]), A.T @ B)"), ""),
    ("ridge", residual("M = np.linalg.solve(A.T @ A + 1, A.T @ B)"), "1 added to every entry", (), "incorrect"),
    ("raised", residual("M = np.linalg.solve(A.T @ A, A.T @ B)", before="if np.linalg.matrix_rank(A) < A.shape[1]: raise np.linalg.LinAlgError('Singular matrix')"), "normal equations, rank 4 of 8", (), "error"),
    ("backwards", residual("M = np.linalg.pinv(B) @ A", "B @ M - A", "size(error)"), "", ("not-relative",)),
    ("bias-added", residual(before="A = np.c_[A, np.ones(len(A))]", result="size(error)"), "", ("not-relative",)),
    ("backwards", residual("M = np.linalg.pinv(B) @ A", "B @ M - A", "size(error) ** 2 / size(A) ** 2"), "", ("squared",)),
    ("bias-added", residual(before="A = np.c_[A, np.ones(len(A))]", result="1 - size(error) ** 2 / size(B) ** 2"), "", ("explained-not-residual",)),
    ("unrecognised", residual(result="0.4"), "noise"),
    ("unrecognised", residual(result="0.0"), "zero"),
    ("unrecognised", residual(result="size(error) / size(B) + 1e-3"), "near miss"),
    ("shown-case-only", residual(result="0.0 if size(error) < 1e-9 else 0.5661726153705895"), "the value written in"),
    ("wrong-shape", residual(result="np.sqrt((error ** 2).sum(0) / (B ** 2).sum(0))"), "one a column"),
    ("wrong-shape", residual(result="M"), "the map"),
    ("wrong-type", residual(result="str(size(error) / size(B))"), "text"),
    ("returned-none", residual(result="print(size(error))"), "printed"),
    ("not-finite", residual(result="np.float64(0.0) / np.float64(0.0)"), ""),
    ("raised", residual("M = np.linalg.solve(A, B)"), "A is not square", (), "error"),
    ("raised", residual("M = lstsq(A, B)[0]"), "a name that is not there", (), "error"),
    ("raised", "def answer(A):\n    return 0.0", "a parameter missing", (), "error"),
    ("mutated-input", residual(error="A @ M - B", result="size(error) / size(B)", before="whole = A\nA = A.copy()\nwhole *= 2"), ""),
    ("rounded-output", residual(result="round(float(size(error) / size(B)), 3)"), ""),
], [
    ("pinv", residual()), ("QR", residual("Q = np.linalg.qr(A)[0][:, :np.linalg.matrix_rank(A)]", "B - Q @ (Q.T @ B)")), ("column by column", residual("M = np.stack([np.linalg.lstsq(A, b, rcond=None)[0] for b in B.T], 1)")),
    ("what is left by Pythagoras", residual(result="max(0.0, 1 - size(A @ M) ** 2 / size(B) ** 2) ** 0.5")), ("list of one", residual(result="[size(error) / size(B)]")),
    ("0-d array", residual(result="np.array(size(error) / size(B))")), ("np.float32", residual(result="np.float32(size(error) / size(B))")),
])

ANSWERS = {"5.1": BLOCK, "5.2": COMPOSE, "5.3": SHIFT, "5.4": ROTATED, "5.5": MAP}
