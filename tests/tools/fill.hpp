// A scenario whose instances have different winners, for tests of dispatchers.
#pragma once

#include <string>

#include "tests/tools/command_line.hpp"

namespace assay::test {

// One function takes as long for every n, the other one in proportion to n; up to 1,000 the latter
// is faster, by far where n is far from it.
inline const std::string fill_functions = R"(
static void fill(int* y, int n) { for (int k = 0; k < n; ++k) y[k] = k; }
void constant(int* y, int n) { for (volatile int k = 0; k < 200000; ++k) {} fill(y, n); }
void linear(int* y, int n) { for (volatile int k = 0; k < 200 * n; ++k) {} fill(y, n); }
void expected(int* y, int n) { fill(y, n); }
)";

inline const std::string fill_scenario = R"~(
[problem]
name = "fill"
arguments = { n = 100 }
arrays.y = { type = "int", shape = "n", output = true }
reference = { kernel = "expected" }
[[kernel]]
name = "expected"
source = "fill.c"
function = "expected"
arguments = ["y", { int = "n" }]
competes = false
[[kernel]]
name = "constant"
source = "fill.c"
function = "constant"
arguments = ["y", { int = "n" }]
[[kernel]]
name = "linear"
source = "fill.c"
function = "linear"
arguments = ["y", { int = "n" }]
[[instance]]
sample = { count = 24, held_out = 8 }
n = { from = 4, to = 65536, scale = "log" }
[sampling]
min_samples = 7
max_samples = 12
max_seconds = 0.05
[finals]
rounds = 0
)~";

struct Fill {
  explicit Fill(const std::string& text = fill_scenario) {
    line.write("fill.c", fill_functions);
    line.write("fill.toml", text);
  }
  [[nodiscard]] Outcome tune() const { return line.run("tune fill.toml --trust"); }
  CommandLine line;
};

}  // namespace assay::test
