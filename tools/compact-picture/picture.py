"""Numbers as colours, and colours as a PNG file.

The format: https://www.w3.org/TR/png-3/
"""
import struct
import zlib

# The colours from the least to the greatest number, in equal steps from dark to light, so that prints in
# grey are readable, too.
COLOURS = [(24, 15, 62), (89, 21, 110), (181, 54, 86), (246, 125, 21), (250, 240, 160)]


def colour(value, least, largest):
    """Interpolates between the two COLOURS next to the value. Returns red, green and blue, 0 to 255."""
    part = 0.0 if largest <= least else (value - least) / (largest - least)
    place = min(max(part, 0.0), 1.0) * (len(COLOURS) - 1)
    step = min(int(place), len(COLOURS) - 2)
    rest = place - step
    return [round((1 - rest) * a + rest * b) for a, b in zip(COLOURS[step], COLOURS[step + 1])]


def write_png(path, width, values):
    """Writes rows of `width` pixels. The first row of values, with the least coordinate, is the lowest."""
    least, largest = min(values), max(values)
    rows = [values[begin:begin + width] for begin in range(0, len(values), width)]
    scanlines = bytearray()
    for row in reversed(rows):
        scanlines.append(0)  # no filter
        for value in row:
            scanlines.extend(colour(value, least, largest))
    header = struct.pack(">IIBBBBB", width, len(rows), 8, 2, 0, 0, 0)  # 8 bits, red green blue
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n")
        for name, data in ((b"IHDR", header), (b"IDAT", zlib.compress(scanlines, 9)), (b"IEND", b"")):
            file.write(struct.pack(">I", len(data)) + name + data)
            file.write(struct.pack(">I", zlib.crc32(name + data)))
