"""Structure of tables: the measures on cases with a known answer, and what they find in trained tables."""

import numpy as np
import pytest

from pe_lessons import load_positions, sinusoidal_encoding
from pe_lessons.circles import OneStepMap, fitted_circle, leading_plane, one_step_map
from pe_lessons.structure import band_powers, common_factor, cosine_similarity, offset_share, random_walk, spectrum

MINILM = load_positions("minilm_l6_v2").values
BANDS = [(0.5, 1.6), (1.6, 5), (6, 12.5), (24, 34), (70, 98)]  # cycles per 512: the five hills of its spectrum

# ------------------------------------------------------------------------------------------ known answers


def test_cosines():
    rows = np.array([[3.0, 0.0], [0.0, 2.0], [-1.0, 0.0]])
    np.testing.assert_allclose(cosine_similarity(rows), [[1, 0, -1], [0, 1, 0], [-1, 0, 1]], atol=1e-15)
    moved = cosine_similarity(rows + 7, centred=True)
    np.testing.assert_allclose(moved, cosine_similarity(rows, centred=True), atol=1e-12)
    with pytest.raises(ValueError, match="row 1"):
        cosine_similarity([[1.0, 0.0], [0.0, 0.0]])


def test_offset_share_against_the_definition():
    rows = np.random.default_rng(5).normal(size=(12, 4))
    cosines = cosine_similarity(rows)
    p, q = np.nonzero(~np.eye(12, dtype=bool))
    fit = np.array([np.diagonal(cosines, j - i).mean() for i, j in zip(p, q)])
    values = cosines[p, q]
    expected = 1 - ((values - fit) ** 2).sum() / ((values - values.mean()) ** 2).sum()
    assert offset_share(rows) == pytest.approx(expected, abs=1e-12)


def test_offset_share_of_tables_and_controls():
    rows = MINILM[8:504]
    assert offset_share(sinusoidal_encoding(496, 384)) == pytest.approx(1)
    assert offset_share(rows) == pytest.approx(0.504, abs=0.001)
    assert offset_share(load_positions("me5_small").values[8:504]) == pytest.approx(0.434, abs=0.001)
    assert offset_share(rows[np.random.default_rng(0).permutation(496)]) < 0.01
    assert offset_share(np.random.default_rng(0).normal(size=(496, 384))) < 0.01
    walks = [random_walk(496, 384, seed=seed) for seed in range(5)]
    assert all(0.55 < offset_share(walk) < 0.8 for walk in walks)  # smooth, and not periodic: above the trained table
    assert all(0.85 < offset_share(walk, centred=True) < 0.95 for walk in walks)


def test_spectrum_of_pure_waves():
    p = np.arange(512)[:, np.newaxis]
    rows = 5 + np.hstack([np.sin(2 * np.pi * 3 * p / 512), 2 * np.cos(2 * np.pi * 40 * p / 512)])
    for window, width in (("none", 0.1), ("hann", 1.1)):
        frequencies, power = spectrum(rows, window=window)
        assert power.sum() == pytest.approx(1) and frequencies[0] == 1 and len(frequencies) == 256
        centres, shares = band_powers(frequencies, power, [(3 - width, 3 + width), (40 - width, 40 + width)])
        np.testing.assert_allclose(centres, [3, 40], atol=0.01)
        np.testing.assert_allclose(shares, [0.2, 0.8], atol=0.001)
    assert spectrum(rows[:256])[0][0] == 2  # one turn of 256 rows is two of 512


def test_one_step_map_of_a_sinusoidal_table():
    cycles = np.array([2.0, 11.0, 50.0])
    angles = 2 * np.pi * np.arange(400)[:, np.newaxis] * cycles / 512
    mixing = np.random.default_rng(1).normal(size=(6, 9))
    rows = np.hstack([np.sin(angles), np.cos(angles)]) @ mixing + 3
    found = one_step_map(rows[:300], 6)
    np.testing.assert_allclose(found.cycles, cycles, atol=1e-9)
    np.testing.assert_allclose(found.sizes, 1, atol=1e-12)
    assert found.held_out_r2(rows[300:]) == pytest.approx(1) == found.held_out_r2(rows[300:], 20)
    circles = found.circles(rows)
    np.testing.assert_allclose(np.abs(circles), np.broadcast_to(np.abs(circles[0]), circles.shape), rtol=1e-9)
    turn = found.eigenvalues[found.eigenvalues.imag > 0]
    np.testing.assert_allclose(circles[1:] / circles[:-1], np.broadcast_to(turn, (399, 3)), rtol=1e-8)


