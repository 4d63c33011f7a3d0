// A folder with a kernel file and a scenario that tunes it, for tests of what scenarios may say.
#pragma once

#include <fstream>
#include <string>
#include <vector>

#include "framework/core/error.hpp"
#include "framework/scenario/scenario.hpp"
#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"

namespace assay::test {

inline const std::string good = R"~([problem]
name = "p"
arguments = { n = 100, scale = 0.5 }
arrays.a = { type = "float", shape = ["n", 2], fill = "uniform", low = -1, high = 1, seed = 7 }
arrays.b = { type = "int", shape = "n", output = true }
flops = "2 * n"
[[kernel]]
source = "k.cl"
function = "k"
arguments = ["a", "b", { int = "n" }, { local = "4 * T" }]
local = "T"
global = "ceil_div(n, U)"
parameters.T = [16, 32]
parameters.U = { values = [1, 2, 4], default = 2, condition = "T > 16", doc = "Unrolling." }
constraints = ["T * U <= 64"]
)~";

inline const std::string kernel_source =
    R"(__kernel void k(__global const float *a, __global int *b, int n,
                __local float *s) { b[get_global_id(0)] = n; }
__kernel void other(int n) { }
)";

struct KernelFolder {
  KernelFolder() { write("k.cl", kernel_source); }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder / name) << text;
  }
  [[nodiscard]] Scenario read(const std::string& text) const {
    write("s.toml", text);
    return read_scenario(folder / "s.toml");
  }
  // Checks that the scenario `text` is refused at `place`, which is "line:column" or its beginning.
  void refuses(const std::string& text, const std::string& place,
               const std::vector<std::string>& parts) const {
    CAPTURE(text);
    try {
      static_cast<void>(read(text));
      FAIL("accepted");
    } catch (const Error& error) {
      CHECK(error.kind() == ErrorKind::usage);
      CHECK_THAT(error.what(), contains("s.toml:" + place));
      for (const auto& part : parts) CHECK_THAT(error.what(), contains(part));
    }
  }
  test::TemporaryFolder folder;
};

}  // namespace assay::test
