// The C++ face of plugin.h: header-only, so nothing of it crosses the plugin boundary.
//
// A plugin describes itself in one function and states its entry point once:
//
//   class Saxpy : public assay::sdk::Trial {
//    public:
//     explicit Saxpy(const assay::sdk::Task& task);
//     void run() override;
//   };
//
//   void describe(assay::sdk::Plugin& plugin) {
//     plugin.variant({.name = "saxpy.cpu", .problem = "blas/saxpy", .doc = "One loop.",
//                     .parameters = {{"unroll", "Iterations unrolled.", {1, 2, 4}}},
//                     .prepare = assay::sdk::prepare_as<Saxpy>});
//   }
//   ASSAY_PLUGIN("my-saxpy", "1.0", describe)
//
// Errors are exceptions of type sdk::Error inside a plugin; export.hpp turns every exception
// into a status and a message.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "assay/accelerator.hpp"
#include "assay/cached.hpp"
#include "assay/content_hash.hpp"
#include "assay/embedded_kernels.hpp"
#include "assay/error.hpp"
#include "assay/export.hpp"
#include "assay/graph.hpp"
#include "assay/host.hpp"
#include "assay/kernel.hpp"
#include "assay/native.hpp"
#include "assay/parameters.hpp"
#include "assay/precision.hpp"
#include "assay/problem.hpp"
#include "assay/processor.hpp"
#include "assay/random.hpp"
#include "assay/tensor.hpp"
#include "assay/value.hpp"
#include "assay/variant.hpp"

namespace assay::sdk {

// Collects the problems and variants of a plugin, and owns the C structs that describe them.
class Plugin {
 public:
  Plugin(const char* name, const char* version) {
    plugin_.abi = ASSAY_ABI_VERSION;
    plugin_.size = sizeof(assay_plugin);
    plugin_.name = name;
    plugin_.version = version;
  }

  void problem(ProblemDescription description) {
    problems_.push_back(std::make_unique<detail::ProblemExport>(std::move(description)));
    problem_views_.push_back(problems_.back().get());
    plugin_.problems = problem_views_.data();
    plugin_.problem_count = problem_views_.size();
  }
  void variant(VariantDescription description) {
    variants_.push_back(std::make_unique<detail::VariantExport>(std::move(description)));
    variant_views_.push_back(variants_.back().get());
    plugin_.variants = variant_views_.data();
    plugin_.variant_count = variant_views_.size();
  }
  [[nodiscard]] const assay_plugin* view() const { return &plugin_; }

 private:
  assay_plugin plugin_{};
  std::vector<std::unique_ptr<detail::ProblemExport>> problems_;
  std::vector<std::unique_ptr<detail::VariantExport>> variants_;
  std::vector<const assay_problem*> problem_views_;
  std::vector<const assay_variant*> variant_views_;
};

}  // namespace assay::sdk

// Defines the plugin's entry point. `describe` is a function of signature
// void(assay::sdk::Plugin&).
#define ASSAY_PLUGIN(name, version, describe)                                         \
  extern "C" ASSAY_EXPORT const assay_plugin* assay_plugin_entry(uint32_t host_abi) { \
    if (host_abi != ASSAY_ABI_VERSION) return nullptr;                                \
    static const assay::sdk::Plugin plugin = [] {                                     \
      assay::sdk::Plugin p(name, version);                                            \
      describe(p);                                                                    \
      return p;                                                                       \
    }();                                                                              \
    return plugin.view();                                                             \
  }
