#include "framework/worker/plugins.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <utility>

#include "framework/core/error.hpp"
#include "framework/core/hash.hpp"
#include "framework/core/names.hpp"
#include "framework/worker/describe.hpp"
#include "framework/worker/dispatched_variant.hpp"
#include "framework/worker/library.hpp"

namespace assay {
namespace {

namespace fs = std::filesystem;

// The libraries in a folder, or `folder` itself if it is a file.
std::vector<fs::path> libraries_in(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code missing;
  if (fs::is_regular_file(folder, missing)) return {fs::absolute(folder)};
  for (const auto& entry : fs::directory_iterator(folder, missing)) {
    if (entry.path().extension() == ".so") files.push_back(fs::absolute(entry.path()));
  }
  std::sort(files.begin(), files.end());
  return files;
}

// Identifies a build: the hash of the file's contents.
std::string build_id_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw environment_error("cannot be read: {}", std::strerror(errno));
  Hasher hasher;
  std::vector<char> block(1 << 20);
  do {
    in.read(block.data(), static_cast<std::streamsize>(block.size()));
    hasher.bytes(block.data(), static_cast<std::size_t>(in.gcount()));
  } while (in);
  return hasher.hex();
}

}  // namespace

PluginSet::PluginSet(std::span<const fs::path> folders, std::chrono::milliseconds probe_limit)
    : probe_limit_(probe_limit) {
  for (const fs::path& folder : folders) {
    const auto more = libraries_in(folder);
    files_.insert(files_.end(), more.begin(), more.end());
  }
}

void PluginSet::load_all() {
  if (std::exchange(all_loaded_, true)) return;
  std::vector<fs::path> files;
  std::ranges::copy_if(files_, std::back_inserter(files),
                       [&](const fs::path& file) { return !is_loaded(file); });
  const auto reasons = probe_libraries(files, probe_limit_);
  for (std::size_t k = 0; k < files.size(); ++k) {
    try {
      if (!reasons[k].empty()) throw environment_error("{}", reasons[k]);
      load(files[k]);
    } catch (const Error& error) {
      skipped_.push_back({files[k].string(), error.what()});
    }
  }
  put_in_order();
  join_dispatchers();
}

void PluginSet::load_known(std::span<const std::string> files) {
  const std::size_t before = plugins_.size();
  for (const std::string& file : files) {
    if (is_loaded(file)) continue;
    if (std::ranges::find(files_, fs::path(file)) == files_.end()) {
      throw environment_error("{} is not one of the plugins here", file);
    }
    load(file);
  }
  if (plugins_.size() == before) return;
  put_in_order();
  join_dispatchers();
}

bool PluginSet::is_loaded(const fs::path& file) const {
  return std::ranges::find(plugins_, file.string(), &PluginDescription::path) != plugins_.end();
}

// Puts everything in the order that loading all files at once would give; plugins that are in no
// library come last.
void PluginSet::put_in_order() {
  const auto place_of = [&](const PluginDescription& plugin) {
    return std::ranges::find(files_, fs::path(plugin.path)) - files_.begin();
  };
  std::ranges::stable_sort(plugins_, {}, place_of);
  const auto place_of_build = [&](const auto& loaded) {
    return std::ranges::find(plugins_, loaded.description.build_id, &PluginDescription::build_id) -
           plugins_.begin();
  };
  std::ranges::stable_sort(problems_, {}, place_of_build);
  std::ranges::stable_sort(variants_, {}, place_of_build);
}

std::vector<std::string> PluginSet::files_of(const std::string& problem_name,
                                             std::span<const VariantName> variants) const {
  std::vector<std::string> builds = {problem(problem_name).description.build_id};
  for (const auto& [name, build] : variants) {
    const LoadedVariant& wanted = variant(problem_name, name, build);
    builds.push_back(wanted.description.build_id);
    if (wanted.dispatched == nullptr) continue;
    std::ranges::copy(wanted.dispatched->builds(), std::back_inserter(builds));
  }
  std::vector<std::string> files;
  for (const PluginDescription& plugin : plugins_) {
    const bool of_a_library = std::ranges::find(files_, fs::path(plugin.path)) != files_.end();
    const bool needed = std::ranges::find(builds, plugin.build_id) != builds.end();
    if (of_a_library && needed) files.push_back(plugin.path);
  }
  return files;
}

