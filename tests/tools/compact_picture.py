"""Runs tools/compact-picture as a user does, and compares its numbers and its picture with closed forms."""
import argparse
import itertools
import math
import re
import struct
import subprocess
import sys
import tempfile
import unittest
import zlib
from array import array
from pathlib import Path

PROGRAM = Path(__file__).resolve().parents[2] / "tools" / "compact-picture"
sys.path.insert(0, str(PROGRAM))
import npy  # noqa: E402
from picture import COLOURS  # noqa: E402

ASSAY = ""


def run(*arguments):
    command = [sys.executable, str(PROGRAM), "--assay", ASSAY, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def write_array(path, nodes, dimensions, function, typecode="d"):
    """Returns function(x) at all points whose coordinates are among `nodes`."""
    values = array(typecode, [function(*x) for x in itertools.product(nodes, repeat=dimensions)])
    npy.write(path, (len(nodes),) * dimensions, values)
    return path


def pixels_of(path):
    """Reads an unfiltered 8-bit PNG file. Returns its rows of colours, the uppermost first."""
    data = path.read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    chunks = {}
    at = 8
    while at < len(data):
        size, name = struct.unpack_from(">I4s", data, at)
        body = data[at + 8:at + 8 + size]
        assert struct.unpack_from(">I", data, at + 8 + size)[0] == zlib.crc32(name + body)
        chunks[name] = body
        at += size + 12
    width, height, bits, kind = struct.unpack_from(">IIBB", chunks[b"IHDR"])
    assert (bits, kind) == (8, 2)
    scanlines = zlib.decompress(chunks[b"IDAT"])
    stride = 1 + 3 * width
    assert len(scanlines) == stride * height
    rows = []
    for y in range(height):
        assert scanlines[y * stride] == 0
        row = scanlines[y * stride + 1:(y + 1) * stride]
        rows.append([tuple(row[3 * x:3 * x + 3]) for x in range(width)])
    return rows


def colour_of(part):
    """Returns the colour at a fraction, 0 to 1, of the way through COLOURS."""
    place = part * (len(COLOURS) - 1)
    step = min(math.floor(place), len(COLOURS) - 2)
    return [a + (place - step) * (b - a) for a, b in zip(COLOURS[step], COLOURS[step + 1])]


def errors_told(text):
    found = re.search(r"error +largest ([\d.e+-]+), root mean square ([\d.e+-]+);", text)
    return float(found[1]), float(found[2])


class Pictures(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)
        self.picture = self.folder / "slice.png"

    def test_what_is_linear_in_each_dimension_is_kept_exactly(self):
        def f(x, y, z):
            return 1 + 2 * x + 3 * y - 4 * x * y * z

        array_file = write_array(self.folder / "f.npy", [k / 8 for k in range(9)], 3, f)
        done = run(array_file, "--plane", 2, 0, "--at", 0.3, "--pixels", 16, "--output", self.picture,
                   "--keep", self.folder / "kept")
        self.assertEqual(done.returncode, 0, done.stderr)
        # A grid of 3 levels with boundary has 31 + 6 * 17 + 12 * 7 + 8 points (Murarasu et al.,
        # section 4.4).
        self.assertIn("729 -> 225, 30.9% kept", done.stdout)
        self.assertIn("5832 -> 1800", done.stdout)
        self.assertIn("x1 = 0.25", done.stdout)
        self.assertLess(errors_told(done.stdout)[0], 1e-14)

        centres = [(k + 0.5) / 16 for k in range(16)]
        expected = [[f(x, 0.25, z) for z in centres] for x in centres]
        found = npy.read(self.folder / "kept" / "values.npy").elements
        for a, b in zip(found, itertools.chain(*expected)):
            self.assertAlmostEqual(a, b, places=13)
        least, largest = min(map(min, expected)), max(map(max, expected))
        rows = pixels_of(self.picture)
        self.assertEqual((len(rows), len(rows[0])), (16, 16))
        for row, values in zip(rows, reversed(expected)):
            for pixel, value in zip(row, values):
                for a, b in zip(pixel, colour_of((value - least) / (largest - least))):
                    self.assertLessEqual(abs(a - b), 0.5 + 1e-6)

    def test_errors_are_those_of_the_sparse_grid(self):
        def parabola(x):
            return 4 * x * (1 - x)

        nodes = [k / 8 for k in range(1, 8)]
        array_file = write_array(self.folder / "f.npy", nodes, 2,
                                 lambda x, y: parabola(x) * parabola(y), "f")
        done = run(array_file, "--pixels", 20, "--output", self.picture)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("49 -> 17", done.stdout)
        self.assertIn("196 -> 68", done.stdout)

        def hat(level, x):  # the value at x of the level's hat function that is not 0 there
            place = x * 2 ** (level + 1)
            return 1 - abs(place - (2 * math.floor(place / 2) + 1))

        # The surplus is half the second difference of 4 x (1 - x), 4 h^2 with h = 2^-(level + 1).
        terms = [[4 ** -level * hat(level, (k + 0.5) / 20) for level in range(3)] for k in range(20)]
        lines = [sum(term) for term in terms]  # the full grid: linear between the array's points
        errors = [abs(sum(a[l] * b[m] for l in range(3) for m in range(3 - l)) - p * q)
                  for a, p in zip(terms, lines) for b, q in zip(terms, lines)]
        largest, rms = errors_told(done.stdout)
        self.assertAlmostEqual(largest / max(errors), 1, delta=0.01)
        self.assertAlmostEqual(rms / math.sqrt(sum(e * e for e in errors) / 400), 1, delta=0.01)

    def test_without_an_array_heat_spreads(self):
        peaks = []
        for seconds in (0, 0.01):
            done = run("--dimensions", 2, "--levels", 4, "--seconds", seconds, "--pixels", 8,
                       "--output", self.picture, "--keep", self.folder)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertLess(errors_told(done.stdout)[0], 0.2)
            heat = npy.read(self.folder / "array.npy")
            self.assertEqual(heat.shape, (17, 17))
            self.assertGreater(min(heat.elements), 0)
            peaks.append(max(heat.elements))
        self.assertLess(peaks[1], 0.9 * peaks[0])

    def test_arrays_in_fortran_order_are_the_transposed(self):
        nodes = [k / 4 for k in range(5)]
        write_array(self.folder / "c.npy", nodes, 2, lambda x, y: x + 10 * y)
        turned = (self.folder / "c.npy").read_bytes().replace(b"'fortran_order': False",
                                                              b"'fortran_order': True ")
        (self.folder / "f.npy").write_bytes(turned)
        run(self.folder / "f.npy", "--pixels", 2, "--output", self.picture, "--keep", self.folder)
        found = npy.read(self.folder / "values.npy").elements
        for a, b in zip(found, [2.75, 7.75, 3.25, 8.25]):
            self.assertAlmostEqual(a, b, places=13)

    def test_wrong_input_is_refused_with_the_cure(self):
        good = write_array(self.folder / "good.npy", [0, 0.5, 1], 2, lambda x, y: x * y)
        cut = self.folder / "cut.npy"
        cut.write_bytes(good.read_bytes()[:-8])
        text = self.folder / "text.npy"
        text.write_text("1 2 3\n")
        nan = write_array(self.folder / "nan.npy", [0, 0.5, 1], 2, lambda x, y: math.nan)
        for arguments, part in (
                ([write_array(self.folder / "a.npy", range(20), 2, lambda x, y: 0)], "17 or 33"),
                ([write_array(self.folder / "b.npy", range(17), 1, lambda x: 0)], "2 dimensions"),
                ([cut], "takes 72 bytes, but the file has 64"),
                ([text], "numpy.save"),
                ([nan], "not finite"),
                ([self.folder / "nowhere.npy"], "No such file"),
                ([good, "--plane", 0, 2], "two different dimensions among 0 to 1"),
                ([good, "--at", 1.5], "between 0 and 1"),
                ([good, "--pixels", 0], "--pixels 0"),
                ([good, "--compress-with", "pole.cpu"], "did you mean 'poles.cpu'"),
                ([good, "--assay", "/nowhere/assay"], "no such command"),
                ([good, "--output", "/nowhere/slice.png"], "folder does not exist"),
                (["--levels", 11], "--levels of 1 to 10"),
                (["--dimensions", 6, "--levels", 5], "lower --levels")):
            done = run(*arguments) if "--output" in arguments else run(
                *arguments, "--output", self.picture)
            self.assertEqual(done.returncode, 2, done.stdout)
            self.assertIn(part, done.stderr)
            self.assertNotIn("Traceback", done.stderr)
            self.assertFalse(self.picture.exists())


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--assay", required=True)
    known, rest = parser.parse_known_args()
    ASSAY = known.assay
    unittest.main(argv=[sys.argv[0], *rest])
