// The arguments that define an instance of the family's problems.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "assay/plugin.hpp"
#include "forest/library/settings.hpp"
#include "forest/problem/generator.hpp"
#include "forest/problem/held_out.hpp"

namespace forest {

// The arguments that choose the data. Empty strings stand for arguments that were not given.
struct DataArguments {
  std::string data;    // "generated" or the name of a file
  std::string format;  // the format of the file: "table", "gen" or "fv"
  std::string label;   // the label column of a table
  std::string columns;
  std::string categories;
  std::string label_file;  // the label file of format fv
  std::string test_data;   // a file of held-out samples; "": a part of `data` is held out
  std::string test_label_file;
  Generation generation;
  HeldOut held_out;
};

struct ForestArguments {
  DataArguments data;
  Settings settings;  // without what depends on the data, see decide
  bool bootstrap = true;
  std::string expected_hash;  // the forest's known hash; "": none

  // Throws sdk::Error (ASSAY_INVALID) that names the argument out of range or in conflict with
  // another.
  explicit ForestArguments(const assay::sdk::Bindings& bound);

  // Returns the settings for training data with so many samples and attributes: arguments of 0 are
  // replaced by the values that their documentation states. Throws sdk::Error (ASSAY_INVALID) for
  // arguments that do not suit the data.
  [[nodiscard]] Settings decide(std::uint32_t samples, std::uint32_t attributes) const;
};

// The arguments that both problems declare: names, documentation, defaults.
std::vector<assay::sdk::Argument> forest_arguments();

}  // namespace forest
