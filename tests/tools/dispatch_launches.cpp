// Tests of what `assay dispatch` writes of kernel files: a program in C launches what its header
// says, on the available OpenCL device.
#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tests/replaced.hpp"
#include "tests/tools/command_line.hpp"
#include "tests/tools/exported.hpp"
#include "tests/tools/opencl.hpp"

using assay::test::CommandLine;
using assay::test::contents;
using assay::test::opencl_libraries;
using assay::test::Outcome;
using assay::test::require_opencl;

namespace {

// Groups add up their parts of x, and a second launch the sums of the groups.
const std::string sum_kernels = R"(
__kernel void partial(__global const int *x, __global int *part, int n, __local int *tile) {
  const int me = get_local_id(0);
  int sum = 0;
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) sum += SCALE * x[i];
  tile[me] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (me != 0) return;
  for (int i = 1; i < group; ++i) sum += tile[i];
  part[get_group_id(0)] = sum;
}
__kernel void total(__global const int *part, __global int *sum, int count) {
  int s = 0;
  for (int i = 0; i < count; ++i) s += part[i];
  sum[0] = s;
}
)";

const std::string sum_plain_kernel = R"(
__kernel void plain(__global const int *x, __global int *sum, int n) {
  int s = 0;
  for (int i = 0; i < n; ++i) s += 3 * x[i];
  sum[0] = s;
}
)";

const std::string sum_of_sizes = R"~(
[problem]
name = "sum"
arguments = { n = 1000, factor = 3 }
arrays.x = { type = "int", shape = "n", fill = "uniform" }
arrays.sum = { type = "int", shape = 1, output = true }
reference = { kernel = "plain.opencl" }
[[kernel]]
source = "sum.cl"
name = "two-step.opencl"
scratch.part = { type = "int", shape = "blocks" }
parameters.group = [16, 32]
defines.blocks = "min(64, ceil_div(n, 4 * group))"
defines.SCALE = "factor"
launches = [
  { function = "partial", arguments = ["x", "part", { int = "n" }, { local = "4 * group" }], local = "group", grid = "blocks" },
  { function = "total", arguments = ["part", "sum", { int = "blocks" }], local = 1, global = 1 },
]
[[kernel]]
source = "plain.cl"
function = "plain"
arguments = ["x", "sum", { int = "n" }]
local = 1
global = 1
competes = false
[[instance]]
sample = { count = 8 }
n = { from = 64, to = 20000, scale = "log" }
[tune]
strategy = "exhaustive"
[sampling]
min_samples = 5
max_samples = 5
max_seconds = 0.02
[finals]
rounds = 0
)~";

// Adds up 1, 2, ..., n of each size by the header's launches.
const char* const summing_program = R"(
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "choose.h"

static cl_context context;
static cl_device_id device;

static char* text_of(const char* file) {
  char* text = calloc(1, 1 << 16);
  FILE* in = fopen(file, "r");
  if (in == NULL || fread(text, 1, (1 << 16) - 1, in) == 0) exit(3);
  fclose(in);
  return text;
}

static cl_kernel kernel_of(const char* source, const char* constants, const char* options,
                           int blocks, const char* function) {
  char all[500];
  char* text = text_of(source);
  cl_program program = clCreateProgramWithSource(context, 1, (const char**)&text, NULL, NULL);
  /* The header says in words that `blocks` follows the input. */
  snprintf(all, sizeof all, "%s %s -D blocks=%d", constants, options, blocks);
  if (clBuildProgram(program, 1, &device, all, NULL, NULL) != CL_SUCCESS) exit(4);
  return clCreateKernel(program, function, NULL);
}

