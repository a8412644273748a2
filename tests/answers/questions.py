"""Further answers to the practice questions: codes and forms that the shared bank lacks."""


def entry(name, reason, code, *also, status="incorrect", note=""):
    return {"id": name, "reason": reason, "also": list(also), "status": status, "must": True, "note": note, "code": code}


def right(name, code, form):
    return {"id": name, "form": form, "note": "", "code": code}


W = "w = lambda i, d=512: 10000.0 ** (-2 * np.asarray(i) / d)\n"
KEEPS = "def answer(w):\n    a = np.asarray(w, float).reshape(-1, 2)\n    shift = bool(np.all((a[:, 0] == 0) == (a[:, 1] == 0)))\n    dot = bool(np.all(abs(a[:, 0]) == abs(a[:, 1])))\n"
BLOCK = "c, s = math.cos({0}), math.sin({0})\nanswer = [[c, s], [-s, c]]"

ANSWERS = {
    "Q1": {
        "wrong": [
            entry("Q1-x01", "column-index-as-pair", "answer = (10000 ** (-255 / 512), 2 * math.pi * 10000 ** (255 / 512))"),
            entry("Q1-x02", "off-by-one", W + "answer = (w(254), 2 * math.pi / w(254))"),
            entry("Q1-x03", "degrees", W + "answer = (math.degrees(w(255)), 2 * math.pi / math.degrees(w(255)))"),
            entry("Q1-x04", "wrong-shape", "answer = 1.0366e-4"),
            entry("Q1-x05", "wrong-type", "answer = ('1.04e-4', '60600')"),
            entry("Q1-x06", "limit-not-reached", "answer = [1.04e-4, 62832]", note="one of the two"),
            entry("Q1-x07", "unrecognised", "answer = (0.5, 12)"),
            entry("Q1-x08", "factor-two-twice", "f = 10000 ** (-2 * 510 / 512)\nanswer = (2 * math.pi / f, f)", "parts-exchanged"),
            entry("Q1-x09", "wrong-type", "answer = {'frequency': 1.04e-4, 'wavelength': 60600}"),
        ],
        "right": [right("Q1-s01", W + "answer = np.array([w(255), 2 * np.pi / w(255)], dtype=np.float32)", "float32")],
    },
    "Q2": {
        "wrong": [
            entry("Q2-x01", "lookup-not-seen", "answer = ['D', 'E']"),
            entry("Q2-x02", "softmax-myth", "answer = 'A, C, D and E'"),
            entry("Q2-x03", "unknown-option", "answer = 'ADEG'"),
            entry("Q2-x04", "lookup-not-seen", "answer = 'F'", "no-remedy-myth", "defined-not-learned", "extrapolates-myth"),
            entry("Q2-x05", "wrong-type", "answer = 3"),
        ],
        "right": [right("Q2-s01", "answer = ('a', ' D', '(e)')", "with brackets and blanks"),
                  right("Q2-s02", "answer = 'A and D and E'", "a sentence"),
                  right("Q2-s03", "answer = dict(A=True, B=False, C=False, D=True, E=True, F=False)", "a dictionary of truth values")],
    },
    "Q4": {
        "wrong": [
            entry("Q4-x01", "total-not-missing", "answer = {'first': 512, 'missing': 600, 'at_512': 'error', 'at_-1': 'last row'}"),
            entry("Q4-x02", "unknown-option", "answer = {'first': 512, 'missing': 88, 'at_512': 'crash', 'at_-1': 'last row'}"),
            entry("Q4-x03", "wrong-type", "answer = (512, 88, 'error', 'last row')"),
            entry("Q4-x04", "unrecognised", "answer = {'first': 100, 'missing': 7, 'at_512': 'error', 'at_-1': 'last row'}"),
            entry("Q4-x05", "one-based", "answer = {'first': 513, 'missing': 87, 'at_512': 'last row', 'at_-1': 'last row'}", "fencepost", "clamps-not-raises"),
            entry("Q4-x06", "silent-padding", "answer = {'first': 512, 'missing': 88, 'at_512': 'row 0', 'at_-1': 'zeros'}", "negative-index"),
            entry("Q4-x07", "wrong-type", "answer = {'first': '512', 'missing': 88, 'at_512': 'error', 'at_-1': 'last row'}"),
        ],
        "right": [right("Q4-s01", "answer = {'First': 512.0, 'Missing': np.int64(88), 'AT_512': ' Error ', 'at_-1': 'last_row'}", "as one would type it")],
    },
    "Q5": {
        "wrong": [
            entry("Q5-x01", "exponent-d-minus-2", "answer = [2 * math.pi * 10000 ** (2 * i / 510) for i in (0, 64, 128, 192, 255)]"),
            entry("Q5-x02", "one-based-pairs", "answer = [2 * math.pi * 10000 ** (2 * i / 512) for i in (1, 65, 129, 193, 256)]"),
            entry("Q5-x03", "degrees", "answer = [360, 3600, 36000, 360000, 360 / 10000 ** (-510 / 512)]"),
            entry("Q5-x04", "inverse-wavelength", W + "answer = w([0, 64, 128, 192, 255]) / 2 / np.pi"),
            entry("Q5-x05", "wrong-shape", "answer = [6.28, 62.8, 628, 6280]"),
            entry("Q5-x06", "unrecognised", "answer = [6.28, 62.8, 628, 6280, 61500]", note="a near miss"),
            entry("Q5-x07", "unrecognised", "answer = [0, 0, 0, 0, 0]"),
        ],
        "right": [right("Q5-s01", "answer = np.round(2 * np.pi * 10.0 ** np.array([0, 1, 2, 3, 4 * 510 / 512]), 1)", "powers of ten")],
    },
    "Q6": {
        "wrong": [
            entry("Q6-x01", "too-few-rows", "def r(A, B):\n    M = np.linalg.lstsq(A, B, rcond=None)[0]\n    return np.linalg.norm(A @ M - B) / np.linalg.norm(B)\n"
                  "p = np.arange(18)[:, None]\nf = 10000.0 ** (-np.arange(4) / 4)\ng = p * f[[0, 2]]\n"
                  "t = [np.hstack([np.sin(g), np.cos(g)]), np.sin(p * f), np.cos(p * f)]\nanswer = [r(x[:16], x[1:17]) for x in t] + [r(np.hstack([t[1][1:17], t[1][:16]]), t[1][2:])]"),
            entry("Q6-x02", "not-relative", "def r(A, B):\n    M = np.linalg.lstsq(A, B, rcond=None)[0]\n    return np.linalg.norm(A @ M - B)\n"
                  "p = np.arange(66)[:, None]\nf = 10000.0 ** (-np.arange(4) / 4)\ng = p * f[[0, 2]]\n"
                  "t = [np.hstack([np.sin(g), np.cos(g)]), np.sin(p * f), np.cos(p * f)]\nanswer = [r(x[:64], x[1:65]) for x in t] + [r(np.hstack([t[1][1:65], t[1][:64]]), t[1][2:])]"),
            entry("Q6-x03", "cosine-differs", "answer = [0, 0.57, 0, 0]"),
            entry("Q6-x04", "wrong-shape", "answer = [0, 0.57, 0.35]"),
            entry("Q6-x05", "sine-only-is-linear", "answer = [0, 0, 0.35, 0]"),
        ],
        "right": [right("Q6-s01", "answer = (0, 0.566, 0.348, 0)", "three decimals")],
    },
    "Q7": {
        "wrong": [
            entry("Q7-x01", "factor-two-missing", "answer = {'fast_pairs': [int(np.sum(b ** (-np.arange(256) / 512) > 0.1)) for b in (1e2, 1e4, 1e5)], 'claim': 'B'}"),
            entry("Q7-x02", "cycles-not-radians", "answer = {'fast_pairs': [int(np.sum(b ** (-np.arange(256) / 256) / 2 / np.pi > 0.1)) for b in (1e2, 1e4, 1e5)], 'claim': 'b'}"),
            entry("Q7-x03", "base-no-effect", "answer = {'fast_pairs': [128, 64, 52], 'claim': 'C'}"),
            entry("Q7-x04", "wavelength-threshold", "answer = {'fast_pairs': [154, 77, 62], 'claim': 'B'}"),
            entry("Q7-x05", "wrong-shape", "answer = {'fast_pairs': 128, 'claim': 'B'}"),
            entry("Q7-x06", "unknown-option", "answer = {'fast_pairs': [128, 64, 52], 'claim': 'E'}"),
            entry("Q7-x07", "unrecognised", "answer = {'fast_pairs': [1, 2, 3], 'claim': 'B'}"),
            entry("Q7-x08", "factor-two-twice", "answer = {'fast_pairs': [64, 32, 26], 'claim': 'A'}", "base-effect-reversed"),
            entry("Q7-x09", "wrong-type", "answer = {'fast_pairs': '128 64 52', 'claim': 'B'}"),
        ],
        "right": [right("Q7-s01", "answer = {'claim': '(b)', 'fast_pairs': np.array([128.0, 64.0, 52.0])}", "an array, a letter in brackets")],
    },
    "Q8": {
        "wrong": [
            entry("Q8-x01", "factor-two-missing", BLOCK.format("30 * 10000 ** (-2 / 8)")),
            entry("Q8-x02", "exponent-d-minus-2", BLOCK.format("30 * 10000 ** (-2 / 3)")),
            entry("Q8-x03", "one-based-pairs", BLOCK.format("30 * 10000 ** (-6 / 8)")),
            entry("Q8-x04", "two-pi-multiplied", BLOCK.format("2 * math.pi * 0.3")),
            entry("Q8-x05", "offset-missing", BLOCK.format("0.01")),
            entry("Q8-x06", "truncated", "answer = [[0.955, 0.295], [-0.295, 0.955]]"),
            entry("Q8-x07", "precision-two-digits", "answer = [[0.96, 0.30], [-0.30, 0.96]]"),
            entry("Q8-x08", "wrong-shape", "answer = [0.955, 0.296, -0.296, 0.955]"),
            entry("Q8-x09", "degrees", "c, s = math.cos(math.radians(0.3)), math.sin(math.radians(0.3))\nanswer = [[c, -s], [s, c]]", "rotation-direction"),
            entry("Q8-x10", "unrecognised", "answer = [[1, 2], [3, 4]]"),
        ],
        "right": [right("Q8-s01", "z = np.exp(0.3j)\nanswer = ((z.real, z.imag), (-z.imag, z.real))", "complex")],
    },
    "Q9": {
        "wrong": [
            entry("Q9-x01", "factor-two-missing", "answer = [2 * abs(math.sin(500 * 10000 ** (-i / 512))) for i in (0, 1, 55, 255)]"),
            entry("Q9-x02", "exponent-d-minus-2", "answer = [2 * abs(math.sin(500 * 10000 ** (-i / 255))) for i in (0, 1, 55, 255)]"),
            entry("Q9-x03", "one-based-pairs", "answer = [2 * abs(math.sin(500 * 10000 ** (-2 * i / 512))) for i in (1, 2, 56, 256)]"),
            entry("Q9-x04", "one-frequency", "answer = [2 * abs(math.sin(500))] * 4"),
            entry("Q9-x05", "degrees", W + "a = np.radians(1000 * w([0, 1, 55, 255]))\nanswer = np.hypot(np.sin(a), 1 - np.cos(a))"),
            entry("Q9-x06", "two-pi-multiplied", W + "answer = abs(np.exp(2j * np.pi * 1000 * w([0, 1, 55, 255])) - 1)"),
            entry("Q9-x07", "angle-wrapped-not-chord", W + "answer = (1000 * w([0, 1, 55, 255])) % (2 * np.pi)"),
            entry("Q9-x08", "city-block", W + "a = 1000 * w([0, 1, 55, 255])\nanswer = abs(np.sin(a)) + abs(np.cos(a) - 1)"),
            entry("Q9-x09", "fencepost", W + "answer = abs(np.exp(999j * w([0, 1, 55, 255])) - 1)"),
            entry("Q9-x10", "truncated", "answer = [0.935, 1.990, 0.007, 0.103]"),
            entry("Q9-x11", "precision-two-digits", "answer = [0.94, 1.99, 0.01, 0.10]"),
            entry("Q9-x12", "wrong-shape", "answer = 0.936"),
            entry("Q9-x13", "unrecognised", "answer = [0.936, 1.991, 0.107, 0.104]", note="a near miss"),
        ],
        "right": [right("Q9-s01", W + "answer = list(abs(np.exp(1000j * w([0, 1, 55, 255])) - 1))", "complex")],
    },
    "Q10": {
        "wrong": [
            entry("Q10-x01", "halves", "def answer(w):\n    a, b = np.abs(np.reshape(w, (2, -1)))\n    return np.all((a == 0) == (b == 0)), np.all(a == b)"),
            entry("Q10-x02", "nothing-kept-myth", "answer = lambda w: (False, False)"),
            entry("Q10-x03", "dot-same-as-map", KEEPS + "    return shift, shift"),
            entry("Q10-x04", "wrong-shape", KEEPS + "    return shift"),
            entry("Q10-x05", "wrong-type", "def answer(w):\n    return 'kept', 'lost'"),
            entry("Q10-x07", "any-zero-breaks", "def answer(w):\n    full = 0 not in w\n    return full, full and all(abs(a) == abs(b) for a, b in zip(w[::2], w[1::2]))"),
            entry("Q10-x08", "not-attempted", "def answer(w):\n    '''not yet'''", status="not_attempted"),
        ],
        "right": [right("Q10-s01", KEEPS + "    return [int(shift), int(dot)]", "numbers for truth values"),
                  right("Q10-s02", "def answer(w):\n    p = list(zip(w[::2], w[1::2]))\n    return all(bool(a) == bool(b) for a, b in p), all(a * a == b * b for a, b in p)", "plain Python")],
    },
}
