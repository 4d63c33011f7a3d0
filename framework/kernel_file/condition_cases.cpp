#include "framework/kernel_file/condition_cases.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <set>
#include <string_view>

namespace assay {
namespace {

using Cases = std::map<std::string, std::set<std::int64_t>>;

// Words of a condition that are no constants of the source.
bool is_word_of_language(const std::string& word) {
  constexpr std::array<std::string_view, 5> words = {"true", "false", "and", "or", "not"};
  return std::ranges::find(words, word) != words.end() || word.starts_with("__") ||
         word.starts_with("cl_");
}

using Aliases = std::map<std::string, std::string>;

// The macros that stand for one other word: #define NAME WORD.
Aliases aliases_of(std::span<const SourceDirective> directives) {
  Aliases aliases;
  for (const SourceDirective& directive : directives) {
    if (directive.text.empty()) continue;
    const auto tokens = tokenise(directive.text.substr(1)).tokens;
    if (tokens.size() != 3 || !tokens[0].is("define")) continue;
    if (tokens[2].kind == SourceToken::Kind::word) {
      aliases.emplace(tokens[1].spelling, tokens[2].spelling);
    }
  }
  return aliases;
}

// The word that a name stands for, which may be a macro for the next.
std::string meant_by(const Aliases& aliases, std::string name) {
  constexpr int deepest = 16;
  for (int depth = 0; depth < deepest; ++depth) {
    const auto alias = aliases.find(name);
    if (alias == aliases.end()) break;
    name = alias->second;
  }
  return name;
}

class ConditionReader {
 public:
  ConditionReader(const std::vector<SourceToken>& tokens, const Aliases& aliases, Cases& cases,
                  std::set<std::string>& others)
      : tokens_(tokens), aliases_(aliases), cases_(cases), others_(others) {}

  void run() {
    for (std::size_t at = 1; at < tokens_.size(); ++at) {
      if (tokens_[at].kind != SourceToken::Kind::word) continue;
      if (spelling(at + 1) == "(") {  // defined(NAME), or a macro with arguments
        while (at < tokens_.size() && !tokens_[at].is(")")) ++at;
      } else if (tokens_[at].is("defined")) {
        ++at;
      } else if (!is_word_of_language(tokens_[at].spelling)) {
        read(at);
      }
    }
  }

 private:
  [[nodiscard]] std::string_view spelling(std::size_t at) const {
    return at < tokens_.size() ? std::string_view(tokens_[at].spelling) : "";
  }
  [[nodiscard]] bool ends(std::size_t at) const {
    const std::string_view next = spelling(at);
    return next.empty() || next == "&" || next == "|" || next == ")";
  }
  [[nodiscard]] bool begins(std::size_t at) const {
    const std::string_view last = at == 1 ? "" : spelling(at - 1);
    return last.empty() || last == "&" || last == "|" || last == "(" || last == "!";
  }

  // The N of NAME == N or NAME != N, where NAME is at `at`.
  [[nodiscard]] std::optional<std::int64_t> compared(std::size_t at) const {
    const bool operation =
        (spelling(at + 1) == "=" || spelling(at + 1) == "!") && spelling(at + 2) == "=";
    if (!operation || !ends(at + 4)) return std::nullopt;
    const std::string_view digits = spelling(at + 3);
    std::int64_t value = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (read.ec != std::errc() || read.ptr != digits.data() + digits.size()) return std::nullopt;
    return value;
  }

  void read(std::size_t at) {
    const std::string name = meant_by(aliases_, tokens_[at].spelling);
    auto& values = cases_[name];
    if (begins(at) && ends(at + 1)) {
      values.insert({0, 1});
    } else if (const auto value = compared(at); value && begins(at)) {
      values.insert(*value);
    } else {
      others_.insert(name);
    }
  }

  const std::vector<SourceToken>& tokens_;
  const Aliases& aliases_;
  Cases& cases_;
  std::set<std::string>& others_;
};

// The constants that one #if and its #elif compare with several values: such a chain says what all
// the values are.
class Enumerations {
 public:
  // `tested` are the constants that the directive tests.
  void take(const SourceToken& directive, const Cases& tested) {
    const bool begins = directive.is("if") || directive.is("ifdef") || directive.is("ifndef");
    if (begins) chains_.emplace_back();
    if (chains_.empty()) return;
    for (const auto& [name, _] : tested) {
      if (!chains_.back().insert(name).second) enumerated_.insert(name);
    }
    if (directive.is("endif")) chains_.pop_back();
  }
  [[nodiscard]] bool contains(const std::string& name) const { return enumerated_.contains(name); }

 private:
  std::vector<std::set<std::string>> chains_;  // names tested so far, the innermost chain last
  std::set<std::string> enumerated_;
};

// Whether the values are 1, 2, ..., so that 0 is likely to mean none of them.
bool count_from_one(const std::set<std::int64_t>& values) {
  return *values.begin() == 1 && *values.rbegin() == static_cast<std::int64_t>(values.size());
}

}  // namespace

std::map<std::string, std::vector<std::int64_t>> condition_cases(
    std::span<const SourceDirective> directives) {
  const Aliases aliases = aliases_of(directives);
  Cases cases;
  Enumerations enumerations;
  std::set<std::string> others;
  for (const SourceDirective& directive : directives) {
    if (directive.text.empty()) continue;
    const auto tokens = tokenise(directive.text.substr(1)).tokens;
    if (tokens.empty()) continue;
    Cases tested;
    if (tokens[0].is("if") || tokens[0].is("elif")) {
      ConditionReader(tokens, aliases, tested, others).run();
    }
    enumerations.take(tokens[0], tested);
    for (const auto& [name, values] : tested) cases[name].insert(values.begin(), values.end());
  }
  std::map<std::string, std::vector<std::int64_t>> result;
  for (auto& [name, values] : cases) {
    const bool one = values.size() == 1;
    if (one && *values.begin() <= 1) values.insert({0, 1});
    if (!values.empty() && count_from_one(values) && !enumerations.contains(name)) values.insert(0);
    const bool told = values.size() > 1 && !others.contains(name);
    result[name] = told ? std::vector(values.begin(), values.end()) : std::vector<std::int64_t>{};
  }
  return result;
}

}  // namespace assay
