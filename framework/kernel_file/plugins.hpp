#pragma once

#include <memory>
#include <string>
#include <vector>

#include "assay/plugin.hpp"
#include "framework/core/catalog.hpp"
#include "framework/kernel_file/description.hpp"

namespace assay {

// A plugin that no library holds.
struct MadePlugin {
  PluginDescription description;            // its build id tells one content from another
  std::unique_ptr<const std::string> name;  // which `plugin` borrows
  std::unique_ptr<sdk::Plugin> plugin;
};

// A plugin for each problem and each competing kernel.
[[nodiscard]] std::vector<MadePlugin> make_plugins(const KernelFiles& files);

}  // namespace assay
