"""NumPy's .npy files of plain numbers, without NumPy.

The format: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
"""
import ast
import math
import struct
from array import array
from dataclasses import dataclass

from refusal import Refusal

MAGIC = b"\x93NUMPY"
ALIGNMENT = 64  # alignment of the elements in the file
# NumPy's names of element types, and the corresponding ones of Python's arrays.
TYPE_CODES = {"<f4": "f", "<f8": "d", "|i1": "b", "|u1": "B", "<i2": "h", "<u2": "H",
              "<i4": "i", "<u4": "I", "<i8": "q", "<u8": "Q"}


@dataclass
class Array:
    """An array's elements in the order of memory, with its shape and order."""
    shape: tuple
    elements: array
    fortran_order: bool = False  # the first index runs fastest, not the last

    @property
    def size_in_bytes(self):
        return len(self.elements) * self.elements.itemsize

    def strides(self):
        """Returns for each dimension the number of elements from one index to the next."""
        if self.fortran_order:
            return [math.prod(self.shape[:k]) for k in range(len(self.shape))]
        return [math.prod(self.shape[k + 1:]) for k in range(len(self.shape))]


def read(path):
    """Reads the array in a file. Refuses any other file and says how to write a readable one."""
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError as error:
        raise Refusal(f"{path}: {error.strerror}: name a .npy file written by numpy.save") from None
    if not data.startswith(MAGIC) or len(data) < 12:
        raise Refusal(f"{path}: this is not a .npy file: write it with numpy.save")
    length_format = "<H" if data[6] == 1 else "<I"
    begin = 8 + struct.calcsize(length_format)
    end = begin + struct.unpack_from(length_format, data, 8)[0]
    header = parse_header(path, data[begin:end])
    elements = array(TYPE_CODES[header["descr"]])
    shape = header["shape"]
    promised = math.prod(shape) * elements.itemsize
    if len(data) - end != promised:
        raise Refusal(f"{path}: shape {shape} takes {promised} bytes, but the file has "
                      f"{len(data) - end}: save the array again")
    elements.frombytes(data[end:])
    return Array(shape, elements, header["fortran_order"])


def parse_header(path, text):
    try:
        header = ast.literal_eval(text.decode("latin1").strip())
        descr, shape = header["descr"], header["shape"]
        header["fortran_order"] = bool(header["fortran_order"])
    except (ValueError, SyntaxError, KeyError, TypeError):
        raise Refusal(f"{path}: its header cannot be read: save the array again") from None
    if descr not in TYPE_CODES:
        raise Refusal(f"{path}: elements of type {descr} are not supported: save "
                      "a.astype(numpy.float64)")
    if not isinstance(shape, tuple):
        raise Refusal(f"{path}: its header cannot be read: save the array again")
    return header


def write(path, shape, elements):
    """Writes a row-major array to a file."""
    descr = next(name for name, code in TYPE_CODES.items() if code == elements.typecode)
    header = repr({"descr": descr, "fortran_order": False, "shape": tuple(shape)})
    room = len(MAGIC) + 4 + len(header) + 1
    header += " " * (-room % ALIGNMENT) + "\n"
    with open(path, "wb") as file:
        file.write(MAGIC + b"\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        elements.tofile(file)
