// The parts of programs in C++ that call code of the host.
#include "framework/standalone/cxx_runtime.hpp"

namespace assay::standalone::cxx {

const Runtime host_runtime = {
    R"(// Compile: c++ -std=c++17 -O2 THIS_FILE -ldl -o program
// Usage:   ./program [FOLDER]    keeps the outputs in FOLDER, as .npy files
// It runs the compiler of the code that was measured: see the commands below.
)",
    {"filesystem", "system_error"},
    R"(#include <dlfcn.h>
#include <sys/wait.h>

)",
    R"(using Memory = void*;

// The host itself.
struct Device {};

Device open_device() {
  std::printf("on the host\n");
  return {};
}
)",
    run_command,
    "",
    R"(// A function of a unit, which takes the addresses of its arguments.
using Function = void (*)(void* const* arguments);

struct Program {
  std::map<std::string, Function> kernels;
};

// Returns the symbol of that name of a loaded library, or of one that it needs; null if there is none.
template <class Pointer>
Pointer find(void* library, const char* name) {
  return reinterpret_cast<Pointer>(dlsym(library, name));
}

// Has OpenMP start as many threads as were measured.
void use_threads(void* library) {
  const auto set = find<void (*)(int)>(library, "omp_set_num_threads");
  if (threads > 0 && set != nullptr) set(threads);
}

// Compiles and loads the functions of each build.
std::vector<Program> compile(const Device&) {
  std::vector<Program> programs;
  for (const Build& build : builds) {
    const Folder folder;
    void* const library = dlopen(run_command(build, folder).c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) throw std::runtime_error(dlerror());
    use_threads(library);
    programs.emplace_back();
    for (const std::string& name : build.kernels) {
      const auto function = find<Function>(library, name.c_str());
      if (function == nullptr) throw std::runtime_error("the compiled code lacks " + name);
      programs.back().kernels[name] = function;
    }
  }
  return programs;
}
)",
    R"(// Copies an array to where functions take it: at an address that suits the widest vectors.
[[maybe_unused]] void upload(const Device&, Array& array) {
  constexpr std::size_t alignment = 64;
  const std::size_t bytes = (array.host.size() / alignment + 1) * alignment;
  array.device = std::aligned_alloc(alignment, bytes);
  if (array.device == nullptr) throw std::runtime_error("allocating an array");
  std::memcpy(array.device, array.host.data(), array.host.size());
}
[[maybe_unused]] void write(const Device&, const Array& array) {
  std::memcpy(array.device, array.host.data(), array.host.size());
}
[[maybe_unused]] Array read(const Device&, Array array) {
  std::memcpy(array.host.data(), array.device, array.host.size());
  return array;
}
// Functions return once they have ended.
void wait(const Device&) {}
)",
    R"([[maybe_unused]] void* address_of(Memory array) { return array; }
template <class T>
void* address_of(const T& value) {
  return const_cast<T*>(&value);
}

// Calls a function.
template <class... Arguments>
void start(Function function, const Arguments&... arguments) {
  void* const addresses[] = {address_of(arguments)..., nullptr};
  function(addresses);
}
)"};

}  // namespace assay::standalone::cxx
