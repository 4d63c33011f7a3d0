// Runs every variant of stencil/grid that can run here; results are verified against the reference.
#include <array>
#include <string>

#include "tests/catch.hpp"
#include "tests/plugins/host/trials.hpp"

namespace {

using namespace assay;
using testing::Method;

struct Sweeps : testing::Trials {
  Sweeps() : Trials("stencil/grid") { REQUIRE(methods().size() >= 2); }
  std::vector<Method> methods() { return Trials::methods({}); }

  void check_right(const Method& method, const Bindings& arguments, const Bindings& set = {}) {
    std::string named;
    for (const auto& [name, value] : arguments) named += " " + name + "=" + to_string(value);
    for (const auto& [name, value] : set) named += " " + name + "=" + to_string(value);
    const TrialResult result = run_nearest(method, arguments, set);
    INFO(method.name() << named << ": " << result.message);
    CHECK(result.ok());
  }
};

Bindings grid_of(const std::array<int, 3>& extents, int radius, const char* precision,
                 const char* values = "uniform") {
  return {{"width", Value(std::int64_t{extents[0]})},   {"height", Value(std::int64_t{extents[1]})},
          {"depth", Value(std::int64_t{extents[2]})},   {"radius", Value(std::int64_t{radius})},
          {"precision", Value(std::string(precision))}, {"values", Value(std::string(values))}};
}

}  // namespace

TEST_CASE("grids of any shape are swept, with every radius, in both precisions") {
  Sweeps sweeps;
  for (const Method& method : sweeps.methods()) {
    for (int radius = 1; radius <= 4; ++radius) {
      const char* precision = radius % 2 == 0 ? "double" : "float";
      for (const auto& extents : {std::array{1, 1, 1},
                                  {1, 77, 1},
                                  {77, 1, 1},
                                  {33, 31, 1},
                                  {130, 65, 1},
                                  {1, 1, 9},
                                  {2, 3, 4},
                                  {33, 17, 66}}) {
        sweeps.check_right(method, grid_of(extents, radius, precision));
      }
    }
  }
}

TEST_CASE("numbers that are not finite, and of very different magnitudes") {
  Sweeps sweeps;
  for (const Method& method : sweeps.methods()) {
    for (const char* values : {"special", "wide"}) {
      sweeps.check_right(method, grid_of({65, 33, 1}, 2, "double", values));
      sweeps.check_right(method, grid_of({64, 9, 20}, 3, "float", values));
    }
  }
}

TEST_CASE("every value of every parameter sweeps, on grids that it does not divide") {
  Sweeps sweeps;
  for (const Method& method : sweeps.swept_methods()) {
    for (const Parameter& parameter : method.variant->parameters) {
      // Most machines have fewer threads and narrower vectors than some values say.
      if (parameter.name == "threads" || parameter.name == "simd_bits") continue;
      for (const Value& value : parameter.values) {
        sweeps.check_right(method, grid_of({100, 21, 9}, 1, "float"), {{parameter.name, value}});
      }
    }
  }
}

TEST_CASE("packs, rows and halos of several loads work together") {
  Sweeps sweeps;
  for (const Method& method : sweeps.methods()) {
    if (method.variant->backend == "cpu") continue;
    const auto set = [](int width, int height, int rows, int pack) -> Bindings {
      return {{"group_width", Value(std::int64_t{width})},
              {"group_height", Value(std::int64_t{height})},
              {"rows", Value(std::int64_t{rows})},
              {"pack", Value(std::int64_t{pack})}};
    };
    sweeps.check_right(method, grid_of({148, 37, 19}, 4, "float"), set(16, 2, 2, 4));
    sweeps.check_right(method, grid_of({60, 37, 19}, 4, "double"), set(8, 1, 4, 2));
    sweeps.check_right(method, grid_of({148, 37, 1}, 3, "float"), set(16, 1, 1, 4));
  }
}

// Rows so short that they have no vectors, that their ends overlap, and that end within a vector;
// many of them begin within a cache line.
TEST_CASE("vectors of every width that the processor has, and stores of either kind") {
  Sweeps sweeps;
  for (const Method& method : sweeps.methods()) {
    if (method.variant->name != "blocks.cpu") continue;
    for (const std::int64_t bits : {128, 256, 512}) {
      if (static_cast<double>(bits) > method.device->facts.at("vector_bits")) continue;
      for (const char* precision : {"float", "double"}) {
        for (const int width : {5, 12, 17, 19, 20, 33, 48, 100}) {
          for (const char* stores : {"cached", "streaming"}) {
            for (const int radius : {1, 4}) {
              sweeps.check_right(method, grid_of({width, 7, 5}, radius, precision),
                                 {{"simd_bits", Value(bits)}, {"stores", Value(stores)}});
            }
          }
        }
      }
    }
  }
}

TEST_CASE("rows are fetched ahead, in planes and where there is only one") {
  Sweeps sweeps;
  for (const Method& method : sweeps.methods()) {
    if (method.variant->name != "blocks.cpu") continue;
    for (const std::int64_t lead : {1, 4}) {
      sweeps.check_right(method, grid_of({40, 9, 11}, 2, "float"), {{"lead", Value(lead)}});
      sweeps.check_right(method, grid_of({40, 19, 1}, 2, "float"), {{"lead", Value(lead)}});
    }
  }
}