int main(void) {
  static const int sizes[] = {64, 65, 1000, 4097, 20000, 50000};
  cl_platform_id platform;
  cl_command_queue queue;
  size_t at;
  if (clGetPlatformIDs(1, &platform, NULL) != CL_SUCCESS ||
      clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL) != CL_SUCCESS) {
    return 2;
  }
  context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
  queue = clCreateCommandQueue(context, device, 0, NULL);
  for (at = 0; at < sizeof sizes / sizeof *sizes; ++at) {
    const int n = sizes[at];
    const sum_features input = {n};
    const int pair = sum_choose(input);
    sum_launch launches[2];
    const int count = sum_launches(pair, input, launches, 2);
    const int blocks = (int)launches[0].grid[0];
    const cl_kernel partial = kernel_of(sum_kernels[pair].source, launches[0].constants,
                                        sum_kernels[pair].options, blocks, launches[0].function);
    const cl_kernel total = kernel_of(sum_kernels[pair].source, launches[1].constants,
                                      sum_kernels[pair].options, blocks, launches[1].function);
    cl_mem x, part, sum;
    int* values = malloc(sizeof(int) * (size_t)n);
    int k, result = 0;
    for (k = 0; k < n; ++k) values[k] = k % 100;
    x = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof(int) * (size_t)n, values, NULL);
    part = clCreateBuffer(context, 0, sizeof(int) * (size_t)blocks, NULL, NULL);
    sum = clCreateBuffer(context, 0, sizeof(int), NULL, NULL);
    clSetKernelArg(partial, 0, sizeof x, &x);
    clSetKernelArg(partial, 1, sizeof part, &part);
    clSetKernelArg(partial, 2, sizeof n, &n);
    clSetKernelArg(partial, 3, launches[0].local[0], NULL);
    clSetKernelArg(total, 0, sizeof part, &part);
    clSetKernelArg(total, 1, sizeof sum, &sum);
    clSetKernelArg(total, 2, sizeof blocks, &blocks);
    for (k = 0; k < count; ++k) {
      const sum_launch* const one = &launches[k];
      const cl_kernel kernel = one->number == 0 ? partial : total;
      if (clEnqueueNDRangeKernel(queue, kernel, (cl_uint)one->dimensions, NULL, one->global,
                                 one->block, 0, NULL, NULL) != CL_SUCCESS) {
        return 5;
      }
    }
    clEnqueueReadBuffer(queue, sum, CL_TRUE, 0, sizeof result, &result, 0, NULL, NULL);
    for (k = 0; k < n; ++k) result -= 3 * values[k];
    printf("%d: %d, %d launches, %d blocks of %d\n", n, result, count, blocks,
           (int)launches[0].block[0]);
    free(values);
  }
  return 0;
}
)";

}  // namespace

TEST_CASE("a program launches kernels by what a dispatcher's header says") {
  const CommandLine line;
  require_opencl();
  line.write("sum.cl", sum_kernels);
  line.write("plain.cl", sum_plain_kernel);
  line.write("sum.toml", sum_of_sizes);
  REQUIRE(line.run("tune sum.toml").exit_code == 0);
  const Outcome made = line.run("dispatch sum.toml --pairs 2 --output choose.h choose.json");
  INFO(made.err);
  REQUIRE(made.exit_code == 0);
  const std::string header = contents(line.folder() / "choose.h");
  CHECK_THAT(header, contains("compiled with blocks defined as") && contains("-D SCALE=3"));
  line.write("program.c", summing_program);
  const Outcome compiled = line.run(
      "-std=c99 -Wall -Wextra -Werror program.c " + opencl_libraries() + " -o program", "cc");
  INFO(compiled.err);
  REQUIRE(compiled.exit_code == 0);
  const Outcome ran = line.run("", "./program");
  INFO(ran.out);
  REQUIRE(ran.exit_code == 0);
  for (const char* n : {"64", "65", "1000", "4097", "20000", "50000"}) {
    CHECK_THAT(ran.out, contains(std::string(n) + ": 0, 2 launches, "));
  }

  const auto json = nlohmann::json::parse(contents(line.folder() / "choose.json"));
  for (const auto& pair : json.at("pairs")) {
    const auto& kernel = pair.at("kernel");
    const int group = pair.at("configuration").at("group").get<int>();
    CHECK(kernel.at("source") == "sum.cl");
    CHECK(kernel.at("constants") == nlohmann::json({{"group", group}, {"SCALE", 3}}));
    CHECK(kernel.at("constants_of_input").contains("blocks"));
    CHECK(kernel.at("launches").size() == 2);
    CHECK(kernel.at("launches").at(0).at("function") == "partial");
    CHECK(kernel.at("launches").at(1).at("extent_in_work_items") == true);
  }
  // The file with launches is as good a [[dispatcher]] as one without.
  line.write("chosen.toml", with(sum_of_sizes, "[[instance]]\nsample = { count = 8 }\n",
                                 "[[dispatcher]]\nfile = \"choose.json\"\n[[instance]]\n"
                                 "sample = { count = 1 }\n"));
  const Outcome chosen = line.run("tune chosen.toml --variants dispatched.opencl");
  INFO(chosen.err);
  CHECK(chosen.exit_code == 0);
}
