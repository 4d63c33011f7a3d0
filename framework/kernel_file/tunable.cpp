#include "framework/kernel_file/tunable.hpp"

#include <algorithm>
#include <charconv>
#include <regex>
#include <set>
#include <sstream>
#include <string_view>

#include "framework/kernel_file/condition_cases.hpp"
#include "framework/kernel_file/name_pattern.hpp"

namespace assay {
namespace {

// Whether a name in capitals is provided by the language or its compilers.
bool is_given(const std::string& name) {
  static const std::regex given(
      "CLK_.*|CL_.*|CHAR_.*|U?(CHAR|SHRT|INT|LONG)_(BIT|MIN|MAX)|(FLT|DBL|HALF)_.*|M_[A-Z0-9_]*|"
      "INFINITY|NAN|HUGE_VALF?|MAXFLOAT|NULL|TRUE|FALSE|FP_.*|CUDA[RT]?_.*|.*__");
  return is_called(name, given);
}

bool is_in_capitals(const std::string& name) {
  return name.size() > 1 && std::isupper(static_cast<unsigned char>(name.front())) != 0 &&
         std::ranges::none_of(name, [](unsigned char c) { return std::islower(c) != 0; });
}

// Whether the name is one that Kernel Tuner's users commonly choose.
bool is_usual_name(const std::string& name) {
  static const std::regex usual(
      "(block|tile|work_group|local)_size_[xyz]|loop_unroll_factor.*|(work|elements|items)_per_"
      "(thread|item)(_[xyz])?");
  return is_called(name, usual);
}

struct Definition {
  std::string name;
  std::optional<std::int64_t> value;
  bool plain = false;  // takes no arguments
};

// Parses a directive from its beginning, one expected part at a time.
class DirectiveReader {
 public:
  explicit DirectiveReader(std::string_view text) : rest_(text) {}

  // Skips blanks and consumes the next character if it is `symbol`.
  bool symbol(char symbol) {
    blanks();
    return next_is(symbol);
  }
  // Consumes the next character if it is `symbol`, without skipping blanks.
  bool next_is(char symbol) {
    if (!rest_.starts_with(symbol)) return false;
    rest_.remove_prefix(1);
    return true;
  }
  // The next word; "" if there is something else.
  std::string word() {
    blanks();
    const auto end = std::ranges::find_if(
        rest_, [](unsigned char c) { return std::isalnum(c) == 0 && c != '_'; });
    const auto size = static_cast<std::size_t>(end - rest_.begin());
    if (size > 0 && std::isdigit(static_cast<unsigned char>(rest_.front())) != 0) return "";
    return take(size);
  }
  // The text up to a blank or a closing bracket.
  std::string value() {
    blanks();
    return take(std::min(rest_.find_first_of(" \t\r\v\f)"), rest_.size()));
  }
  bool ends() {
    blanks();
    return rest_.empty();
  }

 private:
  void blanks() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r\v\f"), rest_.size()));
  }
  std::string take(std::size_t size) {
    std::string taken(rest_.substr(0, size));
    rest_.remove_prefix(size);
    return taken;
  }

  std::string_view rest_;
};

// Parses "#define NAME 16", "#define NAME (16)", "#define NAME(x) ...".
std::optional<Definition> definition(const std::string& directive) {
  DirectiveReader reader(directive);
  if (!reader.symbol('#') || reader.word() != "define") return std::nullopt;
  Definition result{reader.word(), std::nullopt, false};
  if (result.name.empty()) return std::nullopt;
  result.plain = !reader.next_is('(');
  reader.symbol('(');
  const std::string text = reader.value();
  std::int64_t value = 0;
  const char* end = text.data() + text.size();
  if (const auto read = std::from_chars(text.data(), end, value);
      read.ec == std::errc() && read.ptr == end) {
    result.value = value;
  }
  return result;
}

// The NAME of #ifndef NAME, or of #if !defined(NAME).
std::string guarded_name(const std::string& directive) {
  DirectiveReader reader(directive);
  if (!reader.symbol('#')) return "";
  const std::string kind = reader.word();
  bool bracket = false;
  if (kind == "if") {
    if (!reader.symbol('!') || reader.word() != "defined") return "";
    bracket = reader.symbol('(');
  } else if (kind != "ifndef") {
    return "";
  }
  std::string name = reader.word();
  if (bracket) reader.symbol(')');
  return reader.ends() ? name : "";
}

class Finder {
 public:
  explicit Finder(const SourceText& source) : source_(source) {}

