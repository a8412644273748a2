"""A tiny attention model that trains in front of the reader: one layer, one head, gradients derived by hand.

    x = E[tokens] + position rows
    a = softmax(x Wq (x Wk)^T / sqrt(d) + bias)
    h = x + (a x Wv) Wo
    logits = h U

Nothing here is evidence about large models: there is no layer normalisation and no feed-forward part, and the data
are synthetic letters, new ones at every step.
"""

import dataclasses
import sys

import numpy as np

from .arguments import as_number, as_size
from .attention import attention_weights, causal_mask, softmax
from .schemes import NoPositions, sum_by_index

PEAK_RATE, WARM_UP = 1e-2, 20  # the learning rate rises to its peak over the first steps, then falls along a cosine
BETA1, BETA2, EPSILON = 0.9, 0.99, 1e-8  # Adam
DATA_SEED = 1000  # added to the seed: weights and data come from different streams
TEST_SEED = 9
BLOCK_SCORES = 2**21  # scores computed at a time when a model is tested


@dataclasses.dataclass(frozen=True, eq=False)
class Model:
    """Parameters, the position scheme, and whether a position sees only what came before it.

    Attributes
    ----------
    parameters : dict of ndarray
        E (tokens, d): token vectors; Wq, Wk, Wv, Wo (d, d); U (d, answers); and those of the scheme.
    scheme : NoPositions or one of its kind
    causal : bool
    """

    parameters: dict
    scheme: NoPositions
    causal: bool = False

    def forward(self, tokens, positions=None):
        """Logits, shape (batch, n, answers), and attention weights, shape (batch, n, n), for tokens (batch, n).

        Without `positions` they are 0, 1, ..., n - 1.
        """
        if positions is None:
            positions = np.arange(tokens.shape[1])
        x, _, _, v, a = _attend(self, tokens, positions)
        h = x + a @ v @ self.parameters["Wo"]  # (batch, n, d)
        return h @ self.parameters["U"], a


@dataclasses.dataclass(frozen=True, eq=False)
class Training:
    """What a training leaves behind.

    Attributes
    ----------
    model : Model
    losses : ndarray, shape (steps,)
        Mean cross-entropy in nats at each step, on data not seen before.
    tables : dict of int to ndarray
        The learned table after so many steps, for each step in `checkpoints`.
    """

    model: Model
    losses: np.ndarray
    tables: dict


def initial_model(task, scheme, *, seed=0, d_model=32, causal=False):
    """Model before training: E from N(0, 1), the matrices from N(0, 1 / d_model), the scheme's parameters last."""
    rng = np.random.default_rng(seed)
    scale = d_model**-0.5
    parameters = {"E": rng.normal(size=(task.n_tokens, d_model))}
    for name in ("Wq", "Wk", "Wv", "Wo"):
        parameters[name] = rng.normal(0.0, scale, size=(d_model, d_model))
    parameters["U"] = rng.normal(0.0, scale, size=(d_model, task.n_answers))
    parameters |= scheme.initial(rng, d_model)
    return Model(parameters, scheme, causal)


def _attend(model, tokens, positions):
    """x, q, k, v and a for B sequences of n tokens: all that comes before the values are mixed."""
    p, scheme = model.parameters, model.scheme
    x = p["E"][tokens]  # (B, n, d)
    rows = scheme.rows(p, positions, x.shape[-1])
    if rows is not None:
        x = x + rows
    q = scheme.rotate(x @ p["Wq"], positions)
    k = scheme.rotate(x @ p["Wk"], positions)
    v = x @ p["Wv"]
    mask = causal_mask(tokens.shape[1]) if model.causal else None
    a = attention_weights(q, k, bias=scheme.bias(p, positions), mask=mask)  # (B, n, n)
    return x, q, k, v, a


