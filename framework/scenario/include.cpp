#include "framework/scenario/include.hpp"

#include <cstdint>
#include <fstream>
#include <sstream>
#include <utility>

#include "framework/core/error.hpp"
#include "framework/scenario/toml_depth.hpp"
#include "framework/scenario/toml_table.hpp"

namespace assay {
namespace {

constexpr std::uintmax_t largest_scenario = std::uintmax_t{16} << 20;  // bytes

toml::table parse(const std::string& text, const std::filesystem::path& file) {
  require_shallow(text, file.string());
  try {
    return toml::parse(text, file.string());
  } catch (const toml::parse_error& error) {
    const auto& at = error.source().begin;
    throw usage_error("{}:{}:{}: {}", file.string(), at.line, at.column, error.description());
  }
}

// Merges `part` into `whole`. Nodes are moved, never copied, because a copy loses its place.
void add(toml::table& whole, toml::table&& part) {
  for (auto&& [key, node] : part) {
    toml::node* own = whole.get(key.str());
    if (own == nullptr) {
      node.visit([&, name = key.str()](auto& value) { whole.insert(name, std::move(value)); });
    } else if (own->is_table() && node.is_table()) {
      add(*own->as_table(), std::move(*node.as_table()));
    } else if (own->is_array_of_tables() && node.is_array_of_tables()) {
      for (auto& table : *node.as_array()) {
        own->as_array()->push_back(std::move(*table.as_table()));
      }
    }
  }
}

toml::table parse_part(const std::filesystem::path& file) {
  toml::table part = parse(read_scenario_text(file), file);
  if (part.contains("include")) {
    throw TomlTable(part, "", {}).error_at("include", "may only be in the scenario itself");
  }
  return part;
}

}  // namespace

ParsedScenario parse_with_includes(const std::string& text, const std::filesystem::path& file) {
  ParsedScenario parsed{parse(text, file), text};
  if (!parsed.table.contains("include")) return parsed;
  const TomlTable top(parsed.table, "", {});
  const auto names = top.values("include");
  for (const auto& name : names) {
    if (!std::holds_alternative<std::string>(name)) {
      throw top.error_at("include", "must name files, relative to the scenario's folder");
    }
  }
  for (const auto& name : names) {
    const auto part = file.parent_path() / std::get<std::string>(name);
    if (std::filesystem::exists(part) && !std::filesystem::is_regular_file(part)) {
      throw top.error_at("include", fmt::format("names '{}', which is not a regular file",
                                                std::get<std::string>(name)));
    }
    add(parsed.table, parse_part(part));
  }
  parsed.table.erase("include");
  std::ostringstream whole;
  whole.exceptions(std::ios::badbit);  // otherwise the text is cut off when memory runs out
  whole << parsed.table << '\n';
  parsed.text = whole.str();
  return parsed;
}

std::string read_scenario_text(const std::filesystem::path& file) {
  std::error_code ignored;
  const auto refuse = [&](const char* why) {
    return environment_error("cannot read the scenario '{}': {}", file.string(), why);
  };
  if (!std::filesystem::exists(file, ignored)) throw refuse("no such file");
  // Checked before opening, because opening a pipe waits for a writer.
  if (!std::filesystem::is_regular_file(file, ignored)) throw refuse("it is not a regular file");
  if (std::filesystem::file_size(file, ignored) > largest_scenario) {
    throw refuse("it has more than 16 MiB");
  }
  std::ifstream stream(file);
  std::string text(std::filesystem::file_size(file, ignored), '\0');
  stream.read(text.data(), std::ssize(text));
  if (!stream || text.empty()) throw refuse("it is not a readable, non-empty file");
  return text;
}

}  // namespace assay
