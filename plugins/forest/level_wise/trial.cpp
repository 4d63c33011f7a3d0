#include "forest/level_wise/trial.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "forest/level_wise/batch_size.hpp"
#include "forest/level_wise/canonical_order.hpp"
#include "forest/level_wise/encoder.hpp"
#include "forest/level_wise/growing_trees.hpp"
#include "forest/level_wise/host_subtrees.hpp"
#include "forest/level_wise/programs.hpp"
#include "forest/level_wise/shape.hpp"

namespace forest::level_wise {
namespace {

namespace sdk = assay::sdk;

// The shares of a forest that levels, groups and the host grew.
struct Parts {
  void add(const Grown& batch) {
    level_nodes += static_cast<double>(batch.level_nodes);
    group_subtrees += batch.small;
    group_draws += batch.small_draws;
    host_subtrees += batch.hosted;
    host_draws += batch.hosted_draws;
  }

  double level_nodes = 0;
  double group_subtrees = 0;
  double group_draws = 0;
  double host_subtrees = 0;
  double host_draws = 0;
};

// The trial of both variants: level-wise, and hybrid if the host grows some subtrees.
class LevelsTrial final : public sdk::Trial {
 public:
  LevelsTrial(const sdk::Task& task, assay_backend backend)
      : device_{task.host(), backend},
        shape_(task, backend),
        data_(training_data(task)),
        settings_(settings_of(task)),
        bounds_(data_, settings_, shape_),
        batch_(trees_that_fit(
            device_, bounds_, Encoder::bytes(data_, shape_),
            static_cast<std::size_t>(task.configuration().integer("trees_per_batch")),
            settings_.trees)),
        programs_(device_, shape_),
        values_lock_(task.host(), std::as_bytes(data_.values)),
        columns_(device_, shape_, programs_, data_),
        trees_(device_, shape_, programs_, data_, settings_, bounds_, batch_, columns_),
        order_(device_, programs_.canonical, task, batch_ * bounds_.nodes, batch_),
        launcher_{shape_.group} {
    if (shape_.most_hosted > 0) {
      host_ = std::make_unique<HostSubtrees>(device_, shape_, programs_, data_, settings_, bounds_,
                                             batch_, columns_);
    }
    const std::size_t batches = sdk::quotient_up(settings_.trees, batch_);
    device_.host.trial_fact("batches", static_cast<double>(batches));
    device_.host.trial_fact("trees_per_batch", static_cast<double>(batch_));
    device_.host.trial_fact("allocations", 0);  // all buffers are allocated before the run
  }

  void run() override {
    launcher_ = {shape_.group};
    parts_ = {};
    {
      const sdk::Phase phase(device_.host, "upload");
      columns_.upload();
    }
    {
      const sdk::Phase phase(device_.host, "encode");
      columns_.encode(launcher_);
      if (host_) host_->read_codes();
    }
    for (std::size_t first = 0; first < settings_.trees; first += batch_) {
      const auto count = static_cast<std::uint32_t>(std::min(batch_, settings_.trees - first));
      run_batch(static_cast<std::uint32_t>(first), count);
    }
  }
  void outputs() override {
    device_.host.trial_fact("launches", static_cast<double>(launcher_.launches));
    device_.host.trial_fact("synchronisations", static_cast<double>(launcher_.synchronisations));
    device_.host.trial_fact("level_nodes", parts_.level_nodes);
    device_.host.trial_fact("group_subtrees", parts_.group_subtrees);
    device_.host.trial_fact("group_draws", parts_.group_draws);
    if (!host_) return;
    device_.host.trial_fact("host_subtrees", parts_.host_subtrees);
    device_.host.trial_fact("host_draws", parts_.host_draws);
  }

 private:
  void run_batch(std::uint32_t first, std::uint32_t count) {
    Grown grown;
    {
      const sdk::Phase phase(device_.host, "grow");
      grown = trees_.grow(first, count, host_.get(), launcher_);
    }
    parts_.add(grown);
    if (host_) {  // the host may take longer than the device
      const sdk::Phase phase(device_.host, "graft");
      host_->graft(trees_.in_work(), trees_.nodes(), grown, launcher_);
    }
    const sdk::Phase phase(device_.host, "collect");
    order_.write(trees_.nodes(), grown, first, count, launcher_);
    device_.host.finish();
    ++launcher_.synchronisations;
  }

  Device device_;
  Shape shape_;
  TrainingData data_;
  Settings settings_;
  TreeBounds bounds_;
  std::size_t batch_;
  Programs programs_;
  sdk::PageLock values_lock_;
  Encoder columns_;
  GrowingTrees trees_;
  CanonicalOrder order_;
  std::unique_ptr<HostSubtrees> host_;  // null: the host grows no subtrees
  Launcher launcher_;
  Parts parts_;
};

sdk::VariantDescription describe(const std::string& name, const char* doc, assay_backend backend,
                                 ParameterSet set) {
  auto variant = sdk::describe_accelerated(name, "forest/train", doc, backend, std::move(set));
  variant.prepare = [=](const sdk::Task& task) {
    return std::make_unique<LevelsTrial>(task, backend);
  };
  variant.compile = [=](const sdk::Task& task) {
    const Device device{task.host(), backend};
    static_cast<void>(Programs(device, Shape(task, backend)));
  };
  return variant;
}

}  // namespace

sdk::VariantDescription level_wise_variant(assay_backend backend) {
  return describe("level-wise",
                  "The same few launches grow all nodes of a level of all trees, with exact values "
                  "or bins; small subtrees are grown by one group each, in local memory.",
                  backend, parameters(backend));
}

sdk::VariantDescription hybrid_variant(assay_backend backend) {
  ParameterSet set = parameters(backend);
  add_host_parameters(set);
  return describe(
      "hybrid",
      "The whole device grows large nodes, a level at a time; smaller subtrees are grown by one "
      "group each, in local memory, and the smallest by the host's threads meanwhile.",
      backend, std::move(set));
}

}  // namespace forest::level_wise
