#include "framework/kernel_file/plugins.hpp"

#include <algorithm>
#include <filesystem>

#include "framework/kernel_file/array_problem.hpp"
#include "framework/kernel_file/kernel_variant.hpp"

namespace assay {
namespace {

constexpr const char* version = "file";  // the build id identifies the content

MadePlugin make(PluginDescription description) {
  auto name = std::make_unique<const std::string>(description.name);
  auto plugin = std::make_unique<sdk::Plugin>(name->c_str(), version);
  return {std::move(description), std::move(name), std::move(plugin)};
}

// The part "file" of "file:line:column".
std::string file_of(const std::string& place) {
  const auto column = place.rfind(':');
  const auto line = column == std::string::npos ? column : place.rfind(':', column - 1);
  return place.substr(0, line);
}

}  // namespace

std::vector<MadePlugin> make_plugins(const KernelFiles& files) {
  std::vector<MadePlugin> plugins;
  for (const ArrayProblemDescription& problem : files.problems) {
    const std::string file = file_of(problem.place);
    plugins.push_back(make(
        {std::filesystem::path(file).filename().string(), version, content_id(problem), file}));
    plugins.back().plugin->problem(array_problem(problem));
  }
  for (const KernelDescription& kernel : files.kernels) {
    if (!kernel.competes) continue;
    const auto problem =
        std::ranges::find(files.problems, kernel.problem, &ArrayProblemDescription::name);
    plugins.push_back(make(
        {std::filesystem::path(kernel.source.text).filename().string(), version,
         content_id(kernel, problem == files.problems.end() ? nullptr : &*problem), kernel.path}));
    plugins.back().plugin->variant(kernel_variant(kernel));
  }
  return plugins;
}

}  // namespace assay
