// Tests, from outside, of device code in several files that are compiled by themselves and linked.
#include <fmt/format.h>

#include <cstdint>
#include <span>

#include "framework/device/cuda/jit_link.hpp"
#include "framework/device/cuda/nvrtc.hpp"
#include "framework/kernel_file/npy.hpp"
#include "tests/catch.hpp"
#include "tests/replaced.hpp"
#include "tests/tools/command_line.hpp"
#include "tests/tools/few_samples.hpp"
#include "tests/tools/opencl.hpp"

using assay::test::CommandLine;
using assay::test::Outcome;

namespace {

// Two files with a function `own` each, which only separate compilation allows.
struct LinkedFolder {
  explicit LinkedFolder(const std::string& ending) {
    const bool cuda = ending == "cu";
    const std::string entry = cuda ? "extern \"C\" __global__ void" : "__kernel void";
    const std::string pointer = cuda ? "float*" : "__global float*";
    const std::string own = cuda ? "static __device__ float own" : "static float own";
    const std::string shared = cuda ? "__device__ float" : "float";
    std::filesystem::create_directory(line.folder() / "parts");
    line.write("factor.h", "#define FACTOR 3\n");
    line.write("a." + ending, own + "(float x) { return x + N; }\n" + shared +
                                  " helped(float x);\n" + entry + " first(" + pointer +
                                  " x, int n) { x[0] = helped(own(n)); }\n");
    line.write("parts/b." + ending,
               "#include \"../factor.h\"\n" + own + "(float x) { return x * FACTOR; }\n" + shared +
                   " helped(float x) {\n#if N == 3\n  broken\n#endif\n  return own(x);\n}\n" +
                   entry + " second(" + pointer + " x, int n) { x[1] = own(N); }\n");
    scenario = fmt::format(R"toml([problem]
arguments = {{ n = 10 }}
arrays.x = {{ type = "float", shape = 2, output = true }}
reference = "x.npy"
[[kernel]]
source = "a.{0}"
link = ["parts/b.{0}"]
name = "linked"
arguments = ["x", {{ int = "n" }}]
local = 1
global = 1
parameters.N = [2]
launches = [{{ function = "first" }}, {{ function = "second" }}]
)toml",
                           ending) +
               assay::test::few_samples;
    const std::vector<float> expected = {36, 6};
    assay::write_npy(line.folder() / "x.npy", ASSAY_F32, std::vector<std::int64_t>{2},
                     std::as_bytes(std::span(expected)));
  }
  [[nodiscard]] Outcome run(const std::string& text, const std::string& arguments) const {
    line.write("linked.toml", text);
    return line.run("tune linked.toml " + arguments);
  }
  CommandLine line;
  std::string scenario;
};

void require_jit_link() {
  namespace cuda = assay::device::cuda;
  try {
    const cuda::Nvrtc nvrtc = cuda::load_nvrtc(0);
    static_cast<void>(cuda::load_jit_link(nvrtc.file, std::stoi(nvrtc.version)));
  } catch (const assay::device::DeviceError& error) {
    assay::test::skip_without_nvrtc(error.what());
  }
}

}  // namespace

TEST_CASE("OpenCL files are compiled by themselves, linked, and measured") {
  assay::test::require_opencl();
  const LinkedFolder folder("cl");
  const Outcome without = folder.run(with(folder.scenario, "link = [\"parts/b.cl\"]\n", ""),
                                     "--check --device opencl:0");
  CHECK(without.exit_code == 2);
  CHECK_THAT(without.err, contains("no kernel 'second'"));
  const Outcome tuned = folder.run(folder.scenario, "");
  INFO(tuned.out << tuned.err);
  CHECK(tuned.exit_code == 0);
  CHECK_THAT(tuned.err, contains("1 of 1"));
}

TEST_CASE("errors in linked OpenCL files name the file and line, and missing functions are told") {
  assay::test::require_opencl();
  const LinkedFolder folder("cl");
  const Outcome broken =
      folder.run(with(folder.scenario, "parameters.N = [2]", "parameters.N = [2, 3]"),
                 "--check --device opencl:0");
  INFO(broken.out << broken.err);
  CHECK(broken.exit_code == 1);
  CHECK_THAT(broken.out, contains("1 of 2 tried compile") && contains("N=3: compile-error") &&
                             contains("parts/b.cl does not compile") && contains("[parts/b.cl:5]"));
  folder.line.write("parts/b.cl", "__kernel void second(__global float* x, int n) { x[1] = 6; }\n");
  const Outcome missing = folder.run(folder.scenario, "--check --device opencl:0");
  INFO(missing.out << missing.err);
  CHECK(missing.exit_code == 1);
  CHECK_THAT(missing.out,
             contains("a.cl with parts/b.cl cannot be linked") && contains("functions"));
}

TEST_CASE("CUDA files are compiled by NVRTC and linked") {
  require_jit_link();
  const LinkedFolder folder("cu");
  const std::string check = "--check --device cuda:sm_90";
  const Outcome checked =
      folder.run(with(folder.scenario, "parameters.N = [2]",
                      "parameters.N = [2, 3]\nconstraints = \"registers >= 2\""),
                 check);
  INFO(checked.out << checked.err);
  CHECK(checked.exit_code == 1);
  CHECK_THAT(checked.out, contains("1 of 2 tried compile") && contains("N=3: compile-error") &&
                              contains("parts/b.cu does not compile for H100") &&
                              contains("[parts/b.cu:5]") && !contains("not checked"));
  folder.line.write("parts/b.cu",
                    "extern \"C\" __global__ void second(float* x, int n) { x[1] = 6; }\n");
  const Outcome missing = folder.run(folder.scenario, check);
  INFO(missing.out << missing.err);
  CHECK(missing.exit_code == 1);
  CHECK_THAT(missing.out, contains("a.cu with parts/b.cu cannot be linked for H100") &&
                              contains("Undefined reference") && contains("helped"));
  folder.line.write("parts/b.cu", "__global__ void second(float* x, int n) { x[1] = 6; }\n");
  CHECK_THAT(folder.run(folder.scenario, check).err,
             contains("'second' (parts/b.cu:1) is in a linked file") && contains("extern \"C\""));
}
