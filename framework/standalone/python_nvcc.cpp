// The part of programs in Python that gets their kernels from nvcc.
#include "framework/standalone/python_runtime.hpp"

namespace assay::standalone::python {

const char* const nvcc_code = R"py(def compile_code(build):
    """The code of a build, which nvcc compiles, and the symbols of its kernels."""
    with tempfile.TemporaryDirectory() as folder:
        architecture = f"sm_{cp.cuda.Device().compute_capability}"
        with open(run_command(build, folder, ARCH=architecture), "rb") as file:
            code = file.read()
    symbols = {name: name for name in build["kernels"]}
    symbols.update(symbols_in(code, build["expressions"]))
    return code, symbols


def symbols_in(code, expressions):
    """The symbols of kernels. nvcc mangles the names of C++, so for each expression the unit has an
    empty kernel, whose own name spells the kernel that is meant."""
    symbols = [word.decode() for word in sorted(set(re.findall(rb"\.text\.([^\0]+)\0", code)))]
    filtered = subprocess.run(["c++filt"] + symbols, capture_output=True, text=True, check=True)
    spelled = dict(zip(filtered.stdout.splitlines(), symbols))
    found = {}
    for number, expression in enumerate(expressions):
        begin = f"void assay_names::name<{number}, void "
        empty = next(name for name in spelled if name.startswith(begin))
        parameters, kernel = empty[len(begin):].removesuffix(">()").split("), &", 1)
        parameters += ")"
        if kernel.startswith("(") and kernel.endswith(")"):
            kernel = kernel[1:-1]
        # Of extern "C" the parameters are not spelled.
        wanted = kernel.removesuffix(parameters)
        found[expression] = next(symbol for name, symbol in spelled.items()
                                 if name.removesuffix(parameters) == wanted)
    return found
)py";

}  // namespace assay::standalone::python
