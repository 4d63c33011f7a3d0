#include "framework/device/opencl/program.hpp"

#include <fstream>

#include "tests/framework/device/support.hpp"

namespace assay::device {
namespace {

using test::argument;
using test::build_text;
using test::contents;
using test::error_of;
using test::first_opencl_device;
using test::ScopedVariable;
using test::TemporaryFolder;

// The value that the kernel `answer(out)` of a program writes.
int answer_of(Accelerator& device, Program& program) {
  const auto kernel = device.create_kernel(program, "answer");
  const auto out = device.create_buffer(sizeof(int));
  const KernelArgument arguments[] = {argument(*out)};
  device.launch(nullptr, *kernel, {{1}}, {{1}}, arguments);
  return contents<int>(device, *out)[0];
}

constexpr const char* answer_source =
    "__kernel void answer(__global int* out) { out[0] = ANSWER; }\n";

}  // namespace

TEST_CASE("options reach the compiler as constants") {
  const auto device = first_opencl_device();
  CHECK(answer_of(*device, *build_text(*device, answer_source, "-D ANSWER=42")) == 42);
  CHECK(answer_of(*device, *build_text(*device, answer_source, "-D ANSWER=7 -D X=1")) == 7);
}

TEST_CASE(
    "a program that was just built is handed out again, and lives as long as anybody has it") {
  const auto device = first_opencl_device();
  auto first = build_text(*device, answer_source, "-D ANSWER=43");
  const auto second = build_text(*device, answer_source, "-D ANSWER=43");
  CHECK(second->from_cache());
  first.reset();
  CHECK(answer_of(*device, *second) == 43);
  for (int k = 0; k < 12; ++k) {
    const auto other = build_text(*device, answer_source, "-D ANSWER=" + std::to_string(100 + k));
    CHECK(answer_of(*device, *other) == 100 + k);
  }
  CHECK(answer_of(*device, *second) == 43);
}

TEST_CASE("a program of several sources builds, and an override replaces one of them") {
  const auto device = first_opencl_device();
  const assay_source sources[] = {
      {"family/main.cl",
       "#include \"value.h\"\n#include \"value.h\"\n"
       "__kernel void answer(__global int* out) { out[0] = value(); }\n"},
      {"family/value.h", "int value(void) { return 1; }\n"}};
  CHECK(answer_of(*device, *device->build(sources, "")) == 1);

  const TemporaryFolder folder;
  std::filesystem::create_directories(folder.path() / "family");
  std::ofstream(folder.path() / "family/value.h") << "int value(void) { return 2; }";
  const ScopedVariable path("ASSAY_KERNEL_PATH", folder.path().string());
  CHECK(answer_of(*device, *device->build(sources, "")) == 2);
}

TEST_CASE("a source that does not compile shows the log, the options and the original place") {
  const auto device = first_opencl_device();
  const assay_source sources[] = {{"main.cl", "#include \"broken.h\"\n__kernel void f() {}\n"},
                                  {"broken.h", "\nint g(void) { return undeclared_name; }\n"}};
  const auto error = error_of([&] { device->build(sources, "-D SOME=1"); });
  CHECK(error.status() == ASSAY_COMPILE_ERROR);
  CHECK_THAT(error.what(), contains("main.cl does not compile"));
  CHECK_THAT(error.what(), contains("undeclared_name"));
  CHECK_THAT(error.what(), contains("-D SOME=1"));
  CHECK_THAT(error.what(), contains("[broken.h:2]"));
}

TEST_CASE("options that the compiler does not know are a compile error") {
  const auto device = first_opencl_device();
  const auto error =
      error_of([&] { build_text(*device, "__kernel void f() {}", "--no-such-option"); });
  CHECK(error.status() == ASSAY_COMPILE_ERROR);
  CHECK_THAT(error.what(), contains("--no-such-option"));
}

TEST_CASE("a kernel that is not there is refused, naming those that are") {
  const auto device = first_opencl_device();
  const auto program = build_text(*device, "__kernel void first() {}\n__kernel void second() {}\n");
  const auto error = error_of([&] { device->create_kernel(*program, "third"); });
  CHECK(error.status() == ASSAY_INVALID);
  for (const char* name : {"'third'", "first", "second"}) CHECK_THAT(error.what(), contains(name));
}

TEST_CASE("several units are compiled by themselves and linked (OpenCL)") {
  const auto device = first_opencl_device();
  const std::vector<assay_source> sources = {
      {"main.cl",
       "#include \"part.h\"\nint own(void) { return 1; }\nint helped(int);\n"
       "__kernel void answer(__global int* out) { out[0] = helped(own()) * FACTOR + shared(); }\n"},
      {"parts/help.cl",
       "#include \"../part.h\"\nint helped(int x) { return x + FACTOR * shared(); }\n"},
      {"part.h", "static int shared(void) { return 3; }\n"}};
  const auto link = [&](const std::vector<assay_source>& files, const std::string& options) {
    return device->link(files, 2, options, {});
  };
  CHECK(answer_of(*device, *link(sources, "-D FACTOR=10")) == 313);
  CHECK(answer_of(*device, *link(sources, "-D FACTOR=2 -cl-fast-relaxed-math")) == 17);
  CHECK(link(sources, "-D FACTOR=2 -cl-fast-relaxed-math")->from_cache());

  // Each unit counts for what is built.
  auto changed = sources;
  changed[1].text = "int helped(int x) { return x; }\n";
  CHECK(answer_of(*device, *link(changed, "-D FACTOR=10")) == 13);

  changed[1].text = "int helped(int x) {\n  return unknown;\n}\n";
  const auto broken = error_of([&] { link(changed, "-D FACTOR=1"); });
  CHECK(broken.status() == ASSAY_COMPILE_ERROR);
  CHECK_THAT(broken.what(), contains("parts/help.cl does not compile") && contains("unknown") &&
                                contains("[parts/help.cl:2]") && contains("-D FACTOR=1"));

  changed[1].text = "int other(int x) { return x; }\n";
  const auto missing = error_of(
      [&] { static_cast<void>(device->create_kernel(*link(changed, "-D FACTOR=1"), "answer")); });
  CHECK(missing.status() == ASSAY_COMPILE_ERROR);
  CHECK_THAT(missing.what(),
             contains("main.cl with parts/help.cl cannot be linked") && contains("functions"));
  // A file alone is refused with all that the driver says.
  const auto alone = error_of([&] {
    static_cast<void>(
        device->create_kernel(*device->link(sources, 1, "-D FACTOR=1", {}), "answer"));
  });
  CHECK_THAT(alone.what(), contains("helped"));
}

namespace opencl {
namespace {

// A program and a cache without a device around them: a device leaves the cache out where the
// driver keeps one itself.
struct CachedProgram {
  Context context;
  std::vector<FlatSource> source;
  TemporaryFolder folder;
  BlobCache cache;

