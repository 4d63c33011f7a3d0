"""An array as the values of a function on a full grid of the unit cube."""
import math
from operator import mul

from refusal import Refusal


class FullGrid:
    """A grid with 2^levels + 1 points in each dimension, or with 2^levels - 1 if the boundary, where the
    function is 0, is left out."""

    def __init__(self, path, values):
        """Refuses an array that is not such a grid, with the name of its file."""
        shape = values.shape
        if len(shape) < 2:
            raise Refusal(f"{path}: the shape is {shape}: a picture takes 2 dimensions or more")
        extent = shape[0]
        cells = extent - 1 if is_power_of_two(extent - 1) else extent + 1
        if any(other != extent for other in shape) or extent < 3 or not is_power_of_two(cells):
            raise Refusal(
                f"{path}: the shape is {shape}, and a sparse grid takes the same number of points "
                "in each dimension, 2^n + 1 with boundary (3, 5, 9, 17, 33, ...) or 2^n - 1 without "
                "(7, 15, 31, ...): " + nearest_text(max(shape)))
        if not all(map(math.isfinite, values.elements)):
            raise Refusal(f"{path}: some of its numbers are not finite: replace these")
        self.values = values
        self.cells = cells
        self.levels = cells.bit_length() - 1
        self.has_boundary = extent == cells + 1
        self.strides = values.strides()

    @property
    def dimensions(self):
        return len(self.values.shape)

    def nearest_node(self, x):
        """Returns the coordinate of the grid that is nearest to x, as a number of cells."""
        first = 0 if self.has_boundary else 1
        return min(max(math.floor(x * self.cells + 0.5), first), self.cells - first)

    def value(self, nodes):
        """Returns the value at a point whose coordinates are numbers of cells; it may be on the boundary."""
        if self.has_boundary:
            return self.values.elements[sum(map(mul, nodes, self.strides))]
        if any(node in (0, self.cells) for node in nodes):
            return 0.0
        return self.values.elements[sum((node - 1) * s for node, s in zip(nodes, self.strides))]

    def interpolate(self, slice_):
        """Returns the values of a slice row by row, interpolated linearly in its two dimensions."""
        nodes = slice_.nodes()
        first, second = slice_.plane

        def corner(i, j):
            nodes[first], nodes[second] = i, j
            return self.value(nodes)

        def cell_and_part(x):
            cell = min(int(x * self.cells), self.cells - 1)
            return cell, x * self.cells - cell

        values = []
        for y in slice_.centres():
            j, b = cell_and_part(y)
            for x in slice_.centres():
                i, a = cell_and_part(x)
                below = (1 - a) * corner(i, j) + a * corner(i + 1, j)
                above = (1 - a) * corner(i, j + 1) + a * corner(i + 1, j + 1)
                values.append((1 - b) * below + b * above)
        return values


def is_power_of_two(number):
    return number > 0 and number & (number - 1) == 0


def nearest_text(extent):
    lower = 1 << max(max(extent - 1, 2).bit_length() - 1, 1)
    return f"resample it to {lower + 1} or {2 * lower + 1} points"
