// Every variant against the definition.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "cases.hpp"
#include "tests/campaign.hpp"
#include "tests/catch.hpp"
#include "tests/sanitized.hpp"

using testing::Case;
using testing::Configuration;
using testing::open_or_skip;
using testing::OpenClHost;

namespace {

testing::Setting setting(const assay_value& value) {
  if (value.kind == ASSAY_TEXT) return std::string(value.text);
  if (value.kind == ASSAY_BOOL) return value.integer != 0;
  if (value.kind == ASSAY_REAL) return value.real;
  return value.integer;
}

void require_right(OpenClHost& host, const assay_variant& variant, const Case& problem,
                   bool is_double, const Configuration& wanted) {
  const auto configuration = testing::repaired(variant, wanted);
  std::string text;
  for (const auto& [name, value] : wanted) text += name + " ";
  const auto outcome = testing::run(host, variant, problem, is_double, configuration);
  INFO(variant.name << " for " << variant.problem << (is_double ? " double" : " float")
                    << ", d = " << problem.dimensions << ", m = " << problem.data_points()
                    << ", set: " << text);
  REQUIRE(outcome.failure == "");
  REQUIRE(outcome.status == ASSAY_OK);
  CHECK(outcome.first_error <= 1);
  CHECK(outcome.second_error <= 1);
  CHECK(host.live == 0);
  CHECK(host.guards_intact());
}

constexpr std::size_t most_dimensions = 12;

// The dimensions and values that are tested: a part is drawn, because nearly all of the time goes
// into compiling kernels. Sanitizers, which do not see kernels, get fewer.
std::vector<std::size_t> dimensions_for(unsigned variant) {
  auto drawn = assay::test::cases_of(most_dimensions, assay::test::sanitized() ? 3 : 6, variant);
  for (std::size_t& d : drawn) ++d;
  return drawn;
}
std::vector<std::size_t> values_of(const assay_parameter& parameter, std::uint64_t seed) {
  return assay::test::cases_of(parameter.value_count, assay::test::sanitized() ? 1 : 2, seed);
}

bool fits(const OpenClHost& host, const Configuration& configuration) {
  return std::ranges::all_of(configuration, [&](const auto& named) {
    return !named.first.ends_with("work_group_size") ||
           static_cast<double>(std::get<std::int64_t>(named.second)) <=
               host.facts.at("max_work_group_size");
  });
}

// Parameters of the halves of a variant are those of other variants: adaptive.cpp shows that they
// arrive.
bool is_of_part(const assay_parameter& parameter) {
  const std::string name = parameter.name;
  return name.starts_with("linear_") || name.starts_with("streaming_");
}

}  // namespace

TEST_CASE("All variants agree with the definition in drawn dimensions and odd sizes") {
  const auto host = open_or_skip();
  const std::size_t sizes[] = {1, 3, 1001};
  unsigned v = 0;
  for (const auto* const described : testing::opencl_variants()) {
    const assay_variant& variant = *described;
    ++v;
    for (const std::size_t d : dimensions_for(v)) {
      const Case problem(d, sizes[d % 3], 100 * v + static_cast<unsigned>(d));
      // One precision for each dimension and variant; over all of them both meet every size.
      const bool is_double = host->facts["has_double"] != 0 && (d + d / 3 + v) % 2 == 0;
      require_right(*host, variant, problem, is_double, {});
    }
  }
}

TEST_CASE("Every parameter of the factored form gives the right result", "[computes]") {
  const auto host = open_or_skip();
  const Case problem(4, 217, 9);
  for (const bool transposed : {false, true}) {
    const assay_variant& variant = testing::find_variant("streaming.opencl", transposed);
    for (std::size_t p = 1; p < variant.parameter_count; ++p) {
      const assay_parameter& parameter = variant.parameters[p];
      for (const std::size_t k : values_of(parameter, 2 * p + (transposed ? 1 : 0))) {
        const Configuration configuration{{"form", std::string("factored")},
                                          {parameter.name, setting(parameter.values[k])}};
        if (!fits(*host, configuration)) continue;
        require_right(*host, variant, problem, host->facts["has_double"] != 0 && k % 2 == 0,
                      configuration);
      }
    }
  }
}

