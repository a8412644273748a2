"""Real heads: the figures measured on them, the sum of cosines, and the file."""

import dataclasses

import numpy as np
import pytest

from pe_lessons import heads, learned, load_positions, rope_frequencies
from pe_lessons.heads import attention_to_offsets, load_rope_heads, mpnet_bias

DATA = load_rope_heads()
PREVIOUS, LOCAL, CONTENT = DATA.heads
N = np.arange(128)


def looks(head, offsets, **more):
    return attention_to_offsets(DATA.attention(*head, **more), offsets)


def test_what_is_there():
    assert DATA.heads == ((16, 0), (2, 2), (8, 0)) and len(DATA.tokens) == 128 and DATA.tokens[:2] == ("The", " old")
    assert DATA.q.shape == DATA.k.shape == (3, 128, 64) and DATA.mean_q.shape == (30, 9, 64)
    np.testing.assert_allclose(DATA.frequencies, rope_frequencies(64, base=DATA.base)[0], rtol=1e-15)
    for array in (DATA.q, DATA.k, DATA.mean_q, DATA.mean_k, DATA.frequencies):
        assert array.dtype == np.float64 and not array.flags.writeable
    assert "SmolLM2" in DATA.model and DATA.licence == "Apache-2.0" and "4-bit" in DATA.note and len(repr(DATA)) < 150
    with pytest.raises(dataclasses.FrozenInstanceError):
        DATA.base = 1


def test_a_head_that_looks_at_the_token_before():
    assert looks(PREVIOUS, [1]) == pytest.approx(0.72, abs=0.01)
    assert looks(PREVIOUS, [1], pairs=[]) == pytest.approx(0.01, abs=0.005)
    assert looks(PREVIOUS, [1], pairs=slice(8)) == pytest.approx(0.58, abs=0.03)
    assert looks(PREVIOUS, [1], pairs=range(8, 32)) == pytest.approx(0.03, abs=0.01)


def test_interpolated_positions_move_its_gaze():
    np.testing.assert_allclose(looks(PREVIOUS, [1, 2], positions=N / 2), [0.09, 0.44], atol=0.01)
    np.testing.assert_allclose(looks(PREVIOUS, [4, 5], positions=N / 4), [0.23, 0.26], atol=0.01)
    assert looks(PREVIOUS, [1], positions=2 * N) == pytest.approx(0.28, abs=0.01)


def test_a_local_head_and_a_content_head():
    np.testing.assert_allclose(looks(LOCAL, range(4)), [0.09, 0.14, 0.16, 0.13], atol=0.01)
    assert (looks(LOCAL, range(4), pairs=[]) < 0.025).all()
    on, off = DATA.attention(*CONTENT), DATA.attention(*CONTENT, pairs=[])
    assert np.corrcoef(on.ravel(), off.ravel())[0, 1] > 0.9


@pytest.mark.parametrize("shift", [1, 100, 5000, -7.5])
def test_a_common_shift_changes_no_score(shift):
    for head in DATA.heads:
        assert np.abs(DATA.scores(*head, positions=N + shift) - DATA.scores(*head)).max() < 1.6e-12


def test_the_sum_of_cosines():
    distances = np.arange(100)
    for head, peak in ((PREVIOUS, 1), (LOCAL, 2)):
        predicted, measured = DATA.predicted_scores(*head, distances), DATA.measured_scores(*head, distances)
        assert np.corrcoef(predicted, measured)[0, 1] > 0.99
        assert predicted.argmax() == measured.argmax() == peak
    amplitudes, phases = DATA.cosines(5, 7)
    assert amplitudes.shape == phases.shape == (32,)
    by_hand = sum(a * np.cos(3.5 * w + p) for a, w, p in zip(amplitudes, DATA.frequencies, phases))
    assert DATA.predicted_scores(5, 7, 3.5) == pytest.approx(by_hand, abs=1e-12)


def test_the_sum_of_cosines_is_the_score_of_the_mean_vectors():
    from pe_lessons import apply_rope

    q, k = DATA.mean_q[16, :1], DATA.mean_k[16, :1]
    for d in (0, 1, 40):
        score = apply_rope(q, [d + 9], base=DATA.base) @ apply_rope(k, [9], base=DATA.base).T / 8
        assert DATA.predicted_scores(16, 0, d) == pytest.approx(score.item(), abs=1e-12)


def test_fast_pairs_matter_most_where_the_token_before_is_meant():
    fast = 2 * np.pi / DATA.frequencies < 100
    amplitudes = np.array([[DATA.cosines(layer, head)[0] for head in range(9)] for layer in range(30)])
    assert amplitudes[..., fast].sum() / amplitudes.sum() == pytest.approx(0.09, abs=0.01)
    assert amplitudes[16, 0, fast].sum() / amplitudes[16, 0].sum() == pytest.approx(0.26, abs=0.01)


def test_mpnet():
    np.testing.assert_allclose(mpnet_bias([-20, -1, 0, 1])[:, 6], [-2.64, 3.26, -4.29, -4.08], atol=0.005)
    np.testing.assert_allclose(mpnet_bias([-1, 1])[:, 11], [-1.59, 3.37], atol=0.005)
    assert mpnet_bias(1)[4] == pytest.approx(-7.36, abs=0.005) and mpnet_bias(np.zeros((2, 3), int)).shape == (2, 3, 12)
    assert -11.31 < mpnet_bias(0).min() < mpnet_bias(0).max() < -4


@pytest.mark.parametrize(
    "call, error, match",
    [
        (lambda: DATA.scores(1, 1), ValueError, r"\(16, 0\), \(2, 2\), \(8, 0\), but are \(1, 1\)"),
        (lambda: DATA.scores(16, 0, pairs=[32]), ValueError, r"pairs must lie between 0 and 31, but are \[32\]"),
        (lambda: DATA.scores(16, 0, pairs=[True]), TypeError, "pairs"),
        (lambda: DATA.scores(16, 0, positions=[1, 2]), ValueError, r"have shape \(2,\)"),
        (lambda: DATA.cosines(30, 0), ValueError, "layer must be at most 29"),
        (lambda: DATA.predicted_scores(0, 0, [np.nan]), ValueError, "distances"),
        (lambda: DATA.measured_scores(16, 0, [127]), ValueError, "distances must be at most 126"),
        (lambda: attention_to_offsets(np.eye(128), [21]), ValueError, "offsets must be at most 20"),
        (lambda: attention_to_offsets(np.ones((2, 3)), [1]), ValueError, r"shape \(n, n\)"),
        (lambda: load_positions("smollm2_135m_rope_heads"), ValueError, "name must be"),
    ],
)
def test_refused(call, error, match):
    with pytest.raises(error, match=match):
        call()


def test_a_damaged_file(tmp_path, monkeypatch):
    source = learned.DATA
    monkeypatch.setattr(learned, "DATA", tmp_path)
    heads.load_rope_heads.cache_clear()
    with open(f"{source}/sources.toml", "rb") as opened:
        (tmp_path / "sources.toml").write_bytes(opened.read())
    (tmp_path / "smollm2_135m_rope_heads.npz").write_bytes(b"cut short")
    with pytest.raises(ValueError, match="smollm2_135m_rope_heads.npz .* damaged .*d84c00cda1de"):
        load_rope_heads()
