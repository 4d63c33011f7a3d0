"""A square of pixels across two dimensions of the unit cube."""
from array import array

from refusal import Refusal


class Slice:
    def __init__(self, grid, plane, position, pixels):
        """`position` is the coordinate in the other dimensions; it is moved to the nearest one of the grid."""
        if len(set(plane)) != 2 or not all(0 <= k < grid.dimensions for k in plane):
            raise Refusal(f"--plane {plane[0]} {plane[1]}: name two different dimensions among 0 to "
                          f"{grid.dimensions - 1}")
        if not 0 <= position <= 1:
            raise Refusal(f"--at {position}: coordinates must lie between 0 and 1")
        if pixels < 1:
            raise Refusal(f"--pixels {pixels}: give 1 or more")
        self.grid = grid
        self.plane = plane
        self.pixels = pixels
        self.node = grid.nearest_node(position)

    @property
    def position(self):
        return self.node / self.grid.cells

    def centres(self):
        """Returns the coordinates of the pixels' centres, the same in both dimensions."""
        return [(k + 0.5) / self.pixels for k in range(self.pixels)]

    def nodes(self):
        """Returns the fixed coordinates, for each dimension, as numbers of cells."""
        return [self.node] * self.grid.dimensions

    def points(self):
        """Returns coordinates [pixels * pixels][dimensions], row by row; the plane's first runs fastest."""
        first, second = self.plane
        point = [self.position] * self.grid.dimensions
        points = array("d")
        for point[second] in self.centres():
            for point[first] in self.centres():
                points.extend(point)
        return points
