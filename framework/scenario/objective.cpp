#include "framework/scenario/objective.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "framework/core/expression/lexer.hpp"

namespace assay {
namespace {

using Derived = std::map<std::string, std::string>;  // expressions by the names of their quantities

// The quantities that one expression describes on every instance, and that need no other instance.
// Whatever is wrong with the others is reported where all of them are read.
Derived derived_in(const TomlTable& top) {
  Derived derived;
  std::map<std::string, int> counts;
  for (const toml::table* table : top.one_or_more_tables("derived")) {
    const auto name = (*table)["name"].value<std::string>();
    const auto value = (*table)["value"].value<std::string>();
    if (!name || !value) continue;
    ++counts[*name];
    if (!table->contains("against")) derived[*name] = *value;
  }
  std::erase_if(derived, [&](const auto& one) { return counts[one.first] > 1; });
  return derived;
}

// The expression with the quantities' expressions in place of their names.
std::string spelled_out(const std::string& expression, const Derived& derived) {
  std::string text;
  std::size_t copied = 0;
  ExpressionLexer lexer(expression);
  for (auto token = lexer.next(); token.kind != ExpressionToken::Kind::end; token = lexer.next()) {
    if (token.kind != ExpressionToken::Kind::name) continue;
    const auto quantity = derived.find(std::string(token.spelling));
    if (quantity == derived.end()) continue;
    text += expression.substr(copied, token.place - copied) + "(" + quantity->second + ")";
    copied = token.place + token.spelling.size();
  }
  text += expression.substr(copied);
  std::ranges::replace_if(
      text, [](char c) { return c == '\n' || c == '\t' || c == '\r'; }, ' ');
  return text;
}

// The name of the objective of one's own that a table describes.
std::string own_name(const TomlTable& top, const toml::table& table) {
  const TomlTable reader(table, "objective", {"minimise", "maximise"});
  if (reader.has("minimise") == reader.has("maximise")) {
    throw top.error_at("objective",
                       "must have one of `minimise` and `maximise`: { maximise = \"gflops\" }");
  }
  const char* direction = reader.has("minimise") ? "minimise" : "maximise";
  const std::string expression = reader.required_text(direction);
  const Derived derived = derived_in(top);
  const std::string whole = spelled_out(expression, derived);
  if (!derived.contains(expression)) return fmt::format("{} {}", direction, whole);
  return fmt::format("{} {} = {}", direction, expression, derived.at(expression));
}

}  // namespace

Objective read_objective(const TomlTable& top) {
  Objective objective;
  if (!top.has("objective")) return objective;
  objective.place = top.place_of("objective");
  try {
    const toml::table* table = top.raw()["objective"].as_table();
    if (table != nullptr) {
      objective.name = own_name(top, *table);
    } else {
      top.read("objective", objective.name);
    }
    require_objective(objective.name);
  } catch (const Error& error) {
    if (std::string(error.what()).starts_with(objective.place)) throw;
    throw top.error_at("objective", fmt::format("is wrong: {}", error.what()));
  }
  return objective;
}

}  // namespace assay
