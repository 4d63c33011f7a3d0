// Trials and other records to put into a store.
#pragma once

#include <filesystem>
#include <string>

#include "framework/store/sqlite.hpp"
#include "framework/store/store.hpp"
#include "tests/temporary_folder.hpp"

namespace assay::test {

inline sqlite::Connection raw(const std::filesystem::path& file) {
  return {file, sqlite::Connection::Mode::read_write, std::chrono::seconds(30)};
}

inline InstanceRecord instance_of(std::int64_t level) {
  return {"family/problem", {{"level", level}, {"data", std::string("uniform")}}, "digest",
          {100, 200, true}, {{"points", 11, ""}, {"utilisation", 0.5, "%"}},      0.25};
}

inline VariantDescription variant_of(const std::string& name, const std::string& build = "b1") {
  VariantDescription variant;
  variant.name = name;
  variant.problem = "family/problem";
  variant.backend = "cpu";
  variant.plugin = "family";
  variant.build_id = build;
  return variant;
}

inline TrialResult ok_result(std::size_t samples, double seconds = 1e-3) {
  TrialResult result;
  result.status = TrialStatus::ok;
  result.verification_error = 0.125;
  for (std::size_t i = 0; i < samples; ++i) {
    result.samples.push_back({seconds + 1e-6 * static_cast<double>(i),
                              seconds / 2,
                              i == 0,
                              {{"upload", 1e-5, 0}, {"kernel", 2e-4, seconds / 2}}});
  }
  return result;
}

// A machine, an instance, a variant and a run in a store, newly made or found there.
struct Scene {
  explicit Scene(Store& store) {
    key.machine = store.machine({{{"cpu", "a"}, {"cores", "2"}}});
    key.instance = store.instance(instance_of(5));
    key.variant = store.variant(variant_of("streaming.cpu"));
    key.device = "cpu";
    key.stage = "search";
    key.mode = "time warm";
    key.configuration = {{"tile", std::int64_t{32}}, {"order", std::string("z")}};
    run = store.begin_run({"assay tune x.toml", "x", "text", "0.1", "{}"}, key.machine);
  }
  TrialKey key;
  std::int64_t run = 0;
};

}  // namespace assay::test
