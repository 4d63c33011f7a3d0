// The variant that a dispatcher makes of its pairs: on each instance it is the one that the tree
// chooses, and each run begins with choosing.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "assay/plugin.h"
#include "framework/core/catalog.hpp"
#include "framework/core/fact.hpp"
#include "framework/decision/decision.hpp"
#include "framework/decision/dispatcher_file.hpp"
#include "framework/kernel_file/plugin_values.hpp"
#include "framework/worker/plugins.hpp"

namespace assay {

class DispatchedVariant {
 public:
  // `variants` are those of the decision's pairs, in their order. Throws usage Error where pairs
  // have several devices, or for a configuration that a variant does not take.
  DispatchedVariant(const DispatcherFile& file, decision::Decision decision,
                    std::span<const LoadedVariant* const> variants);
  DispatchedVariant(const DispatchedVariant&) = delete;
  DispatchedVariant& operator=(const DispatchedVariant&) = delete;

  // The plugin that brings this variant alone.
  [[nodiscard]] const assay_plugin& plugin() const { return plugin_; }
  // Its build id covers the file and the builds of the pairs' variants.
  [[nodiscard]] const PluginDescription& description() const { return description_; }
  // The builds of the pairs' variants.
  [[nodiscard]] std::vector<std::string> builds() const;

  // Why the constraints of the pair that is chosen for these arguments exclude the instance, with
  // its name; "" if they do not. Throws usage Error for a constraint that cannot be evaluated, as
  // one over facts of an instance where `facts` lacks them, and if the choice is by such a fact.
  [[nodiscard]] std::string why_excluded(const Bindings& arguments, const std::vector<Fact>& facts,
                                         const DeviceDescription& device) const;

 private:
  // What carries out a pair.
  struct Part {
    Part(const decision::Pair& pair, const LoadedVariant& variant);

    std::string label;
    const assay_variant* plugin;
    VariantDescription description;
    Bindings configuration;  // every parameter, in declared order
    BindingsView bound;      // borrows from `configuration`
  };
  struct Entry : assay_variant {
    const DispatchedVariant* owner = nullptr;
  };
  struct Trial;

  void describe_entry(std::span<const LoadedVariant* const> variants);
  // Whether any pair's variant has a function: those that none has are left out.
  [[nodiscard]] bool any_has(const std::function<bool(const assay_variant&)>& function) const;
  void set_preparation();
  void set_repetition();
  // The values of the decision's features on an instance. Throws usage Error if a fact is missing.
  [[nodiscard]] decision::FeatureValues input_of(const Bindings& arguments,
                                                 std::span<const Fact> facts) const;
  [[nodiscard]] const Part& part_for(const Bindings& arguments, std::span<const Fact> facts) const;
  // Nothing if the choice depends on facts that are not known yet.
  [[nodiscard]] static const Part* part_for(const assay_variant* self, const assay_context& context,
                                            const assay_task& task);
  static assay_status prepare(const assay_variant* self, const assay_host* host,
                              assay_context* context, const assay_task* task, assay_trial** trial);

  std::string name_;
  std::string doc_;
  decision::Decision decision_;
  std::deque<Part> parts_;  // never moved: views borrow from them
  Entry entry_ = {};
  const assay_variant* entries_[1] = {&entry_};
  PluginDescription description_;
  assay_plugin plugin_ = {};
};

// The variants that a dispatcher makes of what is loaded: one, or where variants of its pairs are
// loaded in several builds, one of all first builds, one of all second ones, and so on. Throws
// usage Error where the decision does not fit (decision/fit.hpp).
[[nodiscard]] std::vector<std::shared_ptr<const DispatchedVariant>> dispatched_variants(
    const DispatcherFile& file, const decision::Decision& decision,
    std::span<const LoadedProblem> problems, std::span<const LoadedVariant> variants);

}  // namespace assay