def loss_and_gradients(model, tokens, targets, scored, positions):
    """Mean cross-entropy over the scored places, and its gradient for each parameter.

    Parameters
    ----------
    model : Model
    tokens, targets : ndarray of int, shape (batch, n)
    scored : ndarray of bool, shape (batch, n)
    positions : ndarray, shape (n,) or (batch, n)

    Returns
    -------
    loss : float
    gradients : dict of ndarray
        The names and shapes of ``model.parameters``.
    """
    p, scheme = model.parameters, model.scheme
    x, q, k, v, a = _attend(model, tokens, positions)
    o = (a @ v)[scored]  # (scored places, d): only these have a share in the loss
    h = x[scored] + o @ p["Wo"]
    chance = softmax(h @ p["U"])  # (scored places, answers)
    targets = targets[scored]
    right = np.arange(len(targets)), targets
    count = max(len(targets), 1)
    loss = -np.log(chance[right]).sum() / count

    # Backwards, line by line: d_y is the derivative of the loss by y.
    d_logits = chance / count
    d_logits[right] -= 1 / count
    d_h = d_logits @ p["U"].T  # (scored places, d)
    d_mixed = np.zeros_like(x)  # by a v: 0 at all other places
    d_mixed[scored] = d_h @ p["Wo"].T
    d_v = a.swapaxes(1, 2) @ d_mixed  # (B, n, d)
    d_a = d_mixed @ v.swapaxes(1, 2)  # (B, n, n)
    d_scores = a * (d_a - np.vecdot(a, d_a)[..., np.newaxis])  # through the softmax
    scaled = d_scores / np.sqrt(x.shape[-1])
    d_q = scheme.rotate_back(scaled @ k, positions)
    d_k = scheme.rotate_back(scaled.swapaxes(1, 2) @ q, positions)
    d_x = d_q @ p["Wq"].T + d_k @ p["Wk"].T + d_v @ p["Wv"].T
    d_x[scored] += d_h

    gradients = {
        "E": sum_by_index(tokens, d_x, len(p["E"])),
        "Wq": _outer(x, d_q), "Wk": _outer(x, d_k), "Wv": _outer(x, d_v), "Wo": o.T @ d_h, "U": h.T @ d_logits,
    }
    gradients |= scheme.rows_gradient(p, positions, d_x) | scheme.bias_gradient(p, positions, d_scores)
    return float(loss), gradients


def train(task, scheme, *, length, steps, seed=0, causal=False, d_model=32, batch=32, largest_start=0, checkpoints=()):
    """Train a model on fresh random sequences, with Adam.

    Parameters
    ----------
    task : Task
    scheme : NoPositions or one of its kind
    length : int
        Tokens in a sequence.
    steps : int
        Number of updates, each on `batch` new sequences.
    seed : int
        Of the weights; 1000 more is the seed of the data. The same seed gives the same training.
    causal : bool
        Whether a position sees only itself and what came before.
    d_model, batch : int
    largest_start : int
        Each sequence begins at a random position from 0 to this one (0: all begin at position 0).
    checkpoints : iterable of int
        Numbers of steps, from 0 (before the first) to `steps`, after which the table of `Learned` is kept.

    Returns
    -------
    Training

    Notes
    -----
    The learning rate rises linearly to 0.01 over 20 steps and falls to 0 along a cosine. Computed in float64. A
    progress bar is written to stderr while it trains, in a terminal only.

    Examples
    --------
    >>> from pe_lessons.tasks import copy_back
    >>> train(copy_back(1), NoPositions(), length=4, steps=2).model.scheme
    NoPositions()
    """
    length, steps, batch = as_size("length", length), as_size("steps", steps), as_size("batch", batch)
    largest_start = as_size("largest_start", largest_start, at_least=0)
    checkpoints = {as_size("each of checkpoints", step, at_least=0, at_most=steps) for step in checkpoints}
    model = initial_model(task, scheme, seed=seed, d_model=as_size("d_model", d_model), causal=causal)
    if checkpoints and "P" not in model.parameters:
        raise ValueError(f"checkpoints are for a scheme with a learned table, but the scheme is {scheme.name!r}")
    rng = np.random.default_rng(DATA_SEED + seed)
    update = _adam(model.parameters, steps)
    positions = np.arange(length)
    losses, tables = np.empty(steps), {}
    # Freed at once. After it, glibc keeps freed blocks of up to this size for reuse, and the arrays of each step are no
    # longer fetched from the system and given back: a third of the time.
    np.empty(30 * 2**20, dtype=np.uint8)
    for step in _progress(steps, f"{task.name}, {scheme.name}"):
        if step in checkpoints:
            tables[step] = model.parameters["P"].copy()
        examples = task(rng, batch, length)
        if largest_start:
            positions = rng.integers(largest_start + 1, size=(batch, 1)) + np.arange(length)
        losses[step], gradients = loss_and_gradients(model, *examples, positions)
        update(gradients)
    if steps in checkpoints:
        tables[steps] = model.parameters["P"].copy()
    return Training(model, losses, tables)


