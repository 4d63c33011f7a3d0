// Tests of exported programs that call code of the host: they are compiled and run as a user would,
// and their outputs compared with those that assay keeps.
#include <cstdlib>
#include <fstream>

#include "tests/catch.hpp"
#include "tests/replaced.hpp"
#include "tests/skip.hpp"
#include "tests/tools/command_line.hpp"
#include "tests/tools/exported.hpp"
#include "tests/tools/few_samples.hpp"

using assay::test::check_same_bits;
using assay::test::CommandLine;
using assay::test::compile_exported;
using assay::test::contents;
using assay::test::few_samples;
using assay::test::host_libraries;
using assay::test::kept;
using assay::test::Outcome;
using assay::test::run_exported;
using assay::test::run_exported_python;

namespace {

const std::string host_problem = R"~([problem]
name = "scale"
arguments = { n = 1000, factor = 0.3 }
arrays.x = { type = "float", shape = "n", fill = "index", start = 1, step = 0.1 }
arrays.y = { type = "float", shape = "n", output = true }
)~";
const std::string host_template = R"~([[kernel]]
source = "scale.cpp"
function = "inner::scale<BLOCK>"
arguments = ["x", "y", { float = "factor" }, { int = "n" }]
threads = 3
parameters.BLOCK = [8]
parameters.flags = ["-O2 -funroll-loops"]
options = "{flags} -fopenmp '-DADDED=1 + 1'"
)~";
// Tells its threads, its constants and its options.
const std::string host_template_source =
    "#include \"parts/times.hpp\"\n#include <omp.h>\nnamespace inner {\n"
    "template <int block> int scale(const float* x, float* y, float f, int n) {\n"
    "  for (int i = 0; i < n; ++i) y[i] = times(f, x[i]) / 3 + block + ADDED;\n"
    "  y[0] = static_cast<float>(omp_get_max_threads());\n  return 0;\n}\n"
    "int scale(int);\n}\n";

// Tunes the kernel, and exports it in the two languages.
void tune_host(const CommandLine& line, const std::string& scenario) {
  line.write("s.toml", scenario + few_samples);
  const Outcome tuned = line.run("tune s.toml --trust");
  INFO(tuned.err);
  REQUIRE(tuned.exit_code == 4);  // it agrees with itself
  for (const char* file : {"best.cpp", "best.py"}) {
    const Outcome exported = line.run("export s.toml --instance 1 --output " + std::string(file));
    INFO(exported.err);
    REQUIRE(exported.exit_code == 0);
  }
}

void require_fortran() {
  if (std::system("gfortran --version >/dev/null 2>&1") == 0) return;
  assay::test::skip("there is no gfortran");
}

}  // namespace

TEST_CASE("programs in C++ and Python call code of the host, which computes the same bits") {
  const CommandLine line;
  line.write("parts/times.hpp", "template <class T> T times(T a, T b) { return a * b; }\n");
  line.write("scale.cpp", host_template_source);
  tune_host(line, host_problem + host_template);
  CHECK_THAT(contents(line.folder() / "best.cpp"),
             contains("c++ -shared -fPIC '-O2' '-funroll-loops' -fopenmp '-DADDED=1 + 1'") &&
                 contains("// inner::scale<8>"));
  CHECK_THAT(run_exported(line, host_libraries),
             contains("on the host\ny: 3 10.") && contains("median "));
  check_same_bits(line, "scale scale.cpu --scenario s.toml", "y");
  CHECK_THAT(run_exported_python(line), contains("y[1000]: [3.0") || contains("y[1000]: [ 3."));
  check_same_bits(line, "scale scale.cpu --scenario s.toml", "y");
}

