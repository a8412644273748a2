"""Answers to the exercises of lesson 1, wrong and right, in other forms than the shared bank has.

Each `code` is run with NumPy as np and the module math; it binds `answer`, which is given to check(id, answer).
"""

ANSWERS = {
    "1.1": {
        "wrong": [
            {"id": "1.1-x01", "reason": "invariant-not-equivariant", "also": [], "status": "incorrect", "must": True,
             "note": "brackets and blanks", "code": '''
answer = " (b) "
'''},
            {"id": "1.1-x02", "reason": "invariant-not-equivariant", "also": [], "status": "incorrect", "must": True,
             "note": "a list of one letter", "code": '''
answer = ["B"]
'''},
            {"id": "1.1-x03", "reason": "order-sensitive", "also": [], "status": "incorrect", "must": True,
             "note": "a full stop", "code": '''
answer = "c."
'''},
            {"id": "1.1-x04", "reason": "order-sensitive", "also": [], "status": "incorrect", "must": True,
             "note": "a tuple", "code": '''
answer = ("C",)
'''},
            {"id": "1.1-x05", "reason": "first-token-special", "also": [], "status": "incorrect", "must": True,
             "note": "quotes inside", "code": '''
answer = "'D'"
'''},
            {"id": "1.1-x06", "reason": "unknown-option", "also": [], "status": "incorrect", "must": True,
             "note": "no such letter", "code": '''
answer = "E"
'''},
            {"id": "1.1-x07", "reason": "unknown-option", "also": [], "status": "incorrect", "must": True,
             "note": "two letters", "code": '''
answer = "A or B"
'''},
            {"id": "1.1-x08", "reason": "unknown-option", "also": [], "status": "incorrect", "must": True,
             "note": "the sentence, not the letter", "code": '''
answer = "each word keeps its vector"
'''},
            {"id": "1.1-x09", "reason": "wrong-type", "also": [], "status": "incorrect", "must": True,
             "note": "an index", "code": '''
answer = 0
'''},
            {"id": "1.1-x10", "reason": "wrong-type", "also": [], "status": "incorrect", "must": True,
             "note": "a truth value", "code": '''
answer = True
'''},
            {"id": "1.1-x11", "reason": "wrong-type", "also": [], "status": "incorrect", "must": True,
             "note": "a function", "code": '''
def answer():
    return 'A'
'''},
            {"id": "1.1-x12", "reason": "wrong-type", "also": [], "status": "incorrect", "must": True,
             "note": "a dictionary", "code": '''
answer = {"A": 1, "B": 0}
'''},
            {"id": "1.1-x13", "reason": "wrong-type", "also": [], "status": "incorrect", "must": True,
             "note": "two letters in a list", "code": '''
answer = ["A", "B"]
'''},
            {"id": "1.1-x14", "reason": "not-attempted", "also": [], "status": "not_attempted", "must": True,
             "note": "untouched", "code": '''
answer = ...
'''},
            {"id": "1.1-x15", "reason": "not-attempted", "also": [], "status": "not_attempted", "must": True,
             "note": "empty text", "code": '''
answer = ""
'''},
        ],
        "right": [
            {"id": "1.1-y01", "form": "brackets", "note": "", "code": '''
answer = "(A)"
'''},
            {"id": "1.1-y02", "form": "list of one", "note": "", "code": '''
answer = ['a']
'''},
            {"id": "1.1-y03", "form": "blanks and dot", "note": "", "code": '''
answer = " A. "
'''},
            {"id": "1.1-y04", "form": "NumPy text", "note": "", "code": '''
answer = np.str_("A")
'''},
        ],
    },
    "1.2": {
        "wrong": [
            {"id": "1.2-x01", "reason": "set-not-multiset", "also": [], "status": "incorrect", "must": True,
             "note": "empty symmetric difference", "code": '''
def answer(a, b):
    return not (set(a) ^ set(b))
'''},
            {"id": "1.2-x02", "reason": "set-not-multiset", "also": [], "status": "incorrect", "must": True,
             "note": "contained both ways", "code": '''
def answer(a, b):
    return all(w in b for w in a) and all(w in a for w in b)
'''},
            {"id": "1.2-x03", "reason": "set-not-multiset", "also": [], "status": "incorrect", "must": True,
             "note": "length and set", "code": '''
def answer(a, b):
    return len(a) == len(b) and set(a) == set(b)
'''},
            {"id": "1.2-x04", "reason": "set-not-multiset", "also": [], "status": "incorrect", "must": True,
             "note": "sorted sets", "code": '''
def answer(a, b):
    return sorted(set(a)) == sorted(set(b))
'''},
            {"id": "1.2-x05", "reason": "one-sided-test", "also": [], "status": "incorrect", "must": True,
             "note": "subset", "code": '''
def answer(a, b):
    return set(a) <= set(b)
'''},
            {"id": "1.2-x06", "reason": "one-sided-test", "also": [], "status": "incorrect", "must": True,
             "note": "the other direction", "code": '''
def answer(a, b):
    return all(w in a for w in b)
'''},
            {"id": "1.2-x07", "reason": "one-sided-test", "also": [], "status": "incorrect", "must": True,
             "note": "difference of sets", "code": '''
def answer(a, b):
    return not set(a) - set(b)
'''},
            {"id": "1.2-x08", "reason": "one-sided-test", "also": [], "status": "incorrect", "must": True,
             "note": "counts in one direction", "code": '''
def answer(a, b):
    return all(a.count(w) <= b.count(w) for w in a)
'''},
            {"id": "1.2-x09", "reason": "one-sided-test", "also": [], "status": "incorrect", "must": True,
             "note": "difference of counters", "code": '''
from collections import Counter
def answer(a, b):
    return not Counter(a) - Counter(b)
'''},
            {"id": "1.2-x10", "reason": "order-compared", "also": [], "status": "incorrect", "must": True,
             "note": "joined with blanks", "code": '''
def answer(a, b):
    return ' '.join(a) == ' '.join(b)
'''},
            {"id": "1.2-x11", "reason": "order-compared", "also": [], "status": "incorrect", "must": True,
             "note": "word by word", "code": '''
def answer(a, b):
    return len(a) == len(b) and all(v == w for v, w in zip(a, b))
'''},
            {"id": "1.2-x12", "reason": "order-compared", "also": [], "status": "incorrect", "must": True,
             "note": "tuples", "code": '''
def answer(a, b):
    return tuple(a) == tuple(b)
'''},
            {"id": "1.2-x13", "reason": "length-only", "also": [], "status": "incorrect", "must": True,
             "note": "counted in loops", "code": '''
def answer(a, b):
    n = 0
    for _ in a:
        n += 1
    for _ in b:
        n -= 1
    return n == 0
'''},
            {"id": "1.2-x14", "reason": "length-only", "also": [], "status": "incorrect", "must": True,
             "note": "", "code": '''
def answer(a, b):
    return abs(len(a) - len(b)) < 1
'''},
            {"id": "1.2-x15", "reason": "case-folded", "also": [], "status": "incorrect", "must": True,
             "note": "Counter of lower case", "code": '''
from collections import Counter
def answer(a, b):
    return Counter(map(str.lower, a)) == Counter(map(str.lower, b))
'''},
            {"id": "1.2-x16", "reason": "case-folded", "also": [], "status": "incorrect", "must": True,
             "note": "upper case", "code": '''
def answer(a, b):
    return sorted(' '.join(a).upper().split()) == sorted(' '.join(b).upper().split())
'''},
            {"id": "1.2-x17", "reason": "letters-not-words", "also": [], "status": "incorrect", "must": True,
             "note": "Counter of the joined text", "code": '''
from collections import Counter
def answer(a, b):
    return Counter(''.join(a)) == Counter(''.join(b))
'''},
            {"id": "1.2-x18", "reason": "letters-not-words", "also": [], "status": "incorrect", "must": True,
             "note": "nested loops", "code": '''
def answer(a, b):
    x = [c for w in a for c in w]
    y = [c for w in b for c in w]
    x.sort()
    y.sort()
    return x == y
'''},
            {"id": "1.2-x19", "reason": "answer-negated", "also": [], "status": "incorrect", "must": True,
             "note": "branches exchanged", "code": '''
from collections import Counter
def answer(a, b):
    if Counter(a) == Counter(b):
        return False
    return True
'''},
            {"id": "1.2-x20", "reason": "answer-negated", "also": [], "status": "incorrect", "must": True,
             "note": "as 0 and 1", "code": '''
def answer(a, b):
    return int(sorted(a) != sorted(b))
'''},
            {"id": "1.2-x21", "reason": "set-not-multiset", "also": ["case-folded"], "status": "incorrect", "must": True,
             "note": "set of lower case", "code": '''
def answer(a, b):
    return {w.lower() for w in a} == {w.lower() for w in b}
'''},
            {"id": "1.2-x22", "reason": "set-not-multiset", "also": ["letters-not-words"], "status": "incorrect", "must": True,
             "note": "set of letters", "code": '''
def answer(a, b):
    return set(''.join(a)) == set(''.join(b))
'''},
            {"id": "1.2-x23", "reason": "set-not-multiset", "also": ["length-only"], "status": "incorrect", "must": True,
             "note": "number of different words", "code": '''
def answer(a, b):
    return len(set(a)) == len(set(b))
'''},
            {"id": "1.2-x24", "reason": "order-compared", "also": ["answer-negated"], "status": "incorrect", "must": True,
             "note": "order, negated", "code": '''
def answer(a, b):
    return a != b
'''},
            {"id": "1.2-x25", "reason": "order-compared", "also": ["case-folded"], "status": "incorrect", "must": True,
             "note": "order, lower case", "code": '''
def answer(a, b):
    return [w.lower() for w in a] == [w.lower() for w in b]
'''},
            {"id": "1.2-x26", "reason": "length-only", "also": [], "status": "incorrect", "must": True,
             "note": "number of letters; two lists of one length have it too", "code": '''
def answer(a, b):
    return sum(map(len, a)) == sum(map(len, b))
'''},
            {"id": "1.2-x27", "reason": "case-folded", "also": ["answer-negated"], "status": "incorrect", "must": True,
             "note": "lower case, negated", "code": '''
def answer(a, b):
    return sorted(w.lower() for w in a) != sorted(w.lower() for w in b)
'''},
            {"id": "1.2-x28", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "always True", "code": '''
def answer(a, b):
    return True
'''},
            {"id": "1.2-x29", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "always False", "code": '''
def answer(a, b):
    return False
'''},
            {"id": "1.2-x30", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "noise", "code": '''
def answer(a, b):
    return (sum(map(len, a)) * 7 + len(b)) % 3 == 0
'''},
            {"id": "1.2-x31", "reason": "shown-case-only", "also": [], "status": "incorrect", "must": True,
             "note": "made for the shown cases", "code": '''
def answer(a, b):
    return 'boy' not in b
'''},
            {"id": "1.2-x32", "reason": "wrong-type", "also": [], "status": "incorrect", "must": True,
             "note": "text", "code": '''
def answer(a, b):
    return 'True'
'''},
            {"id": "1.2-x33", "reason": "wrong-type", "also": [], "status": "incorrect", "must": True,
             "note": "the common words", "code": '''
def answer(a, b):
    return set(a) & set(b)
'''},
            {"id": "1.2-x34", "reason": "wrong-shape", "also": [], "status": "incorrect", "must": True,
             "note": "one truth value a word", "code": '''
def answer(a, b):
    return [w in b for w in a]
'''},
            {"id": "1.2-x35", "reason": "wrong-type", "also": [], "status": "incorrect", "must": True,
             "note": "a result, not the function", "code": '''
answer = True
'''},
            {"id": "1.2-x36", "reason": "returned-none", "also": [], "status": "incorrect", "must": True,
             "note": "return forgotten", "code": '''
def answer(a, b):
    same = sorted(a) == sorted(b)
'''},
            {"id": "1.2-x37", "reason": "returned-none", "also": [], "status": "incorrect", "must": True,
             "note": "prints, no return", "code": '''
def answer(a, b):
    if sorted(a) == sorted(b):
        print('same')
'''},
            {"id": "1.2-x38", "reason": "raised", "also": [], "status": "error", "must": True,
             "note": "a typo", "code": '''
def answer(a, b):
    return sortd(a) == sorted(b)
'''},
            {"id": "1.2-x39", "reason": "raised", "also": [], "status": "error", "must": True,
             "note": "a missing parameter", "code": '''
def answer(a):
    return sorted(a)
'''},
            {"id": "1.2-x40", "reason": "raised", "also": [], "status": "error", "must": True,
             "note": "no such method", "code": '''
def answer(a, b):
    return a.sorted() == b.sorted()
'''},
            {"id": "1.2-x41", "reason": "mutated-input", "also": [], "status": "incorrect", "must": True,
             "note": "crosses out in b itself", "code": '''
def answer(a, b):
    rest = b
    for w in a:
        if w not in rest:
            return False
        rest.remove(w)
    return len(rest) == 0
'''},
            {"id": "1.2-x42", "reason": "mutated-input", "also": [], "status": "incorrect", "must": True,
             "note": "sorts one list in place", "code": '''
def answer(a, b):
    a.sort()
    return a == sorted(b)
'''},
            {"id": "1.2-x43", "reason": "not-attempted", "also": [], "status": "not_attempted", "must": True,
             "note": "only a docstring", "code": '''
def answer(a, b):
    """Whether two lists are one bag."""
'''},
        ],
        "right": [
            {"id": "1.2-y01", "form": "counts word by word", "note": "", "code": '''
def answer(a, b):
    return len(a) == len(b) and all(a.count(w) == b.count(w) for w in a)
'''},
            {"id": "1.2-y02", "form": "dictionary of counts", "note": "", "code": '''
def answer(a, b):
    n = {}
    for w in a:
        n[w] = n.get(w, 0) + 1
    for w in b:
        n[w] = n.get(w, 0) - 1
    return not any(n.values())
'''},
            {"id": "1.2-y03", "form": "NumPy truth value", "note": "", "code": '''
def answer(a, b):
    return np.bool_(sorted(a) == sorted(b))
'''},
            {"id": "1.2-y04", "form": "0 and 1", "note": "", "code": '''
def answer(a, b):
    return int(sorted(a) == sorted(b))
'''},
            {"id": "1.2-y05", "form": "array of one", "note": "", "code": '''
def answer(a, b):
    return np.array([sorted(a) == sorted(b)])
'''},
            {"id": "1.2-y06", "form": "sorts copies", "note": "", "code": '''
def answer(a, b):
    x, y = a[:], b[:]
    x.sort()
    y.sort()
    return x == y
'''},
            {"id": "1.2-y07", "form": "lambda", "note": "", "code": '''
answer = lambda a, b: sorted(a) == sorted(b)
'''},
            {"id": "1.2-y08", "form": "prints as well", "note": "", "code": '''
def answer(a, b):
    print(a, b)
    return sorted(a) == sorted(b)
'''},
        ],
    },
    "1.3": {
        "wrong": [
            {"id": "1.3-x01", "reason": "axis-swapped", "also": [], "status": "incorrect", "must": True,
             "note": "loops nested the other way", "code": '''
def answer(n, bits):
    return np.array([[(p >> b) & 1 for p in range(n)] for b in range(bits)])
'''},
            {"id": "1.3-x02", "reason": "axis-swapped", "also": [], "status": "incorrect", "must": True,
             "note": "stacked as rows", "code": '''
def answer(n, bits):
    return np.stack([np.arange(n) // 2 ** b % 2 for b in range(bits)])
'''},
            {"id": "1.3-x03", "reason": "one-based", "also": [], "status": "incorrect", "must": True,
             "note": "loop from 1", "code": '''
def answer(n, bits):
    return [[p // 2 ** b % 2 for b in range(bits)] for p in range(1, n + 1)]
'''},
            {"id": "1.3-x04", "reason": "one-based", "also": [], "status": "incorrect", "must": True,
             "note": "bits counted from 1", "code": '''
def answer(n, bits):
    return (np.arange(n)[:, None] >> np.arange(1, bits + 1)) & 1
'''},
            {"id": "1.3-x05", "reason": "reversed-positions", "also": [], "status": "incorrect", "must": True,
             "note": "rows backwards", "code": '''
def answer(n, bits):
    return ((np.arange(n)[:, None] >> np.arange(bits)) & 1)[::-1]
'''},
            {"id": "1.3-x06", "reason": "bits-reversed", "also": [], "status": "incorrect", "must": True,
             "note": "falling powers", "code": '''
def answer(n, bits):
    return (np.arange(n)[:, None] // 2 ** np.arange(bits - 1, -1, -1)) % 2
'''},
            {"id": "1.3-x07", "reason": "bits-reversed", "also": [], "status": "incorrect", "must": True,
             "note": "f-string", "code": '''
def answer(n, bits):
    return [[int(c) for c in f'{p % 2**bits:0{bits}b}'] for p in range(n)]
'''},
            {"id": "1.3-x08", "reason": "quotient-not-bit", "also": [], "status": "incorrect", "must": True,
             "note": "shift without mask", "code": '''
def answer(n, bits):
    return [[p >> b for b in range(bits)] for p in range(n)]
'''},
            {"id": "1.3-x09", "reason": "quotient-not-bit", "also": [], "status": "incorrect", "must": True,
             "note": "true division", "code": '''
def answer(n, bits):
    return np.arange(n)[:, None] / 2 ** np.arange(bits)
'''},
            {"id": "1.3-x10", "reason": "quotient-not-bit", "also": [], "status": "incorrect", "must": True,
             "note": "not cut before the rest", "code": '''
def answer(n, bits):
    return np.arange(n)[:, None] / 2 ** np.arange(bits) % 2
'''},
            {"id": "1.3-x11", "reason": "quotient-not-bit", "also": [], "status": "incorrect", "must": True,
             "note": "place value", "code": '''
def answer(n, bits):
    return np.arange(n)[:, None] & (1 << np.arange(bits))
'''},
            {"id": "1.3-x12", "reason": "plus-minus-one", "also": [], "status": "incorrect", "must": True,
             "note": "2 b - 1", "code": '''
def answer(n, bits):
    return 2 * ((np.arange(n)[:, None] >> np.arange(bits)) & 1) - 1
'''},
            {"id": "1.3-x13", "reason": "plus-minus-one", "also": [], "status": "incorrect", "must": True,
             "note": "power of -1", "code": '''
def answer(n, bits):
    return -(-1.0) ** ((np.arange(n)[:, None] >> np.arange(bits)) & 1)
'''},
            {"id": "1.3-x14", "reason": "gray-code", "also": [], "status": "incorrect", "must": True,
             "note": "neighbouring bits compared", "code": '''
def answer(n, bits):
    b = (np.arange(n)[:, None] >> np.arange(bits + 1)) & 1
    return b[:, :-1] ^ b[:, 1:]
'''},
            {"id": "1.3-x15", "reason": "one-hot", "also": [], "status": "incorrect", "must": True,
             "note": "identity matrix", "code": '''
def answer(n, bits):
    return np.eye(n)
'''},
            {"id": "1.3-x16", "reason": "one-hot", "also": [], "status": "incorrect", "must": True,
             "note": "ones on the diagonal", "code": '''
def answer(n, bits):
    out = np.zeros((n, bits))
    for p in range(min(n, bits)):
        out[p, p] = 1
    return out
'''},
            {"id": "1.3-x17", "reason": "one-hot", "also": [], "status": "incorrect", "must": True,
             "note": "the rest by bits", "code": '''
def answer(n, bits):
    return [[int(p % bits == b) for b in range(bits)] for p in range(n)]
'''},
            {"id": "1.3-x18", "reason": "unary", "also": [], "status": "incorrect", "must": True,
             "note": "p ones", "code": '''
def answer(n, bits):
    return [[1 if b < p else 0 for b in range(bits)] for p in range(n)]
'''},
            {"id": "1.3-x19", "reason": "unary", "also": [], "status": "incorrect", "must": True,
             "note": "triangle", "code": '''
def answer(n, bits):
    return np.tri(n, n, -1)
'''},
            {"id": "1.3-x20", "reason": "bits-inverted", "also": [], "status": "incorrect", "must": True,
             "note": "compared with 0", "code": '''
def answer(n, bits):
    return ((np.arange(n)[:, None] >> np.arange(bits)) & 1) == 0
'''},
            {"id": "1.3-x21", "reason": "bits-inverted", "also": [], "status": "incorrect", "must": True,
             "note": "1 - bit", "code": '''
def answer(n, bits):
    return 1 - np.arange(n)[:, None] // 2 ** np.arange(bits) % 2
'''},
            {"id": "1.3-x22", "reason": "one-based", "also": ["bits-reversed"], "status": "incorrect", "must": True,
             "note": "from 1, slow bit first", "code": '''
def answer(n, bits):
    return (np.arange(1, n + 1)[:, None] // 2 ** np.arange(bits)[::-1]) % 2
'''},
            {"id": "1.3-x23", "reason": "bits-reversed", "also": ["plus-minus-one"], "status": "incorrect", "must": True,
             "note": "slow bit first, -1 for 0", "code": '''
def answer(n, bits):
    return np.where((np.arange(n)[:, None] >> np.arange(bits)[::-1]) & 1, 1, -1)
'''},
            {"id": "1.3-x24", "reason": "plus-minus-one", "also": ["bits-inverted"], "status": "incorrect", "must": True,
             "note": "-1 for 1", "code": '''
def answer(n, bits):
    return 1 - 2 * ((np.arange(n)[:, None] >> np.arange(bits)) & 1)
'''},
            {"id": "1.3-x25", "reason": "axis-swapped", "also": ["one-based"], "status": "incorrect", "must": True,
             "note": "transposed, from 1", "code": '''
def answer(n, bits):
    return (np.arange(1, n + 1)[None, :] >> np.arange(bits)[:, None]) & 1
'''},
            {"id": "1.3-x26", "reason": "shown-case-only", "also": [], "status": "incorrect", "must": True,
             "note": "three bits written in", "code": '''
def answer(n, bits):
    return (np.arange(n)[:, None] >> np.arange(3)) & 1
'''},
            {"id": "1.3-x27", "reason": "shown-case-only", "also": [], "status": "incorrect", "must": True,
             "note": "eight rows written in", "code": '''
def answer(n, bits):
    return (np.arange(8)[:, None] >> np.arange(bits)) & 1
'''},
            {"id": "1.3-x28", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "zeros", "code": '''
def answer(n, bits):
    return np.zeros((n, bits))
'''},
            {"id": "1.3-x29", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "ones", "code": '''
def answer(n, bits):
    return np.ones((n, bits))
'''},
            {"id": "1.3-x30", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "near miss", "code": '''
def answer(n, bits):
    out = ((np.arange(n)[:, None] >> np.arange(bits)) & 1).astype(float)
    out[-1, -1] += 1e-3
    return out
'''},
            {"id": "1.3-x31", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "noise", "code": '''
def answer(n, bits):
    return np.random.default_rng(0).integers(0, 2, (n, bits))
'''},
            {"id": "1.3-x32", "reason": "wrong-shape", "also": [], "status": "incorrect", "must": True,
             "note": "one number", "code": '''
def answer(n, bits):
    return 1
'''},
            {"id": "1.3-x33", "reason": "wrong-shape", "also": [], "status": "incorrect", "must": True,
             "note": "empty", "code": '''
def answer(n, bits):
    return []
'''},
            {"id": "1.3-x34", "reason": "wrong-shape", "also": [], "status": "incorrect", "must": True,
             "note": "rows of different lengths", "code": '''
def answer(n, bits):
    return [[int(c) for c in bin(p)[2:]] for p in range(n)]
'''},
            {"id": "1.3-x35", "reason": "wrong-type", "also": [], "status": "incorrect", "must": True,
             "note": "texts", "code": '''
def answer(n, bits):
    return [format(p, 'b').zfill(bits) for p in range(n)]
'''},
            {"id": "1.3-x36", "reason": "wrong-type", "also": [], "status": "incorrect", "must": True,
             "note": "a generator", "code": '''
def answer(n, bits):
    for p in range(n):
        yield [(p >> b) & 1 for b in range(bits)]
'''},
            {"id": "1.3-x37", "reason": "not-finite", "also": [], "status": "incorrect", "must": True,
             "note": "NaN", "code": '''
def answer(n, bits):
    return np.full((n, bits), np.nan)
'''},
            {"id": "1.3-x38", "reason": "returned-none", "also": [], "status": "incorrect", "must": True,
             "note": "prints", "code": '''
def answer(n, bits):
    table = (np.arange(n)[:, None] >> np.arange(bits)) & 1
    print(table)
'''},
            {"id": "1.3-x39", "reason": "raised", "also": [], "status": "error", "must": True,
             "note": "a typo", "code": '''
def answer(n, bits):
    return (np.arrange(n)[:, None] >> np.arange(bits)) & 1
'''},
            {"id": "1.3-x40", "reason": "raised", "also": [], "status": "error", "must": True,
             "note": "shapes do not fit", "code": '''
def answer(n, bits):
    return (np.arange(n) >> np.arange(bits)) & 1
'''},
            {"id": "1.3-x41", "reason": "not-attempted", "also": [], "status": "not_attempted", "must": True,
             "note": "untouched", "code": '''
def answer(n, bits):
    ...
'''},
        ],
        "right": [
            {"id": "1.3-y01", "form": "bin() read backwards", "note": "", "code": '''
def answer(n, bits):
    return [[int(c) for c in bin(p + 2 ** bits)[:2:-1][:bits]] for p in range(n)]
'''},
            {"id": "1.3-y02", "form": "floats", "note": "", "code": '''
def answer(n, bits):
    return np.floor(np.arange(n)[:, None] / 2.0 ** np.arange(bits)) % 2
'''},
            {"id": "1.3-y03", "form": "rest, then quotient", "note": "", "code": '''
def answer(n, bits):
    p, b = np.meshgrid(np.arange(n), np.arange(bits), indexing='ij')
    return p % 2 ** (b + 1) // 2 ** b
'''},
            {"id": "1.3-y04", "form": "np.matrix", "note": "", "code": '''
def answer(n, bits):
    return np.matrix((np.arange(n)[:, None] >> np.arange(bits)) & 1)
'''},
            {"id": "1.3-y05", "form": "float32", "note": "", "code": '''
def answer(n, bits):
    return ((np.arange(n)[:, None] >> np.arange(bits)) & 1).astype(np.float32)
'''},
            {"id": "1.3-y06", "form": "filled by halving", "note": "", "code": '''
def answer(n, bits):
    out = np.zeros((n, bits), int)
    for p in range(n):
        q = p
        for b in range(bits):
            q, out[p, b] = divmod(q, 2)
    return out
'''},
            {"id": "1.3-y07", "form": "tuples of bools", "note": "", "code": '''
def answer(n, bits):
    return tuple(tuple(bool(p & 1 << b) for b in range(bits)) for p in range(n))
'''},
        ],
    },
    "1.4": {
        "wrong": [
            {"id": "1.4-x01", "reason": "columns-permuted", "also": [], "status": "incorrect", "must": True,
             "note": "through the transpose", "code": '''
def answer(f, X, perm):
    out = f(X.T[perm].T)
    b = f(X)
    return np.abs(out - b[perm]).max(), np.abs(out - b).max()
'''},
            {"id": "1.4-x02", "reason": "columns-permuted", "also": [], "status": "incorrect", "must": True,
             "note": "matrix on the right, both times", "code": '''
def answer(f, X, perm):
    P = np.eye(len(perm))[:, perm]
    a = f(X @ P)
    return np.abs(a - f(X) @ P).max(), np.abs(a - f(X)).max()
'''},
            {"id": "1.4-x03", "reason": "columns-permuted", "also": [], "status": "incorrect", "must": True,
             "note": "np.take, axis 1", "code": '''
def answer(f, X, perm):
    a = f(np.take(X, perm, axis=1))
    b = f(X)
    return np.abs(a - np.take(b, perm, axis=1)).max(), np.abs(a - b).max()
'''},
            {"id": "1.4-x04", "reason": "columns-permuted", "also": [], "status": "incorrect", "must": True,
             "note": "columns of the output only", "code": '''
def answer(f, X, perm):
    a, b = f(X[perm]), f(X)
    return np.abs(a - b[:, perm]).max(), np.abs(a - b).max()
'''},
            {"id": "1.4-x05", "reason": "invariant-not-equivariant", "also": [], "status": "incorrect", "must": True,
             "note": "one gap twice", "code": '''
def answer(f, X, perm):
    gap = np.max(np.abs(f(X[perm]) - f(X)))
    return [gap, gap]
'''},
            {"id": "1.4-x06", "reason": "invariant-not-equivariant", "also": [], "status": "incorrect", "must": True,
             "note": "the first gap twice", "code": '''
def answer(f, X, perm):
    a, b = f(X[perm]), f(X)
    g = np.abs(a - b[perm]).max()
    return g, g
'''},
            {"id": "1.4-x07", "reason": "inverse-permutation", "also": [], "status": "incorrect", "must": True,
             "note": "inverse by hand", "code": '''
def answer(f, X, perm):
    back = np.empty_like(perm)
    back[perm] = np.arange(len(perm))
    a, b = f(X[perm]), f(X)
    return np.abs(a - b[back]).max(), np.abs(a - b).max()
'''},
            {"id": "1.4-x08", "reason": "inverse-permutation", "also": [], "status": "incorrect", "must": True,
             "note": "matrix of the inverse", "code": '''
def answer(f, X, perm):
    P = np.eye(len(X))[:, perm]
    return np.abs(f(P @ X) - P @ f(X)).max(), np.abs(f(P @ X) - f(X)).max()
'''},
            {"id": "1.4-x09", "reason": "inverse-permutation", "also": [], "status": "incorrect", "must": True,
             "note": "rows sent, not fetched", "code": '''
def answer(f, X, perm):
    a, b = f(X[perm]), f(X)
    moved = np.zeros_like(b)
    for i, p in enumerate(perm):
        moved[p] = b[i]
    return np.abs(a - moved).max(), np.abs(a - b).max()
'''},
            {"id": "1.4-x10", "reason": "inverse-permutation", "also": [], "status": "incorrect", "must": True,
             "note": "permuted again to undo it", "code": '''
def answer(f, X, perm):
    a, b = f(X[perm]), f(X)
    return np.abs(a[perm] - b).max(), np.abs(a - b).max()
'''},
            {"id": "1.4-x11", "reason": "signed-max", "also": [], "status": "incorrect", "must": True,
             "note": "np.max", "code": '''
def answer(f, X, perm):
    a, b = f(X[perm]), f(X)
    return np.max(a - b[perm]), np.max(a - b)
'''},
            {"id": "1.4-x12", "reason": "signed-max", "also": [], "status": "incorrect", "must": True,
             "note": "abs too late", "code": '''
def answer(f, X, perm):
    a, b = f(X[perm]), f(X)
    return abs(np.max(a - b[perm])), abs(np.max(a - b))
'''},
            {"id": "1.4-x13", "reason": "signed-max", "also": [], "status": "incorrect", "must": True,
             "note": "from smallest to largest", "code": '''
def answer(f, X, perm):
    a, b = f(X[perm]), f(X)
    return np.ptp(a - b[perm]), np.ptp(a - b)
'''},
            {"id": "1.4-x14", "reason": "signed-max", "also": [], "status": "incorrect", "must": True,
             "note": "difference turned round", "code": '''
def answer(f, X, perm):
    a, b = f(X[perm]), f(X)
    return (b[perm] - a).max(), (b - a).max()
'''},
            {"id": "1.4-x15", "reason": "gaps-exchanged", "also": [], "status": "incorrect", "must": True,
             "note": "matrix, list", "code": '''
def answer(f, X, perm):
    P = np.eye(len(X))[perm]
    a = f(P @ X)
    return [np.abs(a - f(X)).max(), np.abs(a - P @ f(X)).max()]
'''},
            {"id": "1.4-x16", "reason": "mean-not-max", "also": [], "status": "incorrect", "must": True,
             "note": "np.mean", "code": '''
def answer(f, X, perm):
    a, b = f(X[perm]), f(X)
    return np.mean(np.abs(a - b[perm])), np.mean(np.abs(a - b))
'''},
            {"id": "1.4-x17", "reason": "mean-not-max", "also": [], "status": "incorrect", "must": True,
             "note": "mean square", "code": '''
def answer(f, X, perm):
    a, b = f(X[perm]), f(X)
    return ((a - b[perm]) ** 2).mean(), ((a - b) ** 2).mean()
'''},
            {"id": "1.4-x18", "reason": "norm-not-max", "also": [], "status": "incorrect", "must": True,
             "note": "Frobenius norm", "code": '''
def answer(f, X, perm):
    a, b = f(X[perm]), f(X)
    return np.linalg.norm(a - b[perm]), np.linalg.norm(a - b)
'''},
            {"id": "1.4-x19", "reason": "norm-not-max", "also": [], "status": "incorrect", "must": True,
             "note": "root of the sum of squares", "code": '''
def answer(f, X, perm):
    a, b = f(X[perm]), f(X)
    return np.sqrt(((a - b[perm]) ** 2).sum()), np.sqrt(((a - b) ** 2).sum())
'''},
            {"id": "1.4-x20", "reason": "norm-not-max", "also": [], "status": "incorrect", "must": True,
             "note": "longest row", "code": '''
def answer(f, X, perm):
    a, b = f(X[perm]), f(X)
    return np.linalg.norm(a - b[perm], axis=1).max(), np.linalg.norm(a - b, axis=1).max()
'''},
            {"id": "1.4-x21", "reason": "norm-not-max", "also": [], "status": "incorrect", "must": True,
             "note": "sum of absolute values", "code": '''
def answer(f, X, perm):
    a, b = f(X[perm]), f(X)
    return np.abs(a - b[perm]).sum(), np.abs(a - b).sum()
'''},
            {"id": "1.4-x22", "reason": "bool-not-number", "also": [], "status": "incorrect", "must": True,
             "note": "allclose", "code": '''
def answer(f, X, perm):
    a, b = f(X[perm]), f(X)
    return np.allclose(a, b[perm]), np.allclose(a, b)
'''},
            {"id": "1.4-x23", "reason": "bool-not-number", "also": [], "status": "incorrect", "must": True,
             "note": "is there a gap", "code": '''
def answer(f, X, perm):
    a, b = f(X[perm]), f(X)
    return bool((np.abs(a - b[perm]) > 1e-9).any()), bool((np.abs(a - b) > 1e-9).any())
'''},
            {"id": "1.4-x24", "reason": "gaps-exchanged", "also": ["mean-not-max"], "status": "incorrect", "must": True,
             "note": "exchanged, mean", "code": '''
def answer(f, X, perm):
    a, b = f(X[perm]), f(X)
    return np.abs(a - b).mean(), np.abs(a - b[perm]).mean()
'''},
            {"id": "1.4-x25", "reason": "inverse-permutation", "also": ["norm-not-max"], "status": "incorrect", "must": True,
             "note": "inverse, norm", "code": '''
def answer(f, X, perm):
    a, b = f(X[perm]), f(X)
    back = np.argsort(perm)
    return np.linalg.norm(a - b[back]), np.linalg.norm(a - b)
'''},
            {"id": "1.4-x26", "reason": "columns-permuted", "also": ["signed-max"], "status": "incorrect", "must": True,
             "note": "columns, signed", "code": '''
def answer(f, X, perm):
    a, b = f(X[:, perm]), f(X)
    return (a - b[perm]).max(), (a - b).max()
'''},
            {"id": "1.4-x27", "reason": "inverse-permutation", "also": ["gaps-exchanged"], "status": "incorrect", "must": True,
             "note": "inverse, exchanged", "code": '''
def answer(f, X, perm):
    back = np.argsort(perm)
    a, b = f(X[perm]), f(X)
    return np.abs(a - b).max(), np.abs(a - b[back]).max()
'''},
            {"id": "1.4-x28", "reason": "wrong-shape", "also": [], "status": "incorrect", "must": True,
             "note": "all differences", "code": '''
def answer(f, X, perm):
    a, b = f(X[perm]), f(X)
    return np.abs(a - b[perm])
'''},
            {"id": "1.4-x29", "reason": "wrong-shape", "also": [], "status": "incorrect", "must": True,
             "note": "maxima of the columns", "code": '''
def answer(f, X, perm):
    a, b = f(X[perm]), f(X)
    return np.abs(a - b[perm]).max(0), np.abs(a - b).max(0)
'''},
            {"id": "1.4-x30", "reason": "wrong-shape", "also": [], "status": "incorrect", "must": True,
             "note": "three numbers", "code": '''
def answer(f, X, perm):
    a, b = f(X[perm]), f(X)
    return np.abs(a - b[perm]).max(), np.abs(a - b).max(), 0
'''},
            {"id": "1.4-x31", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "zeros", "code": '''
def answer(f, X, perm):
    return 0, 0
'''},
            {"id": "1.4-x32", "reason": "shown-case-only", "also": [], "status": "incorrect", "must": True,
             "note": "the shown values", "code": '''
def answer(f, X, perm):
    return 0, 1.5509233972217422
'''},
            {"id": "1.4-x33", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "near miss", "code": '''
def answer(f, X, perm):
    a, b = f(X[perm]), f(X)
    return np.abs(a - b[perm]).max() + 1e-3, np.abs(a - b).max()
'''},
            {"id": "1.4-x34", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "noise", "code": '''
def answer(f, X, perm):
    return X.sum() % 1, X.std()
'''},
            {"id": "1.4-x35", "reason": "rounded-output", "also": [], "status": "incorrect", "must": True,
             "note": "rounded to 3 places", "code": '''
def answer(f, X, perm):
    a, b = f(X[perm]), f(X)
    return round(np.abs(a - b[perm]).max(), 3), round(np.abs(a - b).max(), 3)
'''},
            {"id": "1.4-x36", "reason": "low-precision", "also": [], "status": "incorrect", "must": True,
             "note": "float16", "code": '''
def answer(f, X, perm):
    a, b = f(X[perm]), f(X)
    return np.array([np.abs(a - b[perm]).max(), np.abs(a - b).max()]).astype(np.float16)
'''},
            {"id": "1.4-x37", "reason": "returned-none", "also": [], "status": "incorrect", "must": True,
             "note": "prints", "code": '''
def answer(f, X, perm):
    a, b = f(X[perm]), f(X)
    print(np.abs(a - b[perm]).max(), np.abs(a - b).max())
'''},
            {"id": "1.4-x38", "reason": "wrong-type", "also": [], "status": "incorrect", "must": True,
             "note": "a dictionary", "code": '''
def answer(f, X, perm):
    a, b = f(X[perm]), f(X)
    return {'g1': np.abs(a - b[perm]).max(), 'g2': np.abs(a - b).max()}
'''},
            {"id": "1.4-x39", "reason": "wrong-type", "also": [], "status": "incorrect", "must": True,
             "note": "a text", "code": '''
def answer(f, X, perm):
    a, b = f(X[perm]), f(X)
    return f'{np.abs(a - b[perm]).max():.3f}, {np.abs(a - b).max():.3f}'
'''},
            {"id": "1.4-x40", "reason": "wrong-type", "also": [], "status": "incorrect", "must": True,
             "note": "a function", "code": '''
def answer(f, X, perm):
    return lambda: f(X)
'''},
            {"id": "1.4-x41", "reason": "wrong-type", "also": [], "status": "incorrect", "must": True,
             "note": "the result, not the function", "code": '''
answer = (0.0, 1.550923)
'''},
            {"id": "1.4-x42", "reason": "not-finite", "also": [], "status": "incorrect", "must": True,
             "note": "NaN", "code": '''
def answer(f, X, perm):
    return np.nan, 1.0
'''},
            {"id": "1.4-x43", "reason": "mutated-input", "also": [], "status": "incorrect", "must": True,
             "note": "shuffles X itself", "code": '''
def answer(f, X, perm):
    b = f(X)
    moved = b[perm]
    X[:] = X[perm]
    a = f(X)
    return np.abs(a - moved).max(), np.abs(a - b).max()
'''},
            {"id": "1.4-x44", "reason": "raised", "also": [], "status": "error", "must": True,
             "note": "a typo", "code": '''
def answer(f, X, perm):
    a, b = F(X[perm]), f(X)
    return np.abs(a - b[perm]).max(), np.abs(a - b).max()
'''},
            {"id": "1.4-x45", "reason": "raised", "also": [], "status": "error", "must": True,
             "note": "a missing parameter", "code": '''
def answer(X, perm):
    return X[perm]
'''},
            {"id": "1.4-x46", "reason": "raised", "also": [], "status": "error", "must": True,
             "note": "round brackets", "code": '''
def answer(f, X, perm):
    a, b = f(X[perm]), f(X)
    return np.abs(a - b(perm)).max(), np.abs(a - b).max()
'''},
            {"id": "1.4-x47", "reason": "not-attempted", "also": [], "status": "not_attempted", "must": True,
             "note": "untouched", "code": '''
def answer(f, X, perm):
    raise NotImplementedError
'''},
        ],
        "right": [
            {"id": "1.4-y01", "form": "output undone", "note": "", "code": '''
def answer(f, X, perm):
    a, b = f(X[perm]), f(X)
    return np.abs(a[np.argsort(perm)] - b).max(), np.abs(a - b).max()
'''},
            {"id": "1.4-y02", "form": "loops", "note": "", "code": '''
def answer(f, X, perm):
    a, b = f(X[perm]), f(X)
    g = [0.0, 0.0]
    for i, p in enumerate(perm):
        for c in range(X.shape[1]):
            g[0] = max(g[0], abs(a[i, c] - b[p, c]))
            g[1] = max(g[1], abs(a[i, c] - b[i, c]))
    return g
'''},
            {"id": "1.4-y03", "form": "infinity norm of the flat array", "note": "", "code": '''
def answer(f, X, perm):
    a, b = f(X[perm]), f(X)
    return np.linalg.norm((a - b[perm]).ravel(), np.inf), np.linalg.norm((a - b).ravel(), np.inf)
'''},
            {"id": "1.4-y04", "form": "float32 array", "note": "", "code": '''
def answer(f, X, perm):
    a, b = f(X[perm]), f(X)
    return np.array([np.abs(a - b[perm]).max(), np.abs(a - b).max()], dtype=np.float32)
'''},
            {"id": "1.4-y05", "form": "larger of max and -min", "note": "", "code": '''
def answer(f, X, perm):
    a, b = f(X[perm]), f(X)
    return tuple(max(m.max(), -m.min()) for m in (a - b[perm], a - b))
'''},
        ],
    },
    "1.5": {
        "wrong": [
            {"id": "1.5-x01", "reason": "one-based", "also": [], "status": "incorrect", "must": True,
             "note": "counted from 1, and 1 added", "code": '''
def answer(n):
    return 1 / (np.arange(1, n + 1) + 1)
'''},
            {"id": "1.5-x02", "reason": "one-based", "also": [], "status": "incorrect", "must": True,
             "note": "t + 2", "code": '''
def answer(n):
    return [1 / (t + 2) for t in range(n)]
'''},
            {"id": "1.5-x03", "reason": "one-based", "also": [], "status": "incorrect", "must": True,
             "note": "sees the next token", "code": '''
def answer(n):
    x = np.zeros(n)
    x[0] = 1
    return np.array([x[:t + 2].mean() for t in range(n)])
'''},
            {"id": "1.5-x04", "reason": "mask-missing", "also": [], "status": "incorrect", "must": True,
             "note": "mean of everything", "code": '''
def answer(n):
    x = np.zeros(n)
    x[0] = 1
    return np.full(n, x.mean())
'''},
            {"id": "1.5-x05", "reason": "mask-missing", "also": [], "status": "incorrect", "must": True,
             "note": "scores times the mask", "code": '''
def answer(n):
    x = np.zeros(n)
    x[0] = 1
    s = np.zeros((n, n)) * np.tri(n)
    w = np.exp(s)
    return (w / w.sum(1, keepdims=True)) @ x
'''},
            {"id": "1.5-x06", "reason": "mask-missing", "also": [], "status": "incorrect", "must": True,
             "note": "masked behind the softmax", "code": '''
def answer(n):
    x = np.zeros(n)
    x[0] = 1
    w = np.full((n, n), 1 / n) * np.tri(n)
    return w @ x
'''},
            {"id": "1.5-x07", "reason": "mask-missing", "also": [], "status": "incorrect", "must": True,
             "note": "masked scores 0, the others 1", "code": '''
def answer(n):
    x = np.zeros(n)
    x[0] = 1
    s = np.where(np.tri(n) > 0, 1.0, 0.0)
    w = np.exp(s)
    return (w / w.sum(1, keepdims=True)) @ x
'''},
            {"id": "1.5-x08", "reason": "mask-excludes-self", "also": [], "status": "incorrect", "must": True,
             "note": "x[:t], NaN for the empty row", "code": '''
def answer(n):
    x = np.zeros(n)
    x[0] = 1
    return np.array([x[:t].mean() if t else np.nan for t in range(n)])
'''},
            {"id": "1.5-x09", "reason": "mask-excludes-self", "also": [], "status": "incorrect", "must": True,
             "note": "strict softmax", "code": '''
def answer(n):
    x = np.zeros(n)
    x[0] = 1
    s = np.where(np.tri(n, k=-1) > 0, 0.0, -np.inf)
    w = np.exp(s)
    return (w / w.sum(1, keepdims=True)) @ x
'''},
            {"id": "1.5-x10", "reason": "mask-excludes-self", "also": [], "status": "incorrect", "must": True,
             "note": "one over t, infinite first", "code": '''
def answer(n):
    return 1 / np.arange(n)
'''},
            {"id": "1.5-x11", "reason": "mask-excludes-self", "also": [], "status": "incorrect", "must": True,
             "note": "0 for the first", "code": '''
def answer(n):
    return np.array([0.0] + [1 / t for t in range(1, n)])
'''},
            {"id": "1.5-x12", "reason": "mask-reversed", "also": [], "status": "incorrect", "must": True,
             "note": "upper triangle", "code": '''
def answer(n):
    x = np.zeros(n)
    x[0] = 1
    m = np.triu(np.ones((n, n)))
    return (m / m.sum(1, keepdims=True)) @ x
'''},
            {"id": "1.5-x13", "reason": "mask-reversed", "also": [], "status": "incorrect", "must": True,
             "note": "closed form of the same", "code": '''
def answer(n):
    out = np.zeros(n)
    out[0] = 1 / n
    return out
'''},
            {"id": "1.5-x14", "reason": "sum-not-mean", "also": [], "status": "incorrect", "must": True,
             "note": "ones", "code": '''
def answer(n):
    return np.ones(n)
'''},
            {"id": "1.5-x15", "reason": "sum-not-mean", "also": [], "status": "incorrect", "must": True,
             "note": "mask without normalising", "code": '''
def answer(n):
    x = np.zeros(n)
    x[0] = 1
    return np.tri(n) @ x
'''},
            {"id": "1.5-x16", "reason": "marker-not-attended", "also": [], "status": "incorrect", "must": True,
             "note": "first row of the identity", "code": '''
def answer(n):
    return np.eye(n)[0]
'''},
            {"id": "1.5-x17", "reason": "marker-not-attended", "also": [], "status": "incorrect", "must": True,
             "note": "a list", "code": '''
def answer(n):
    return [1] + [0] * (n - 1)
'''},
            {"id": "1.5-x18", "reason": "count-not-share", "also": [], "status": "incorrect", "must": True,
             "note": "row sums of the mask", "code": '''
def answer(n):
    return np.tri(n).sum(axis=1)
'''},
            {"id": "1.5-x19", "reason": "count-not-share", "also": [], "status": "incorrect", "must": True,
             "note": "a list", "code": '''
def answer(n):
    return [t + 1 for t in range(n)]
'''},
            {"id": "1.5-x20", "reason": "one-based", "also": ["count-not-share"], "status": "incorrect", "must": True,
             "note": "counts from 2", "code": '''
def answer(n):
    return np.arange(2, n + 2)
'''},
            {"id": "1.5-x21", "reason": "rounded-output", "also": [], "status": "incorrect", "must": True,
             "note": "3 places", "code": '''
def answer(n):
    return np.round(1 / (np.arange(n) + 1), 3)
'''},
            {"id": "1.5-x22", "reason": "rounded-output", "also": [], "status": "incorrect", "must": True,
             "note": "2 places", "code": '''
def answer(n):
    return [round(1 / (t + 1), 2) for t in range(n)]
'''},
            {"id": "1.5-x23", "reason": "low-precision", "also": [], "status": "incorrect", "must": True,
             "note": "float16", "code": '''
def answer(n):
    return (1 / (np.arange(n) + 1)).astype(np.float16)
'''},
            {"id": "1.5-x24", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "zeros", "code": '''
def answer(n):
    return np.zeros(n)
'''},
            {"id": "1.5-x25", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "near miss", "code": '''
def answer(n):
    out = 1 / (np.arange(n) + 1.0)
    out[-1] += 1e-3
    return out
'''},
            {"id": "1.5-x26", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "noise", "code": '''
def answer(n):
    return np.random.default_rng(3).random(n)
'''},
            {"id": "1.5-x27", "reason": "unrecognised", "also": [], "status": "incorrect", "must": True,
             "note": "squares", "code": '''
def answer(n):
    return 1 / (np.arange(n) + 1) ** 2
'''},
            {"id": "1.5-x28", "reason": "shown-case-only", "also": [], "status": "incorrect", "must": True,
             "note": "the shown case", "code": '''
def answer(n):
    return np.array([1, 1 / 2, 1 / 3, 1 / 4])
'''},
            {"id": "1.5-x29", "reason": "shown-case-only", "also": [], "status": "incorrect", "must": True,
             "note": "4 written in", "code": '''
def answer(n):
    return 1 / (np.arange(4) + 1)
'''},
            {"id": "1.5-x30", "reason": "wrong-shape", "also": [], "status": "incorrect", "must": True,
             "note": "one number", "code": '''
def answer(n):
    return 1 / n
'''},
            {"id": "1.5-x31", "reason": "wrong-shape", "also": [], "status": "incorrect", "must": True,
             "note": "a column", "code": '''
def answer(n):
    return (1 / (np.arange(n) + 1))[:, None]
'''},
            {"id": "1.5-x32", "reason": "wrong-shape", "also": [], "status": "incorrect", "must": True,
             "note": "all weights", "code": '''
def answer(n):
    return np.tri(n) / np.tri(n).sum(1, keepdims=True)
'''},
            {"id": "1.5-x33", "reason": "wrong-shape", "also": [], "status": "incorrect", "must": True,
             "note": "empty", "code": '''
def answer(n):
    return []
'''},
            {"id": "1.5-x34", "reason": "wrong-type", "also": [], "status": "incorrect", "must": True,
             "note": "text", "code": '''
def answer(n):
    return '1, 1/2, 1/3'
'''},
            {"id": "1.5-x35", "reason": "wrong-type", "also": [], "status": "incorrect", "must": True,
             "note": "texts", "code": '''
def answer(n):
    return ['1/%d' % (t + 1) for t in range(n)]
'''},
            {"id": "1.5-x36", "reason": "returned-none", "also": [], "status": "incorrect", "must": True,
             "note": "return forgotten", "code": '''
def answer(n):
    share = 1 / (np.arange(n) + 1)
'''},
            {"id": "1.5-x37", "reason": "raised", "also": [], "status": "error", "must": True,
             "note": "division by zero", "code": '''
def answer(n):
    return np.array([1 / t for t in range(n)])
'''},
            {"id": "1.5-x38", "reason": "raised", "also": [], "status": "error", "must": True,
             "note": "a typo", "code": '''
def answer(n):
    return 1 / (np.arange(m) + 1)
'''},
            {"id": "1.5-x39", "reason": "raised", "also": [], "status": "error", "must": True,
             "note": "a missing parameter", "code": '''
def answer():
    return [1, 1 / 2, 1 / 3, 1 / 4]
'''},
            {"id": "1.5-x40", "reason": "wrong-type", "also": [], "status": "incorrect", "must": True,
             "note": "the result, not the function", "code": '''
answer = [1, 0.5, 0.333333, 0.25]
'''},
            {"id": "1.5-x41", "reason": "not-attempted", "also": [], "status": "not_attempted", "must": True,
             "note": "untouched", "code": '''
def answer(n):
    pass
'''},
        ],
        "right": [
            {"id": "1.5-y01", "form": "running mean", "note": "", "code": '''
def answer(n):
    x = np.zeros(n)
    x[0] = 1
    return np.cumsum(x) / np.arange(1, n + 1)
'''},
            {"id": "1.5-y02", "form": "row-normalised triangle", "note": "", "code": '''
def answer(n):
    m = np.tri(n)
    return (m / m.sum(1, keepdims=True))[:, 0]
'''},
            {"id": "1.5-y03", "form": "np.reciprocal", "note": "", "code": '''
def answer(n):
    return np.reciprocal(np.arange(1.0, n + 1))
'''},
            {"id": "1.5-y04", "form": "float32", "note": "", "code": '''
def answer(n):
    return (1 / np.arange(1, n + 1)).astype(np.float32)
'''},
            {"id": "1.5-y05", "form": "fractions", "note": "", "code": '''
from fractions import Fraction
def answer(n):
    return [Fraction(1, t + 1) for t in range(n)]
'''},
            {"id": "1.5-y06", "form": "map", "note": "", "code": '''
def answer(n):
    return list(map(lambda t: 1 / t, range(1, n + 1)))
'''},
            {"id": "1.5-y07", "form": "package", "note": "", "code": '''
from pe_lessons import attention, causal_mask
def answer(n):
    x = np.eye(n)[:, :1]
    return attention(np.zeros((n, 1)), np.zeros((n, 1)), x, mask=causal_mask(n))[:, 0]
'''},
        ],
    },
}