  static Context first_context() {
    const Api api = load_api();
    return open_context(api, find_devices(api).at(0));
  }
  explicit CachedProgram(const std::string& text)
      : context(first_context()), cache(folder.path() / "cache") {
    const assay_source given{"cached.cl", text.c_str()};
    source = flatten_units({&given, 1}, 1, {});
  }
  [[nodiscard]] bool builds_from_cache(const std::string& options) const {
    return build_program(context, source, options, &cache)->from_cache();
  }
};

std::vector<std::byte> bytes_of(const std::string& text) {
  const auto* first = reinterpret_cast<const std::byte*>(text.data());
  return {first, first + text.size()};
}

}  // namespace

TEST_CASE("a program is compiled once and comes from the cache from then on") {
  if (!first_opencl_device()) return;
  const CachedProgram fixture(answer_source);
  CHECK_FALSE(fixture.builds_from_cache("-D ANSWER=1"));
  CHECK(fixture.builds_from_cache("-D ANSWER=1"));
  CHECK_FALSE(fixture.builds_from_cache("-D ANSWER=2"));  // options are part of the key
  CHECK_FALSE(build_program(fixture.context, fixture.source, "-D ANSWER=1", nullptr)->from_cache());
  const CachedProgram changed(std::string(answer_source) + "int other;\n");
  CHECK(binary_key(fixture.context, fixture.source, "") !=
        binary_key(changed.context, changed.source, ""));
}

TEST_CASE("a program from the cache has working kernels") {
  if (!first_opencl_device()) return;
  const CachedProgram fixture(
      "__kernel void answer(__global int* out, __local int* scratch, int n) { out[0] = n; }\n");
  static_cast<void>(build_program(fixture.context, fixture.source, "", &fixture.cache));
  const auto program = build_program(fixture.context, fixture.source, "", &fixture.cache);
  REQUIRE(program->from_cache());
  const auto& api = fixture.context.api;
  cl_int code = CL_SUCCESS;
  const Handle<cl_kernel> kernel(api.clCreateKernel(program->handle(), "answer", &code),
                                 Release<cl_kernel>(api.clReleaseKernel));
  CHECK(code == CL_SUCCESS);
}

TEST_CASE("a linked program comes from the cache, too, for the same units alone") {
  if (!first_opencl_device()) return;
  CachedProgram fixture("int helped(int);\n__kernel void k(__global int* x) { *x = helped(1); }\n");
  fixture.source.push_back({"b.cl", "int helped(int x) { return x; }\n", {{"b.cl", 1}}});
  CHECK_FALSE(fixture.builds_from_cache(""));
  CHECK(fixture.builds_from_cache(""));
  fixture.source.back().text = "int helped(int x) { return 2 * x; }\n";
  CHECK_FALSE(fixture.builds_from_cache(""));
}

TEST_CASE("a damaged cache entry is survived and replaced") {
  if (!first_opencl_device()) return;
  const CachedProgram fixture(answer_source);
  const std::string options = "-D ANSWER=3";
  const std::string key = binary_key(fixture.context, fixture.source, options);

  SECTION("content that is no binary") {
    REQUIRE(fixture.cache.store(key, bytes_of("this is no program")));
  }
  SECTION("an empty binary") { REQUIRE(fixture.cache.store(key, {})); }
  SECTION("a file cut short") {
    static_cast<void>(fixture.builds_from_cache(options));
    const auto path = fixture.cache.entry_path(key);
    REQUIRE(std::filesystem::exists(path));
    std::filesystem::resize_file(path, std::filesystem::file_size(path) / 2);
  }
  CHECK_FALSE(fixture.builds_from_cache(options));
  CHECK(fixture.builds_from_cache(options));
}

TEST_CASE("a cache that cannot be written is no error") {
  if (!first_opencl_device()) return;
  const CachedProgram fixture(answer_source);
  const BlobCache nowhere("/proc/no-such-folder");
  for (int repetition = 0; repetition < 2; ++repetition) {
    CHECK_FALSE(
        build_program(fixture.context, fixture.source, "-D ANSWER=4", &nowhere)->from_cache());
  }
}

}  // namespace opencl
}  // namespace assay::device