  TunableConstants run() {
    read_directives();
    for (const SourceToken& token : source_.tokens) consider(token);
    // Constants that only conditions name count as used, too, whatever they are called.
    const auto cases = condition_cases(source_.directives);
    for (const auto& [name, values] : cases) {
      if (!is_given(name) && known_.insert(name).second) result_.tunables.push_back({name});
    }
    for (Tunable& tunable : result_.tunables) {
      if (const auto found = cases.find(tunable.name); found != cases.end()) {
        tunable.cases = found->second;
      }
    }
    return std::move(result_);
  }

 private:
  void read_directives() {
    for (std::size_t k = 0; k < source_.directives.size(); ++k) {
      const auto defined = definition(source_.directives[k].text);
      if (!defined) continue;
      const bool guarded = k > 0 && guarded_name(source_.directives[k - 1].text) == defined->name;
      if (known_.insert(defined->name).second && defined->plain && defined->value) {
        if (guarded) {
          result_.tunables.push_back({defined->name, defined->value});
        } else {
          result_.fixed.push_back({defined->name, defined->value});
        }
      }
    }
    note_declared();
  }

  // Notes the names declared by enum { A, B } and by constants such as "const int TILE = 4", and
  // names of types.
  void note_declared() {
    const auto& tokens = source_.tokens;
    bool in_enum = false;
    for (std::size_t k = 0; k < tokens.size(); ++k) {
      if (tokens[k].is("enum")) in_enum = true;
      if (tokens[k].is("}")) in_enum = false;
      if (tokens[k].kind != SourceToken::Kind::word) continue;
      const bool behind_word = k > 0 && tokens[k - 1].kind == SourceToken::Kind::word &&
                               !tokens[k - 1].is("return") && !tokens[k - 1].is("case") &&
                               !tokens[k - 1].is("else");
      const bool before_word = k > 0 && k + 1 < tokens.size() &&
                               (tokens[k - 1].is("(") || tokens[k - 1].is(",")) &&
                               tokens[k + 1].kind == SourceToken::Kind::word;
      const bool called = k + 1 < tokens.size() && tokens[k + 1].is("(");
      if (in_enum || behind_word || before_word || called) known_.insert(tokens[k].spelling);
    }
  }

  void consider(const SourceToken& token) {
    if (token.kind != SourceToken::Kind::word) return;
    const std::string& name = token.spelling;
    if (!is_usual_name(name) && (!is_in_capitals(name) || is_given(name))) return;
    if (known_.insert(name).second) result_.tunables.push_back({name});
  }

  const SourceText& source_;
  std::set<std::string> known_;
  TunableConstants result_;
};

bool names_a_size(const std::string& name) {
  static const std::regex size(".*(BLOCK|TILE|SIZE|GROUP|WG|LOCAL|THREADS|TS).*",
                               std::regex::icase);
  return is_called(name, size);
}

}  // namespace

TunableConstants find_tunables(const SourceText& source) { return Finder(source).run(); }

std::vector<std::int64_t> suggested_values(const Tunable& tunable) {
  if (!tunable.cases.empty()) {
    std::set<std::int64_t> values(tunable.cases.begin(), tunable.cases.end());
    if (tunable.default_value) values.insert(*tunable.default_value);
    return {values.begin(), values.end()};
  }
  if (!tunable.default_value) {
    if (names_a_size(tunable.name)) return {8, 16, 32};
    return {1, 2, 4, 8};
  }
  const std::int64_t value = *tunable.default_value;
  if (value == 0) return {0, 1};
  if (value < 0) return {value};
  if (value == 1 && !names_a_size(tunable.name)) return {1, 2, 4, 8};
  std::vector<std::int64_t> values;
  for (const std::int64_t each : {value / 4, value / 2, value, value * 2, value * 4}) {
    const bool exact = each >= value || (each > 0 && value % each == 0);
    if (exact && each > 0) values.push_back(each);
  }
  return values;
}

}  // namespace assay
