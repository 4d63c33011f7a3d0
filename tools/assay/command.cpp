#include "tools/assay/command.hpp"

#include <charconv>

#include "framework/core/error.hpp"

namespace assay::command {
namespace {

// "true", "12", "0.5", anything else a text.
Value parse_value(const std::string& text) {
  if (text == "true" || text == "false") return text == "true";
  const char* end = text.data() + text.size();
  std::int64_t integer = 0;
  if (const auto r = std::from_chars(text.data(), end, integer);
      r.ec == std::errc{} && r.ptr == end) {
    return integer;
  }
  double real = 0;
  if (const auto r = std::from_chars(text.data(), end, real); r.ec == std::errc{} && r.ptr == end) {
    return real;
  }
  return text;
}

}  // namespace

void WorkerFlags::add_to(CLI::App& app) {
  app.add_option("--plugins", plugin_folders,
                 "Folders to load plugins from, before the default ones.");
  app.add_option("--data", data_folder,
                 "Where relative paths of data files start (default: the scenario's folder).");
}

WorkerOptions WorkerFlags::options(const std::filesystem::path& default_data_folder,
                                   const LimitSpec& limits) const {
  return worker_options(
      plugin_folders,
      data_folder.empty() ? default_data_folder : std::filesystem::absolute(data_folder), limits);
}

void StoreFlag::add_to(CLI::App& app) {
  app.add_option("--store", file,
                 "The file of results (default: $ASSAY_STORE, else results/results.db).");
}

Store StoreFlag::open(Store::Mode mode) const { return Store(store_file(file), mode); }

Bindings parse_bindings(const std::vector<std::string>& texts, const char* option) {
  Bindings bindings;
  for (const auto& text : texts) {
    const auto equals = text.find('=');
    if (equals == 0 || equals == std::string::npos) {
      throw usage_error("{} takes NAME=VALUE, not '{}'", option, text);
    }
    bindings.emplace_back(text.substr(0, equals), parse_value(text.substr(equals + 1)));
  }
  return bindings;
}

}  // namespace assay::command