TEST_CASE("Every parameter gives the right result", "[computes]") {
  const auto host = open_or_skip();
  const Case problem(3, 217, 7);
  std::uint64_t seed = 0;
  for (const auto* const described : testing::opencl_variants()) {
    const assay_variant& variant = *described;
    for (std::size_t p = 0; p < variant.parameter_count; ++p) {
      const assay_parameter& parameter = variant.parameters[p];
      if (is_of_part(parameter)) continue;
      for (const std::size_t k : values_of(parameter, ++seed)) {
        auto configuration = testing::with_both_halves(variant);
        configuration[parameter.name] = setting(parameter.values[k]);
        if (!fits(*host, configuration)) continue;
        const bool is_double = host->facts["has_double"] != 0 && (p + k) % 2 == 0;
        require_right(*host, variant, problem, is_double, configuration);
      }
    }
  }
}

TEST_CASE("Combined parameters give the right result in both precisions", "[computes]") {
  const auto host = open_or_skip();
  const Case problem(5, 1001, 11);
  using I = std::int64_t;
  const Configuration vectors{
      {"work_group_size", I{4}}, {"points_per_item", I{16}}, {"vector_width", I{8}}};
  for (const bool is_double : {false, true}) {
    if (is_double && host->facts["has_double"] == 0) continue;
    for (const char* form : {"plain", "saturate", "sign", "factored"}) {
      for (const char* dimension : {"compile-time", "run-time"}) {
        auto streaming = vectors;
        streaming["form"] = std::string(form);
        streaming["dimension"] = std::string(dimension);
        streaming["unroll"] = I{4};
        streaming["data_order"] = std::string("z-order");
        auto transposed = streaming;
        streaming["grid_tile"] = I{32};
        streaming["grid_shares"] = I{8};
        require_right(*host, testing::find_variant("streaming.opencl", false), problem, is_double,
                      streaming);
        transposed["data_tile"] = I{64};
        transposed["data_shares"] = I{256};
        transposed["copies"] = I{8};
        require_right(*host, testing::find_variant("streaming.opencl", true), problem, is_double,
                      transposed);
      }
    }
    for (const bool cache : {false, true}) {
      auto subspace = vectors;
      subspace["cache"] = cache;
      subspace["data_order"] = std::string("z-order");
      require_right(*host, testing::find_variant("subspace-linear.opencl", false), problem,
                    is_double, subspace);
      for (const char* accumulation : {"private", "atomic"}) {
        if (is_double && accumulation == std::string("atomic") &&
            host->facts["has_int64_atomics"] == 0) {
          continue;
        }
        subspace["accumulation"] = std::string(accumulation);
        subspace["copies"] = I{8};
        require_right(*host, testing::find_variant("subspace-linear.opencl", true), problem,
                      is_double, subspace);
      }
    }
  }
}

TEST_CASE("A sample is made of the phases that the variants document") {
  const auto host = open_or_skip();
  const Case problem(2, 10, 3);
  for (const bool transposed : {false, true}) {
    host->phases.clear();
    testing::run(*host, testing::find_variant("streaming.opencl", transposed), problem, false, {});
    CHECK(host->phases ==
          std::map<std::string, int>{{"upload", 2}, {"kernel", 2}, {"download", 2}});
    host->phases.clear();
    testing::run(*host, testing::find_variant("subspace-linear.opencl", transposed), problem, false,
                 {});
    CHECK(host->phases == std::map<std::string, int>{
                              {"upload", 2}, {"initialise", 2}, {"kernel", 2}, {"download", 2}});
  }
}

TEST_CASE("compile builds, without data, exactly what prepare asks for") {
  const auto host = open_or_skip();
  const Case problem(4, 9, 5);
  for (const auto* const described : testing::opencl_variants()) {
    const assay_variant& variant = *described;
    const auto configuration = testing::with_both_halves(variant);
    host->builds.clear();
    REQUIRE(testing::compile(*host, variant, problem, false, configuration) == ASSAY_OK);
    const auto compiled = host->builds;
    CHECK(host->live == 0);
    host->builds.clear();
    testing::run(*host, variant, problem, false, configuration);
    CHECK_FALSE(compiled.empty());
    CHECK(compiled == host->builds);
  }
}
