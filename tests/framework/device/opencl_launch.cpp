#include <cstdint>
#include <numeric>

#include "tests/framework/device/support.hpp"

namespace assay::device {
namespace {

using test::argument;
using test::build_text;
using test::contents;
using test::error_of;
using test::first_opencl_device;
using test::value_argument;

constexpr const char* scale_source = R"(
__kernel void scale(__global const float* source, __global float* target, float factor) {
  target[get_global_id(0)] = factor * source[get_global_id(0)];
}
__kernel void reverse(__global int* data, __local int* scratch) {
  const int i = get_local_id(0);
  scratch[i] = data[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  data[get_global_id(0)] = scratch[get_local_size(0) - 1 - i];
}
__kernel void copy_through(__global int* data) {
  __local int own[48];
  own[get_local_id(0) % 48] = data[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  data[get_global_id(0)] = own[get_local_id(0) % 48];
}
__kernel void number(__global int* data) {
  const size_t row = get_global_id(2) * get_global_size(1) + get_global_id(1);
  data[row * get_global_size(0) + get_global_id(0)] =
      get_global_id(0) + 10 * get_global_id(1) + 100 * get_global_id(2);
}
)";

struct OpenClLaunch {
  std::unique_ptr<Accelerator> device = first_opencl_device();
  std::unique_ptr<Program> program = build_text(*device, scale_source);
  [[nodiscard]] std::size_t fact(const char* name) const {
    return static_cast<std::size_t>(device->description().facts.at(name));
  }
};

}  // namespace

TEST_CASE("a launch computes, with buffers and values") {
  const OpenClLaunch f;
  const auto kernel = f.device->create_kernel(*f.program, "scale");
  std::vector<float> input(1024);
  std::iota(input.begin(), input.end(), 0.0F);
  const auto source = f.device->create_buffer(4096);
  const auto target = f.device->create_buffer(4096);
  f.device->write(nullptr, *source, 0, input.data(), 4096);
  for (const float factor : {2.0F, -0.5F}) {
    const KernelArgument arguments[] = {argument(*source), argument(*target),
                                        value_argument(factor)};
    f.device->launch(nullptr, *kernel, {{1024}}, {{64}}, arguments);
    const auto output = contents<float>(*f.device, *target);
    for (std::size_t k = 0; k < output.size(); ++k) {
      if (output[k] != factor * input[k]) FAIL("element " << k);
    }
  }
}

TEST_CASE("a compiled kernel tells what it takes, as far as OpenCL knows") {
  const OpenClLaunch f;
  const auto kernel = f.device->create_kernel(*f.program, "copy_through");
  CHECK(compiled_fact(kernel->compiled(), "static_local_bytes") >= 48 * sizeof(int));
  CHECK(compiled_fact(kernel->compiled(), "most_work_items") >= 1);
  CHECK(compiled_fact(kernel->compiled(), "spill_bytes") >= 0);
  const auto asking = [&](const char* name) {
    return error_of([&] { static_cast<void>(compiled_fact(kernel->compiled(), name)); });
  };
  CHECK(asking("registers").status() == ASSAY_UNSUPPORTED);
  CHECK(asking("register").status() == ASSAY_INVALID);
  CHECK_THAT(asking("register").what(), ::contains("registers"));
}

TEST_CASE("a launch gets local memory of the size asked for") {
  const OpenClLaunch f;
  const auto kernel = f.device->create_kernel(*f.program, "reverse");
  const auto buffer = f.device->create_buffer(256 * sizeof(int));
  for (const std::size_t group : {1, 16, 256}) {
    std::vector<int> data(256);
    std::iota(data.begin(), data.end(), 0);
    f.device->write(nullptr, *buffer, 0, data.data(), buffer->size());
    const KernelArgument arguments[] = {argument(*buffer),
                                        {ASSAY_ARG_LOCAL, nullptr, nullptr, group * sizeof(int)}};
    f.device->launch(nullptr, *kernel, {{256}}, {{group}}, arguments);
    const auto step = static_cast<std::ptrdiff_t>(group);
    for (auto at = data.begin(); at != data.end(); at += step) std::reverse(at, at + step);
    CHECK(contents<int>(*f.device, *buffer) == data);
  }
}

TEST_CASE("launches have up to three dimensions") {
  const OpenClLaunch f;
  const auto kernel = f.device->create_kernel(*f.program, "number");
  const auto buffer = f.device->create_buffer(4 * 6 * 2 * sizeof(int));
  const KernelArgument arguments[] = {argument(*buffer)};
  f.device->launch(nullptr, *kernel, {{4, 6, 2}}, {{2, 3, 1}}, arguments);
  const auto found = contents<int>(*f.device, *buffer);
  for (int z = 0; z < 2; ++z) {
    for (int y = 0; y < 6; ++y) {
      for (int x = 0; x < 4; ++x) {
        CHECK(found[static_cast<std::size_t>((z * 6 + y) * 4 + x)] == x + 10 * y + 100 * z);
      }
    }
  }
}

TEST_CASE("arguments that do not fit are refused by number and name") {
  const OpenClLaunch f;
  const auto kernel = f.device->create_kernel(*f.program, "scale");
  const auto buffer = f.device->create_buffer(64);
  const float factor = 1;
  const double wide = 1;
  const auto good = argument(*buffer);
  const auto refused = [&](std::vector<KernelArgument> arguments) {
    const auto error =
        error_of([&] { f.device->launch(nullptr, *kernel, {{16}}, {{16}}, arguments); });
    CHECK(error.status() == ASSAY_INVALID);
    CHECK_THAT(error.what(), contains("'scale'"));
    return std::string(error.what());
  };
  CHECK_THAT(refused({}), contains("takes 3 arguments, but 0 were given"));
  CHECK_THAT(refused({good, good}), contains("takes 3 arguments, but 2 were given"));
  CHECK_THAT(refused({good, good, value_argument(factor), good}), contains("4 were given"));
  CHECK_THAT(refused({good, good, value_argument(wide)}), contains("argument 2"));
  CHECK_THAT(refused({good, good, good}), contains("argument 2"));
  CHECK_THAT(refused({good, value_argument(wide), value_argument(factor)}), contains("argument 1"));
  CHECK_THAT(refused({{ASSAY_ARG_BUFFER, nullptr, nullptr, 0}, good, value_argument(factor)}),
             contains("argument 0"));
  CHECK_THAT(refused({good, {ASSAY_ARG_LOCAL, nullptr, nullptr, 64}, value_argument(factor)}),
             contains("argument 1"));
  // The refused launches leave the kernel usable.
  const KernelArgument arguments[] = {good, good, value_argument(factor)};
  f.device->launch(nullptr, *kernel, {{16}}, {{16}}, arguments);
  f.device->finish(nullptr);
}

TEST_CASE("sizes that make no sense are refused") {
  const OpenClLaunch f;
  const auto kernel = f.device->create_kernel(*f.program, "number");
  const auto buffer = f.device->create_buffer(4096);
  const KernelArgument arguments[] = {argument(*buffer)};
  using Sizes = std::vector<std::size_t>;
  const auto refused = [&](const Sizes& global, const Sizes& local) {
    const auto error =
        error_of([&] { f.device->launch(nullptr, *kernel, global, local, arguments); });
    CHECK(error.status() == ASSAY_INVALID);
    return std::string(error.what());
  };
  CHECK_THAT(refused({100}, {64}), contains("global size 100"));
  CHECK_THAT(refused({64, 7}, {8, 2}), contains("dimension 1"));
  refused({64}, {0});
  refused({0}, {64});
  refused({}, {});
  refused({8, 8}, {8});
  refused({1, 1, 1, 1}, {1, 1, 1, 1});
}

TEST_CASE("more than the device allows is unsupported, not an error of the device") {
  const OpenClLaunch f;
  const auto buffer = f.device->create_buffer(1024);
  const auto number = f.device->create_kernel(*f.program, "number");
  const KernelArgument one[] = {argument(*buffer)};
  const std::size_t limit = f.fact("max_work_group_size");
  auto error = error_of([&] {
    f.device->launch(nullptr, *number, {{2 * limit, 2}}, {{limit, 2}}, one);
  });
  CHECK(error.status() == ASSAY_UNSUPPORTED);
  CHECK_THAT(error.what(), contains(std::to_string(2 * limit)));
  const std::size_t deep = 2 * f.fact("max_work_item_2");
  error = error_of([&] {
    f.device->launch(nullptr, *number, {{1, 1, deep}}, {{1, 1, deep}}, one);
  });
  CHECK(error.status() == ASSAY_UNSUPPORTED);

  const auto reverse = f.device->create_kernel(*f.program, "reverse");
  for (const std::size_t bytes : {f.fact("local_memory_bytes") + 1, ~std::size_t{0}}) {
    const KernelArgument two[] = {argument(*buffer), {ASSAY_ARG_LOCAL, nullptr, nullptr, bytes}};
    error = error_of([&] { f.device->launch(nullptr, *reverse, {{16}}, {{16}}, two); });
    CHECK(error.status() == ASSAY_UNSUPPORTED);
    CHECK_THAT(error.what(), contains("local memory"));
  }
}

TEST_CASE("objects of another kind of device are refused") {
  const OpenClLaunch f;
  struct Foreign : Buffer, Queue {
    [[nodiscard]] std::size_t size() const override { return 4; }
  } foreign;
  int value = 0;
  CHECK(error_of([&] { f.device->write(nullptr, foreign, 0, &value, 4); }).status() ==
        ASSAY_INVALID);
  CHECK(error_of([&] { f.device->finish(&foreign); }).status() == ASSAY_INVALID);
}

TEST_CASE("native handles are there for those who call OpenCL themselves") {
  const OpenClLaunch f;
  for (const auto which :
       {ASSAY_NATIVE_PLATFORM, ASSAY_NATIVE_DEVICE, ASSAY_NATIVE_CONTEXT, ASSAY_NATIVE_QUEUE}) {
    CHECK(f.device->native_handle(which) != nullptr);
  }
}

}  // namespace assay::device
