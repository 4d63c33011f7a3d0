#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "assay/plugin.h"
#include "framework/core/catalog.hpp"
#include "framework/decision/decision.hpp"
#include "framework/decision/dispatcher_file.hpp"
#include "framework/kernel_file/plugins.hpp"

namespace assay {

class DispatchedVariant;

// A problem or variant as the catalog knows it, with the plugin's own struct behind it.
struct LoadedProblem {
  const assay_problem* plugin;
  ProblemDescription description;
};
struct LoadedVariant {
  const assay_variant* plugin;
  VariantDescription description;
  std::shared_ptr<const DispatchedVariant> dispatched = nullptr;  // if a dispatcher makes it

  // Whether it promises assay_variant::outputs_are_copies.
  [[nodiscard]] bool promises_copies() const;
};

// The plugins of some folders, loaded for the life of the process.
class PluginSet {
 public:
  // Finds every *.so directly in the folders, in the folders' order and by file name within each; a
  // folder that does not exist is skipped. Loads nothing yet. `probe_limit` is for load_all().
  explicit PluginSet(std::span<const std::filesystem::path> folders,
                     std::chrono::milliseconds probe_limit = std::chrono::seconds(10));

  // Loads all plugins that are not loaded yet. A file that cannot be used is added to skipped().
  // Every file is tried in a forked child first, so this is best called while the process has one
  // thread.
  void load_all();
  // Loads some of the files, which another process has loaded before, without trying them in a
  // child first. Throws environment Error if one is not in the folders or cannot be used any more.
  void load_known(std::span<const std::string> files);
  // The name and the build of a variant; the build may be "".
  using VariantName = std::pair<std::string, std::string>;
  // The libraries of a problem and its variants, those that a dispatcher chooses from included, in
  // the order of plugins().
  [[nodiscard]] std::vector<std::string> files_of(const std::string& problem,
                                                  std::span<const VariantName> variants) const;

  [[nodiscard]] const std::vector<PluginDescription>& plugins() const { return plugins_; }
  [[nodiscard]] const std::vector<SkippedPlugin>& skipped() const { return skipped_; }
  [[nodiscard]] const std::vector<LoadedProblem>& problems() const { return problems_; }
  [[nodiscard]] const std::vector<LoadedVariant>& variants() const { return variants_; }
  // The largest assay_variant::queues of all loaded variants.
  [[nodiscard]] std::size_t most_queues() const;

  // Adds a plugin that is in no library, after the same checks. Throws environment Error where a
  // library would be skipped.
  void add(MadePlugin made);
  // Adds the variant of a dispatcher, as soon as all variants that it chooses from are loaded. One
  // that lacks some when everything is loaded is added to skipped(). Throws usage Error for a file
  // that is no dispatcher.
  void add(DispatcherFile dispatcher);

  // The first loaded problem of that name: where two builds of a plugin are loaded, the variants of
  // both are measured on the same problem. Throws usage Error naming the nearest name.
  [[nodiscard]] const LoadedProblem& problem(const std::string& name) const;
  // `build_id` may be empty where only one build is loaded. Throws usage Error naming the nearest
  // variant of the problem, or the loaded builds where there are several.
  [[nodiscard]] const LoadedVariant& variant(const std::string& problem, const std::string& name,
                                             const std::string& build_id) const;

 private:
  [[nodiscard]] bool is_loaded(const std::filesystem::path& file) const;
  void load(const std::filesystem::path& file);
  void require_new(const std::string& build_id) const;
  void take_in(const assay_plugin& plugin, PluginDescription description);
  void join_dispatchers();
  void put_in_order();

  struct Dispatcher {
    DispatcherFile file;
    decision::Decision decision;
  };

  std::vector<std::filesystem::path> files_;  // of all folders
  std::chrono::milliseconds probe_limit_;
  bool all_loaded_ = false;
  std::vector<MadePlugin> made_;
  std::vector<Dispatcher> dispatchers_;
  std::vector<PluginDescription> plugins_;
  std::vector<SkippedPlugin> skipped_;
  std::vector<LoadedProblem> problems_;
  std::vector<LoadedVariant> variants_;
};

}  // namespace assay
