// Stand-ins for the modules of CuPy that exported programs use, which say what is asked of them, in
// Python. They check shapes as CuPy does.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace assay::test {

// The files, by their names in a folder on Python's path. NumPy is empty, too: nothing that makes
// arrays on the host runs.
inline const std::vector<std::pair<std::string, std::string>> fake_cupy = {
    {"numpy.py", ""},
    {"cupy/__init__.py", R"py(from . import cuda


def asarray(array):
    return array
)py"},
    {"cupy/cuda/__init__.py", R"py(from . import runtime, texture


class Device:
    compute_capability = "90"

    def synchronize(self):
        pass
)py"},
    {"cupy/cuda/runtime.py", R"py(def __getattr__(name):
    return name.removeprefix("cuda")
)py"},
    {"cupy/cuda/texture.py", R"py(class ChannelFormatDescriptor:
    def __init__(self, x, y, z, w, f):
        self.count = sum(bits > 0 for bits in (x, y, z, w))


class CUDAarray:
    def __init__(self, desc, width, height=0, depth=0, flags=0):
        print("array", width, height, depth, flags)
        self.shape = tuple(size for size in (depth, height) if size) + (width * desc.count,)

    def copy_from(self, array):
        assert array.shape == self.shape


class ResourceDescriptor:
    def __init__(self, restype, cuArr=None, arr=None, chDesc=None, sizeInBytes=0):
        self.text = f"{restype} {sizeInBytes}"


class TextureDescriptor:
    def __init__(self, addressModes, filterMode, readMode, normalizedCoords):
        self.text = f"{addressModes[2]} {filterMode} {readMode} {normalizedCoords}"


class TextureObject:
    def __init__(self, resource, how):
        print("texture", resource.text, how.text)


class SurfaceObject:
    def __init__(self, resource):
        print("surface", resource.text)
)py"}};

}  // namespace assay::test
