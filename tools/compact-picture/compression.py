"""Compression and decompression by `assay run`, which verifies what it computes."""
import os
import shutil
import subprocess
from pathlib import Path

import npy
from refusal import Refusal


def find_assay(given):
    """Finds the command: the one given, else $ASSAY, else that of this program's build tree, else in $PATH."""
    built = Path(__file__).resolve().parents[2] / "build" / "release" / "bin" / "assay"
    for candidate in (given, os.environ.get("ASSAY"), str(built), "assay"):
        if candidate and (found := shutil.which(candidate)):
            return found
        if candidate and candidate == given:
            raise Refusal(f"--assay {given}: there is no such command; name the assay command")
    raise Refusal("the assay command was not found: build it (tools/build), or name it (--assay)")


class Compression:
    """Computes a grid's coefficients, and values from them at any points."""

    def __init__(self, assay, grid, folder):
        """Runs commands in `folder`, where the outputs stay."""
        self.assay = assay
        self.folder = Path(folder)
        precision = "float" if grid.values.elements.typecode == "f" else "double"
        self.grid_arguments = {"dimensions": grid.dimensions, "levels": grid.levels,
                               "boundary": str(grid.has_boundary).lower(), "precision": precision}

    def compress(self, path, variant):
        """Computes the coefficients of the array in a file."""
        return self._run("hierarchize", variant, {"array": Path(path).resolve()}, "coefficients")

    def evaluate(self, points, variant):
        """Returns the values at points [count][dimensions], from the coefficients alone."""
        file = self.folder / "points.npy"
        dimensions = self.grid_arguments["dimensions"]
        npy.write(file, (len(points) // dimensions, dimensions), points)
        arguments = {"coefficients": self.folder / "coefficients.npy", "points_file": file}
        return self._run("evaluate", variant, arguments, "values")

    def _run(self, problem, variant, arguments, output):
        command = [self.assay, "run", f"compact-grid/{problem}", variant, "--samples", "1",
                   "--store", str(self.folder / "results.db"), "--outputs", str(self.folder)]
        for name, value in {**self.grid_arguments, **arguments}.items():
            command += ["-a", f"{name}={value}"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise Refusal(done.stderr.strip() or f"{command} ended with code {done.returncode}")
        return npy.read(self.folder / f"{output}.npy")
