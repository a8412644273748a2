"""Further answers to the exercises of lesson 7, in the format of the bank that the course was specified with.

ANSWERS[id]["wrong"]: the status, the code and the further codes that the check must give; ANSWERS[id]["right"]: accepted
answers. Each `code` is run in a namespace that holds np and math; it binds the name `answer`.
"""

ANSWERS = {
    "7.1": {
        "wrong": [
            {"id": "7.1-x01", "reason": "not-attempted", "also": [], "status": "not_attempted", "must": True,
             "note": "empty body", "code": '''
def answer(x, positions, base=10000.0):
    pass
'''},
            {"id": "7.1-x02", "reason": "halves", "also": [], "status": "incorrect", "must": True,
             "note": "rotate_half as in transformers", "code": '''
def answer(x, positions, base=10000.0):
    d = x.shape[-1]
    inv = 1.0 / base ** (np.arange(0, d, 2) / d)
    emb = np.concatenate([np.outer(positions, inv)] * 2, axis=-1)
    def rotate_half(t):
        return np.concatenate([-t[..., d // 2:], t[..., : d // 2]], axis=-1)
    return x * np.cos(emb) + rotate_half(x) * np.sin(emb)
'''},
            {"id": "7.1-x03", "reason": "halves", "also": [], "status": "incorrect", "must": True,
             "note": "complex", "code": '''
def answer(x, positions, base=10000.0):
    h = x.shape[-1] // 2
    z = (x[..., :h] + 1j * x[..., h:]) * np.exp(1j * np.outer(positions, base ** (-np.arange(h) / h)))
    return np.concatenate([z.real, z.imag], axis=-1)
'''},
            {"id": "7.1-x04", "reason": "mixed-layout", "also": [], "status": "incorrect", "must": True,
             "note": "angles repeated, partners of the halves", "code": '''
def answer(x, positions, base=10000.0):
    d = x.shape[-1]
    a = np.repeat(np.outer(positions, base ** (-np.arange(0, d, 2) / d)), 2, axis=-1)
    partner = np.concatenate([-x[..., d // 2:], x[..., : d // 2]], axis=-1)
    return x * np.cos(a) + partner * np.sin(a)
'''},
            {"id": "7.1-x05", "reason": "mixed-layout", "also": [], "status": "incorrect", "must": True,
             "note": "angles tiled, partners neighbours, loop", "code": '''
def answer(x, positions, base=10000.0):
    d = x.shape[-1]
    out = np.zeros(x.shape)
    for r, p in enumerate(positions):
        for c in range(d):
            a = p * base ** (-2 * (c % (d // 2)) / d)
            partner = -x[..., r, c + 1] if c % 2 == 0 else x[..., r, c - 1]
            out[..., r, c] = x[..., r, c] * math.cos(a) + partner * math.sin(a)
    return out
'''},
            {"id": "7.1-x06", "reason": "halves-out", "also": [], "status": "incorrect", "must": True,
             "note": "list of two parts", "code": '''
def answer(x, positions, base=10000.0):
    d = x.shape[-1]
    a = np.outer(positions, base ** (-np.arange(0, d, 2) / d))
    u, v = x[..., ::2], x[..., 1::2]
    out = np.empty(x.shape)
    out[..., : d // 2] = u * np.cos(a) - v * np.sin(a)
    out[..., d // 2:] = u * np.sin(a) + v * np.cos(a)
    return out
'''},
            {"id": "7.1-x07", "reason": "overwritten", "also": [], "status": "incorrect", "must": True,
             "note": "the second one first", "code": '''
def answer(x, positions, base=10000.0):
    d = x.shape[-1]
    c, s = (f(np.outer(positions, base ** (-np.arange(0, d, 2) / d))) for f in (np.cos, np.sin))
    y = np.array(x)
    y[..., 1::2] = y[..., 0::2] * s + y[..., 1::2] * c
    y[..., 0::2] = y[..., 0::2] * c - y[..., 1::2] * s
    return y
'''},
            {"id": "7.1-x08", "reason": "overwritten", "also": [], "status": "incorrect", "must": True,
             "note": "loop with a view", "code": '''
def answer(x, positions, base=10000.0):
    y, d = x.copy(), x.shape[-1]
    for r, p in enumerate(positions):
        for i in range(d // 2):
            a = p * base ** (-2 * i / d)
            y[..., r, 2 * i] = y[..., r, 2 * i] * math.cos(a) - y[..., r, 2 * i + 1] * math.sin(a)
            y[..., r, 2 * i + 1] = y[..., r, 2 * i] * math.sin(a) + y[..., r, 2 * i + 1] * math.cos(a)
    return y
'''},
            {"id": "7.1-x09", "reason": "rotation-direction", "also": [], "status": "incorrect", "must": True,
             "note": "conjugate", "code": '''
def answer(x, positions, base=10000.0):
    d = x.shape[-1]
    z = (x[..., 0::2] + 1j * x[..., 1::2]) * np.exp(-1j * np.outer(positions, base ** (-np.arange(0, d, 2) / d)))
    return np.stack([z.real, z.imag], -1).reshape(x.shape)
'''},
            {"id": "7.1-x10", "reason": "rotation-direction", "also": [], "status": "incorrect", "must": True,
             "note": "matrix for columns, used on rows", "code": '''
def answer(x, positions, base=10000.0):
    out, d = np.array(x, float), x.shape[-1]
    for r, p in enumerate(positions):
        for i in range(d // 2):
            a = p * base ** (-2 * i / d)
            R = np.array([[math.cos(a), -math.sin(a)], [math.sin(a), math.cos(a)]])
            out[..., r, 2 * i : 2 * i + 2] = x[..., r, 2 * i : 2 * i + 2] @ R
    return out
'''},
            {"id": "7.1-x11", "reason": "halves", "also": ["rotation-direction"], "status": "incorrect", "must": True,
             "note": "halves, backwards", "code": '''
def answer(x, positions, base=10000.0):
    h = x.shape[-1] // 2
    a = positions[:, None] * base ** (-np.arange(h) / h)
    u, v = x[..., :h], x[..., h:]
    return np.concatenate([u * np.cos(a) + v * np.sin(a), v * np.cos(a) - u * np.sin(a)], axis=-1)
'''},
            {"id": "7.1-x12", "reason": "minus-missing", "also": [], "status": "incorrect", "must": True,
             "note": "rotate_half without the minus, neighbours", "code": '''
def answer(x, positions, base=10000.0):
    d = x.shape[-1]
    a = np.repeat(np.outer(positions, base ** (-np.arange(0, d, 2) / d)), 2, axis=-1)
    partner = x.reshape(*x.shape[:-1], -1, 2)[..., ::-1].reshape(x.shape)
    return x * np.cos(a) + partner * np.sin(a)
'''},
            {"id": "7.1-x13", "reason": "halves", "also": ["minus-missing"], "status": "incorrect", "must": True,
             "note": "halves without the minus", "code": '''
def answer(x, positions, base=10000.0):
    d = x.shape[-1]
    a = np.tile(np.outer(positions, base ** (-np.arange(0, d, 2) / d)), 2)
    return x * np.cos(a) + np.roll(x, d // 2, axis=-1) * np.sin(a)
'''},
            {"id": "7.1-x14", "reason": "sin-cos-swapped", "also": [], "status": "incorrect", "must": True,
             "note": "loop", "code": '''
def answer(x, positions, base=10000.0):
    out, d = np.zeros(x.shape), x.shape[-1]
    for r, p in enumerate(positions):
        for i in range(d // 2):
            a = p / base ** (2 * i / d)
            c, s = math.sin(a), math.cos(a)
            out[..., r, 2 * i] = x[..., r, 2 * i] * c - x[..., r, 2 * i + 1] * s
            out[..., r, 2 * i + 1] = x[..., r, 2 * i] * s + x[..., r, 2 * i + 1] * c
    return out
'''},
            {"id": "7.1-x15", "reason": "added-not-rotated", "also": [], "status": "incorrect", "must": True,
             "note": "the package's table", "code": '''
from pe_lessons import sinusoidal_encoding
def answer(x, positions, base=10000.0):
    return x + sinusoidal_encoding(positions, x.shape[-1], base=base)
'''},
            {"id": "7.1-x16", "reason": "elementwise-product", "also": [], "status": "incorrect", "must": True,
             "note": "the package's table", "code": '''
from pe_lessons import sinusoidal_encoding
def answer(x, positions, base=10000.0):
    return sinusoidal_encoding(positions, x.shape[-1], base=base) * x
'''},
            {"id": "7.1-x17", "reason": "elementwise-product", "also": [], "status": "incorrect", "must": True,
             "note": "cosines only", "code": '''
def answer(x, positions, base=10000.0):
    d = x.shape[-1]
    return x * np.cos(np.repeat(np.outer(positions, base ** (-np.arange(0, d, 2) / d)), 2, axis=-1))
'''},
            {"id": "7.1-x18", "reason": "positions-ignored", "also": [], "status": "incorrect", "must": True,
             "note": "enumerate", "code": '''
def answer(x, positions, base=10000.0):
    out, d = np.zeros(x.shape), x.shape[-1]
    for p, _ in enumerate(positions):
        for i in range(d // 2):
            a = p / base ** (2 * i / d)
            c, s = math.cos(a), math.sin(a)
            out[..., p, 2 * i] = x[..., p, 2 * i] * c - x[..., p, 2 * i + 1] * s
            out[..., p, 2 * i + 1] = x[..., p, 2 * i] * s + x[..., p, 2 * i + 1] * c
    return out
'''},
            {"id": "7.1-x19", "reason": "positions-ignored", "also": ["halves"], "status": "incorrect", "must": True,
             "note": "enumerate, halves", "code": '''
def answer(x, positions, base=10000.0):
    h = x.shape[-1] // 2
    a = np.arange(x.shape[-2])[:, None] * base ** (-np.arange(h) / h)
    u, v = x[..., :h], x[..., h:]
    return np.concatenate([u * np.cos(a) - v * np.sin(a), v * np.cos(a) + u * np.sin(a)], axis=-1)
'''},
            {"id": "7.1-x20", "reason": "sign-lost", "also": [], "status": "incorrect", "must": True,
             "note": "abs", "code": '''
def answer(x, positions, base=10000.0):
    d = x.shape[-1]
    z = (x[..., 0::2] + 1j * x[..., 1::2]) * np.exp(1j * np.outer(abs(positions), base ** (-np.arange(0, d, 2) / d)))
    return np.stack([z.real, z.imag], -1).reshape(x.shape)
'''},
            {"id": "7.1-x21", "reason": "one-based", "also": [], "status": "incorrect", "must": True,
             "note": "loop", "code": '''
def answer(x, positions, base=10000.0):
    d = x.shape[-1]
    a = np.array([[(p + 1) / base ** (i / d) for i in range(0, d, 2)] for p in positions])
    out = np.empty(x.shape)
    out[..., ::2] = x[..., ::2] * np.cos(a) - x[..., 1::2] * np.sin(a)
    out[..., 1::2] = x[..., ::2] * np.sin(a) + x[..., 1::2] * np.cos(a)
    return out
'''},
            {"id": "7.1-x22", "reason": "position-off-by-one", "also": [], "status": "incorrect", "must": True,
             "note": "minus one", "code": '''
def answer(x, positions, base=10000.0):
    d = x.shape[-1]
    z = (x[..., 0::2] + 1j * x[..., 1::2]) * np.exp(1j * np.outer(positions - 1, base ** (-np.arange(0, d, 2) / d)))
    return np.stack([z.real, z.imag], -1).reshape(x.shape)
'''},
            {"id": "7.1-x23", "reason": "factor-two-twice", "also": [], "status": "incorrect", "must": True,
             "note": "arange by twos, doubled", "code": '''
def answer(x, positions, base=10000.0):
    d = x.shape[-1]
    w = np.exp(-np.log(base) * 2 * np.arange(0, d, 2) / d)
    z = (x[..., 0::2] + 1j * x[..., 1::2]) * np.exp(1j * np.outer(positions, w))
    return np.stack([z.real, z.imag], -1).reshape(x.shape)
'''},
            {"id": "7.1-x24", "reason": "factor-two-missing", "also": [], "status": "incorrect", "must": True,
             "note": "exponent i/d", "code": '''
def answer(x, positions, base=10000.0):
    d = x.shape[-1]
    a = positions[:, None] / base ** (np.arange(d // 2) / d)
    u, v = x[..., 0::2], x[..., 1::2]
    return np.stack([u * np.cos(a) - v * np.sin(a), v * np.cos(a) + u * np.sin(a)], -1).reshape(x.shape)
'''},
            {"id": "7.1-x25", "reason": "exponent-d-minus-2", "also": [], "status": "incorrect", "must": True,
             "note": "linspace", "code": '''
def answer(x, positions, base=10000.0):
    d = x.shape[-1]
    w = base ** -np.linspace(0, 1, d // 2)
    z = (x[..., 0::2] + 1j * x[..., 1::2]) * np.exp(1j * np.outer(positions, w))
    return np.stack([z.real, z.imag], -1).reshape(x.shape)
'''},
            {"id": "7.1-x26", "reason": "one-based-pairs", "also": [], "status": "incorrect", "must": True,
             "note": "i from 1", "code": '''
def answer(x, positions, base=10000.0):
    d = x.shape[-1]
    w = base ** (-2 * np.arange(1, d // 2 + 1) / d)
    z = (x[..., 0::2] + 1j * x[..., 1::2]) * np.exp(1j * np.outer(positions, w))
    return np.stack([z.real, z.imag], -1).reshape(x.shape)
'''},
            {"id": "7.1-x27", "reason": "order-reversed", "also": [], "status": "incorrect", "must": True,
             "note": "slow pairs first", "code": '''
def answer(x, positions, base=10000.0):
    d = x.shape[-1]
    w = sorted(base ** (-2 * np.arange(d // 2) / d))
    z = (x[..., 0::2] + 1j * x[..., 1::2]) * np.exp(1j * np.outer(positions, w))
    return np.stack([z.real, z.imag], -1).reshape(x.shape)
'''},
            {"id": "7.1-x28", "reason": "divisor-not-frequency", "also": [], "status": "incorrect", "must": True,
             "note": "growing", "code": '''
def answer(x, positions, base=10000.0):
    d = x.shape[-1]
    w = base ** (2 * np.arange(d // 2) / d)
    z = (x[..., 0::2] + 1j * x[..., 1::2]) * np.exp(1j * np.outer(positions, w))
    return np.stack([z.real, z.imag], -1).reshape(x.shape)
'''},
            {"id": "7.1-x29", "reason": "one-frequency", "also": [], "status": "incorrect", "must": True,
             "note": "cut by //", "code": '''
def answer(x, positions, base=10000.0):
    d = x.shape[-1]
    w = base ** (-(2 * np.arange(d // 2) // d).astype(float))
    z = (x[..., 0::2] + 1j * x[..., 1::2]) * np.exp(1j * np.outer(positions, w))
    return np.stack([z.real, z.imag], -1).reshape(x.shape)
'''},
            {"id": "7.1-x30", "reason": "base-ignored", "also": [], "status": "incorrect", "must": True,
             "note": "the package, without the base", "code": '''
from pe_lessons import apply_rope
def answer(x, positions, base=10000.0):
    return apply_rope(x, positions)
'''},
            {"id": "7.1-x31", "reason": "base-ignored", "also": ["rotation-direction"], "status": "incorrect", "must": True,
             "note": "two things", "code": '''
from pe_lessons import apply_rope
def answer(x, positions, base=10000.0):
    return apply_rope(x, -positions)
'''},
            {"id": "7.1-x32", "reason": "base-wrong", "also": [], "status": "incorrect", "must": True,
             "note": "1000", "code": '''
def answer(x, positions, base=1000.0):
    d = x.shape[-1]
    z = (x[..., 0::2] + 1j * x[..., 1::2]) * np.exp(1j * np.outer(positions, base ** (-np.arange(0, d, 2) / d)))
    return np.stack([z.real, z.imag], -1).reshape(x.shape)
'''},
            {"id": "7.1-x33", "reason": "log-base", "also": [], "status": "incorrect", "must": True,
             "note": "log10", "code": '''
def answer(x, positions, base=10000.0):
    d = x.shape[-1]
    w = np.exp(-np.arange(0, d, 2) / d * np.log10(base))
    z = (x[..., 0::2] + 1j * x[..., 1::2]) * np.exp(1j * np.outer(positions, w))
    return np.stack([z.real, z.imag], -1).reshape(x.shape)
'''},
            {"id": "7.1-x34", "reason": "degrees", "also": [], "status": "incorrect", "must": True,
             "note": "turned into degrees", "code": '''
def answer(x, positions, base=10000.0):
    d = x.shape[-1]
    a = np.degrees(np.outer(positions, base ** (-np.arange(0, d, 2) / d)))
    u, v = x[..., 0::2], x[..., 1::2]
    return np.stack([u * np.cos(a) - v * np.sin(a), v * np.cos(a) + u * np.sin(a)], -1).reshape(x.shape)
'''},
            {"id": "7.1-x35", "reason": "two-pi-multiplied", "also": [], "status": "incorrect", "must": True,
             "note": "turns", "code": '''
def answer(x, positions, base=10000.0):
    d = x.shape[-1]
    z = (x[..., 0::2] + 1j * x[..., 1::2]) * np.exp(2j * np.pi * np.outer(positions, base ** (-np.arange(0, d, 2) / d)))
    return np.stack([z.real, z.imag], -1).reshape(x.shape)
'''},
            {"id": "7.1-x36", "reason": "factor-two-twice", "also": ["degrees"], "status": "incorrect", "must": True,
             "note": "two things", "code": '''
def answer(x, positions, base=10000.0):
    d = x.shape[-1]
    a = np.radians(np.outer(positions, base ** (-2 * np.arange(0, d, 2) / d)))
    z = (x[..., 0::2] + 1j * x[..., 1::2]) * np.exp(1j * a)
    return np.stack([z.real, z.imag], -1).reshape(x.shape)
'''},
            {"id": "7.1-x37", "reason": "factor-two-twice", "also": ["overwritten"], "status": "incorrect", "must": True,
             "note": "two things, in place on a copy", "code": '''
def answer(x, positions, base=10000.0):
    y, d = x.copy(), x.shape[-1]
    a = np.outer(positions, base ** (-2 * np.arange(0, d, 2) / d))
    y[..., 0::2] = y[..., 0::2] * np.cos(a) - y[..., 1::2] * np.sin(a)
    y[..., 1::2] = y[..., 0::2] * np.sin(a) + y[..., 1::2] * np.cos(a)
    return y
'''},
            {"id": "7.1-x38", "reason": "axis-swapped", "also": [], "status": "incorrect", "must": True,
             "note": "the transpose", "code": '''
from pe_lessons import apply_rope
def answer(x, positions, base=10000.0):
    return np.swapaxes(apply_rope(x, positions, base=base), -1, -2)
'''},
            {"id": "7.1-x39", "reason": "wrong-type", "also": [], "status": "incorrect", "must": True,
             "note": "complex numbers", "code": '''
def answer(x, positions, base=10000.0):
    d = x.shape[-1]
    return (x[..., 0::2] + 1j * x[..., 1::2]) * np.exp(1j * np.outer(positions, base ** (-np.arange(0, d, 2) / d)))
'''},
            {"id": "7.1-x40", "reason": "wrong-type", "also": [], "status": "incorrect", "must": True,
             "note": "the result in place of the function", "code": '''
from pe_lessons import apply_rope
answer = apply_rope([[1.0, 2.0, 3.0, 4.0]], [1])
'''},
            {"id": "7.1-x41", "reason": "wrong-shape", "also": [], "status": "incorrect", "must": True,
             "note": "only the first columns", "code": '''
def answer(x, positions, base=10000.0):
    d = x.shape[-1]
    a = np.outer(positions, base ** (-np.arange(0, d, 2) / d))
    return x[..., 0::2] * np.cos(a) - x[..., 1::2] * np.sin(a)
'''},
            {"id": "7.1-x42", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "near miss", "code": '''
from pe_lessons import apply_rope
def answer(x, positions, base=10000.0):
    out = apply_rope(x, positions, base=base)
    out[..., 0, 0] += 1e-3
    return out
'''},
            {"id": "7.1-x43", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "noise", "code": '''
def answer(x, positions, base=10000.0):
    return np.random.default_rng(0).normal(size=x.shape)
'''},
            {"id": "7.1-x44", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "zeros", "code": '''
def answer(x, positions, base=10000.0):
    return np.zeros_like(x)
'''},
            {"id": "7.1-x45", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "x itself", "code": '''
def answer(x, positions, base=10000.0):
    return x
'''},
            {"id": "7.1-x46", "reason": "shown-case-only", "also": [], "status": "incorrect", "must": True,
             "note": "position and width written in", "code": '''
def answer(x, positions, base=10000.0):
    a = np.array([1.0, 0.01])
    z = (x[..., 0::2] + 1j * x[..., 1::2]) * np.exp(1j * np.resize(a, x.shape[-1] // 2))
    return np.stack([z.real, z.imag], -1).reshape(x.shape)
'''},
            {"id": "7.1-x47", "reason": "raised", "also": [], "status": "error", "must": True,
             "note": "a typo", "code": '''
def answer(x, positions, base=10000.0):
    d = x.shape[-1]
    return x * np.cos(posititions[:, None])
'''},
            {"id": "7.1-x48", "reason": "raised", "also": [], "status": "error", "must": True,
             "note": "no third parameter", "code": '''
def answer(x, positions):
    z = (x[..., 0::2] + 1j * x[..., 1::2]) * np.exp(1j * np.outer(positions, 10000.0 ** (-np.arange(0, x.shape[-1], 2) / x.shape[-1])))
    return np.stack([z.real, z.imag], -1).reshape(x.shape)
'''},
            {"id": "7.1-x49", "reason": "returned-none", "also": [], "status": "incorrect", "must": True,
             "note": "writes into out and forgets it", "code": '''
def answer(x, positions, base=10000.0):
    out = np.empty(x.shape)
    out[...] = x
'''},
            {"id": "7.1-x50", "reason": "not-finite", "also": [], "status": "incorrect", "must": True,
             "note": "empty array never filled", "code": '''
def answer(x, positions, base=10000.0):
    return np.full(x.shape, np.nan)
'''},
            {"id": "7.1-x51", "reason": "rounded-output", "also": [], "status": "incorrect", "must": True,
             "note": "rounded", "code": '''
from pe_lessons import apply_rope
def answer(x, positions, base=10000.0):
    return np.round(apply_rope(x, positions, base=base), 3)
'''},
            {"id": "7.1-x52", "reason": "low-precision", "also": [], "status": "incorrect", "must": True,
             "note": "float16", "code": '''
from pe_lessons import apply_rope
def answer(x, positions, base=10000.0):
    return apply_rope(x, positions, base=base).astype(np.float16)
'''},
            {"id": "7.1-x53", "reason": "mutated-input", "also": [], "status": "incorrect", "must": True,
             "note": "in place, loop", "code": '''
def answer(x, positions, base=10000.0):
    d = x.shape[-1]
    for r, p in enumerate(positions):
        for i in range(d // 2):
            t = p * base ** (-2 * i / d)
            a, b = x[..., r, 2 * i].copy(), x[..., r, 2 * i + 1].copy()
            x[..., r, 2 * i], x[..., r, 2 * i + 1] = a * np.cos(t) - b * np.sin(t), a * np.sin(t) + b * np.cos(t)
    return x
'''},
        ],
        "right": [
            {"id": "7.1-x54", "form": "partner and repeated angles", "note": "", "code": '''
def answer(x, positions, base=10000.0):
    d = x.shape[-1]
    a = np.repeat(np.outer(positions, base ** (-np.arange(0, d, 2) / d)), 2, axis=-1)
    partner = np.stack([-x[..., 1::2], x[..., 0::2]], -1).reshape(x.shape)
    return x * np.cos(a) + partner * np.sin(a)
'''},
            {"id": "7.1-x55", "form": "one big block matrix a position", "note": "", "code": '''
def answer(x, positions, base=10000.0):
    n, d = x.shape[-2:]
    out = np.empty(x.shape)
    for r in range(n):
        R = np.zeros((d, d))
        for i in range(d // 2):
            a = positions[r] / base ** (2 * i / d)
            R[2 * i : 2 * i + 2, 2 * i : 2 * i + 2] = [[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]]
        out[..., r, :] = x[..., r, :] @ R
    return out
'''},
            {"id": "7.1-x56", "form": "halves with the columns permuted there and back", "note": "", "code": '''
def answer(x, positions, base=10000.0):
    d = x.shape[-1]
    order = np.r_[0:d:2, 1:d:2]
    y = x[..., order]
    h = d // 2
    a = np.tile(np.outer(positions, base ** (-np.arange(h) / h)), 2)
    y = y * np.cos(a) + np.concatenate([-y[..., h:], y[..., :h]], -1) * np.sin(a)
    return y[..., np.argsort(order)]
'''},
            {"id": "7.1-x57", "form": "float32 throughout", "note": "", "code": '''
def answer(x, positions, base=10000.0):
    x = np.asarray(x, np.float32)
    d = x.shape[-1]
    a = (positions[:, None] * base ** (-np.arange(0, d, 2) / d)).astype(np.float32)
    return np.stack([x[..., ::2] * np.cos(a) - x[..., 1::2] * np.sin(a), x[..., ::2] * np.sin(a) + x[..., 1::2] * np.cos(a)], -1).reshape(x.shape)
'''},
            {"id": "7.1-x58", "form": "nested lists", "note": "", "code": '''
def answer(x, positions, base=10000.0):
    d = x.shape[-1]
    z = (x[..., 0::2] + 1j * x[..., 1::2]) * np.exp(1j * np.outer(positions, base ** (-np.arange(0, d, 2) / d)))
    return z.view(float).tolist()
'''},
        ],
    },
    "7.2": {
        "wrong": [
            {"id": "7.2-x01", "reason": "not-attempted", "also": [], "status": "not_attempted", "must": True,
             "note": "docstring", "code": '''
def answer(q, k, i, j, base=10000.0):
    "score"
'''},
            {"id": "7.2-x02", "reason": "no-rotation", "also": [], "status": "incorrect", "must": True,
             "note": "both by the same position", "code": '''
from pe_lessons import apply_rope
def answer(q, k, i, j, base=10000.0):
    return (apply_rope([q], [i], base=base) @ apply_rope([k], [i], base=base).T)[0, 0]
'''},
            {"id": "7.2-x03", "reason": "query-only", "also": [], "status": "incorrect", "must": True,
             "note": "halves", "code": '''
def answer(q, k, i, j, base=10000.0):
    h = len(q) // 2
    c, s = np.cos(i * base ** (-np.arange(h) / h)), np.sin(i * base ** (-np.arange(h) / h))
    return np.r_[q[:h] * c - q[h:] * s, q[h:] * c + q[:h] * s] @ k
'''},
            {"id": "7.2-x04", "reason": "query-only", "also": [], "status": "incorrect", "must": True,
             "note": "backwards", "code": '''
from pe_lessons import apply_rope
def answer(q, k, i, j, base=10000.0):
    return float(apply_rope([q], [-i], base=base)[0] @ k)
'''},
            {"id": "7.2-x05", "reason": "key-only", "also": [], "status": "incorrect", "must": True,
             "note": "neighbours", "code": '''
from pe_lessons import apply_rope
def answer(q, k, i, j, base=10000.0):
    return sum(a * b for a, b in zip(q, apply_rope([k], [j], base=base)[0]))
'''},
            {"id": "7.2-x06", "reason": "sum-not-difference", "also": [], "status": "incorrect", "must": True,
             "note": "product without the conjugate", "code": '''
from pe_lessons import apply_rope
def answer(q, k, i, j, base=10000.0):
    return float(apply_rope([q], [i], base=base, layout="half")[0] @ apply_rope([k], [-j], base=base, layout="half")[0])
'''},
            {"id": "7.2-x07", "reason": "sum-not-difference", "also": [], "status": "incorrect", "must": True,
             "note": "q turned by i + j", "code": '''
from pe_lessons import apply_rope
def answer(q, k, i, j, base=10000.0):
    return float(apply_rope([q], [i + j], base=base)[0] @ k)
'''},
            {"id": "7.2-x08", "reason": "distance-not-offset", "also": [], "status": "incorrect", "must": True,
             "note": "halves, max minus min", "code": '''
from pe_lessons import apply_rope
def answer(q, k, i, j, base=10000.0):
    return float(apply_rope([q], [max(i, j) - min(i, j)], base=base, layout="half")[0] @ k)
'''},
            {"id": "7.2-x09", "reason": "added-not-rotated", "also": [], "status": "incorrect", "must": True,
             "note": "the package's table", "code": '''
from pe_lessons import sinusoidal_encoding
def answer(q, k, i, j, base=10000.0):
    a, b = sinusoidal_encoding([i, j], len(q), base=base)
    return float(np.dot(q + a, k + b))
'''},
            {"id": "7.2-x10", "reason": "mixed-layout", "also": [], "status": "incorrect", "must": True,
             "note": "query by halves, key by neighbours", "code": '''
from pe_lessons import apply_rope
def answer(q, k, i, j, base=10000.0):
    return apply_rope([q], [i], base=base, layout="half")[0] @ apply_rope([k], [j], base=base)[0]
'''},
            {"id": "7.2-x11", "reason": "cosine-not-dot", "also": [], "status": "incorrect", "must": True,
             "note": "both by the package", "code": '''
from pe_lessons import apply_rope
def answer(q, k, i, j, base=10000.0):
    a, b = apply_rope([q], [i], base=base)[0], apply_rope([k], [j], base=base)[0]
    return a @ b / np.linalg.norm(a) / np.linalg.norm(b)
'''},
            {"id": "7.2-x12", "reason": "scaled-by-sqrt-d", "also": [], "status": "incorrect", "must": True,
             "note": "halves", "code": '''
from pe_lessons import apply_rope
def answer(q, k, i, j, base=10000.0):
    a, b = (apply_rope([v], [p], base=base, layout="half")[0] for v, p in ((q, i), (k, j)))
    return a @ b * len(q) ** -0.5
'''},
            {"id": "7.2-x13", "reason": "factor-two-twice", "also": [], "status": "incorrect", "must": True,
             "note": "halves", "code": '''
def answer(q, k, i, j, base=10000.0):
    h = len(q) // 2
    a = (i - j) * base ** (-2 * np.arange(h) / h)
    z = (q[:h] + 1j * q[h:]) * np.exp(1j * a)
    return (z * (k[:h] - 1j * k[h:])).real.sum()
'''},
            {"id": "7.2-x14", "reason": "factor-two-missing", "also": [], "status": "incorrect", "must": True,
             "note": "loop", "code": '''
def answer(q, k, i, j, base=10000.0):
    total = 0
    for t in range(len(q) // 2):
        a = (i - j) * base ** (-t / len(q))
        z = complex(q[2 * t], q[2 * t + 1]) * complex(math.cos(a), math.sin(a)) * complex(k[2 * t], -k[2 * t + 1])
        total += z.real
    return total
'''},
            {"id": "7.2-x15", "reason": "exponent-d-minus-2", "also": [], "status": "incorrect", "must": True,
             "note": "linspace", "code": '''
def answer(q, k, i, j, base=10000.0):
    w = base ** -np.linspace(0, 1, len(q) // 2)
    return ((q[::2] + 1j * q[1::2]) * np.exp(1j * (i - j) * w) * (k[::2] - 1j * k[1::2])).sum().real
'''},
            {"id": "7.2-x16", "reason": "one-frequency", "also": [], "status": "incorrect", "must": True,
             "note": "halves", "code": '''
def answer(q, k, i, j, base=10000.0):
    h = len(q) // 2
    z = (q[:h] + 1j * q[h:]) * np.exp(1j * (i - j))
    return (z * (k[:h] - 1j * k[h:])).real.sum()
'''},
            {"id": "7.2-x17", "reason": "base-ignored", "also": [], "status": "incorrect", "must": True,
             "note": "the package without the base", "code": '''
from pe_lessons import apply_rope
def answer(q, k, i, j, base=10000.0):
    return apply_rope([q], [i])[0] @ apply_rope([k], [j])[0]
'''},
            {"id": "7.2-x18", "reason": "degrees", "also": [], "status": "incorrect", "must": True,
             "note": "in degrees", "code": '''
def answer(q, k, i, j, base=10000.0):
    a = np.deg2rad((i - j) * base ** (-np.arange(0, len(q), 2) / len(q)))
    return ((q[::2] + 1j * q[1::2]) * np.exp(1j * a) * (k[::2] - 1j * k[1::2])).sum().real
'''},
            {"id": "7.2-x19", "reason": "minus-missing", "also": [], "status": "incorrect", "must": True,
             "note": "both turned without the minus", "code": '''
def answer(q, k, i, j, base=10000.0):
    w = base ** (-np.arange(0, len(q), 2) / len(q))
    def turn(x, p):
        c, s = np.cos(p * w), np.sin(p * w)
        return np.r_[x[0::2] * c + x[1::2] * s, x[0::2] * s + x[1::2] * c]
    return turn(q, i) @ turn(k, j)
'''},
            {"id": "7.2-x20", "reason": "query-only", "also": ["scaled-by-sqrt-d"], "status": "incorrect", "must": True,
             "note": "two things", "code": '''
from pe_lessons import apply_rope
def answer(q, k, i, j, base=10000.0):
    return apply_rope([q], [i], base=base)[0] @ k / math.sqrt(len(k))
'''},
            {"id": "7.2-x21", "reason": "base-ignored", "also": ["sum-not-difference"], "status": "incorrect", "must": True,
             "note": "two things, halves", "code": '''
from pe_lessons import apply_rope
def answer(q, k, i, j, base=10000.0):
    return apply_rope([q], [i], layout="half")[0] @ apply_rope([k], [-j], layout="half")[0]
'''},
            {"id": "7.2-x22", "reason": "wrong-type", "also": [], "status": "incorrect", "must": True,
             "note": "complex", "code": '''
def answer(q, k, i, j, base=10000.0):
    a = (i - j) * base ** (-np.arange(0, len(q), 2) / len(q))
    return ((q[::2] + 1j * q[1::2]) * np.exp(1j * a) * (k[::2] - 1j * k[1::2])).sum()
'''},
            {"id": "7.2-x23", "reason": "wrong-shape", "also": [], "status": "incorrect", "must": True,
             "note": "element by element", "code": '''
from pe_lessons import apply_rope
def answer(q, k, i, j, base=10000.0):
    return apply_rope([q], [i], base=base)[0] * apply_rope([k], [j], base=base)[0]
'''},
            {"id": "7.2-x24", "reason": "wrong-shape", "also": [], "status": "incorrect", "must": True,
             "note": "one by one", "code": '''
from pe_lessons import apply_rope
def answer(q, k, i, j, base=10000.0):
    return apply_rope([q], [i], base=base) @ apply_rope([k], [j], base=base).T
'''},
            {"id": "7.2-x25", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "zero", "code": '''
def answer(q, k, i, j, base=10000.0):
    return 0.0
'''},
            {"id": "7.2-x26", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "noise", "code": '''
def answer(q, k, i, j, base=10000.0):
    return float(np.sin(q.sum() * 13 + i * 5 - 2 * j))
'''},
            {"id": "7.2-x27", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "near miss", "code": '''
from pe_lessons import apply_rope
def answer(q, k, i, j, base=10000.0):
    return apply_rope([q], [i], base=base)[0] @ apply_rope([k], [j], base=base)[0] + 1e-3
'''},
            {"id": "7.2-x28", "reason": "shown-case-only", "also": [], "status": "incorrect", "must": True,
             "note": "offset 4 written in", "code": '''
from pe_lessons import apply_rope
def answer(q, k, i, j, base=10000.0):
    return apply_rope([q], [4], base=base)[0] @ k
'''},
            {"id": "7.2-x29", "reason": "not-finite", "also": [], "status": "incorrect", "must": True,
             "note": "nan", "code": '''
def answer(q, k, i, j, base=10000.0):
    return float("nan")
'''},
            {"id": "7.2-x30", "reason": "returned-none", "also": [], "status": "incorrect", "must": True,
             "note": "prints", "code": '''
def answer(q, k, i, j, base=10000.0):
    print(q @ k)
'''},
            {"id": "7.2-x31", "reason": "raised", "also": [], "status": "error", "must": True,
             "note": "shapes do not fit", "code": '''
def answer(q, k, i, j, base=10000.0):
    return q @ np.ones(7)
'''},
            {"id": "7.2-x32", "reason": "raised", "also": [], "status": "error", "must": True,
             "note": "a list times a float", "code": '''
def answer(q, k, i, j, base=10000.0):
    return list(q) * 0.5
'''},
            {"id": "7.2-x33", "reason": "mutated-input", "also": [], "status": "incorrect", "must": True,
             "note": "q turned in place", "code": '''
def answer(q, k, i, j, base=10000.0):
    w = base ** (-np.arange(0, len(q), 2) / len(q))
    z = (q[::2] + 1j * q[1::2]) * np.exp(1j * (i - j) * w)
    q[::2], q[1::2] = z.real, z.imag
    return q @ k
'''},
        ],
        "right": [
            {"id": "7.2-x34", "form": "halves, backwards", "note": "", "code": '''
from pe_lessons import apply_rope
def answer(q, k, i, j, base=10000.0):
    return apply_rope([q], [-i], base=base, layout="half")[0] @ apply_rope([k], [-j], base=base, layout="half")[0]
'''},
            {"id": "7.2-x35", "form": "key turned back by the difference, list of one", "note": "", "code": '''
from pe_lessons import apply_rope
def answer(q, k, i, j, base=10000.0):
    return [float(q @ apply_rope([k], [j - i], base=base)[0])]
'''},
            {"id": "7.2-x36", "form": "sum of cosines and sines", "note": "", "code": '''
def answer(q, k, i, j, base=10000.0):
    total = 0.0
    for c in range(0, len(q), 2):
        a = (i - j) * base ** (-c / len(q))
        total += math.cos(a) * (q[c] * k[c] + q[c + 1] * k[c + 1]) + math.sin(a) * (q[c] * k[c + 1] - q[c + 1] * k[c])
    return np.array(total)
'''},
            {"id": "7.2-x37", "form": "sine and cosine exchanged in both: the other direction", "note": "", "code": '''
def answer(q, k, i, j, base=10000.0):
    w = base ** (-np.arange(0, len(q), 2) / len(q))
    def turn(x, p):
        s, c = np.cos(p * w), np.sin(p * w)
        return np.r_[x[0::2] * c - x[1::2] * s, x[0::2] * s + x[1::2] * c]
    return turn(q, i) @ turn(k, j)
'''},
        ],
    },
    "7.3": {
        "wrong": [
            {"id": "7.3-x01", "reason": "not-attempted", "also": [], "status": "not_attempted", "must": True,
             "note": "NotImplementedError", "code": '''
def answer(d, factor, method, base=10000.0):
    raise NotImplementedError
'''},
            {"id": "7.3-x02", "reason": "methods-swapped", "also": [], "status": "incorrect", "must": True,
             "note": "condition the wrong way round", "code": '''
def answer(d, factor, method, base=10000.0):
    w = base ** (-np.arange(0, d, 2) / d)
    if method != "linear":
        return w / factor
    return w * factor ** (-np.arange(0, d, 2) / (d - 2))
'''},
            {"id": "7.3-x03", "reason": "ntk-exponent-missing", "also": [], "status": "incorrect", "must": True,
             "note": "integer division in the exponent", "code": '''
def answer(d, factor, method, base=10000.0):
    if method == "ntk":
        base = base * factor ** (d // (d - 2))
        factor = 1
    return np.array([base ** (-2 * i / d) / factor for i in range(d // 2)])
'''},
            {"id": "7.3-x04", "reason": "ntk-exponent-missing", "also": [], "status": "incorrect", "must": True,
             "note": "a factor a pair, over d", "code": '''
def answer(d, factor, method, base=10000.0):
    i = np.arange(d // 2)
    w = base ** (-2 * i / d)
    return w / factor if method == "linear" else w * factor ** (-2 * i / d)
'''},
            {"id": "7.3-x05", "reason": "ntk-exponent-inverted", "also": [], "status": "incorrect", "must": True,
             "note": "list", "code": '''
def answer(d, factor, method, base=10000.0):
    if method == "linear":
        return [1 / (factor * base ** (i / d)) for i in range(0, d, 2)]
    b = base * factor ** (1 - 2 / d)
    return [b ** (-i / d) for i in range(0, d, 2)]
'''},
            {"id": "7.3-x06", "reason": "ntk-exponent-off", "also": [], "status": "incorrect", "must": True,
             "note": "multiplied", "code": '''
def answer(d, factor, method, base=10000.0):
    i = np.arange(d // 2)
    if method == "linear":
        return base ** (-2 * i / d) / factor
    return (base * factor * d / (d - 2)) ** (-2 * i / d)
'''},
            {"id": "7.3-x07", "reason": "ntk-exponent-off", "also": [], "status": "incorrect", "must": True,
             "note": "number of pairs", "code": '''
def answer(d, factor, method, base=10000.0):
    i = np.arange(d // 2)
    if method == "linear":
        return base ** (-2 * i / d) / factor
    return (base * factor ** ((d - 1) / (d - 2))) ** (-2 * i / d)
'''},
            {"id": "7.3-x08", "reason": "all-pairs-scaled", "also": [], "status": "incorrect", "must": True,
             "note": "base changed and divided", "code": '''
def answer(d, factor, method, base=10000.0):
    if method == "ntk":
        base *= factor ** (d / (d - 2))
    return base ** (-np.arange(0, d, 2) / d) / factor
'''},
            {"id": "7.3-x09", "reason": "factor-inside-power", "also": [], "status": "incorrect", "must": True,
             "note": "the divisors are scaled inside", "code": '''
def answer(d, factor, method, base=10000.0):
    e = np.arange(0, d, 2) / d
    if method == "linear":
        return 1 / (base * factor) ** e
    return 1 / (base * factor ** (d / (d - 2))) ** e
'''},
            {"id": "7.3-x10", "reason": "ntk-exponent-missing", "also": ["factor-inside-power"], "status": "incorrect", "must": True,
             "note": "base times factor for both", "code": '''
def answer(d, factor, method, base=10000.0):
    return (base * factor) ** (-np.arange(0, d, 2) / d)
'''},
            {"id": "7.3-x11", "reason": "interpolation-backwards", "also": [], "status": "incorrect", "must": True,
             "note": "both directions the wrong way", "code": '''
def answer(d, factor, method, base=10000.0):
    i = np.arange(d // 2)
    if method == "linear":
        return factor * base ** (-2 * i / d)
    return (base / factor ** (d / (d - 2))) ** (-2 * i / d)
'''},
            {"id": "7.3-x12", "reason": "interpolation-backwards", "also": [], "status": "incorrect", "must": True,
             "note": "NTK only", "code": '''
def answer(d, factor, method, base=10000.0):
    i = np.arange(d // 2)
    w = base ** (-2 * i / d)
    return w / factor if method == "linear" else w * factor ** (2 * i / (d - 2))
'''},
            {"id": "7.3-x13", "reason": "method-ignored", "also": [], "status": "incorrect", "must": True,
             "note": "linear for both", "code": '''
def answer(d, factor, method, base=10000.0):
    return [base ** (-2 * i / d) / factor for i in range(d // 2)]
'''},
            {"id": "7.3-x14", "reason": "method-ignored", "also": [], "status": "incorrect", "must": True,
             "note": "a comparison that is always true", "code": '''
def answer(d, factor, method, base=10000.0):
    if method == "ntk" or "NTK":
        base = base * factor ** (d / (d - 2))
        return base ** (-np.arange(0, d, 2) / d)
    return base ** (-np.arange(0, d, 2) / d) / factor
'''},
            {"id": "7.3-x15", "reason": "factor-two-twice", "also": [], "status": "incorrect", "must": True,
             "note": "both", "code": '''
def answer(d, factor, method, base=10000.0):
    i = np.arange(0, d, 2)
    if method == "linear":
        return base ** (-2 * i / d) / factor
    return (base * factor ** (d / (d - 2))) ** (-2 * i / d)
'''},
            {"id": "7.3-x16", "reason": "factor-two-twice", "also": [], "status": "incorrect", "must": True,
             "note": "in the NTK branch only", "code": '''
def answer(d, factor, method, base=10000.0):
    i = np.arange(0, d, 2)
    if method == "linear":
        return base ** (-i / d) / factor
    return (base * factor ** (d / (d - 2))) ** (-2 * i / d)
'''},
            {"id": "7.3-x17", "reason": "factor-two-missing", "also": [], "status": "incorrect", "must": True,
             "note": "logarithm", "code": '''
def answer(d, factor, method, base=10000.0):
    i = np.arange(d // 2)
    if method == "linear":
        return np.exp(-i / d * np.log(base)) / factor
    return np.exp(-i / d * np.log(base * factor ** (d / (d - 2))))
'''},
            {"id": "7.3-x18", "reason": "exponent-d-minus-2", "also": [], "status": "incorrect", "must": True,
             "note": "linspace", "code": '''
def answer(d, factor, method, base=10000.0):
    e = np.linspace(0, 1, d // 2)
    if method == "linear":
        return base ** -e / factor
    return (base * factor ** (d / (d - 2))) ** -e
'''},
            {"id": "7.3-x19", "reason": "divisor-not-frequency", "also": [], "status": "incorrect", "must": True,
             "note": "growing", "code": '''
def answer(d, factor, method, base=10000.0):
    i = np.arange(d // 2)
    if method == "linear":
        return base ** (2 * i / d) / factor
    return (base * factor ** (d / (d - 2))) ** (2 * i / d)
'''},
            {"id": "7.3-x20", "reason": "base-ignored", "also": [], "status": "incorrect", "must": True,
             "note": "the package without the base", "code": '''
from pe_lessons import NTK, Linear, rope_frequencies
def answer(d, factor, method, base=10000.0):
    return rope_frequencies(d, scaling=Linear(factor) if method == "linear" else NTK(factor))[0]
'''},
            {"id": "7.3-x21", "reason": "base-ignored", "also": ["ntk-exponent-missing"], "status": "incorrect", "must": True,
             "note": "two things", "code": '''
def answer(d, factor, method, base=10000.0):
    e = -np.arange(0, d, 2) / d
    return 10000.0 ** e / factor if method == "linear" else (10000.0 * factor) ** e
'''},
            {"id": "7.3-x22", "reason": "base-ignored", "also": ["methods-swapped"], "status": "incorrect", "must": True,
             "note": "two things", "code": '''
from pe_lessons import NTK, Linear, rope_frequencies
def answer(d, factor, method, base=10000.0):
    return rope_frequencies(d, scaling=Linear(factor) if method == "ntk" else NTK(factor))[0]
'''},
            {"id": "7.3-x23", "reason": "wrong-shape", "also": [], "status": "incorrect", "must": True,
             "note": "one a column", "code": '''
def answer(d, factor, method, base=10000.0):
    i = np.arange(d) // 2
    if method == "linear":
        return base ** (-2 * i / d) / factor
    return (base * factor ** (d / (d - 2))) ** (-2 * i / d)
'''},
            {"id": "7.3-x24", "reason": "wrong-shape", "also": [], "status": "incorrect", "must": True,
             "note": "a new base only", "code": '''
def answer(d, factor, method, base=10000.0):
    return base * factor ** (d / (d - 2))
'''},
            {"id": "7.3-x25", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "zeros", "code": '''
def answer(d, factor, method, base=10000.0):
    return np.zeros(d // 2)
'''},
            {"id": "7.3-x26", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "noise", "code": '''
def answer(d, factor, method, base=10000.0):
    return np.random.default_rng(d).random(d // 2)
'''},
            {"id": "7.3-x27", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "near miss", "code": '''
from pe_lessons import NTK, Linear, rope_frequencies
def answer(d, factor, method, base=10000.0):
    w = rope_frequencies(d, base=base, scaling={"linear": Linear, "ntk": NTK}[method](factor))[0].copy()
    w[1] += 1e-3
    return w
'''},
            {"id": "7.3-x28", "reason": "shown-case-only", "also": [], "status": "incorrect", "must": True,
             "note": "d = 8 written in", "code": '''
def answer(d, factor, method, base=10000.0):
    i = np.arange(d // 2)
    if method == "linear":
        return base ** (-2 * i / 8) / factor
    return (base * factor ** (8 / 6)) ** (-2 * i / 8)
'''},
            {"id": "7.3-x29", "reason": "returned-none", "also": [], "status": "incorrect", "must": True,
             "note": "no return in the second branch", "code": '''
def answer(d, factor, method, base=10000.0):
    if method == "linear":
        return base ** (-np.arange(0, d, 2) / d) / factor
    base = base * factor ** (d / (d - 2))
'''},
            {"id": "7.3-x30", "reason": "raised", "also": [], "status": "error", "must": True,
             "note": "a name with a typo", "code": '''
def answer(d, factor, method, base=10000.0):
    return base ** (-np.arange(0, d, 2) / d) / facter
'''},
            {"id": "7.3-x31", "reason": "wrong-type", "also": [], "status": "incorrect", "must": True,
             "note": "a dictionary", "code": '''
def answer(d, factor, method, base=10000.0):
    return {method: base ** (-np.arange(0, d, 2) / d) / factor}
'''},
            {"id": "7.3-x32", "reason": "not-finite", "also": [], "status": "incorrect", "must": True,
             "note": "logarithm of 0", "code": '''
def answer(d, factor, method, base=10000.0):
    return np.exp(np.log(np.zeros(d // 2)) * -1)
'''},
        ],
        "right": [
            {"id": "7.3-x33", "form": "the package", "note": "", "code": '''
from pe_lessons import NTK, Linear, rope_frequencies
def answer(d, factor, method, base=10000.0):
    return rope_frequencies(d, base=base, scaling=Linear(factor) if method == "linear" else NTK(factor))[0]
'''},
            {"id": "7.3-x34", "form": "loop, match, tuple", "note": "", "code": '''
def answer(d, factor, method, base=10000.0):
    match method:
        case "linear":
            return tuple(1 / (factor * base ** (2 * i / d)) for i in range(d // 2))
        case "ntk":
            return tuple((base * factor ** (d / (d - 2))) ** (-2 * i / d) for i in range(d // 2))
'''},
            {"id": "7.3-x35", "form": "logarithms, float32", "note": "", "code": '''
def answer(d, factor, method, base=10000.0):
    e = np.arange(0, d, 2) / d
    log = np.log(base) + (np.log(factor) * d / (d - 2) if method == "ntk" else 0)
    return (np.exp(-e * log) / (factor if method == "linear" else 1)).astype(np.float32)
'''},
        ],
    },
    "7.4": {
        "wrong": [
            {"id": "7.4-x01", "reason": "not-attempted", "also": [], "status": "not_attempted", "must": True,
             "note": "a tuple of ellipses", "code": '''
answer = (..., ...)
'''},
            {"id": "7.4-x02", "reason": "one-based", "also": [], "status": "incorrect", "must": True,
             "note": "array", "code": '''
answer = np.array([7, 12])
'''},
            {"id": "7.4-x03", "reason": "sign-convention", "also": [], "status": "incorrect", "must": True,
             "note": "from the table", "code": '''
from pe_lessons.heads import mpnet_bias
answer = mpnet_bias([1, -1]).argmax(axis=1)
'''},
            {"id": "7.4-x04", "reason": "one-based", "also": ["sign-convention"], "status": "incorrect", "must": True,
             "note": "both", "code": '''
answer = (12, 7)
'''},
            {"id": "7.4-x05", "reason": "lowest-not-highest", "also": [], "status": "incorrect", "must": True,
             "note": "from the table, absolute values", "code": '''
from pe_lessons.heads import mpnet_bias
answer = np.abs(mpnet_bias([-1, 1])).argmax(axis=1)
'''},
            {"id": "7.4-x06", "reason": "bucket-off-by-one", "also": [], "status": "incorrect", "must": True,
             "note": "rows 0 and 16", "code": '''
from pe_lessons import load_positions
answer = load_positions("mpnet_relative_bias").values[[0, 16]].argmax(axis=1).tolist()
'''},
            {"id": "7.4-x07", "reason": "bucket-not-head", "also": [], "status": "incorrect", "must": True,
             "note": "the rows", "code": '''
answer = [1, 17]
'''},
            {"id": "7.4-x08", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "guessed", "code": '''
answer = (2, 9)
'''},
            {"id": "7.4-x09", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "zeros", "code": '''
answer = [0, 0]
'''},
            {"id": "7.4-x10", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "near miss", "code": '''
answer = (6.001, 11)
'''},
            {"id": "7.4-x11", "reason": "wrong-shape", "also": [], "status": "incorrect", "must": True,
             "note": "one number", "code": '''
answer = 6
'''},
            {"id": "7.4-x12", "reason": "wrong-shape", "also": [], "status": "incorrect", "must": True,
             "note": "a row of two", "code": '''
answer = [[6, 11]]
'''},
            {"id": "7.4-x13", "reason": "wrong-type", "also": [], "status": "incorrect", "must": True,
             "note": "text", "code": '''
answer = "6, 11"
'''},
            {"id": "7.4-x14", "reason": "wrong-type", "also": [], "status": "incorrect", "must": True,
             "note": "a set, which has no order", "code": '''
answer = {6, 11}
'''},
            {"id": "7.4-x15", "reason": "wrong-type", "also": [], "status": "incorrect", "must": True,
             "note": "a function", "code": '''
def answer():
    return 6, 11
'''},
        ],
        "right": [
            {"id": "7.4-x16", "form": "from the table", "note": "", "code": '''
from pe_lessons.heads import mpnet_bias
answer = mpnet_bias([-1, 1]).argmax(axis=1)
'''},
            {"id": "7.4-x17", "form": "floats", "note": "", "code": '''
answer = np.float32(6), 11.0
'''},
        ],
    },
    "7.5": {
        "wrong": [
            {"id": "7.5-x01", "reason": "not-attempted", "also": [], "status": "not_attempted", "must": True,
             "note": "pass", "code": '''
def answer(n_heads, n):
    pass
'''},
            {"id": "7.5-x02", "reason": "sign-flipped", "also": [], "status": "incorrect", "must": True,
             "note": "the package's bias, with a minus", "code": '''
from pe_lessons import alibi_bias, causal_mask, softmax
def answer(n_heads, n):
    return softmax(np.where(causal_mask(n), -alibi_bias(n_heads, n, n), -np.inf))
'''},
            {"id": "7.5-x03", "reason": "mask-missing", "also": [], "status": "incorrect", "must": True,
             "note": "the package without a mask", "code": '''
from pe_lessons import alibi_bias, softmax
def answer(n_heads, n):
    return softmax(alibi_bias(n_heads, n, n))
'''},
            {"id": "7.5-x04", "reason": "mask-missing", "also": [], "status": "incorrect", "must": True,
             "note": "hidden scores set to 0", "code": '''
from pe_lessons import alibi_bias, softmax
def answer(n_heads, n):
    return softmax(np.tril(alibi_bias(n_heads, n, n)))
'''},
            {"id": "7.5-x05", "reason": "mask-missing", "also": [], "status": "incorrect", "must": True,
             "note": "one row for all, without a mask", "code": '''
from pe_lessons import alibi_bias, softmax
def answer(n_heads, n):
    return softmax(alibi_bias(n_heads, n, n, form="last_key"))
'''},
            {"id": "7.5-x06", "reason": "mask-excludes-self", "also": [], "status": "incorrect", "must": True,
             "note": "loop, row 0 left at zero", "code": '''
from pe_lessons import alibi_slopes
def answer(n_heads, n):
    out = np.zeros((n_heads, n, n))
    for h, m in enumerate(alibi_slopes(n_heads)):
        for i in range(1, n):
            e = np.array([math.exp(-m * (i - j)) for j in range(i)])
            out[h, i, :i] = e / e.sum()
    return out
'''},
            {"id": "7.5-x07", "reason": "mask-excludes-self", "also": [], "status": "incorrect", "must": True,
             "note": "minus infinity on the diagonal too", "code": '''
from pe_lessons import alibi_bias, softmax
def answer(n_heads, n):
    b = alibi_bias(n_heads, n, n) + np.triu(np.full((n, n), -np.inf))
    e = np.exp(b)
    return e / e.sum(-1, keepdims=True)
'''},
            {"id": "7.5-x08", "reason": "mask-excludes-self", "also": [], "status": "incorrect", "must": True,
             "note": "a large number instead of infinity", "code": '''
from pe_lessons import alibi_bias
def answer(n_heads, n):
    b = np.where(np.tril(np.ones((n, n)), -1) == 1, alibi_bias(n_heads, n, n), -1e9)
    e = np.exp(b - b.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)
'''},
            {"id": "7.5-x09", "reason": "mask-reversed", "also": [], "status": "incorrect", "must": True,
             "note": "triu in place of tril", "code": '''
from pe_lessons import alibi_bias
def answer(n_heads, n):
    e = np.triu(np.exp(alibi_bias(n_heads, n, n)))
    return e / e.sum(-1, keepdims=True)
'''},
            {"id": "7.5-x10", "reason": "mask-after-softmax", "also": [], "status": "incorrect", "must": True,
             "note": "tril at the end", "code": '''
from pe_lessons import alibi_bias, softmax
def answer(n_heads, n):
    return np.tril(softmax(alibi_bias(n_heads, n, n)))
'''},
            {"id": "7.5-x11", "reason": "softmax-axis", "also": [], "status": "incorrect", "must": True,
             "note": "over the heads", "code": '''
from pe_lessons import alibi_bias
def answer(n_heads, n):
    e = np.tril(np.exp(alibi_bias(n_heads, n, n)))
    with np.errstate(invalid="ignore"):
        return np.where(e > 0, e / e.sum(axis=0), 0.0)
'''},
            {"id": "7.5-x12", "reason": "softmax-axis", "also": [], "status": "incorrect", "must": True,
             "note": "over everything", "code": '''
from pe_lessons import alibi_bias
def answer(n_heads, n):
    e = np.tril(np.exp(alibi_bias(n_heads, n, n)))
    return e / e.sum()
'''},
            {"id": "7.5-x13", "reason": "softmax-axis", "also": [], "status": "incorrect", "must": True,
             "note": "over the queries, loop", "code": '''
from pe_lessons import alibi_slopes
def answer(n_heads, n):
    out = np.zeros((n_heads, n, n))
    for h, m in enumerate(alibi_slopes(n_heads)):
        for j in range(n):
            e = [math.exp(-m * (i - j)) for i in range(j, n)]
            out[h, j:, j] = np.array(e) / sum(e)
    return out
'''},
            {"id": "7.5-x14", "reason": "slopes-off-by-one", "also": [], "status": "incorrect", "must": True,
             "note": "authors' rule, from 0", "code": '''
def answer(n_heads, n):
    m = 2 ** int(math.log2(n_heads))
    s = [2 ** (-8 * k / m) for k in range(m)] + [2 ** (-8 * k / (2 * m)) for k in range(0, 2 * (n_heads - m), 2)]
    i, j = np.indices((n, n))
    e = np.tril(np.exp(-np.array(s)[:, None, None] * (i - j)))
    return e / e.sum(-1, keepdims=True)
'''},
            {"id": "7.5-x15", "reason": "slopes-one-progression", "also": [], "status": "incorrect", "must": True,
             "note": "loop", "code": '''
def answer(n_heads, n):
    out = np.zeros((n_heads, n, n))
    for h in range(n_heads):
        m = 2 ** (-8 * (h + 1) / n_heads)
        for i in range(n):
            e = np.exp(-m * (i - np.arange(i + 1)))
            out[h, i, : i + 1] = e / e.sum()
    return out
'''},
            {"id": "7.5-x16", "reason": "slopes-one-progression", "also": ["slopes-reversed"], "status": "incorrect", "must": True,
             "note": "two things", "code": '''
def answer(n_heads, n):
    out = np.zeros((n_heads, n, n))
    for h in range(n_heads):
        m = 2 ** (-8 * (n_heads - h) / n_heads)
        for i in range(n):
            e = np.exp(-m * (i - np.arange(i + 1)))
            out[h, i, : i + 1] = e / e.sum()
    return out
'''},
            {"id": "7.5-x17", "reason": "slopes-reversed", "also": [], "status": "incorrect", "must": True,
             "note": "flipped", "code": '''
from pe_lessons import alibi_bias, causal_mask, softmax
def answer(n_heads, n):
    return softmax(np.where(causal_mask(n), alibi_bias(n_heads, n, n)[::-1], -np.inf))
'''},
            {"id": "7.5-x18", "reason": "slopes-fixed-ratio", "also": [], "status": "incorrect", "must": True,
             "note": "a half from head to head, loop", "code": '''
def answer(n_heads, n):
    out = np.zeros((n_heads, n, n))
    for h in range(n_heads):
        for i in range(n):
            e = np.exp(-(0.5 ** (h + 1)) * np.arange(i, -1, -1))
            out[h, i, : i + 1] = e / e.sum()
    return out
'''},
            {"id": "7.5-x19", "reason": "slopes-fixed-ratio", "also": [], "status": "incorrect", "must": True,
             "note": "2 ** -8k", "code": '''
def answer(n_heads, n):
    s = 2.0 ** (-8 * np.arange(1, n_heads + 1))[:, None, None]
    e = np.tril(np.exp(s * np.arange(n) * np.ones((n, 1))))
    return e / e.sum(-1, keepdims=True)
'''},
            {"id": "7.5-x20", "reason": "slopes-rest-rule", "also": [], "status": "incorrect", "must": True,
             "note": "the second half of 2m", "code": '''
def answer(n_heads, n):
    m = 2 ** int(math.log2(n_heads))
    s = [2 ** (-8 * k / m) for k in range(1, m + 1)] + [2 ** (-8 * k / (2 * m)) for k in range(1, n_heads - m + 1)]
    e = np.tril(np.exp(np.array(s)[:, None, None] * np.arange(n) * np.ones((n, 1))))
    return e / e.sum(-1, keepdims=True)
'''},
            {"id": "7.5-x21", "reason": "slopes-rest-rule", "also": [], "status": "incorrect", "must": True,
             "note": "all from the power of two above", "code": '''
def answer(n_heads, n):
    m = 2 ** math.ceil(math.log2(n_heads))
    s = 2.0 ** (-8 * np.arange(1, n_heads + 1) / m)
    e = np.tril(np.exp(s[:, None, None] * np.arange(n) * np.ones((n, 1))))
    return e / e.sum(-1, keepdims=True)
'''},
            {"id": "7.5-x22", "reason": "bias-not-weights", "also": [], "status": "incorrect", "must": True,
             "note": "the package's bias", "code": '''
from pe_lessons import alibi_bias
def answer(n_heads, n):
    return alibi_bias(n_heads, n, n)
'''},
            {"id": "7.5-x23", "reason": "bias-not-weights", "also": [], "status": "incorrect", "must": True,
             "note": "minus 1e9 above", "code": '''
from pe_lessons import alibi_bias, causal_mask
def answer(n_heads, n):
    return np.where(causal_mask(n), alibi_bias(n_heads, n, n), -1e9)
'''},
            {"id": "7.5-x24", "reason": "bias-not-weights", "also": [], "status": "incorrect", "must": True,
             "note": "exponentials, not divided", "code": '''
from pe_lessons import alibi_bias
def answer(n_heads, n):
    return np.tril(np.exp(alibi_bias(n_heads, n, n)))
'''},
            {"id": "7.5-x25", "reason": "bias-ignored", "also": [], "status": "incorrect", "must": True,
             "note": "loop", "code": '''
def answer(n_heads, n):
    out = np.zeros((n_heads, n, n))
    for i in range(n):
        out[:, i, : i + 1] = 1 / (i + 1)
    return out
'''},
            {"id": "7.5-x26", "reason": "mask-missing", "also": ["bias-ignored"], "status": "incorrect", "must": True,
             "note": "one over n", "code": '''
def answer(n_heads, n):
    return np.ones((n_heads, n, n)) / n
'''},
            {"id": "7.5-x27", "reason": "sign-flipped", "also": ["slopes-one-progression"], "status": "incorrect", "must": True,
             "note": "two things", "code": '''
def answer(n_heads, n):
    s = 2.0 ** (-8 * np.arange(1, n_heads + 1) / n_heads)
    e = np.tril(np.exp(-s[:, None, None] * np.arange(n) * np.ones((n, 1))))
    return e / e.sum(-1, keepdims=True)
'''},
            {"id": "7.5-x28", "reason": "softmax-axis", "also": ["slopes-reversed"], "status": "incorrect", "must": True,
             "note": "two things", "code": '''
from pe_lessons import alibi_bias
def answer(n_heads, n):
    e = np.tril(np.exp(alibi_bias(n_heads, n, n)[::-1]))
    return e / e.sum(axis=1, keepdims=True)
'''},
            {"id": "7.5-x29", "reason": "axis-swapped", "also": [], "status": "incorrect", "must": True,
             "note": "the transpose", "code": '''
from pe_lessons import alibi_bias, causal_mask, softmax
def answer(n_heads, n):
    return softmax(np.where(causal_mask(n), alibi_bias(n_heads, n, n), -np.inf)).transpose(0, 2, 1)
'''},
            {"id": "7.5-x30", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "near miss", "code": '''
from pe_lessons import alibi_bias, causal_mask, softmax
def answer(n_heads, n):
    w = softmax(np.where(causal_mask(n), alibi_bias(n_heads, n, n), -np.inf))
    w[0, 1, 0] += 1e-3
    return w
'''},
            {"id": "7.5-x31", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "noise", "code": '''
def answer(n_heads, n):
    e = np.random.default_rng(0).random((n_heads, n, n))
    return e / e.sum(-1, keepdims=True)
'''},
            {"id": "7.5-x32", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "zeros", "code": '''
def answer(n_heads, n):
    return np.zeros((n_heads, n, n))
'''},
            {"id": "7.5-x33", "reason": "shown-case-only", "also": [], "status": "incorrect", "must": True,
             "note": "slopes of two heads", "code": '''
def answer(n_heads, n):
    s = np.resize([2.0**-4, 2.0**-8], n_heads)
    e = np.tril(np.exp(s[:, None, None] * np.arange(n) * np.ones((n, 1))))
    return e / e.sum(-1, keepdims=True)
'''},
            {"id": "7.5-x34", "reason": "wrong-shape", "also": [], "status": "incorrect", "must": True,
             "note": "heads last", "code": '''
from pe_lessons import alibi_bias, causal_mask, softmax
def answer(n_heads, n):
    return np.moveaxis(softmax(np.where(causal_mask(n), alibi_bias(n_heads, n, n), -np.inf)), 0, -1)
'''},
            {"id": "7.5-x35", "reason": "wrong-shape", "also": [], "status": "incorrect", "must": True,
             "note": "one head only", "code": '''
def answer(n_heads, n):
    e = np.tril(np.exp(2.0**-4 * np.arange(n) * np.ones((n, 1))))
    return e / e.sum(-1, keepdims=True)
'''},
            {"id": "7.5-x36", "reason": "not-finite", "also": [], "status": "incorrect", "must": True,
             "note": "all NaN", "code": '''
def answer(n_heads, n):
    return np.full((n_heads, n, n), np.nan)
'''},
            {"id": "7.5-x37", "reason": "returned-none", "also": [], "status": "incorrect", "must": True,
             "note": "return forgotten", "code": '''
from pe_lessons import alibi_bias, softmax
def answer(n_heads, n):
    w = softmax(alibi_bias(n_heads, n, n))
'''},
            {"id": "7.5-x38", "reason": "raised", "also": [], "status": "error", "must": True,
             "note": "a division by zero", "code": '''
def answer(n_heads, n):
    return 1 // (n_heads - n_heads)
'''},
            {"id": "7.5-x39", "reason": "wrong-type", "also": [], "status": "incorrect", "must": True,
             "note": "text", "code": '''
def answer(n_heads, n):
    return f"{n_heads} heads"
'''},
        ],
        "right": [
            {"id": "7.5-x40", "form": "the package", "note": "", "code": '''
from pe_lessons import alibi_bias, causal_mask, softmax
def answer(n_heads, n):
    return softmax(np.where(causal_mask(n), alibi_bias(n_heads, n, n, form="last_key"), -np.inf))
'''},
            {"id": "7.5-x41", "form": "a large negative number for the mask", "note": "", "code": '''
from pe_lessons import alibi_slopes
def answer(n_heads, n):
    i, j = np.indices((n, n))
    b = -alibi_slopes(n_heads)[:, None, None] * np.abs(i - j) - 1e9 * (j > i)
    e = np.exp(b)
    return (e / e.sum(-1, keepdims=True)).astype(np.float32)
'''},
            {"id": "7.5-x42", "form": "geometric rows, nested lists", "note": "", "code": '''
from pe_lessons import alibi_slopes
def answer(n_heads, n):
    heads = []
    for m in alibi_slopes(n_heads):
        rows = []
        for i in range(n):
            e = [math.exp(m * j) if j <= i else 0.0 for j in range(n)]
            rows.append([x / sum(e) for x in e])
        heads.append(rows)
    return heads
'''},
            {"id": "7.5-x43", "form": "the authors' recursive slopes", "note": "", "code": '''
def answer(n_heads, n):
    def slopes(h):
        if math.log2(h).is_integer():
            start = 2 ** (-(2 ** -(math.log2(h) - 3)))
            return [start * start**k for k in range(h)]
        m = 2 ** math.floor(math.log2(h))
        return slopes(m) + slopes(2 * m)[0::2][: h - m]
    e = np.tril(np.exp(np.array(slopes(n_heads))[:, None, None] * np.arange(n) * np.ones((n, 1))))
    return e / e.sum(-1, keepdims=True)
'''},
        ],
    },
    "7.6": {
        "wrong": [
            {"id": "7.6-x01", "reason": "not-attempted", "also": [], "status": "not_attempted", "must": True,
             "note": "not implemented", "code": '''
def answer(rel, num_buckets=32, max_distance=128):
    raise NotImplementedError("later")
'''},
            {"id": "7.6-x02", "reason": "sign-convention", "also": [], "status": "incorrect", "must": True,
             "note": "upper half for the past, loop", "code": '''
def answer(rel, num_buckets=32, max_distance=128):
    h = num_buckets // 2
    m = h // 2
    def one(r):
        n = abs(int(r))
        b = n if n < m else min(h - 1, m + int(math.log(n / m) / math.log(max_distance / m) * (h - m)))
        return b + (h if r < 0 else 0)
    return np.vectorize(one)(rel)
'''},
            {"id": "7.6-x03", "reason": "past-only", "also": [], "status": "incorrect", "must": True,
             "note": "the package's causal form", "code": '''
from pe_lessons import t5_bucket
def answer(rel, num_buckets=32, max_distance=128):
    return t5_bucket(rel, num_buckets=num_buckets, max_distance=max_distance, bidirectional=False)
'''},
            {"id": "7.6-x04", "reason": "direction-lost", "also": [], "status": "incorrect", "must": True,
             "note": "half never added", "code": '''
from pe_lessons import t5_bucket
def answer(rel, num_buckets=32, max_distance=128):
    return t5_bucket(-abs(rel), num_buckets=num_buckets, max_distance=max_distance)
'''},
            {"id": "7.6-x05", "reason": "zero-in-upper-half", "also": [], "status": "incorrect", "must": True,
             "note": "where", "code": '''
from pe_lessons import t5_bucket
def answer(rel, num_buckets=32, max_distance=128):
    half = num_buckets // 2
    past = t5_bucket(-abs(rel), num_buckets=num_buckets, max_distance=max_distance)
    return np.where(rel < 0, past, past + half)
'''},
            {"id": "7.6-x06", "reason": "linear-not-log", "also": [], "status": "incorrect", "must": True,
             "note": "loop", "code": '''
def answer(rel, num_buckets=32, max_distance=128):
    h = num_buckets // 2
    m = h // 2
    def one(r):
        n = abs(int(r))
        b = n if n < m else min(h - 1, m + (n - m) * (h - m) // (max_distance - m))
        return b + h * (r > 0)
    return np.vectorize(one)(rel)
'''},
            {"id": "7.6-x07", "reason": "no-log-part", "also": [], "status": "incorrect", "must": True,
             "note": "loop", "code": '''
def answer(rel, num_buckets=32, max_distance=128):
    h = num_buckets // 2
    return np.vectorize(lambda r: (h if r > 0 else 0) + min(abs(int(r)), h - 1))(rel)
'''},
            {"id": "7.6-x08", "reason": "log-ratio", "also": [], "status": "incorrect", "must": True,
             "note": "logarithms without the ratio", "code": '''
def answer(rel, num_buckets=32, max_distance=128):
    h = num_buckets // 2
    m = h // 2
    n = np.abs(rel)
    far = m + np.floor(np.log(np.maximum(n, 1)) / np.log(max_distance) * (h - m))
    return np.where(n < m, n, np.minimum(far, h - 1)) + h * (rel > 0)
'''},
            {"id": "7.6-x09", "reason": "log-ratio", "also": [], "status": "incorrect", "must": True,
             "note": "ratio above, none below", "code": '''
def answer(rel, num_buckets=32, max_distance=128):
    h = num_buckets // 2
    m = h // 2
    n = np.abs(rel)
    far = m + np.floor(np.log(np.maximum(n, m) / m) / np.log(max_distance) * (h - m))
    return np.where(n < m, n, np.minimum(far, h - 1)) + h * (rel > 0)
'''},
            {"id": "7.6-x10", "reason": "rounded-not-floored", "also": [], "status": "incorrect", "must": True,
             "note": "round", "code": '''
def answer(rel, num_buckets=32, max_distance=128):
    h = num_buckets // 2
    m = h // 2
    n = np.abs(rel)
    far = m + np.round(np.log(np.maximum(n, m) / m) / np.log(max_distance / m) * (h - m)).astype(int)
    return np.where(n < m, n, np.minimum(far, h - 1)) + h * (rel > 0)
'''},
            {"id": "7.6-x11", "reason": "rounded-not-floored", "also": [], "status": "incorrect", "must": True,
             "note": "ceil", "code": '''
def answer(rel, num_buckets=32, max_distance=128):
    h = num_buckets // 2
    m = h // 2
    n = np.abs(rel)
    far = m + np.ceil(np.log(np.maximum(n, m) / m) / np.log(max_distance / m) * (h - m)).astype(int)
    return np.where(n < m, n, np.minimum(far, h - 1)) + h * (rel > 0)
'''},
            {"id": "7.6-x12", "reason": "uncapped", "also": [], "status": "incorrect", "must": True,
             "note": "loop", "code": '''
def answer(rel, num_buckets=32, max_distance=128):
    h = num_buckets // 2
    m = h // 2
    def one(r):
        n = abs(int(r))
        return (n if n < m else m + int(math.log(n / m) / math.log(max_distance / m) * (h - m))) + h * (r > 0)
    return np.vectorize(one)(rel)
'''},
            {"id": "7.6-x13", "reason": "one-based", "also": [], "status": "incorrect", "must": True,
             "note": "the package, plus one", "code": '''
from pe_lessons import t5_bucket
def answer(rel, num_buckets=32, max_distance=128):
    return t5_bucket(rel, num_buckets=num_buckets, max_distance=max_distance) + 1
'''},
            {"id": "7.6-x14", "reason": "one-based", "also": ["sign-convention"], "status": "incorrect", "must": True,
             "note": "two things", "code": '''
from pe_lessons import t5_bucket
def answer(rel, num_buckets=32, max_distance=128):
    return 1 + t5_bucket(-rel, num_buckets=num_buckets, max_distance=max_distance)
'''},
            {"id": "7.6-x15", "reason": "sign-convention", "also": ["uncapped"], "status": "incorrect", "must": True,
             "note": "two things", "code": '''
def answer(rel, num_buckets=32, max_distance=128):
    h = num_buckets // 2
    m = h // 2
    n = np.abs(rel)
    far = m + np.floor(np.log(np.maximum(n, m) / m) / np.log(max_distance / m) * (h - m)).astype(int)
    return np.where(n < m, n, far) + h * (rel < 0)
'''},
            {"id": "7.6-x16", "reason": "zero-in-upper-half", "also": ["rounded-not-floored"], "status": "incorrect", "must": True,
             "note": "two things", "code": '''
def answer(rel, num_buckets=32, max_distance=128):
    h = num_buckets // 2
    m = h // 2
    n = np.abs(rel)
    far = m + np.round(np.log(np.maximum(n, m) / m) / np.log(max_distance / m) * (h - m)).astype(int)
    return np.where(n < m, n, np.minimum(far, h - 1)) + h * (rel >= 0)
'''},
            {"id": "7.6-x17", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "zeros", "code": '''
def answer(rel, num_buckets=32, max_distance=128):
    return np.zeros(np.shape(rel))
'''},
            {"id": "7.6-x18", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "noise", "code": '''
def answer(rel, num_buckets=32, max_distance=128):
    return (np.asarray(rel) * 7 + 5) % num_buckets
'''},
            {"id": "7.6-x19", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "near miss", "code": '''
from pe_lessons import t5_bucket
def answer(rel, num_buckets=32, max_distance=128):
    out = t5_bucket(rel, num_buckets=num_buckets, max_distance=max_distance).astype(float)
    out.flat[0] += 1e-3
    return out
'''},
            {"id": "7.6-x20", "reason": "shown-case-only", "also": [], "status": "incorrect", "must": True,
             "note": "near offsets only", "code": '''
def answer(rel, num_buckets=32, max_distance=128):
    return np.where(rel > 0, rel + 16, -rel)
'''},
            {"id": "7.6-x21", "reason": "shown-case-only", "also": [], "status": "incorrect", "must": True,
             "note": "number of buckets written in", "code": '''
from pe_lessons import t5_bucket
def answer(rel, num_buckets=32, max_distance=128):
    return t5_bucket(rel)
'''},
            {"id": "7.6-x22", "reason": "wrong-shape", "also": [], "status": "incorrect", "must": True,
             "note": "a matrix made flat", "code": '''
from pe_lessons import t5_bucket
def answer(rel, num_buckets=32, max_distance=128):
    return t5_bucket(np.ravel(rel), num_buckets=num_buckets, max_distance=max_distance)
'''},
            {"id": "7.6-x23", "reason": "raised", "also": [], "status": "error", "must": True,
             "note": "an array in a condition", "code": '''
def answer(rel, num_buckets=32, max_distance=128):
    if rel > 0:
        return rel + num_buckets // 2
    return -rel
'''},
            {"id": "7.6-x24", "reason": "raised", "also": [], "status": "error", "must": True,
             "note": "other parameter names", "code": '''
from pe_lessons import t5_bucket
def answer(rel):
    return t5_bucket(rel)
'''},
            {"id": "7.6-x25", "reason": "returned-none", "also": [], "status": "incorrect", "must": True,
             "note": "nothing", "code": '''
def answer(rel, num_buckets=32, max_distance=128):
    buckets = np.abs(rel)
'''},
            {"id": "7.6-x26", "reason": "wrong-type", "also": [], "status": "incorrect", "must": True,
             "note": "text", "code": '''
def answer(rel, num_buckets=32, max_distance=128):
    return [str(r) for r in rel]
'''},
            {"id": "7.6-x27", "reason": "not-finite", "also": [], "status": "incorrect", "must": True,
             "note": "logarithm of 0", "code": '''
def answer(rel, num_buckets=32, max_distance=128):
    with np.errstate(divide="ignore"):
        return np.log(np.abs(rel) * 0.0)
'''},
            {"id": "7.6-x28", "reason": "mutated-input", "also": [], "status": "incorrect", "must": True,
             "note": "absolute values in place", "code": '''
def answer(rel, num_buckets=32, max_distance=128):
    h = num_buckets // 2
    m = h // 2
    after = (rel > 0) * h
    np.abs(rel, out=rel)
    far = m + np.floor(np.log(np.maximum(rel, m) / m) / np.log(max_distance / m) * (h - m)).astype(int)
    return after + np.where(rel < m, rel, np.minimum(far, h - 1))
'''},
        ],
        "right": [
            {"id": "7.6-x29", "form": "logarithm to base 2, list", "note": "", "code": '''
def answer(rel, num_buckets=32, max_distance=128):
    h = num_buckets // 2
    m = h // 2
    n = np.abs(rel)
    far = m + (np.log2(np.maximum(n, m) / m) * (h - m) / np.log2(max_distance / m)).astype(int)
    return (np.where(n < m, n, far.clip(max=h - 1)) + h * (np.asarray(rel) > 0)).tolist()
'''},
            {"id": "7.6-x30", "form": "the product first, where rounding moves offset 64", "note": "", "code": '''
def answer(rel, num_buckets=32, max_distance=128):
    h = num_buckets // 2
    m = h // 2
    n = np.abs(rel)
    far = m + np.floor(np.log(np.maximum(n, m) / m) * ((h - m) / np.log(max_distance / m)))
    return np.where(n < m, n, np.minimum(far, h - 1)) + h * (rel > 0)
'''},
            {"id": "7.6-x31", "form": "the package", "note": "", "code": '''
from pe_lessons import t5_bucket
def answer(rel, num_buckets=32, max_distance=128):
    return t5_bucket(rel, num_buckets=num_buckets, max_distance=max_distance).astype(np.float32)
'''},
            {"id": "7.6-x32", "form": "edges of the buckets", "note": "", "code": '''
def answer(rel, num_buckets=32, max_distance=128):
    h = num_buckets // 2
    m = h // 2
    edges = m * (max_distance / m) ** (np.arange(1, h - m) / (h - m)) - 1e-9
    n = np.abs(rel)
    return np.where(n < m, n, m + np.searchsorted(edges, n, side="right")) + h * (rel > 0)
'''},
        ],
    },
}
