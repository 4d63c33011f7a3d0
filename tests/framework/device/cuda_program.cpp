#include "framework/device/cuda/program.hpp"

#include <fstream>
#include <string>

#include "framework/device/cuda/compile_only.hpp"
#include "framework/device/cuda/module.hpp"
#include "tests/framework/device/fake_cuda.hpp"
#include "tests/framework/device/support.hpp"

namespace assay::device::cuda {
namespace {

using assay::device::test::build_text;
using assay::device::test::error_of;
using assay::device::test::ScopedVariable;
using assay::device::test::TemporaryFolder;
using test::fake_device;
using test::fake_nvrtc;
using test::fake_world;

// A stand-in for an H100 that compiles with a real NVRTC; skips the test case where
// none can be opened.
std::unique_ptr<Device> real_compiler(const DeviceOptions& options = {}) {
  try {
    return open_compile_only("cuda:sm_90", options);
  } catch (const DeviceError& error) {
    assay::test::skip_without_nvrtc(error.what());
  }
}

}  // namespace

TEST_CASE("NVRTC gets the plugin's options and what all kernels rely on") {
  fake_world();
  Compiler compiler{fake_nvrtc(), 90, "Fake"};
  using Words = std::vector<std::string>;
  CHECK(compiler_options(compiler, " -D A=1   -DB=2 ") ==
        Words{"-D", "A=1", "-DB=2", "--gpu-architecture=sm_90", "--std=c++17", "-default-device"});
  CHECK(compiler_options(compiler, "--gpu-architecture=sm_90a -std=c++20") ==
        Words{"--gpu-architecture=sm_90a", "-std=c++20", "-default-device"});
  CHECK(compiler_options(compiler, "-arch sm_80 --std c++14") ==
        Words{"-arch", "sm_80", "--std", "c++14", "-default-device"});
  compiler.nvrtc.header_folders = {"/some/include"};
  CHECK(compiler_options(compiler, "").back() == "--include-path=/some/include");
  const ScopedVariable wanted("ASSAY_NVRTC_OPTIONS", "-lineinfo -Ofc=max");
  const Words words = compiler_options(compiler, "-D A=1");
  CHECK(Words(words.end() - 2, words.end()) == Words{"-lineinfo", "-Ofc=max"});
}

TEST_CASE("a failed compilation has the log, the options and the original place") {
  auto& world =
      fake_world({.compile_code = 6, .compile_log = "main.cu(2): error: no such thing\n"});
  const auto device = fake_device();
  const assay_source sources[] = {{"main.cu", "#include \"part.h\"\n"},
                                  {"part.h", "int f() { return x; }\n"}};
  auto error = error_of([&] { device->build(sources, "-D SOME=1"); });
  CHECK(error.status() == ASSAY_COMPILE_ERROR);
  for (const char* part : {"main.cu does not compile", "no such thing", "-D SOME=1", "Fake 0"}) {
    CHECK_THAT(error.what(), contains(part));
  }
  world.compile_code = NVRTC_ERROR_OUT_OF_MEMORY;
  CHECK(error_of([&] { device->build(sources, ""); }).status() == ASSAY_OUT_OF_MEMORY);
}

TEST_CASE("a program is compiled once and comes from the cache from then on (CUDA)") {
  auto& world = fake_world();
  const TemporaryFolder folder;
  const auto device = fake_device({.cache_folder = (folder.path() / "cache").string()});
  CHECK_FALSE(build_text(*device, "text", "-D A=1")->from_cache());
  CHECK(build_text(*device, "text", "-D A=1")->from_cache());
  CHECK(world.compilations == 1);
  CHECK_FALSE(build_text(*device, "text", "-D A=2")->from_cache());
  CHECK_FALSE(build_text(*device, "other text", "-D A=1")->from_cache());
  CHECK(world.compilations == 3);
  const FlatSource source{"a.cu", "text\n", {}};
  const Compiler compiler{fake_nvrtc(), 90, "Fake"};
  Compiler other = compiler;
  other.compute_capability = 80;
  CHECK(image_key(compiler, {{&source, 1}, "", {}}) != image_key(other, {{&source, 1}, "", {}}));
  other = compiler;
  other.nvrtc.version = "12.9";
  CHECK(image_key(compiler, {{&source, 1}, "", {}}) != image_key(other, {{&source, 1}, "", {}}));
}

TEST_CASE("a program built again is loaded already, the oldest of many is not") {
  auto& world = fake_world({.kernels = {{"k", {}}}});
  const TemporaryFolder folder;
  const auto device = fake_device({.cache_folder = folder.path().string()});
  const auto use = [&](const std::string& options) {
    const auto program = build_text(*device, "text", options);
    static_cast<void>(device->create_kernel(*program, "k"));
  };
  use("-D A=0");
  use("-D A=0");
  CHECK(world.loaded_modules == 1);
  CHECK(world.live_modules == 1);
  for (std::size_t n = 1; n <= RecentCode::most; ++n) use("-D A=" + std::to_string(n));
  CHECK(world.live_modules == static_cast<int>(RecentCode::most));
  use("-D A=1");
  CHECK(world.loaded_modules == 1 + static_cast<int>(RecentCode::most));
  use("-D A=0");  // loaded from the folder of the cache
  CHECK(world.loaded_modules == 2 + static_cast<int>(RecentCode::most));
  CHECK(world.compilations == 1 + static_cast<int>(RecentCode::most));
}

TEST_CASE("a kernel edited in an override folder is compiled anew in the same process") {
  auto& world = fake_world();
  const TemporaryFolder cache;
  const TemporaryFolder folder;
  const ScopedVariable path("ASSAY_KERNEL_PATH", folder.path().string());
  const auto device = fake_device({.cache_folder = cache.path().string()});
  const assay_source sources[] = {{"main.cu", "text\n"}};
  const auto edit = [&](const char* text) { std::ofstream(folder.path() / "main.cu") << text; };
  edit("one\n");
  CHECK_FALSE(device->build(sources, "")->from_cache());
  edit("two\n");
  CHECK_FALSE(device->build(sources, "")->from_cache());
  edit("one\n");
  CHECK(device->build(sources, "")->from_cache());
  CHECK(world.compilations == 2);
}

TEST_CASE("a cache entry that is no image is compiled anew") {
  auto& world = fake_world();
  const TemporaryFolder folder;
  const BlobCache cache(folder.path());
  const FlatSource source{"a.cu", "text\n", {}};
  const Compiler compiler{fake_nvrtc(), 90, "Fake"};
  REQUIRE(cache.store(image_key(compiler, {{&source, 1}, "", {}}), {}));
  CHECK_FALSE(compile(compiler, {{&source, 1}, "", {}}, &cache).from_cache);
  CHECK(compile(compiler, {{&source, 1}, "", {}}, &cache).from_cache);
  CHECK(world.compilations == 1);
  const BlobCache nowhere("/proc/no-such-folder");
  CHECK_FALSE(compile(compiler, {{&source, 1}, "", {}}, &nowhere).from_cache);
}

TEST_CASE("the real NVRTC compiles, with includes, constants and the toolkit's headers") {
  const TemporaryFolder folder;
  const auto stand_in = real_compiler({.cache_folder = folder.path().string()});
  auto& builder = stand_in->require<ProgramBuilder>();
  const assay_source sources[] = {{"family/main.cu",
                                   "#include \"part.h\"\nextern \"C\" __global__ void k(float* x) "
                                   "{ x[threadIdx.x] = f(N); }\n"},
                                  {"family/part.h", "float f(int n) { return 2.0f * n; }\n"}};
  CHECK_FALSE(builder.build(sources, "-D N=3")->from_cache());
  CHECK(builder.build(sources, "-D N=3")->from_cache());
  const auto error = error_of([&] { builder.build(sources, ""); });
  CHECK(error.status() == ASSAY_COMPILE_ERROR);
  CHECK_THAT(error.what(), contains("\"N\" is undefined"));
  CHECK_THAT(error.what(), contains("[family/main.cu:2]"));
  const auto unknown = error_of([&] { builder.build(sources, "-D N=1 --no-such-option"); });
  CHECK(unknown.status() == ASSAY_COMPILE_ERROR);
  CHECK_THAT(unknown.what(), contains("--no-such-option"));
}

TEST_CASE("kernels that C++ renames are found by the names of the source") {
  auto& world = fake_world({.kernels = {{"_scale<float, 4>", {}}, {"plain", {}}}});
  const TemporaryFolder folder;
  const auto build = [&](Accelerator& device) {
    const assay_source source{"main.cu", "text\n"};
    const std::string names[] = {"scale<float, 4>"};
    return device.build({&source, 1}, "", names);
  };
  for (const bool cached : {false, true}) {
    const auto device = fake_device({.cache_folder = folder.path().string()});
    const auto program = build(*device);
    CHECK(program->from_cache() == cached);
    CHECK_NOTHROW(device->create_kernel(*program, "scale<float, 4>"));
    CHECK_NOTHROW(device->create_kernel(*program, "plain"));
    CHECK(error_of([&] { device->create_kernel(*program, "scale<float, 8>"); }).status() ==
          ASSAY_INVALID);
  }
  CHECK(world.compilations == 1);
}

TEST_CASE("programs of other names are compiled anew") {
  auto& world = fake_world();
  const TemporaryFolder folder;
  const auto device = fake_device({.cache_folder = folder.path().string()});
  const assay_source source{"main.cu", "text\n"};
  for (const std::string name : {"scale<float>", "scale<double>"}) {
    CHECK_FALSE(device->build({&source, 1}, "", {&name, 1})->from_cache());
  }
  CHECK(world.compilations == 2);
}

TEST_CASE("several units are compiled by themselves and linked (CUDA)") {
  auto& world = fake_world({.kernels = {{"_scale<4>", {}}, {"plain", {}}}});
  const TemporaryFolder folder;
  const auto device = fake_device({.cache_folder = folder.path().string()});
  const assay_source sources[] = {{"a.cu", "a\n"}, {"b.cu", "b\n"}, {"c.cuh", "c\n"}};
  const std::string names[] = {"scale<4>"};
  const auto program = device->link(sources, 2, "-D A=1", names);
  CHECK_FALSE(program->from_cache());
  CHECK(world.compilations == 2);
  CHECK(std::ranges::count(world.options, "--relocatable-device-code=true") == 2);
  CHECK(world.lowered == std::vector<std::string>{"_scale<4>"});
  CHECK(world.linked == std::vector<std::string>{"-arch=sm_90", "a.cu", "b.cu"});
  CHECK_NOTHROW(device->create_kernel(*program, "scale<4>"));
  CHECK_NOTHROW(device->create_kernel(*program, "plain"));
  CHECK(world.loaded_modules == 1);

  // What is linked is what the cache keeps, for these units alone.
  const auto again = fake_device({.cache_folder = folder.path().string()});
  CHECK(again->link(sources, 2, "-D A=1", names)->from_cache());
  CHECK_FALSE(again->link(sources, 3, "-D A=1", names)->from_cache());
  CHECK_FALSE(again->link(sources, 1, "-D A=1", names)->from_cache());
  const assay_source others[] = {{"a.cu", "a\n"}, {"b.cu", "bb\n"}};
  CHECK_FALSE(again->link(others, 2, "-D A=1", names)->from_cache());

  static_cast<void>(again->link(sources, 2, "-rdc=true -arch compute_80", {}));
  CHECK(std::ranges::count(world.options, "-rdc=true") == 2);
  CHECK(std::ranges::find(world.linked, "-arch=sm_80") != world.linked.end());
}

TEST_CASE("code that cannot be linked is refused with what the linker says") {
  auto& world = fake_world({.link_log = "Undefined reference to 'f' in 'a.cu'\n"});
  const auto device = fake_device();
  const assay_source sources[] = {{"a.cu", "a\n"}, {"b.cu", "b\n"}};
  const auto error = error_of([&] { device->link(sources, 2, "-D A=1", {}); });
  CHECK(error.status() == ASSAY_COMPILE_ERROR);
  CHECK_THAT(error.what(), contains("a.cu with b.cu cannot be linked for Fake 0") &&
                               contains("reference to 'f'") && contains("-D A=1"));
  world.link_log = "kernel k uses too much shared data";
  CHECK(error_of([&] { device->link(sources, 2, "", {}); }).status() == ASSAY_UNSUPPORTED);
}

TEST_CASE("programs that were compiled elsewhere are loaded, and others are refused") {
  fake_world({.kernels = {{"k", {}}}});
  const auto device = fake_device();
  auto& loader = device->require<ProgramLoader>();
  const auto load = [&](std::string_view image) {
    return loader.load(std::as_bytes(std::span(image)));
  };
  CHECK_NOTHROW(device->create_kernel(*load("// PTX, without a zero at its end"), "k"));
  CHECK_NOTHROW(device->create_kernel(*load("\x7f"
                                            "ELF and so on"),
                                      "k"));
  for (const char* image : {"", "k", "/home/someone/k.cubin"}) {
    CAPTURE(image);
    const auto error = error_of([&] { load(image); });
    CHECK(error.status() == ASSAY_INVALID);
    CHECK_THAT(error.what(), contains("neither PTX"));
  }
}

TEST_CASE("variables of a program are written, whole or in part, and never beyond their ends") {
  auto& world = fake_world({.variables = {{"table", {1, 2, 3, 4}}}});
  const auto device = fake_device();
  const assay_source source{"main.cu", "text\n"};
  const auto program = device->build({&source, 1}, "");
  auto& loader = device->require<ProgramLoader>();
  const auto write = [&](const std::string& name, const std::vector<unsigned char>& bytes) {
    loader.write(*program, name, std::as_bytes(std::span(bytes)));
  };
  using Bytes = std::vector<unsigned char>;
  write("table", {9, 8, 7, 6});
  CHECK(world.variables["table"] == Bytes{9, 8, 7, 6});
  write("table", {5});
  CHECK(world.variables["table"] == Bytes{5, 8, 7, 6});
  write("table", {});
  const auto large = error_of([&] { write("table", {1, 2, 3, 4, 5}); });
  CHECK(large.status() == ASSAY_INVALID);
  CHECK_THAT(large.what(), contains("has 4 bytes, but is given 5"));
  const auto unknown = error_of([&] { write("tab", {1}); });
  CHECK(unknown.status() == ASSAY_INVALID);
  CHECK_THAT(unknown.what(), contains("no variable 'tab'"));
  CHECK(world.variables["table"] == Bytes{5, 8, 7, 6});
}

TEST_CASE("the real NVRTC: templates and kernels that are not extern \"C\"") {
  const auto stand_in = real_compiler();
  auto& builder = stand_in->require<ProgramBuilder>();
  const assay_source source{"t.cu",
                            "template <class T, int n> __global__ void scale(T* x) { *x *= n; }\n"
                            "__global__ void plain(float* x) { *x = 0; }\n"
                            "extern \"C\" __global__ void c_linkage(float* x) { *x = 0; }\n"
                            "namespace ns { __global__ void inner(float* x) { *x = 0; } }\n"};
  const std::string names[] = {"scale<float, 2 * N>", "plain", "ns::inner", "c_linkage"};
  CHECK_NOTHROW(builder.build({&source, 1}, "-D N=4", names));
  const std::string wrong[] = {"scale<float>"};
  const auto error = error_of([&] { builder.build({&source, 1}, "-D N=4", wrong); });
  CHECK(error.status() == ASSAY_COMPILE_ERROR);
}

TEST_CASE("the real NVRTC: too much shared memory is a matter of the configuration") {
  const auto stand_in = real_compiler();
  auto& builder = stand_in->require<ProgramBuilder>();
  const auto error = error_of([&] {
    build_text(builder,
               "extern \"C\" __global__ void k(int* p) { __shared__ int s[SIZE]; s[threadIdx.x] = "
               "p[0]; __syncthreads(); p[0] = s[p[1]]; }",
               "-D SIZE=20000");
  });
  CHECK(error.status() == ASSAY_UNSUPPORTED);
  CHECK_THAT(error.what(), contains("shared"));
}

TEST_CASE("the real NVRTC: too much shared memory shows before loops are unrolled") {
  // A stand-in for the compiler counts its calls.
  static int calls = 0;
  static decltype(Nvrtc::nvrtcCompileProgram) real = nullptr;
  Nvrtc nvrtc;
  try {
    nvrtc = load_nvrtc(0);
  } catch (const DeviceError& error) {
    assay::test::skip_without_nvrtc(error.what());
    return;
  }
  real = nvrtc.nvrtcCompileProgram;
  nvrtc.nvrtcCompileProgram = [](nvrtcProgram program, int count, const char* const* options) {
    ++calls;
    return real(program, count, options);
  };
  const Compiler compiler{nvrtc, 90, "an H100"};
  const auto calls_for = [&](const std::string& options, bool unrolled, bool used = true) {
    const std::string text =
        std::string(
            "extern \"C\" __global__ void k(float* x) {\n"
            "  __shared__ float s[SIZE];\n") +
        (used ? "  s[threadIdx.x] = x[0]; __syncthreads();\n" : "") + "  float sum = 0;\n" +
        (unrolled ? "  #pragma unroll\n" : "") +
        "  for (int k = 0; k < 64; ++k) sum += " + (used ? "s[k + threadIdx.x]" : "x[k]") +
        ";\n  x[1] = sum;\n}\n";
    const FlatSource unit{"k.cu", text, std::vector<SourceLine>(10)};
    calls = 0;
    std::string failure;
    try {
      static_cast<void>(compile(compiler, {{&unit, 1}, options, {}}, nullptr));
    } catch (const DeviceError& error) {
      CHECK(error.status() == ASSAY_UNSUPPORTED);
      failure = error.what();
    }
    return std::pair(calls, failure);
  };
  CHECK(calls_for("-D SIZE=100", false) == std::pair(1, std::string()));
  CHECK(calls_for("-D SIZE=100", true) == std::pair(2, std::string()));
  const auto [count, failure] = calls_for("-D SIZE=20000", true);
  CHECK(count == 1);
  CHECK_THAT(failure, contains("k.cu declares more shared memory") && contains("an H100"));
  CHECK(calls_for("-D SIZE=20000", false).first == 1);
  // What is declared and not used needs no memory.
  CHECK(calls_for("-D SIZE=20000", true, false) == std::pair(2, std::string()));
}

TEST_CASE("the real NVRTC: a kernel file can be replaced while it is worked on") {
  const auto stand_in = real_compiler();
  auto& builder = stand_in->require<ProgramBuilder>();
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "test.cu") << "this does not compile";
  const char* good = "extern \"C\" __global__ void k() {}";
  CHECK_NOTHROW(build_text(builder, good));
  const assay_source source{"test.cu", good};
  const ScopedVariable path("ASSAY_KERNEL_PATH", folder.path().string());
  CHECK(error_of([&] { builder.build({&source, 1}, ""); }).status() == ASSAY_COMPILE_ERROR);
}

