#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "framework/core/value.hpp"

namespace assay::decision {

// A variant on a device in one configuration: what a dispatcher chooses.
struct Pair {
  std::string variant;
  std::string device;
  Bindings configuration;
};

// Numbers of pairs, the best first: each is chosen where those before it do not admit the input.
using Preference = std::vector<std::size_t>;

// "tiled.cuda tile=16", for people.
[[nodiscard]] std::string label_of(const Pair& pair);

// The backend of its device: "cuda" of "cuda:0".
[[nodiscard]] std::string backend_of(const Pair& pair);

}  // namespace assay::decision
