// Tests of code of the host in a scenario's files: compiled for each configuration by the
// language's compiler, verified and tuned as kernels of devices are.
#include <cstdlib>

#include "tests/catch.hpp"
#include "tests/replaced.hpp"
#include "tests/skip.hpp"
#include "tests/tools/command_line.hpp"
#include "tests/tools/few_samples.hpp"

using assay::test::CommandLine;
using assay::test::few_samples;
using assay::test::Outcome;

namespace {

const std::string scale_problem = R"~([problem]
name = "scale"
arguments = { n = 1000, factor = 2.5 }
arrays.x = { type = "float", shape = "n", fill = "uniform" }
arrays.y = { type = "float", shape = "n", output = true }
reference = { kernel = "plain" }
)~" + few_samples + R"~([[kernel]]
name = "plain"
source = "plain.c"
function = "plain"
arguments = ["x", "y", { float = "factor" }, { int = "n" }]
competes = false
)~";

const std::string scale_kernel = R"~([[kernel]]
source = "scale.cpp"
function = "scale<BLOCK>"
arguments = ["x", "y", { float = "factor" }, { int = "n" }]
parameters.BLOCK = [4, 8]
parameters.flags = ["-O1", "-O3 -funroll-loops"]
options = "{flags} -DSCALED"
)~";

struct HostFolder {
  HostFolder() {
    line.write("plain.c",
               "void plain(const float *x, float *y, float f, int n) {\n"
               "  for (int i = 0; i < n; ++i) y[i] = f * x[i];\n}\n");
    line.write("lib.hpp", "#pragma once\ntemplate <class T> T times(T a, T b) { return a * b; }\n");
    line.write("scale.cpp",
               "#include \"lib.hpp\"\n#ifndef SCALED\n#error options\n#endif\n"
               "template <int block>\n"
               "float scale(const float* x, float* y, float f, int n) {\n"
               "  static_assert(block == BLOCK);\n"
               "  for (int i = 0; i < n; i += block)\n"
               "    for (int k = i; k < i + block && k < n; ++k) y[k] = times(f, x[k]);\n"
               "  return 0;\n}\n");
  }
  [[nodiscard]] Outcome tune(const std::string& text) const {
    line.write("s.toml", text);
    return line.run("tune s.toml --trust");
  }
  CommandLine line;
};

}  // namespace

TEST_CASE("C and C++ functions are tuned, with flags of the compiler as parameters") {
  const HostFolder folder;
  const Outcome tuned = folder.tune(scale_problem + scale_kernel);
  INFO(tuned.err);
  REQUIRE(tuned.exit_code == 0);
  CHECK_THAT(tuned.err, contains("4 of 4 configurations"));
  CHECK_THAT(tuned.out, contains("scale.cpu") && contains("flags="));
  CHECK_THAT(folder.line.run("tune s.toml").err, contains("(4 recorded before)"));
}

TEST_CASE("code of the host runs only once somebody has agreed") {
  const HostFolder folder;
  folder.line.write("s.toml", scale_problem + scale_kernel);
  const Outcome refused = folder.line.run("tune s.toml");
  CHECK(refused.exit_code == 2);
  CHECK_THAT(refused.err, contains("code of the host, scale.cpu") &&
                              contains("c++ {flags} -DSCALED scale.cpp") && contains("--trust"));
}

TEST_CASE("code that does not compile, or is wrong, costs its trials, and the compiler is heard") {
  const HostFolder folder;
  const Outcome missing = folder.tune(scale_problem + with(scale_kernel, "-DSCALED", ""));
  CHECK(missing.exit_code != 0);
  CHECK_THAT(missing.err + missing.out, contains("#error options"));
  const Outcome wrong =
      folder.tune(scale_problem + with(scale_kernel, "{ float = \"factor\" }", "{ float = 3 }"));
  CHECK(wrong.exit_code != 0);
  const Outcome unknown =
      folder.tune(scale_problem +
                  with(scale_kernel, "[[kernel]]", "[[kernel]]\ncompiler = \"no-such-compiler\""));
  CHECK(unknown.exit_code != 0);
  CHECK_THAT(unknown.err + unknown.out, contains("'no-such-compiler' cannot be run here"));
}

TEST_CASE("a crash of host code costs one trial") {
  const HostFolder folder;
  folder.line.write("scale.cpp",
                    "template <int block> void scale(const float* x, float* y, float f, int n) {\n"
                    "  if (block == 8) *(volatile int*)0 = 1;\n"
                    "  for (int i = 0; i < n; ++i) y[i] = f * x[i];\n}\n");
  const Outcome tuned = folder.tune(scale_problem + scale_kernel);
  INFO(tuned.err);
  CHECK(tuned.exit_code == 0);
  CHECK_THAT(tuned.out, contains("BLOCK=4"));
}