def accuracy(model, task, length, *, scheme=None, scale=1.0, first=0, sequences=200, seed=TEST_SEED):
    """Share of right answers on test sequences of any length.

    Parameters
    ----------
    model : Model
    task : Task
    length : int
        Tokens in a test sequence; may be longer than in training.
    scheme : optional
        Used in place of the model's own, for example ``Learned(16, beyond="clamp")``.
    scale : float
        Positions are multiplied by it; training length / length is position interpolation.
    first : int
        Only places from this one on are counted.
    sequences, seed : int
        How many test sequences, and where they come from.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If no place is scored from `first` on, or the scheme has no row for a position.

    Examples
    --------
    >>> from pe_lessons.tasks import copy_back
    >>> model = train(copy_back(1), NoPositions(), length=4, steps=1).model
    >>> 0 <= accuracy(model, copy_back(1), 4) < 0.5
    True
    """
    if scheme is not None:
        model = dataclasses.replace(model, scheme=scheme)
    scale, sequences = as_number("scale", scale), as_size("sequences", sequences)
    length = as_size("length", length)
    first = as_size("first", first, at_least=0, at_most=length - 1)
    tokens, targets, scored = task(np.random.default_rng(seed), sequences, length)
    if not scored[:, first:].any():
        raise ValueError(
            f"length, first and sequences must leave a place that is scored, but in {task.name!r} none is from place "
            f"{first} to {length - 1}"
        )
    positions = np.arange(length) if scale == 1.0 else np.arange(length) * scale
    block = max(1, BLOCK_SCORES // length**2)
    right = np.concatenate(
        [
            model.forward(tokens[i : i + block], positions)[0].argmax(axis=-1) == targets[i : i + block]
            for i in range(0, sequences, block)
        ]
    )
    return float(right[:, first:][scored[:, first:]].mean())


def _adam(parameters, steps):
    """Function that changes the parameters in place by one step of Adam."""
    mean = {name: np.zeros_like(value) for name, value in parameters.items()}
    square = {name: np.zeros_like(value) for name, value in parameters.items()}
    done = 0

    def update(gradients):
        nonlocal done
        rate = _learning_rate(done, steps)
        done += 1
        for name, gradient in gradients.items():
            mean[name] += (1 - BETA1) * (gradient - mean[name])
            square[name] += (1 - BETA2) * (gradient**2 - square[name])
            size = np.sqrt(square[name] / (1 - BETA2**done)) + EPSILON
            parameters[name] -= rate / (1 - BETA1**done) * mean[name] / size

    return update


def _learning_rate(step, steps):
    if step < WARM_UP:
        return PEAK_RATE * (step + 1) / WARM_UP
    return PEAK_RATE * (1 + np.cos(np.pi * (step - WARM_UP) / max(steps - WARM_UP, 1))) / 2


def _outer(x, d_y):
    """Gradient for W of y = x W, all of shape (B, n, d): the sum of x^T d_y over the sequences."""
    return (x.swapaxes(1, 2) @ d_y).sum(axis=0)


def _progress(steps, label):
    """The numbers 0, ..., steps - 1, with a bar on stderr if that is a terminal: nothing is left in stored outputs."""
    terminal = getattr(sys.stderr, "isatty", lambda: False)()
    for step in range(steps):
        if terminal and step % 10 == 0:
            bar = "=" * (30 * step // steps)
            print(f"\r{label} [{bar:<30}] {step}/{steps}", end="", file=sys.stderr, flush=True)
        yield step
    if terminal:
        print("\r\x1b[2K", end="", file=sys.stderr, flush=True)
