#pragma once

#include <chrono>
#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "assay/plugin.h"
#include "framework/core/catalog.hpp"
#include "framework/kernel_file/plugins.hpp"

namespace assay {

// A problem or variant as the catalog knows it, with the plugin's own struct behind it.
struct LoadedProblem {
  const assay_problem* plugin;
  ProblemDescription description;
};
struct LoadedVariant {
  const assay_variant* plugin;
  VariantDescription description;
};

// The plugins of some folders, loaded for the life of the process.
class PluginSet {
 public:
  // Every *.so directly in the folders, in the folders' order and by file name within each; a
  // folder that does not exist is passed over. Nothing is loaded yet. `probe_limit` is for
  // load_all.
  explicit PluginSet(std::span<const std::filesystem::path> folders,
                     std::chrono::milliseconds probe_limit = std::chrono::seconds(10));

  // Loads all that is not loaded. Whatever cannot be used lands in skipped(). Every file is tried
  // in a forked child first, so this is best called while the process has one thread.
  void load_all();
  // Loads some of the files, which another process has loaded before: none is tried first. Throws
  // environment Error where one is not in the folders or cannot be used any more.
  void load_known(std::span<const std::string> files);
  // Those of a problem's and its variants' libraries, in the order of plugins(): `variant` pairs a
  // name with a build, which may be "".
  using VariantName = std::pair<std::string, std::string>;
  [[nodiscard]] std::vector<std::string> files_of(const std::string& problem,
                                                  std::span<const VariantName> variants) const;

  [[nodiscard]] const std::vector<PluginDescription>& plugins() const { return plugins_; }
  [[nodiscard]] const std::vector<SkippedPlugin>& skipped() const { return skipped_; }
  [[nodiscard]] const std::vector<LoadedProblem>& problems() const { return problems_; }
  [[nodiscard]] const std::vector<LoadedVariant>& variants() const { return variants_; }
  // assay_variant::queues, the largest of all.
  [[nodiscard]] std::size_t most_queues() const;

  // Takes in a plugin that no library holds, by the same checks. Throws environment Error as a
  // library's would be skipped.
  void add(MadePlugin made);

  // The first loaded problem of that name: where two builds of a plugin are loaded, both variants
  // are measured on the same one. Throws usage Error naming the nearest name.
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
  void put_in_order();

  std::vector<std::filesystem::path> files_;  // of the folders
  std::chrono::milliseconds probe_limit_;
  bool all_loaded_ = false;
  std::vector<MadePlugin> made_;
  std::vector<PluginDescription> plugins_;
  std::vector<SkippedPlugin> skipped_;
  std::vector<LoadedProblem> problems_;
  std::vector<LoadedVariant> variants_;
};

}  // namespace assay
