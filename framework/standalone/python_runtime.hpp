// The parts of programs in Python that are the same for every kernel of a backend, as far as none
// of its arrays is shown by an image. Internal to the writer.
#pragma once

namespace assay::standalone::python {

inline constexpr const char* opencl_usage =
    R"(# Needs: pip install pyopencl numpy (and ml_dtypes where it is imported)
# Usage: python3 THIS_FILE [FOLDER]    keeps the outputs in FOLDER, as .npy files
# PYOPENCL_CTX chooses among several devices.
)";

inline constexpr const char* cuda_usage =
    R"(# Needs: pip install cupy-cuda13x numpy (or the CuPy of your CUDA; ml_dtypes where it is imported)
# Usage: python3 THIS_FILE [FOLDER]    keeps the outputs in FOLDER, as .npy files
)";

inline constexpr const char* make_arrays_begin = R"(def make_arrays():
    """The arrays on the host: put your own here. Random ones are distributed as those that were
    measured, but hold other numbers."""
    random = np.random.default_rng(1)
    arrays = {}
)";

inline constexpr const char* structs = R"(def structs(shape, size, members):
    """The bytes of structs: the elements of each member from its offset on, zeros between them."""
    memory = np.zeros(shape + (size,), np.uint8)
    for offset, elements in members:
        own = np.ascontiguousarray(elements).reshape(shape + (-1,)).view(np.uint8)
        memory[..., offset : offset + own.shape[-1]] = own
    return memory
)";

inline constexpr const char* opencl_compile = R"(def compile_kernels(context):
    """The kernels of each build, by name."""
    kernels = []
    for build in BUILDS:
        options = [f"-D{name}={value}" for name, value in build["constants"].items()] + OPTIONS
        program = cl.Program(context, SOURCE).build(options)
        kernels.append({name: cl.Kernel(program, name) for name in build["kernels"]})
    return kernels
)";

inline constexpr const char* cuda_compile = R"(def compile_code(build):
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

inline constexpr const char* cuda_load = R"(def load_kernels():
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

inline constexpr const char* opencl_first_element =
    R"(def first_element(queue, buffer, element_type):
    """The first element of an array on the device, once all that was launched has ended."""
    element = np.empty(1, element_type)
    cl.enqueue_copy(queue, element, buffer)
    return element[0]
)";

inline constexpr const char* cuda_first_element = R"(def first_element(array):
    """The first element of an array on the device, once all that was launched has ended."""
    return array.ravel()[:1].get()[0]
)";

// What launches take, and copies of arrays, where no array is shown by an image.
inline constexpr const char* opencl_memory = R"(def to_device(context, arrays):
    """What launches take, by name."""
    flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
    return {name: cl.Buffer(context, flags, hostbuf=arrays[name]) for name in ON_DEVICE}


def write(queue, on_device, name, array):
    cl.enqueue_copy(queue, on_device[name], array)


def read(queue, on_device, name, like):
    array = np.empty_like(like)
    cl.enqueue_copy(queue, array, on_device[name])
    return array
)";

inline constexpr const char* cuda_memory = R"(def to_device(arrays):
    """What launches take, by name."""
    return {name: cp.asarray(arrays[name]) for name in ON_DEVICE}


def write(on_device, name, array):
    on_device[name].set(array)


def read(on_device, name, like):
    return cp.asnumpy(on_device[name])
)";

inline constexpr const char* opencl_main = R"(def main():
    context = cl.create_some_context(interactive=False)
    queue = cl.CommandQueue(context)
    kernels = compile_kernels(context)
    arrays = make_arrays()
    on_device = to_device(context, arrays)

    def seconds():
        """The time of one repetition."""
        for name in RESTORED:
            write(queue, on_device, name, arrays[name])
        queue.finish()
        begin = time.perf_counter()
        launch(queue, kernels, on_device)
        queue.finish()
        return time.perf_counter() - begin

    print(f"on {context.devices[0].name}")
    seconds()
    for name in OUTPUTS:
        output = read(queue, on_device, name, arrays[name])
        print(f"{name}{list(output.shape)}: {output.ravel()[:4]} ...")
        if len(sys.argv) > 1:
            np.save(os.path.join(sys.argv[1], f"{name}.npy"), output)
)";

inline constexpr const char* cuda_main = R"(def main():
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

// The end of main(), and the call of it.
inline constexpr const char* main_end = R"(    times = [seconds() for _ in range(11)]
    print(f"median {statistics.median(times) * 1e6:.4g} us of {len(times)} repetitions")


if __name__ == "__main__":
    main()
)";

}  // namespace assay::standalone::python
