"""A simulation to compress: heat that spreads in the unit cube from two hot spots.

Solves the heat equation u_t = div grad u by explicit Euler steps on a full grid whose boundary keeps its
values. The steps have the greatest length at which they are stable, h^2 / (2 d).
"""
import itertools
import math
from array import array

SPOTS = ((0.35, 1.0), (0.7, 0.6))  # the coordinate in every dimension, and the temperature
WIDTH = 0.2


def simulate(dimensions, levels, seconds):
    """Returns the values after `seconds` as shape and row-major elements."""
    cells = 1 << levels
    extent = cells + 1
    coordinates = [k / cells for k in range(extent)]
    values = [hot_spots(x) for x in itertools.product(coordinates, repeat=dimensions)]
    boundary = [(number, values[number])
                for number, node in enumerate(itertools.product(range(extent), repeat=dimensions))
                if any(k in (0, cells) for k in node)]
    for _ in range(math.ceil(seconds * 2 * dimensions * cells * cells)):
        values = step(values, [extent ** k for k in range(dimensions)])
        for number, value in boundary:
            values[number] = value
    return (extent,) * dimensions, array("d", values)


def hot_spots(x):
    return sum(height * math.exp(-sum((c - centre) ** 2 for c in x) / WIDTH ** 2)
               for centre, height in SPOTS)


def step(values, strides):
    """Returns u + dt * Laplacian(u), which for dt = h^2 / (2 d) is the mean of each point's neighbours."""
    sums = [0.0] * len(values)
    for stride in strides:
        # Values beyond the ends are missing; the boundary they would affect is set anew anyway.
        before = itertools.chain(itertools.repeat(0.0, stride), values)
        after = itertools.chain(itertools.islice(values, stride, None), itertools.repeat(0.0, stride))
        sums = [s + a + b for s, a, b in zip(sums, before, after)]
    share = 1 / (2 * len(strides))
    return [s * share for s in sums]
