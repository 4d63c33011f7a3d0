#include "forest/problem/problem.hpp"

#include <algorithm>

#include "forest/problem/arguments.hpp"
#include "forest/problem/predict_instance.hpp"
#include "forest/problem/train_instance.hpp"

namespace forest {
namespace {

using assay::sdk::TensorDoc;

// The tensors of a forest, with the meaning of library/forest.hpp.
std::vector<TensorDoc> forest_tensors(assay_direction direction) {
  return {{"tree_offsets", direction,
           "i64 [trees + 1]: the nodes of tree t are those from offset t to offset t + 1, which is "
           "their number at the end; the first is 0"},
          {"node_attribute", direction,
           "i32 [nodes]: the attribute that splits, -1 for a leaf. A tree's nodes lie in "
           "depth-first preorder: a split's left child follows it"},
          {"node_threshold", direction,
           "f32 [nodes]: left goes what is <= it; the midpoint of the values that it parts, "
           "rounded, but below the greater one; 0 for a leaf"},
          {"node_link", direction,
           "i32 [nodes]: a split's right child, counted from the tree's root; a leaf's label: that "
           "of most draws, the lowest of several"},
          {"node_count", direction, "i32 [nodes]: draws that reached the node"}};
}

std::vector<TensorDoc> train_tensors() {
  std::vector<TensorDoc> tensors{
      {"attributes", ASSAY_INPUT, "f32 [attributes, samples], finite"},
      {"labels", ASSAY_INPUT, "i32 [samples], 0 .. label_count - 1"},
      {"label_count", ASSAY_SETUP, "u32 [1]; some labels may have no sample"},
      {"trees", ASSAY_SETUP, "u32 [1]"},
      {"bootstrap_size", ASSAY_SETUP,
       "u32 [1]: draws for each tree with replacement; 0: every sample once. Draws, and attributes "
       "of nodes, are those of kernels/forest/random.h"},
      {"minimum_node_size", ASSAY_SETUP, "u32 [1]: nodes with fewer draws become leaves"},
      {"maximum_depth", ASSAY_SETUP, "u32 [1]: nodes so deep are leaves; 2^32 - 1: no limit"},
      {"attributes_tried", ASSAY_SETUP,
       "u32 [1]: a node's split is the best of that many attributes, in an order drawn for the "
       "node; of the next as many where all of them are constant in the node, and so on"},
      {"criterion", ASSAY_SETUP, "u32 [1]: 0 Gini, 1 entropy, as library/score.hpp has them"},
      {"seed", ASSAY_SETUP, "u32 [1]"},
      {"bins", ASSAY_SETUP,
       "u32 [1]: 0, or columns are cut as quantile_edges in library/thresholds.hpp says"}};
  for (auto& tensor : forest_tensors(ASSAY_OUTPUT)) tensors.push_back(std::move(tensor));
  return tensors;
}

std::vector<TensorDoc> predict_tensors() {
  std::vector<TensorDoc> tensors{
      {"rows", ASSAY_INPUT, "f32 [rows, attributes]: the attributes of a sample are neighbours"},
      {"label_count", ASSAY_SETUP, "u32 [1]"}};
  for (auto& tensor : forest_tensors(ASSAY_SETUP)) tensors.push_back(std::move(tensor));
  tensors.push_back({"predicted", ASSAY_OUTPUT,
                     "i32 [rows]: the label that most trees give, the lowest of several"});
  return tensors;
}

std::vector<assay::sdk::Argument> predict_arguments() {
  auto arguments = forest_arguments();
  // Another seed gives a forest with another number of nodes: here a seed changes more than values.
  const auto seed = std::ranges::find(arguments, "seed", &assay::sdk::Argument::name);
  seed->domain->values_only = false;
  arguments.push_back({"rows",
                       "number of rows to label: the samples held out, repeated until there are "
                       "this many; 0: each once",
                       0});
  arguments.push_back(
      {"row_seed",
       "0: the samples held out in turn; else the seed with which they are drawn with replacement",
       0,
       {},
       assay::sdk::any_seed()});
  return arguments;
}

}  // namespace

void describe_problem(assay::sdk::Plugin& plugin) {
  plugin.problem({.name = "forest/train",
                  .doc = "Grow a random forest: from columns and labels on the host to the one "
                         "canonical forest on the host, bit for bit.",
                  .arguments = forest_arguments(),
                  .tensors = train_tensors(),
                  .create = create_train,
                  .checks = true,
                  .restore_check = restore_train_check});
  plugin.problem({.name = "forest/predict",
                  .doc = "Label rows by the majority of a forest's trees.",
                  .arguments = predict_arguments(),
                  .tensors = predict_tensors(),
                  .create = create_predict});
}

}  // namespace forest