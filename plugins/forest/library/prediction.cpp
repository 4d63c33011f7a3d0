#include "forest/library/prediction.hpp"

#include <string>

namespace forest {

using assay::sdk::elements;
using assay::sdk::Error;

Prediction::Prediction(const assay::sdk::Task& task)
    : rows(static_cast<std::size_t>(task.input("rows").shape[0])),
      attributes(static_cast<std::size_t>(task.input("rows").shape[1])),
      labels(elements<const std::uint32_t>(task.input("label_count"))[0]),
      values(elements<const float>(task.input("rows"))),
      forest(elements<const std::int64_t>(task.input("tree_offsets")),
             elements<const std::int32_t>(task.input("node_attribute")),
             elements<const float>(task.input("node_threshold")),
             elements<const std::int32_t>(task.input("node_link")),
             elements<const std::int32_t>(task.input("node_count"))),
      predicted(elements<std::int32_t>(task.output("predicted"))) {
  if (task.input("rows").rank != 2 || predicted.size() != rows) {
    throw Error(ASSAY_INVALID,
                "'rows' must be [rows, attributes], with as many rows as 'predicted' has");
  }
  if (const auto wrong = fault(forest, attributes, labels); !wrong.empty()) {
    throw Error(ASSAY_INVALID, "the forest is not valid: " + wrong);
  }
}

}  // namespace forest
