// The parts of programs in Python that call CUDA, and NVRTC or nvcc.
#include "framework/standalone/python_runtime.hpp"

namespace assay::standalone::python {
namespace {

constexpr const char* nvrtc_code = R"(def compile_code(build):
    """The code of a build, and the symbols of its kernels. Calls NVRTC itself, since
    CuPy's own compilation adds options such as -ftz=true, which change results and times."""
    nvrtc = cp.cuda.nvrtc
    options = [f"-D{name}={value}" for name, value in build["constants"].items()] + OPTIONS
    if not any(option.startswith(("--gpu-architecture", "-arch")) for option in options):
        options.append(f"--gpu-architecture=sm_{cp.cuda.Device().compute_capability}")
    if not any(option.startswith(("--std", "-std")) for option in options):
        options.append("--std=c++17")
    options.append("-default-device")
    # The headers must be those of NVRTC's version; CUDA_PATH names another toolkit.
    for folder in ("include", "include/cccl"):
        path = os.path.join(cp.cuda.get_cuda_path() or "", folder)
        if os.path.isdir(path):
            options.append(f"--include-path={path}")
    program = nvrtc.createProgram(SOURCE, "kernel.cu", (), ())
    if BY_EXPRESSION:
        for name in build["kernels"]:
            nvrtc.addNameExpression(program, name)
    try:
        nvrtc.compileProgram(program, tuple(options))
    except nvrtc.NVRTCError:
        sys.exit(nvrtc.getProgramLog(program))
    symbols = {name: nvrtc.getLoweredName(program, name) if BY_EXPRESSION else name
               for name in build["kernels"]}
    return nvrtc.getCUBIN(program), symbols
)";

constexpr const char* load = R"(def load_kernels():
    """The module of each build, and its kernels by name."""
    modules, kernels = [], []
    for build in BUILDS:
        code, symbols = compile_code(build)
        with tempfile.NamedTemporaryFile(suffix=".cubin") as file:
            file.write(code)
            file.flush()
            modules.append(cp.RawModule(path=file.name))
            kernels.append({name: modules[-1].get_function(symbols[name])
                            for name in build["kernels"]})
        for name, size in build["shared_bytes"].items():
            kernels[-1][name].max_dynamic_shared_size_bytes = size
    return modules, kernels
)";

constexpr const char* memory = R"(def to_device(arrays):
    """What launches take, by name."""
    return {name: cp.asarray(arrays[name]) for name in ON_DEVICE}


def write(on_device, name, array):
    on_device[name].set(array)


def read(on_device, name, like):
    return cp.asnumpy(on_device[name])
)";

constexpr const char* first_element = R"(def first_element(array):
    """The first element of an array on the device, once all that was launched has ended."""
    return array.ravel()[:1].get()[0]
)";

constexpr const char* main = R"(def main():
    modules, kernels = load_kernels()
    arrays = make_arrays()
    on_device = to_device(arrays)

    def seconds():
        """The time of one repetition."""
        for name in RESTORED:
            write(on_device, name, arrays[name])
        for module in modules:
            for variable, name in VARIABLES.items():
                array = arrays[name]
                cp.ndarray(array.shape, array.dtype, module.get_global(variable)).set(array)
        cp.cuda.Device().synchronize()
        begin = time.perf_counter()
        launch(kernels, on_device)
        cp.cuda.Device().synchronize()
        return time.perf_counter() - begin

    seconds()
    for name in OUTPUTS:
        output = read(on_device, name, arrays[name])
        print(f"{name}{list(output.shape)}: {output.ravel()[:4]} ...")
        if len(sys.argv) > 1:
            np.save(os.path.join(sys.argv[1], f"{name}.npy"), output)
)";

}  // namespace

const Runtime cuda_runtime = {
    R"(# Needs: pip install cupy-cuda13x numpy (or the CuPy of your CUDA; ml_dtypes where it is imported)
# Usage: python3 THIS_FILE [FOLDER]    keeps the outputs in FOLDER, as .npy files
)",
    {"tempfile"},
    {"cupy as cp"},
    "",
    nvrtc_code,
    load,
    memory,
    first_element,
    "",
    main};

const Runtime nvcc_runtime = {
    R"(# Needs: pip install cupy-cuda13x numpy (or the CuPy of your CUDA; ml_dtypes where it is imported)
# Usage: python3 THIS_FILE [FOLDER]    keeps the outputs in FOLDER, as .npy files
# It runs nvcc, and c++filt, which comes with gcc.
)",
    {"re", "subprocess", "tempfile"},
    {"cupy as cp"},
    run_command,
    nvcc_code,
    load,
    memory,
    first_element,
    "",
    main};

}  // namespace assay::standalone::python