def test_a_negative_eigenvalue_is_no_plane():
    """z -> -z turns nothing round: it changes sides. Only the pair of the wave is a plane."""
    angles = 2 * np.pi * np.arange(60) * 40 / 512
    rows = np.column_stack([2 * np.cos(angles), 2 * np.sin(angles), (-0.98) ** np.arange(60), 0.9 ** np.arange(60)])
    found = one_step_map(rows, 4)
    assert found.eigenvalues.real.min() == pytest.approx(-0.98) and len(found.eigenvalues) == 4
    np.testing.assert_allclose(found.cycles, [40], atol=1e-9)
    np.testing.assert_allclose(found.sizes, [1])
    assert found.circles(rows).shape == (60, 1)


def test_circles_of_a_map_with_many_points_that_stay():
    """A third coordinate that never moves has the eigenvalue 1, and I - matrix no inverse."""
    turn = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    found = OneStepMap(np.zeros(3), np.eye(3), turn, np.array([1.0, 1.0, 0.0]), np.array([1, 1j, -1j]))
    rows = np.array([[0, 3.0, 5], [-2, 1, 5], [0, -1, 5], [2, 1, 5]])  # round (0, 1) with radius 2
    circles = found.circles(rows)
    np.testing.assert_allclose(circles[1:] / circles[:-1], np.full((3, 1), 1j), atol=1e-12)


@pytest.mark.parametrize(
    "measure, words",
    [
        (lambda found: found.held_out_r2(MINILM[:5], 5), "steps must be at most 4, but is 5"),
        (lambda found: found.held_out_r2(MINILM[:1]), "rows must be at least 2, but are 1"),
        (lambda found: found.held_out_r2(np.ones((4, 384))), "rows must not all be the same"),
        (lambda found: spectrum(np.full((8, 2), 0.1)), "rows must not all be the same"),
        (lambda found: spectrum([[0.0], [1.0]]), "rows must be at least 3, but are 2"),
        (lambda found: spectrum(np.zeros((0, 2))), "rows must be at least 3, but are 0"),
        (lambda found: band_powers(*spectrum(MINILM), [(1, 2), (3.2, 3.4)]), r"bands\[1\], from 3.2 to 3.4, has none"),
        (lambda found: offset_share(np.full((5, 2), 0.3)), "rows must differ"),
        (lambda found: offset_share(np.eye(5), centred=True), "rows must differ"),
        (lambda found: offset_share(np.outer(np.arange(1, 50), np.ones(7) / 3)), "rows must differ"),
    ],
)
def test_what_has_no_value_is_refused(measure, words):
    with pytest.raises(ValueError, match=words):
        measure(one_step_map(MINILM[129:385], 4))


def test_circle_and_plane():
    angles = np.linspace(0.3, 0.3 + 1.5 * np.pi, 40)
    points = np.column_stack([4 + 2 * np.cos(angles), -1 + 2 * np.sin(angles)])
    centre, radius, spread, arc = fitted_circle(points)
    np.testing.assert_allclose(centre, [4, -1], atol=1e-12)
    assert (radius, arc) == (pytest.approx(2), pytest.approx(270)) and spread < 1e-12
    flat, shares = leading_plane(points @ np.random.default_rng(0).normal(size=(2, 7)))
    assert flat.shape == (40, 2) and shares.sum() == pytest.approx(1) and (flat[0] >= 0).all()