// Skips the test case where there is no linker for the stand-in's NVRTC.
void require_linker() {
  const Nvrtc nvrtc = load_nvrtc(0);
  try {
    static_cast<void>(load_jit_link(nvrtc.file, std::stoi(nvrtc.version)));
  } catch (const DeviceError& error) {
    assay::test::skip_without_nvrtc(error.what());
  }
}

TEST_CASE("the real NVRTC and nvJitLink: units that call each other") {
  const auto stand_in = real_compiler();
  require_linker();
  auto& builder = stand_in->require<ProgramBuilder>();
  std::vector<assay_source> sources = {
      {"a.cu",
       "__device__ float helped(float);\n__constant__ float weight;\n"
       "static __device__ float own(float x) { return x + N; }\n"
       "template <int n> __global__ void first(float* x) { x[n] = helped(own(x[0])) * weight; }\n"},
      {"b.cu",
       "#include \"c.cuh\"\nstatic __device__ float own(float x) { return x * N; }\n"
       "__device__ float helped(float x) { return own(x) + shared(); }\n"
       "extern \"C\" __global__ void second(float* x) { x[0] = own(1); }\n"},
      {"c.cuh", "static float shared() { return 1; }\n"}};
  const std::string names[] = {"first<2>"};
  const auto link = [&] { return builder.link(sources, 2, "-D N=3", names); };
  const auto program = link();
  for (const char* kernel : {"first<2>", "second"}) {
    CAPTURE(kernel);
    CHECK(compiled_fact(builder.compiled(*program, kernel), "registers") >= 1);
  }
  sources[1].text = "__device__ float helped(float x) {\n  return unknown;\n}\n";
  const auto broken = error_of(link);
  CHECK(broken.status() == ASSAY_COMPILE_ERROR);
  CHECK_THAT(broken.what(), contains("b.cu does not compile") && contains("[b.cu:2]"));
  sources[1].text = "__device__ float other(float x) { return x; }\n";
  const auto missing = error_of(link);
  CHECK(missing.status() == ASSAY_COMPILE_ERROR);
  CHECK_THAT(missing.what(), contains("a.cu with b.cu cannot be linked for H100") &&
                                 contains("Undefined reference") && contains("helped"));
}