TEST_CASE("mistakes in scenarios of host code are told with their places") {
  const HostFolder folder;
  const auto refused = [&](const std::string& old, const std::string& fresh) {
    const Outcome outcome = folder.tune(scale_problem + with(scale_kernel, old, fresh));
    CHECK(outcome.exit_code == 2);
    return outcome.err;
  };
  CHECK_THAT(refused("options = \"{flags} -DSCALED\"\n", ""), contains("options of the compiler"));
  CHECK_THAT(refused("function = \"scale<BLOCK>\"\n", ""), contains("name the function to call"));
  CHECK_THAT(refused("[[kernel]]\n", "[[kernel]]\nlocal = 64\n"),
             contains("without groups") || contains("called once"));
  CHECK_THAT(refused("{ int = \"n\" }", "{ local = 4 }"), contains("local memory"));
  CHECK_THAT(refused("scale.cpp", "scale.txt"), contains("ending"));
  CHECK_THAT(refused("scale.cpp", "gone.cpp"), contains("gone.cpp"));
}

TEST_CASE("Fortran is called by its names, and threads are those of the scenario") {
  if (std::system("gfortran --version >/dev/null 2>&1") != 0) {
    assay::test::skip("there is no gfortran");
  }
  const HostFolder folder;
  folder.line.write("scale.f90",
                    "subroutine scale(x, y, f, n)\n  use omp_lib\n  integer :: n, i\n"
                    "  real :: x(n), y(n), f\n"
                    "  if (omp_get_max_threads() /= THREADS) return\n"
                    "  do i = 1, n\n    y(i) = f * x(i)\n  end do\nend subroutine\n");
  const Outcome tuned = folder.tune(scale_problem + R"~([[kernel]]
source = "scale.f90"
function = "scale"
arguments = ["x", "y", { float = "factor" }, { int = "n" }]
threads = "THREADS"
options = "-O2 -fopenmp"
parameters.THREADS = [3, 5]
)~");
  INFO(tuned.err);
  CHECK(tuned.exit_code == 0);
  CHECK_THAT(tuned.err, contains("2 of 2 configurations"));
  CHECK_THAT(tuned.out, !contains("wrong-output"));
}

TEST_CASE("a Fortran procedure is found in its module, and one that is not there is told") {
  if (std::system("gfortran --version >/dev/null 2>&1") != 0) {
    assay::test::skip("there is no gfortran");
  }
  const HostFolder folder;
  folder.line.write("scale.f90",
                    "Module Scaling\ncontains\nsubroutine scale(x, y, f, n)\n  integer :: n\n"
                    "  real :: x(n), y(n), f\n  y = f * x\nend subroutine\nend module\n");
  const std::string kernel = R"~([[kernel]]
source = "scale.f90"
function = "scale"
arguments = ["x", "y", { float = "factor" }, { int = "n" }]
)~";
  const Outcome tuned = folder.tune(scale_problem + kernel);
  INFO(tuned.err);
  CHECK(tuned.exit_code == 0);
  const Outcome missing = folder.tune(scale_problem + with(kernel, "\"scale\"", "\"shrink\""));
  CHECK(missing.exit_code != 0);
  CHECK_THAT(missing.err + missing.out, contains("no procedure 'shrink'"));
}

TEST_CASE("files of the host are compiled by themselves and linked") {
  const HostFolder folder;
  folder.line.write("scale.c",
                    "float helped(float, float);\nstatic int own(void) { return 1; }\n"
                    "void scale(const float *x, float *y, float f, int n) {\n"
                    "  for (int i = 0; i < n; i += own()) y[i] = helped(f, x[i]);\n}\n");
  folder.line.write("times.c",
                    "static float own(void) { return FACTOR; }\n"
                    "float helped(float a, float b) { return own() * a * b / FACTOR; }\n");
  const std::string kernel = R"~([[kernel]]
source = "scale.c"
link = ["times.c"]
function = "scale"
arguments = ["x", "y", { float = "factor" }, { int = "n" }]
parameters.FACTOR = [1, 2]
)~";
  const Outcome tuned = folder.tune(scale_problem + kernel);
  INFO(tuned.err);
  CHECK(tuned.exit_code == 0);
  CHECK_THAT(tuned.err, contains("2 of 2 configurations"));
  const Outcome twice = folder.tune(scale_problem + with(kernel, "\"times.c\"", "\"scale.c\""));
  CHECK(twice.exit_code == 2);
  CHECK_THAT(twice.err, contains("'scale.c' is named as 'source', too"));
}

TEST_CASE("a linked file holds the module that a Fortran source uses") {
  if (std::system("gfortran --version >/dev/null 2>&1") != 0) {
    assay::test::skip("there is no gfortran");
  }
  const HostFolder folder;
  folder.line.write("factors.f90", "module factors\n  real :: more = 1.0\nend module\n");
  folder.line.write("scale.f90",
                    "subroutine scale(x, y, f, n)\n  use factors\n  integer :: n\n"
                    "  real :: x(n), y(n), f\n  y = more * f * x\nend subroutine\n");
  const Outcome tuned = folder.tune(scale_problem + R"~([[kernel]]
source = "scale.f90"
link = ["factors.f90"]
function = "scale"
arguments = ["x", "y", { float = "factor" }, { int = "n" }]
)~");
  INFO(tuned.err);
  CHECK(tuned.exit_code == 0);
}
