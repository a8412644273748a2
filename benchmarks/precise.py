"""Sines and cosines of position encodings to 60 digits, from the standard library alone.

This is the yardstick for the accuracy columns and for the tests. It shares no code and no idea with the package: each
value is computed on its own, by a power, a reduction by 2 pi and a power series in decimal arithmetic.
"""

import decimal

from decimal import Decimal

PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494459230781640628620899862803482534")


def sine_and_cosine(position, pair, d_model, base=10000.0):
    """sin and cos of position * base ** (-2 * pair / d_model) as Decimals."""
    with decimal.localcontext(decimal.Context(prec=80)):
        omega = Decimal(base) ** (Decimal(-2 * int(pair)) / int(d_model))
        angle = (Decimal(position) * omega) % (2 * PI)
        sine, cosine, term = Decimal(0), Decimal(0), Decimal(1)
        n = 0
        while n < 4 or abs(term) > Decimal("1e-62"):
            if n % 2:
                sine += term if n % 4 == 1 else -term
            else:
                cosine += term if n % 4 == 0 else -term
            n += 1
            term = term * angle / n
        return sine, cosine


def worst_error(row_at, positions, pairs, d_model, base=10000.0):
    """Largest error of row_at(position), an interleaved row, over the given positions and pairs."""
    worst = Decimal(0)
    for position in positions:
        row = row_at(position)
        for pair in pairs:
            for column, value in zip((2 * pair, 2 * pair + 1), sine_and_cosine(position, pair, d_model, base)):
                if column < d_model:
                    worst = max(worst, abs(Decimal(float(row[column])) - value))
    return float(worst)
