#include "forest/problem/sources.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "forest/problem/file_data.hpp"
#include "forest/problem/generator.hpp"
#include "forest/problem/label_map.hpp"

namespace forest {
namespace {

using assay::sdk::Error;

// Variants represent labels and attributes as numbers of 16 bits.
constexpr std::size_t most_distinct = std::size_t{1} << 16;

void require_size(const Dataset& data, const std::string& path) {
  if (data.label_names.size() > most_distinct) {
    throw Error(ASSAY_DATA_ERROR,
                fmt::format("{} has {} different labels, but at most {} are possible: is this a "
                            "column of numbers to be predicted?",
                            path, data.label_names.size(), most_distinct));
  }
  if (data.attribute_names.size() > most_distinct) {
    throw Error(ASSAY_DATA_ERROR, fmt::format("{} gives {} attributes, but at most {} are "
                                              "possible: leave out columns of many categories",
                                              path, data.attribute_names.size(), most_distinct));
  }
}

Dataset read_file(const assay::sdk::Host& host, const DataArguments& arguments,
                  const std::string& name, const std::string& label_file) {
  const std::string path = host.resolve_path(name);
  if (arguments.format == "fv" && label_file.empty()) {
    throw Error(ASSAY_INVALID,
                fmt::format("format = \"fv\" keeps the labels of {} in a file of their own: give "
                            "label_file (of test_data, test_label_file)",
                            path));
  }
  Dataset data = arguments.format == "gen"  ? read_gen(path)
                 : arguments.format == "fv" ? read_fv(path, host.resolve_path(label_file))
                                            : read_table(path, arguments);
  require_size(data, path);
  return data;
}

void require_same_attributes(const PartedData& data, const DataArguments& arguments) {
  const auto& names = data.training.attribute_names;
  const auto& others = data.held_out.attribute_names;
  if (names == others) return;
  const auto [own, other] = std::ranges::mismatch(names, others);
  const auto name_at = [](const auto& all, auto at) {
    return at == all.end() ? std::string("no more") : fmt::format("'{}'", *at);
  };
  throw Error(ASSAY_DATA_ERROR,
              fmt::format("{} and {} have different attributes: after {} equal ones, the first has "
                          "{} and the second has {}",
                          arguments.data, arguments.test_data, own - names.begin(),
                          name_at(names, own), name_at(others, other)));
}

// Renumbers the labels of training and held-out data consistently.
void join_labels(PartedData& data) {
  std::vector<std::string> names = data.training.label_names;
  const auto& others = data.held_out.label_names;
  names.insert(names.end(), others.begin(), others.end());
  const MappedLabels mapped = map_labels(names);
  const std::size_t first_other = data.training.label_names.size();
  for (std::int32_t& label : data.training.labels) {
    label = mapped.labels[static_cast<std::size_t>(label)];
  }
  for (std::int32_t& label : data.held_out.labels) {
    label = mapped.labels[first_other + static_cast<std::size_t>(label)];
  }
  data.training.label_names = mapped.names;
  data.held_out.label_names = mapped.names;
}

}  // namespace

PartedData load_data(const assay::sdk::Host& host, const DataArguments& arguments) {
  PartedData data;
  data.training = arguments.data == "generated"
                      ? generate(arguments.generation)
                      : read_file(host, arguments, arguments.data, arguments.label_file);
  if (arguments.test_data.empty()) {
    data.held_out =
        take_out(data.training, choose_held_out(data.training.samples(), arguments.held_out));
    return data;
  }
  data.held_out = read_file(host, arguments, arguments.test_data, arguments.test_label_file);
  require_same_attributes(data, arguments);
  join_labels(data);
  return data;
}

}  // namespace forest
