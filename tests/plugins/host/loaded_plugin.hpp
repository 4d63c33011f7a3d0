// A plugin's variants, as a host finds them in its file. Whoever includes this defines PLUGIN_FILE.
#pragma once

#include <dlfcn.h>

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "assay/plugin.hpp"
#include "tests/built.hpp"

namespace testing {

using Setting = std::variant<bool, std::int64_t, std::string>;
using Configuration = std::map<std::string, Setting>;  // what differs from the defaults

inline const assay_plugin& plugin() {
  static const assay_plugin* const loaded = [] {
    void* library = dlopen(assay::test::built(PLUGIN_FILE).c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) throw std::runtime_error(dlerror());
    const auto entry =
        reinterpret_cast<assay_plugin_entry_function>(dlsym(library, "assay_plugin_entry"));
    return entry(ASSAY_ABI_VERSION);
  }();
  return *loaded;
}
inline const assay_variant& find_variant(const std::string& name) {
  for (std::size_t v = 0; v < plugin().variant_count; ++v) {
    if (name == plugin().variants[v]->name) return *plugin().variants[v];
  }
  throw std::logic_error("no variant " + name);
}

inline std::vector<assay_binding> bind(const assay_variant& variant,
                                       const Configuration& configuration) {
  std::vector<assay_binding> bindings;
  for (std::size_t p = 0; p < variant.parameter_count; ++p) {
    assay_value value = variant.parameters[p].default_value;
    if (const auto set = configuration.find(variant.parameters[p].name);
        set != configuration.end()) {
      if (const auto* text = std::get_if<std::string>(&set->second)) {
        value.text = text->c_str();
      } else if (const auto* flag = std::get_if<bool>(&set->second)) {
        value.integer = *flag ? 1 : 0;
      } else {
        value.integer = std::get<std::int64_t>(set->second);
      }
    }
    bindings.push_back({variant.parameters[p].name, value});
  }
  return bindings;
}

}  // namespace testing
