// A stand-in for NumPy: as much of it as exported programs that call code of the host use.
#pragma once

namespace assay::test {

inline constexpr const char* fake_numpy = R"py(import ctypes


class Type:
    def __init__(self, ctype, descr):
        self.ctype, self.descr, self.size = ctype, descr, ctypes.sizeof(ctype)

    def __call__(self, value):
        return ndarray(self, (), [value])


int8 = Type(ctypes.c_int8, "|i1")
uint8 = Type(ctypes.c_uint8, "|u1")
int32 = Type(ctypes.c_int32, "<i4")
float32 = Type(ctypes.c_float, "<f4")
float64 = Type(ctypes.c_double, "<f8")


class Address:
    def __init__(self, data):
        self.data = data


class ndarray:
    def __init__(self, dtype, shape, values=(), memory=None, begin=0):
        self.dtype, self.shape, self.begin = dtype, shape, begin
        self.count = 1
        for extent in shape:
            self.count *= extent
        self.nbytes = self.count * dtype.size
        self.memory = memory or ctypes.create_string_buffer(max(self.nbytes, 1))
        self.ctypes = Address(ctypes.addressof(self.memory) + begin)
        self.elements = (dtype.ctype * self.count).from_buffer(self.memory, begin)
        for k, value in enumerate(values):
            self.elements[k] = value

    def __rmul__(self, factor):
        return ndarray(float64, self.shape, [factor * x for x in self.elements])

    def __radd__(self, term):
        return ndarray(float64, self.shape, [term + x for x in self.elements])

    def astype(self, dtype):
        return ndarray(dtype, self.shape, [dtype.ctype(cast(dtype, x)).value for x in self.elements])

    def __getitem__(self, key):
        if isinstance(key, slice):
            begin, end, _ = key.indices(self.count)
            at = self.begin + begin * self.dtype.size
            return ndarray(self.dtype, (end - begin,), memory=self.memory, begin=at)
        return self.elements[key]

    def __setitem__(self, key, other):
        assert key is Ellipsis and other.dtype is self.dtype and other.shape == self.shape
        ctypes.memmove(self.ctypes.data, other.ctypes.data, self.nbytes)

    def view(self, dtype):
        return ndarray(dtype, (self.nbytes // dtype.size,), memory=self.memory, begin=self.begin)

    def reshape(self, *shape):
        shape = shape[0] if isinstance(shape[0], tuple) else shape
        return ndarray(self.dtype, shape, memory=self.memory, begin=self.begin)

    def ravel(self):
        return self.reshape((self.count,))

    def copy(self):
        return ndarray(self.dtype, self.shape, list(self.elements))

    def __str__(self):
        return str(list(self.elements))


def cast(dtype, value):
    return int(value) if dtype.descr[1] in "iu" else value


def zeros(shape, dtype):
    return ndarray(dtype, shape if isinstance(shape, tuple) else (shape,))


def full(shape, value):
    array = zeros(shape, float64)
    return ndarray(float64, array.shape, [value] * array.count)


def arange(count):
    return ndarray(float64, (count,), range(count))


def asarray(array):
    return array


def save(name, array):
    shape = "".join(f"{extent}," for extent in array.shape)
    header = f"{{'descr': '{array.dtype.descr}', 'fortran_order': False, 'shape': ({shape}), }}"
    header = header.ljust((len(header) + 11 + 63) // 64 * 64 - 11) + "\n"
    with open(name, "wb") as file:
        file.write(b"\x93NUMPY\x01\0" + len(header).to_bytes(2, "little") + header.encode())
        file.write(bytes(array.elements))


class random:
    @staticmethod
    def default_rng(seed):
        return None
)py";

}  // namespace assay::test
