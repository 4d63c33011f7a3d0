#pragma once

#include <initializer_list>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <toml++/toml.h>

#include "framework/core/error.hpp"
#include "framework/core/value.hpp"

namespace assay {

// "file:line:column" of a node of a parsed TOML text.
[[nodiscard]] std::string location(const toml::node& node);

// The kind of a node for messages: "an integer", "a table", ...
[[nodiscard]] const char* kind_of(const toml::node& node);
// The keys of a table in the order in which they were written; the parser sorts them.
[[nodiscard]] std::vector<std::string> keys_as_written(const toml::table& table);
// The node as a value, or nothing if it is a table, an array or a date.
[[nodiscard]] std::optional<Value> scalar(const toml::node& node);

// Typed access to one table of a scenario. Every failure is a usage Error that begins with the
// place, names the key by its full path, and says what would be right.
class TomlTable {
 public:
  // `path` names the table in messages: "" for the file's top level, "[tune]", ... Throws if the
  // table has a key outside `known_keys`; an empty list accepts every key.
  TomlTable(const toml::table& table, std::string path,
            std::initializer_list<std::string_view> known_keys);

  [[nodiscard]] bool has(std::string_view key) const { return table_->contains(key); }

  // Each read leaves `target` unchanged if the key is absent.
  void read(std::string_view key, std::string& target) const;
  void read(std::string_view key, bool& target) const;
  void read(std::string_view key, double& target, double least, double most) const;
  // Integers, `least` to `most` inclusive.
  template <class Integer>
  void read_integer(std::string_view key, Integer& target, std::int64_t least,
                    std::int64_t most = std::numeric_limits<std::int32_t>::max()) const {
    if (const auto value = integer(key, least, most)) target = static_cast<Integer>(*value);
  }
  // The text of a required key.
  [[nodiscard]] std::string required_text(std::string_view key) const;
  // A value or an array of values, as a list; empty if the key is absent.
  [[nodiscard]] std::vector<Value> values(std::string_view key) const;
  // A table below this one, or nullptr.
  [[nodiscard]] const toml::table* table(std::string_view key) const;
  // The tables of an array of tables ([[key]]); empty if the key is absent.
  [[nodiscard]] std::vector<const toml::table*> tables(std::string_view key) const;

  // The tables of a key that may be an array of tables ([[key]]) or one table ([key]).
  [[nodiscard]] std::vector<const toml::table*> one_or_more_tables(std::string_view key) const;

  [[nodiscard]] const toml::table& raw() const { return *table_; }
  // "file:line:column" of a key, or of the table if the key is absent.
  [[nodiscard]] std::string place_of(std::string_view key) const;
  // A usage Error at the place of a key (or of the table, if the key is absent).
  [[nodiscard]] Error error_at(std::string_view key, const std::string& message) const;

 private:
  [[nodiscard]] std::optional<std::int64_t> integer(std::string_view key, std::int64_t least,
                                                    std::int64_t most) const;
  [[nodiscard]] std::string name_of(std::string_view key) const;

  const toml::table* table_;
  std::string path_;
};

}  // namespace assay
