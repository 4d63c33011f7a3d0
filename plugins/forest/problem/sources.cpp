#include "forest/problem/sources.hpp"

#include <fmt/format.h>

#include "forest/problem/file_data.hpp"
#include "forest/problem/generator.hpp"

namespace forest {
namespace {

using assay::sdk::Error;

// Labels and attributes are numbers of 16 bits to variants.
constexpr std::size_t most_distinct = std::size_t{1} << 16;

void require_size(const Dataset& data, const std::string& path) {
  if (data.label_names.size() > most_distinct) {
    throw Error(ASSAY_DATA_ERROR,
                fmt::format("{} has {} different labels, and up to {} are possible: is this a "
                            "column of numbers to be predicted?",
                            path, data.label_names.size(), most_distinct));
  }
  if (data.attribute_names.size() > most_distinct) {
    throw Error(ASSAY_DATA_ERROR,
                fmt::format("{} gives {} attributes, and up to {} are possible: leave out columns "
                            "of many categories",
                            path, data.attribute_names.size(), most_distinct));
  }
}

}  // namespace

Dataset load_dataset(const assay::sdk::Host& host, const DataArguments& arguments) {
  if (arguments.data == "generated") return generate(arguments.generation);
  const std::string path = host.resolve_path(arguments.data);
  if (arguments.format == "fv" && arguments.label_file.empty()) {
    throw Error(ASSAY_INVALID,
                "format = \"fv\" keeps the labels in a file of their own: give "
                "label_file = \"...\"");
  }
  Dataset data = arguments.format == "gen"  ? read_gen(path)
                 : arguments.format == "fv" ? read_fv(path, host.resolve_path(arguments.label_file))
                                            : read_table(path, arguments);
  require_size(data, path);
  return data;
}

}  // namespace forest
