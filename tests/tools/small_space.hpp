// A small recorded space as other tools write it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace assay::test {

// A space of 6 x 5 configurations, one in seven of which failed; the least time, 1 ms, is at (3,
// 2).
inline std::string small_space() {
  auto json = nlohmann::json::object();
  json["metadata"]["timeunit"] = "miliseconds";
  for (int x = 0; x < 6; ++x) {
    for (int y = 0; y < 5; ++y) {
      const bool failed = (5 * x + y) % 7 == 6;
      nlohmann::json result = {{"configuration", {{"x", x}, {"y", y}}},
                               {"objectives", {"time"}},
                               {"invalidity", failed ? "runtime" : "correct"},
                               {"times", {{"compilation", 100.0}}}};
      const int distance = (x - 3) * (x - 3) + (y - 2) * (y - 2);
      if (!failed) result["times"]["runtimes"] = {1.0 + distance, 1.0 + distance};
      json["results"].push_back(result);
    }
  }
  return json.dump();
}

}  // namespace assay::test
