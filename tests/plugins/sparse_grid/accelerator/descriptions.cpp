// Both backends are described alike.
#include <map>
#include <set>
#include <string>

#include "cases.hpp"
#include "tests/catch.hpp"

namespace {

std::set<std::string> parameter_names(const assay_variant& variant) {
  std::set<std::string> names;
  for (std::size_t p = 0; p < variant.parameter_count; ++p) {
    names.insert(variant.parameters[p].name);
  }
  return names;
}

// Erases the names that end so, whatever prefix a variant's part gives them; returns their number.
std::size_t erase_all(std::set<std::string>& names, const std::string& ending) {
  return std::erase_if(names, [&](const std::string& name) { return name.ends_with(ending); });
}

}  // namespace

TEST_CASE(
    "Every variant exists for OpenCL and CUDA, with the same parameters but for what "
    "only one has") {
  std::map<std::string, std::map<assay_backend, const assay_variant*>> families;
  for (std::size_t v = 0; v < testing::plugin().variant_count; ++v) {
    const assay_variant& variant = *testing::plugin().variants[v];
    const std::string name = variant.name;
    const auto dot = name.rfind('.');
    CHECK(name.substr(dot) == (variant.backend == ASSAY_CUDA ? ".cuda" : ".opencl"));
    families[name.substr(0, dot) + " " + variant.problem][variant.backend] = &variant;
  }
  CHECK(families.size() == 9);
  for (const auto& [family, variants] : families) {
    INFO(family);
    REQUIRE(variants.count(ASSAY_OPENCL) == 1);
    REQUIRE(variants.count(ASSAY_CUDA) == 1);
    auto opencl = parameter_names(*variants.at(ASSAY_OPENCL));
    auto cuda = parameter_names(*variants.at(ASSAY_CUDA));
    // The regression has both operators of each algorithm.
    const bool regression = family.starts_with("conjugate-gradients");
    const bool walks = family.starts_with("subspace");
    const bool adaptive = family.starts_with("subspace-adaptive");
    const bool lists = family.starts_with("support-list");
    CHECK(erase_all(opencl, "vector_width") == (regression ? 12 : (adaptive || lists ? 2 : 1)));
    CHECK(erase_all(cuda, "walk") == (regression ? 4 : (walks ? 1 : 0)));
    CHECK(erase_all(cuda, "block_product") == (regression ? 2 : (lists ? 1 : 0)));
    const bool transposed = family.ends_with("transposed");
    CHECK(erase_all(cuda, "portions_abreast") == (regression || (lists && transposed) ? 1 : 0));
    CHECK(cuda.erase("graph") == (regression ? 1 : 0));
    CHECK(cuda.erase("page_locked") == (regression ? 0 : 1));
    CHECK(opencl == cuda);
  }
}

TEST_CASE("Defaults are among the values") {
  for (std::size_t v = 0; v < testing::plugin().variant_count; ++v) {
    const assay_variant& variant = *testing::plugin().variants[v];
    for (std::size_t p = 0; p < variant.parameter_count; ++p) {
      const assay_parameter& parameter = variant.parameters[p];
      bool found = false;
      for (std::size_t k = 0; k < parameter.value_count; ++k) {
        const assay_value& value = parameter.values[k];
        found = found ||
                (value.kind == parameter.default_value.kind &&
                 (value.kind == ASSAY_TEXT ? std::string(value.text) == parameter.default_value.text
                                           : value.integer == parameter.default_value.integer &&
                                                 value.real == parameter.default_value.real));
      }
      INFO(variant.name << " " << parameter.name);
      CHECK(found);
    }
  }
}