TEST_CASE("programs call several functions of the host, in loops and on arrays of their own") {
  const CommandLine line;
  line.write("steps.c",
             "void spread(const int *x, int *part, int n, signed char c, double d) {\n"
             "  for (int i = 0; i < n; ++i) part[i] = x[i] * SCALE + c + (int)d;\n}\n"
             "void grow(int *part, int *done, int n) {\n"
             "  for (int i = 0; i < n; ++i) part[i] *= 2;\n  *done = part[0] >= 1000;\n}\n"
             "void shift(const int *from, int *to, int n, int r) {\n"
             "  for (int i = 0; i < n; ++i) to[i] = from[(i + 1) % n] + r;\n}\n"
             "void add(const int *x, int *y, int n) {\n"
             "  for (int i = 0; i < n; ++i) y[i] += x[i];\n}\n");
  tune_host(line, R"~([problem]
name = "steps"
arguments = { n = 60 }
arrays.x = { type = "int", shape = "n", fill = "index", start = 5 }
arrays.y = { type = "int", shape = ["n // 2", 2], output = true, fill = 7 }
[[kernel]]
source = "steps.c"
name = "steps"
scratch.part = { type = "int", shape = "n" }
scratch.other = { type = "int", shape = "n" }
scratch.done = { type = "int", shape = 1, fill = "zeros" }
parameters.SCALE = [3]
launches = [
  { function = "spread", arguments = ["x", "part", { int = "n" }, { char = -1 }, { double = 2.5 }] },
  { repeat = 100, until = "done", launches = [
    { function = "grow", arguments = ["part", "done", { int = "n" }] }] },
  { function = "add", when = "n < 0", arguments = ["x", "y", { int = "n" }] },
  { repeat = 4, index = "r", launches = [
    { function = "shift", arguments = [
      { cycle = ["part", "other"], at = "r" }, { cycle = ["part", "other"], at = "r + 1" },
      { int = "n" }, { int = "r" }] }] },
  { function = "add", arguments = ["part", "y", { int = "n" }] },
]
)~");
  const auto check = [&] {
    CHECK(kept<std::int32_t>(line, "y").front() == ((4 + 5) * 3 + 1) * 64 + 0 + 1 + 2 + 3 + 7);
    check_same_bits(line, "steps steps --scenario s.toml", "y");
  };
  run_exported(line, host_libraries);
  check();
  run_exported_python(line);
  check();
}

TEST_CASE("programs call Fortran, with a module in a file that is linked") {
  require_fortran();
  const CommandLine line;
  line.write("factors.f90", "module factors\n  real :: more = 1.5\nend module\n");
  line.write("scale.f90",
             "module scaling\ncontains\nsubroutine scale(x, y, f, n)\n  use factors\n"
             "  integer :: n\n  real :: x(n), y(n), f\n  y = more * f * x / BLOCK\n"
             "end subroutine\nend module\n");
  tune_host(line, host_problem + R"~([[kernel]]
source = "scale.f90"
link = ["factors.f90"]
function = "scale"
arguments = ["x", "y", { float = "factor" }, { int = "n" }]
parameters.BLOCK = [7]
)~");
  run_exported(line, host_libraries);
  check_same_bits(line, "scale scale.cpu --scenario s.toml", "y");
  run_exported_python(line);
  check_same_bits(line, "scale scale.cpu --scenario s.toml", "y");
}

TEST_CASE("a program says that the compiler of its code is missing, or fails") {
  const CommandLine line;
  line.write("parts/times.hpp", "template <class T> T times(T a, T b) { return a * b; }\n");
  line.write("scale.cpp", host_template_source);
  tune_host(line, host_problem + host_template);
  const std::string cxx = contents(line.folder() / "best.cpp");
  const std::string python = contents(line.folder() / "best.py");
  const auto said = [&](const std::string& old, const std::string& fresh) {
    line.write("best.cpp", with(cxx, old, fresh));
    compile_exported(line, host_libraries);
    const Outcome ran = line.run("", "./best");
    CHECK(ran.exit_code == 1);
    line.write("best.py", with(python, old, fresh));
    const Outcome interpreted = line.run("-B best.py", "python3");
    CHECK(interpreted.exit_code == 1);
    return std::pair{ran.err, interpreted.err};
  };
  run_exported_python(line);  // which makes sure of NumPy
  const auto [missing, missing_too] = said("c++ -shared", "no-such-compiler -shared");
  for (const std::string& text : {missing, missing_too}) {
    CHECK_THAT(text, contains("the compiler is missing: install it, put its folder on PATH") &&
                         contains("no-such-compiler -shared -fPIC"));
  }
  const auto [failed, failed_too] = said("'-DADDED=1 + 1'", "'-DADDED=}'");
  for (const std::string& text : {failed, failed_too}) {
    CHECK_THAT(text, contains("this command failed: c++ -shared") && contains("error"));
  }
}