def test_arguments_stay_as_they_are():
    rows = MINILM[1:100].copy()
    rows.flags.writeable = False
    for measure in (spectrum, offset_share, leading_plane):
        measure(rows)
    cosine_similarity(rows, centred=True)
    one_step_map(rows, 4).circles(rows)


# ------------------------------------------------------------------------------------------ trained tables


def test_minilm_is_a_code_of_five_frequencies():
    frequencies, power = spectrum(MINILM[1:511])
    centres, shares = band_powers(frequencies, power, BANDS)
    np.testing.assert_allclose(centres, [0.99, 3.08, 9.39, 28.2, 83.5], rtol=0.06)
    assert shares.sum() == pytest.approx(0.977, abs=0.005)
    assert sum(high - low for low, high in BANDS) / 256 < 0.2
    assert shares[-2:].sum() == pytest.approx(0.45, abs=0.02)
    assert power[(frequencies > 12.5) & (frequencies < 24)].sum() < 0.006
    assert power[(frequencies > 34) & (frequencies < 70)].sum() < 0.006
    walk = band_powers(*spectrum(random_walk(510, 384)), BANDS)[1]
    assert walk[-2:].sum() < 0.02


def test_minilm_one_step_map():
    found = one_step_map(MINILM[129:385], 10)
    np.testing.assert_allclose(found.cycles, [0.92, 3.10, 9.36, 28.04, 83.39], atol=0.01)
    assert ((found.sizes > 0.997) & (found.sizes < 1.001)).all()
    held_out = [found.held_out_r2(MINILM[385:511], steps) for steps in (1, 5, 10, 20)]
    np.testing.assert_allclose(held_out, [0.995, 0.92, 0.71, 0.11], atol=0.005)
    radius = np.abs(found.circles(MINILM[129:511]))
    assert (radius.std(axis=0) < 0.1 * radius.mean(axis=0)).all()


def test_me5_one_step_map():
    rows = load_positions("me5_small").values
    found = one_step_map(rows[129:385], 14)
    np.testing.assert_allclose(found.cycles, [1.6, 7.43, 20.65, 58.96, 62.26, 108.69], atol=0.01)
    assert found.held_out_r2(rows[385:511]) == pytest.approx(0.990, abs=0.001)


def test_planes_of_a_walk_do_not_go_on_turning():
    def turns(rows):
        angle = np.unwrap(np.angle(one_step_map(rows[129:320], 10).circles(rows[320:511])), axis=0)
        return np.abs(angle[-1] - angle[0]) / (2 * np.pi)

    np.testing.assert_allclose(turns(MINILM), [1.2, 3.5, 10.7, 32.3], atol=0.1)
    for seed in range(3):
        walk = random_walk(512, 384, seed=seed)
        found = one_step_map(walk[129:320], 10)
        assert (np.abs(found.eigenvalues) > 0.97).all()  # the eigenvalues alone look like rotations
        assert (turns(walk) < 0.5).all()


def test_rows_that_fine_tuning_never_saw_did_not_move():
    l6, l3 = MINILM[96:160], load_positions("minilm_l3_v2_rows_96_159").values
    factor, unseen = common_factor(l6[32:], l3[32:])
    assert factor == pytest.approx(1.0144, abs=0.0001) and unseen.max() < 0.0004
    moved = np.linalg.norm(l6 - factor * l3, axis=1)[:32] / np.linalg.norm(l6[:32], axis=1)
    assert moved.min() > 0.3 and moved.argmax() == 31  # position 127


def test_odd_rows():
    norms = np.linalg.norm(MINILM, axis=1)
    np.testing.assert_allclose(norms[[0, 1, 127, 510, 511]], [2.36, 0.49, 0.69, 0.86, 0.97], atol=0.006)


def test_mpnet_bias_has_heads_for_the_neighbours():
    bias = load_positions("mpnet_relative_bias").values
    np.testing.assert_allclose(bias[[1, 0, 17], 6], [3.26, -4.29, -4.08], atol=0.01)
    np.testing.assert_allclose(bias[[1, 0, 17], 11], [-1.59, -4.08, 3.37], atol=0.01)