TEST_CASE("without a linker, units are refused with the cure") {
  const auto stand_in = real_compiler();
  const ScopedVariable library("ASSAY_NVJITLINK_LIBRARY", "/nonexistent/libnvJitLink.so");
  const assay_source sources[] = {{"a.cu", "\n"}, {"b.cu", "\n"}};
  const auto error =
      error_of([&] { stand_in->require<ProgramBuilder>().link(sources, 2, "", {}); });
  CHECK(error.status() == ASSAY_UNSUPPORTED);
  CHECK_THAT(error.what(), contains("/nonexistent/libnvJitLink.so") && contains("install"));
}

TEST_CASE("the real NVRTC: a program tells registers and spills without being loaded") {
  const auto stand_in = real_compiler();
  auto& builder = stand_in->require<ProgramBuilder>();
  const auto facts = [&](const char* options, const std::string& kernel) {
    const assay_source source{
        "k.cu",
        "template <int n> __global__ void many(float* x) {\n"
        "  float v[n];\n  for (int k = 0; k < n; ++k) v[k] = x[97 * k + threadIdx.x];\n"
        "  for (int r = 0; r < 9; ++r) for (int k = 0; k < n; ++k) v[k] *= v[(k + 7) % n];\n"
        "  for (int k = 0; k < n; ++k) x[threadIdx.x] += v[k];\n}\n"};
    const std::string names[] = {"many<80>"};
    return builder.compiled(*builder.build({&source, 1}, options, names), kernel);
  };
  const auto free = facts("", "many<80>");
  CHECK(compiled_fact(free, "registers") >= 80);
  CHECK(compiled_fact(free, "spill_bytes") == 0);
  const auto few = facts("--maxrregcount=32", "many<80>");
  CHECK(compiled_fact(few, "registers") <= 32);
  CHECK(compiled_fact(few, "spill_bytes") >= 4 * (80 - 32));
  CHECK(error_of([&] { static_cast<void>(compiled_fact(few, "most_work_items")); }).status() ==
        ASSAY_UNSUPPORTED);
  CHECK(facts("", "absent").empty());
  CHECK(facts("-arch=compute_90", "many<80>").empty());  // PTX says nothing
}

}  // namespace assay::device::cuda
