// The parts of programs in Python that call code of the host.
#include "framework/standalone/python_runtime.hpp"

namespace assay::standalone::python {

const Runtime host_runtime = {
    R"(# Needs: pip install numpy (and ml_dtypes where it is imported)
# Usage: python3 THIS_FILE [FOLDER]    keeps the outputs in FOLDER, as .npy files
# It runs the compiler of the code that was measured: see the commands below.
)",
    {"ctypes", "subprocess", "tempfile"},
    {},
    run_command,
    "",
    R"(def load_functions():
    """The functions of each build, by name."""
    kernels = []
    for build in BUILDS:
        with tempfile.TemporaryDirectory() as folder:
            library = ctypes.CDLL(run_command(build, folder))
        # OpenMP starts as many threads as were measured.
        if THREADS > 0 and hasattr(library, "omp_set_num_threads"):
            library.omp_set_num_threads(THREADS)
        kernels.append({name: getattr(library, name) for name in build["kernels"]})
        for function in kernels[-1].values():
            function.restype = None
    return kernels
)",
    R"(def aligned(array):
    """A copy of the array at an address that suits the widest vectors."""
    memory = np.zeros(array.nbytes + 64, np.uint8)
    begin = -memory.ctypes.data % 64
    copy = memory[begin : begin + array.nbytes].view(array.dtype).reshape(array.shape)
    copy[...] = array
    return copy


def to_device(arrays):
    """What functions take, by name: the device is the host itself."""
    return {name: aligned(arrays[name]) for name in ON_DEVICE}


def write(on_device, name, array):
    on_device[name][...] = array


def read(on_device, name, like):
    return on_device[name].copy()
)",
    R"(def first_element(array):
    """The first element of an array."""
    return array.ravel()[0]
)",
    R"(def call(function, *arguments):
    """Calls a function of a unit, which takes the addresses of its arguments."""
    values = [np.asarray(argument) for argument in arguments]
    function((ctypes.c_void_p * len(values))(*(value.ctypes.data for value in values)))
)",
    R"(def main():
    kernels = load_functions()
    arrays = make_arrays()
    on_device = to_device(arrays)

    def seconds():
        """The time of one repetition."""
        for name in RESTORED:
            write(on_device, name, arrays[name])
        begin = time.perf_counter()
        launch(kernels, on_device)
        return time.perf_counter() - begin

    print("on the host")
    seconds()
    for name in OUTPUTS:
        output = read(on_device, name, arrays[name])
        print(f"{name}{list(output.shape)}: {output.ravel()[:4]} ...")
        if len(sys.argv) > 1:
            np.save(os.path.join(sys.argv[1], f"{name}.npy"), output)
)"};

}  // namespace assay::standalone::python
