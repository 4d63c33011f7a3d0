// The variant openmp.cpu: columns are coded once, trees and large subtrees shared among threads.
#include <memory>
#include <vector>

#include "forest/cpu/forest_grower.hpp"
#include "forest/cpu/presorted_search.hpp"
#include "forest/cpu/variants.hpp"
#include "forest/library/codes.hpp"
#include "forest/library/inputs.hpp"
#include "forest/library/sorting_search.hpp"

namespace forest {
namespace {

namespace sdk = assay::sdk;

class OpenMpTrial final : public sdk::Trial {
 public:
  explicit OpenMpTrial(const sdk::Task& task)
      : host_(task.host()),
        data_(training_data(task)),
        settings_(settings_of(task)),
        table_(settings_.draws(data_.samples)),
        threads_(static_cast<int>(sdk::threads_of(task))),
        is_presorted_(task.configuration().text("node_order") == "presorted"),
        task_size_(static_cast<std::size_t>(task.configuration().integer("task_size"))),
        output_(task) {}

  void run() override {
    switch (code_bytes(data_, settings_.bins)) {
      case 1:
        return run_with<std::uint8_t>();
      case 2:
        return run_with<std::uint16_t>();
      default:
        return run_with<std::uint32_t>();
    }
  }

 private:
  template <class Code>
  void run_with() {
    const auto columns = encode<Code>();
    const auto trees = settings_.criterion == Criterion::gini ? grow<Code, GiniScan>(*columns)
                                                              : grow<Code, EntropyScan>(*columns);
    const sdk::Phase phase(host_, "collect");
    output_.write(trees, threads_);
  }
  template <class Code>
  std::unique_ptr<CodedColumns<Code>> encode() {
    const sdk::Phase phase(host_, "encode");
    return std::make_unique<CodedColumns<Code>>(data_, settings_.bins, threads_);
  }
  template <class Code, class Scan>
  std::vector<Tree> grow(const CodedColumns<Code>& columns) {
    const sdk::Phase phase(host_, "grow");
    return is_presorted_ ? grow_by<Code, PresortedSearch<Code, Scan>>(columns)
                         : grow_by<Code, SortingSearch<Code, Scan>>(columns);
  }
  template <class Code, class Search>
  std::vector<Tree> grow_by(const CodedColumns<Code>& columns) {
    return ForestGrower<Code, Search>(data_, columns, settings_, table_, threads_, task_size_)
        .grow();
  }

  sdk::Host host_;
  TrainingData data_;
  Settings settings_;
  CountTable table_;
  int threads_;
  bool is_presorted_;
  std::size_t task_size_;
  ForestOutput output_;
};

}  // namespace

sdk::VariantDescription openmp_variant() {
  return {.name = "openmp.cpu",
          .problem = "forest/train",
          .doc =
              "Columns are encoded once as ranks or bins of their values; threads share trees and "
              "large subtrees.",
          .parameters = {{"node_order",
                          "sort: a node's samples are sorted by each attribute tried; presorted: "
                          "lists sorted by every attribute are split with each node.",
                          {"sort", "presorted"}},
                         {"task_size",
                          "Samples from which on another thread may grow a subtree.",
                          {4096, 256, 1024, 16384, 1 << 30}},
                         sdk::threads_parameter()},
          .constraints = {sdk::threads_constraint()},
          .prepare = sdk::prepare_as<OpenMpTrial>};
}

}  // namespace forest
