// A small dispatcher as `assay dispatch` writes it.
#pragma once

#include <nlohmann/json.hpp>

namespace assay::test {

// By rows, from 1 to 1000: up to 64 b.cuda; beyond, a.cuda for multiples of 4 and c.cuda for
// others.
inline nlohmann::json sample_tree() {
  return nlohmann::json::parse(R"({
    "problem": "some/problem",
    "features": [{"name": "rows", "from": 1, "to": 1000},
                 {"name": "type", "from": 0, "to": 1, "texts": ["float", "half"]}],
    "pairs": [{"variant": "a.cuda", "device": "cuda:0", "configuration": {}, "build": "1"},
              {"variant": "b.cuda", "device": "cuda:0", "configuration": {"tile": 16},
               "build": "2"},
              {"variant": "c.cuda", "device": "cuda:0", "configuration": {}, "build": "3"}],
    "tree": [{"value": "rows", "factors": ["rows"], "divisors": [], "modulus": 0, "up_to": 64,
              "low": 1, "high": 2},
             {"pairs": [1]},
             {"value": "rows % 4", "factors": ["rows"], "divisors": [], "modulus": 4, "up_to": 0,
              "low": 3, "high": 4},
             {"pairs": [0]},
             {"pairs": [2]}]})");
}

}  // namespace assay::test
