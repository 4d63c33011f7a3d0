#!/usr/bin/env python3
"""Compresses an array onto a sparse grid, evaluates a slice of it, and writes a picture of the slice.

Does from the command line what Murarasu et al. (2011) use compact sparse grids for: a simulation's
result on a full grid is compressed once (compact-grid/hierarchize), and from then on shown from its
coefficients alone (compact-grid/evaluate). Needs Python's standard library and assay.
"""
import argparse
import math
import sys
import tempfile
from pathlib import Path

import heat
import npy
import picture
from compression import Compression, find_assay
from full_grid import FullGrid
from refusal import Refusal
from slice import Slice


def parse_arguments():
    parser = argparse.ArgumentParser(prog="compact-picture", description=__doc__.split("\n")[0])
    parser.add_argument("array", nargs="?", help="a full grid's values, a .npy file of 2^n + 1 numbers "
                        "in each dimension with boundary, 2^n - 1 without; left out, a simulation's: "
                        "heat that spreads")
    simulated = parser.add_argument_group("the simulation")
    simulated.add_argument("--dimensions", type=int, default=3, help="dimensions of the cube (default 3)")
    simulated.add_argument("--levels", type=int, default=5,
                           help="2^levels cells in each dimension (default 5)")
    simulated.add_argument("--seconds", type=float, default=0.005,
                           help="how long the heat spreads (default 0.005)")
    parser.add_argument("--plane", type=int, nargs=2, default=(0, 1), metavar="DIMENSION",
                        help="dimensions of the slice, across and upwards (default 0 1)")
    parser.add_argument("--at", type=float, default=0.5, metavar="X",
                        help="coordinate in the other dimensions, moved to the nearest of the grid (default 0.5)")
    parser.add_argument("--pixels", type=int, default=256, help="pixels in each row (default 256)")
    parser.add_argument("--output", default="slice.png", help="the picture to write (default slice.png)")
    parser.add_argument("--keep", metavar="FOLDER",
                        help="folder to keep intermediate results in: array, coefficients, values")
    parser.add_argument("--compress-with", default="poles.cpu", metavar="VARIANT",
                        help="variant of compact-grid/hierarchize (default poles.cpu)")
    parser.add_argument("--evaluate-with", default="factors.cpu", metavar="VARIANT",
                        help="variant of compact-grid/evaluate (default factors.cpu)")
    parser.add_argument("--assay", help="the assay command (default: $ASSAY, this tree's, or the one in PATH)")
    return parser.parse_args()


def simulate(arguments, folder):
    """Writes a simulation's result to a file, whose path it returns."""
    if not 2 <= arguments.dimensions <= 6 or not 1 <= arguments.levels <= 10:
        raise Refusal("the simulation takes --dimensions of 2 to 6 and --levels of 1 to 10")
    points = (2 ** arguments.levels + 1) ** arguments.dimensions
    if points > 10 ** 7:
        raise Refusal(f"a simulation of {points} points takes too long here: lower --levels or "
                      "--dimensions, or bring an array of your own")
    if not 0 <= arguments.seconds <= 1:
        raise Refusal(f"--seconds {arguments.seconds}: the heat is gone after 1; give less")
    file = folder / "array.npy"
    npy.write(file, *heat.simulate(arguments.dimensions, arguments.levels, arguments.seconds))
    return file


def print_sizes(path, grid, coefficients):
    before, after = grid.values, coefficients
    count = len(before.elements)
    kept = len(after.elements)
    print(f"array    {path}: {' x '.join(map(str, before.shape))}, "
          f"{'with' if grid.has_boundary else 'without'} boundary")
    print(f"points   {count} -> {kept}, {100 * kept / count:.3g}% kept")
    print(f"bytes    {before.size_in_bytes} -> {after.size_in_bytes}")


def print_slice(slice_, found, expected):
    errors = [abs(a - b) for a, b in zip(found, expected)]
    largest = max(errors)
    rms = math.sqrt(sum(e * e for e in errors) / len(errors))
    size = max(map(abs, expected))
    others = [k for k in range(slice_.grid.dimensions) if k not in slice_.plane]
    where = "".join(f", x{k} = {slice_.position:g}" for k in others)
    print(f"slice    {slice_.pixels} x {slice_.pixels} pixels across x{slice_.plane[0]} and "
          f"x{slice_.plane[1]}{where}")
    print(f"error    largest {largest:.3g}, root mean square {rms:.3g}; the array's largest number "
          f"on the slice is {size:.3g}")


def work(arguments, folder):
    assay = find_assay(arguments.assay)
    if not Path(arguments.output).absolute().parent.is_dir():
        raise Refusal(f"--output {arguments.output}: its folder does not exist: create it first")
    path = arguments.array or simulate(arguments, folder)
    grid = FullGrid(path, npy.read(path))
    slice_ = Slice(grid, tuple(arguments.plane), arguments.at, arguments.pixels)
    compression = Compression(assay, grid, folder)
    print_sizes(path if arguments.array else "heat", grid,
                compression.compress(path, arguments.compress_with))
    values = compression.evaluate(slice_.points(), arguments.evaluate_with).elements
    print_slice(slice_, values, grid.interpolate(slice_))
    picture.write_png(arguments.output, slice_.pixels, values)
    print(f"picture  {arguments.output}")


def main():
    arguments = parse_arguments()
    try:
        if arguments.keep:
            Path(arguments.keep).mkdir(parents=True, exist_ok=True)
            work(arguments, Path(arguments.keep).resolve())
        else:
            with tempfile.TemporaryDirectory() as folder:
                work(arguments, Path(folder))
    except (Refusal, OSError) as error:
        print(f"compact-picture: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