void PluginSet::load(const fs::path& file) {
  const std::string build_id = build_id_of(file);
  require_new(build_id);
  const assay_plugin* plugin = load_library(file);
  take_in(*plugin, {plugin->name, plugin->version, build_id, file.string()});
}

void PluginSet::add(MadePlugin made) {
  const assay_plugin* plugin = made.plugin->view();
  check_plugin(plugin);
  require_new(made.description.build_id);
  take_in(*plugin, made.description);
  made_.push_back(std::move(made));
}

void PluginSet::add(DispatcherFile dispatcher) {
  auto decision = decision::decision_from_json(dispatcher.text);
  dispatchers_.push_back({std::move(dispatcher), std::move(decision)});
  join_dispatchers();
}

// What a dispatcher chooses from may be of libraries that are loaded later, also in other builds.
void PluginSet::join_dispatchers() {
  for (const Dispatcher& dispatcher : dispatchers_) {
    try {
      for (auto& made :
           dispatched_variants(dispatcher.file, dispatcher.decision, problems_, variants_)) {
        const std::string& build = made->description().build_id;
        if (std::ranges::find(plugins_, build, &PluginDescription::build_id) != plugins_.end()) {
          continue;
        }
        take_in(made->plugin(), made->description());
        variants_.back().dispatched = std::move(made);
      }
    } catch (const Error& error) {
      if (all_loaded_) skipped_.push_back({dispatcher.file.file, error.what()});
    }
  }
}

void PluginSet::require_new(const std::string& build_id) const {
  const auto same = std::ranges::find(plugins_, build_id, &PluginDescription::build_id);
  if (same != plugins_.end()) throw environment_error("is the same build as {}", same->path);
}

void PluginSet::take_in(const assay_plugin& plugin, PluginDescription description) {
  const std::string& build_id = description.build_id;
  for (const auto* problem : std::span(plugin.problems, plugin.problem_count)) {
    problems_.push_back({problem, describe(*problem, plugin.name, build_id)});
  }
  for (const auto* variant : std::span(plugin.variants, plugin.variant_count)) {
    variants_.push_back({variant, describe(*variant, plugin.name, build_id)});
  }
  plugins_.push_back(std::move(description));
}

const LoadedProblem& PluginSet::problem(const std::string& name) const {
  std::vector<std::string> known;
  for (const LoadedProblem& problem : problems_) {
    if (problem.description.name == name) return problem;
    known.push_back(problem.description.name);
  }
  throw usage_error("no loaded plugin provides a problem '{}'; {}", name,
                    did_you_mean(name, known));
}

bool LoadedVariant::promises_copies() const {
  return has_member(*plugin, &assay_variant::outputs_are_copies) &&
         plugin->outputs_are_copies == 1 && plugin->outputs != nullptr;
}

std::size_t PluginSet::most_queues() const {
  std::size_t most = 0;
  for (const auto& variant : variants_) {
    most = std::max<std::size_t>(most, variant.plugin->queues);
  }
  return most;
}

const LoadedVariant& PluginSet::variant(const std::string& problem, const std::string& name,
                                        const std::string& build_id) const {
  std::vector<std::string> known;
  std::vector<std::string> builds;
  const LoadedVariant* found = nullptr;
  for (const LoadedVariant& variant : variants_) {
    if (variant.description.problem != problem) continue;
    known.push_back(variant.description.name);
    if (variant.description.name != name) continue;
    builds.push_back(variant.description.build_id);
    if (build_id.empty() || variant.description.build_id == build_id) found = &variant;
  }
  if (builds.empty()) {
    throw usage_error("no loaded plugin provides a variant '{}' for '{}'; {}", name, problem,
                      did_you_mean(name, known));
  }
  if (found == nullptr || (build_id.empty() && builds.size() > 1)) {
    throw usage_error("variant '{}' for '{}' is loaded in the builds {}, but not in build '{}'",
                      name, problem, fmt::join(builds, ", "), build_id);
  }
  return *found;
}

}  // namespace assay
