#include "framework/standalone/python_runtime.hpp"

namespace assay::standalone::python {

const char* const run_command = R"(def run_command(build, folder, **environment):
    """Writes the files into a folder, and runs the command of a build there. Returns the path of
    the file that the command wrote."""
    for name, text in {**FILES, UNIT: build["unit"]}.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    command = build["command"]
    code = subprocess.run(command, shell=True, cwd=folder, env={**os.environ, **environment}).returncode
    if code == 127:
        sys.exit("the compiler is missing: install it, put its folder on PATH, or name another one "
                 "in this program: " + command)
    if code != 0:
        sys.exit("this command failed: " + command)
    return os.path.join(folder, CODE)
)";

const char* const make_arrays_begin = R"(def make_arrays():
    """The arrays on the host: put your own here. Random ones are distributed as those that were
    measured, but hold other numbers."""
    random = np.random.default_rng(1)
    arrays = {}
)";

const char* const structs = R"(def structs(shape, size, members):
    """The bytes of structs: the elements of each member from its offset on, zeros between them."""
    memory = np.zeros(shape + (size,), np.uint8)
    for offset, elements in members:
        own = np.ascontiguousarray(elements).reshape(shape + (-1,)).view(np.uint8)
        memory[..., offset : offset + own.shape[-1]] = own
    return memory
)";

const char* const main_end = R"(    times = [seconds() for _ in range(11)]
    print(f"median {statistics.median(times) * 1e6:.4g} us of {len(times)} repetitions")


if __name__ == "__main__":
    main()
)";

}  // namespace assay::standalone::python
