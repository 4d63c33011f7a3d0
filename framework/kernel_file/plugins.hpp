#pragma once

#include <memory>
#include <string>
#include <vector>

#include "assay/plugin.hpp"
#include "framework/core/catalog.hpp"
#include "framework/kernel_file/description.hpp"

namespace assay {

// A plugin created in memory instead of loaded from a library.
struct MadePlugin {
  PluginDescription description;            // its build id tells contents apart
  std::unique_ptr<const std::string> name;  // borrowed by `plugin`
  std::unique_ptr<sdk::Plugin> plugin;
};

// Makes a plugin for each problem and each competing kernel.
[[nodiscard]] std::vector<MadePlugin> make_plugins(const KernelFiles& files);

}  // namespace assay
