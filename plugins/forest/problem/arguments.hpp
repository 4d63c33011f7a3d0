// The arguments that fix an instance of the family's problems.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "assay/plugin.hpp"
#include "forest/library/settings.hpp"
#include "forest/problem/generator.hpp"
#include "forest/problem/held_out.hpp"

namespace forest {

// Which data.
struct DataArguments {
  std::string data;    // "generated" or a file's name
  std::string format;  // of the file: "table", "gen" or "fv"
  std::string label;   // of a table: the label's column
  std::string columns;
  std::string categories;
  std::string label_file;  // of fv
  std::string test_data;   // a file of samples to hold out; "": some of the data are
  std::string test_label_file;
  Generation generation;
  HeldOut held_out;
};

struct ForestArguments {
  DataArguments data;
  Settings settings;  // but for what the data decide, see decide
  bool bootstrap = true;
  std::string expected_hash;  // "": none

  // Throws sdk::Error (ASSAY_INVALID) that names the argument out of range or at odds with another.
  explicit ForestArguments(const assay::sdk::Bindings& bound);

  // The settings for training data of so many samples and attributes: arguments of 0 stand for what
  // they say there. Throws sdk::Error (ASSAY_INVALID) for those that do not go with the data.
  [[nodiscard]] Settings decide(std::uint32_t samples, std::uint32_t attributes) const;
};

// What the problems declare: names, documentation, defaults.
std::vector<assay::sdk::Argument> forest_arguments();

}  // namespace forest
