// The parts of programs in Python that call OpenCL.
#include "framework/standalone/python_runtime.hpp"

namespace assay::standalone::python {

const Runtime opencl_runtime = {
    R"(# Needs: pip install pyopencl numpy (and ml_dtypes where it is imported)
# Usage: python3 THIS_FILE [FOLDER]    keeps the outputs in FOLDER, as .npy files
# PYOPENCL_CTX chooses among several devices.
)",
    {},
    {"pyopencl as cl"},
    "",
    "",
    R"(def compile_kernels(context):
    """The kernels of each build, by name."""
    kernels = []
    for build in BUILDS:
        options = [f"-D{name}={value}" for name, value in build["constants"].items()] + OPTIONS
        program = cl.Program(context, SOURCE).build(options)
        kernels.append({name: cl.Kernel(program, name) for name in build["kernels"]})
    return kernels
)",
    R"(def to_device(context, arrays):
    """What launches take, by name."""
    flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
    return {name: cl.Buffer(context, flags, hostbuf=arrays[name]) for name in ON_DEVICE}


def write(queue, on_device, name, array):
    cl.enqueue_copy(queue, on_device[name], array)


def read(queue, on_device, name, like):
    array = np.empty_like(like)
    cl.enqueue_copy(queue, array, on_device[name])
    return array
)",
    R"(def first_element(queue, buffer, element_type):
    """The first element of an array on the device, once all that was launched has ended."""
    element = np.empty(1, element_type)
    cl.enqueue_copy(queue, element, buffer)
    return element[0]
)",
    "",
    R"(def main():
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
)"};

}  // namespace assay::standalone::python
