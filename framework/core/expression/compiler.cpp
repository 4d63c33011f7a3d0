// The compiler of expressions: a recursive descent that emits code while it reads, in one pass.
#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>

#include "framework/core/expression/code.hpp"
#include "framework/core/expression/lexer.hpp"
#include "framework/core/names.hpp"

namespace assay {
namespace {

struct Operator {
  std::string_view spelling;
  Opcode opcode;
};

constexpr std::array comparisons = {
    Operator{"==", Opcode::equal},  Operator{"!=", Opcode::not_equal},
    Operator{"<", Opcode::less},    Operator{"<=", Opcode::less_equal},
    Operator{">", Opcode::greater}, Operator{">=", Opcode::greater_equal}};
constexpr std::array sums = {Operator{"+", Opcode::add}, Operator{"-", Opcode::subtract}};
constexpr std::array products = {Operator{"*", Opcode::multiply}, Operator{"/", Opcode::divide},
                                 Operator{"//", Opcode::floor_divide},
                                 Operator{"%", Opcode::modulo}};

// Operators of integers as rows of bits, in ascending order of how tightly they bind, as in Python.
constexpr std::array either_bits = {Operator{"|", Opcode::bit_or}};
constexpr std::array unequal_bits = {Operator{"^", Opcode::bit_xor}};
constexpr std::array common_bits = {Operator{"&", Opcode::bit_and}};
constexpr std::array shifts = {Operator{"<<", Opcode::shift_left},
                               Operator{">>", Opcode::shift_right}};

constexpr std::array<std::string_view, 6> words = {"and", "or", "not", "in", "if", "else"};

struct Function {
  std::string_view name;
  Opcode opcode;
  std::size_t least;  // number of arguments
  std::size_t most;
};

constexpr std::size_t any_number = SIZE_MAX;
constexpr std::array functions = {Function{"min", Opcode::minimum, 1, any_number},
                                  Function{"max", Opcode::maximum, 1, any_number},
                                  Function{"abs", Opcode::absolute, 1, 1},
                                  Function{"ceil_div", Opcode::ceil_divide, 2, 2},
                                  Function{"log2", Opcode::logarithm, 1, 1},
                                  Function{"is_power_of_two", Opcode::power_of_two, 1, 1}};

class Compiler {
 public:
  // With `collect`, an unknown name is appended to `names` instead of being an error.
  Compiler(const std::string& text, std::vector<std::string>& names, bool collect)
      : names_(names), collect_(collect), lexer_(text) {
    code_.text = text;
    token_ = lexer_.next();
  }

  ExpressionCode compile() {
    choice();
    if (token_.kind != ExpressionToken::Kind::end)
      fail(token_.place, "nothing more is expected here");
    std::sort(code_.slots.begin(), code_.slots.end());
    return std::move(code_);
  }

 private:
  // choice := disjunction ["if" disjunction "else" choice]
  void choice() {
    const Nesting nesting(*this);
    const std::size_t begin = size();
    disjunction();
    const std::size_t place = token_.place;
    if (!take_word("if")) return;
    // The condition is written after the value but runs before it.
    const std::size_t condition = size();
    --depth_;  // only one of value and alternative is computed
    disjunction();
    emit(Opcode::jump_if_false, place);
    const auto moved = static_cast<std::ptrdiff_t>(size() - condition);
    std::rotate(code_.instructions.begin() + static_cast<std::ptrdiff_t>(begin),
                code_.instructions.begin() + static_cast<std::ptrdiff_t>(condition),
                code_.instructions.end());
    const std::size_t skip = begin + static_cast<std::size_t>(moved) - 1;
    if (!take_word("else")) fail(token_.place, "'else' is missing: a if condition else b");
    const std::size_t leave = emit(Opcode::jump, place);
    land(skip);
    choice();
    land(leave);
  }

  void disjunction() {
    logic("or", "||", Opcode::or_else, [this] { conjunction(); });
  }
  void conjunction() {
    logic("and", "&&", Opcode::and_then, [this] { negation(); });
  }

  template <class Part>
  void logic(std::string_view word, std::string_view symbol, Opcode opcode, Part part) {
    part();
    std::vector<std::size_t> jumps;
    for (std::size_t place = token_.place; take_word(word) || take_symbol(symbol);
         place = token_.place) {
      emit(Opcode::truth, place);
      jumps.push_back(emit(opcode, place));
      --depth_;
      part();
    }
    if (jumps.empty()) return;
    emit(Opcode::truth, code_.instructions[jumps.back()].place);
    for (const std::size_t jump : jumps) land(jump);
  }

  void negation() {
    const Nesting nesting(*this);
    const std::size_t place = token_.place;
    if (!take_word("not")) return comparison();
    negation();
    emit(Opcode::negation, place);
  }

  void comparison() {
    bits();
    const std::size_t place = token_.place;
    if (take_word("in")) return membership(place);
    if (take_word("not")) {
      if (!take_word("in")) fail(token_.place, "'in' must follow 'not' here");
      membership(place);
      emit(Opcode::negation, place);
      return;
    }
    chain(place);
  }

  // A chain a < b <= c is a < b and b <= c, as in Python. The code of b stands twice, because there
  // is no instruction that copies a value; it has no side effects.
  void chain(std::size_t place) {
    std::vector<std::size_t> jumps;
    for (auto opcode = take_one_of(comparisons); opcode;
         place = token_.place, opcode = take_one_of(comparisons)) {
      const std::size_t begin = size();
      bits();
      const std::size_t end = size();
      emit(*opcode, place);
      if (!is_comparison(token_)) break;
      jumps.push_back(emit(Opcode::and_then, place));
      --depth_;
      repeat(begin, end);
    }
    if (jumps.empty()) return;
    for (const std::size_t jump : jumps) land(jump);
  }

  static bool is_comparison(const ExpressionToken& token) {
    return token.kind == ExpressionToken::Kind::symbol &&
           std::ranges::find(comparisons, token.spelling, &Operator::spelling) != comparisons.end();
  }

  // Appends a copy of the instructions of one value; their jumps are relative.
  void repeat(std::size_t begin, std::size_t end) {
    for (std::size_t at = begin; at < end; ++at) {
      const Instruction copied = code_.instructions[at];  // the list may move
      code_.instructions.push_back(copied);
    }
    require_room();
    code_.stack_size = std::max(code_.stack_size, ++depth_);
  }

  // x in [a, b, ...], or with the brackets of Python's tuples and sets
  void membership(std::size_t place) {
    const char* close = nullptr;
    for (const auto& [open, other] : {std::pair("[", "]"), {"(", ")"}, {"{", "}"}}) {
      if (close == nullptr && take_symbol(open)) close = other;
    }
    if (close == nullptr) fail(token_.place, "'[' is expected here");
    std::vector<std::size_t> matches;
    while (!take_symbol(close)) {
      bits();
      matches.push_back(emit(Opcode::match, place));
      if (!take_symbol(",") && !is_symbol(close)) {
        fail(token_.place, fmt::format("'{}' is expected here", close));
      }
    }
    emit(Opcode::no_match, place);
    for (const std::size_t match : matches) land(match);
  }

  void bits() {
    left_associative(either_bits, [this] {
      left_associative(unequal_bits, [this] {
        left_associative(common_bits, [this] { left_associative(shifts, [this] { sum(); }); });
      });
    });
  }
  void sum() {
    left_associative(sums, [this] { product(); });
  }
  void product() {
    left_associative(products, [this] { unary(); });
  }

  template <class Operators, class Part>
  void left_associative(const Operators& operators, Part part) {
    part();
    for (std::size_t place = token_.place; const auto opcode = take_one_of(operators);
         place = token_.place) {
      part();
      emit(*opcode, place);
    }
  }

  void unary() {
    const Nesting nesting(*this);
    const std::size_t place = token_.place;
    if (take_symbol("-")) {
      unary();
      emit(Opcode::negate, place);
    } else if (take_symbol("!")) {
      unary();
      emit(Opcode::negation, place);
    } else {
      power();
    }
  }

  // power := primary ["**" unary], which binds more tightly than a sign before it, and less than
  // one behind it.
  void power() {
    primary();
    const std::size_t place = token_.place;
    if (!take_symbol("**")) return;
    unary();
    emit(Opcode::power, place);
  }

  // Limits the length of an expression: evaluation proceeds step by step, but simplification
  // recurses.
  void require_room() const {
    constexpr std::size_t most_instructions = 16384;
    if (size() > most_instructions) fail(token_.place, "this expression is too long");
  }

  void primary() {
    require_room();
    const ExpressionToken token = std::exchange(token_, lexer_.next());
    switch (token.kind) {
      case ExpressionToken::Kind::number:
        return literal(number(token), token.place);
      case ExpressionToken::Kind::text:
        return literal(std::string(token.spelling), token.place);
      case ExpressionToken::Kind::name:
        if (std::find(words.begin(), words.end(), token.spelling) != words.end()) break;
        return name(token);
      case ExpressionToken::Kind::symbol:
        if (token.spelling != "(") break;
        choice();
        return expect(")");
      case ExpressionToken::Kind::end:
        break;
    }
    fail(token.place, "a value is expected here: a number, a text, a name or '('");
  }

  Value number(const ExpressionToken& token) {
    const char* begin = token.spelling.data();
    const char* end = begin + token.spelling.size();
    std::int64_t integer = 0;
    if (token.spelling.find_first_of(".eE") == std::string_view::npos) {
      if (std::from_chars(begin, end, integer).ec == std::errc{}) return integer;
      fail(token.place, "this integer does not fit into 64 bits");
    }
    double real = 0;
    if (std::from_chars(begin, end, real).ec != std::errc{}) {
      fail(token.place, "this number is too large or too small");
    }
    return real;
  }

  void name(const ExpressionToken& token) {
    if (token.spelling == "true" || token.spelling == "True") return literal(true, token.place);
    if (token.spelling == "false" || token.spelling == "False") return literal(false, token.place);
    if (take_symbol("(")) return call(token);
    const auto at = std::find(names_.begin(), names_.end(), token.spelling);
    const auto slot = static_cast<std::size_t>(at - names_.begin());
    if (at == names_.end() && collect_) {
      names_.emplace_back(token.spelling);
    } else if (at == names_.end()) {
      fail(token.place, fmt::format("there is no name '{}' here; {}", quotable(token.spelling),
                                    did_you_mean(token.spelling, names_)));
    }
    if (std::find(code_.slots.begin(), code_.slots.end(), slot) == code_.slots.end()) {
      code_.slots.push_back(slot);
    }
    emit(Opcode::slot, token.place, slot);
  }

  void call(const ExpressionToken& token) {
    const auto function = std::find_if(functions.begin(), functions.end(), [&](const auto& known) {
      return known.name == token.spelling;
    });
    if (function == functions.end()) {
      std::vector<std::string> known;
      for (const auto& each : functions) known.emplace_back(each.name);
      fail(token.place, fmt::format("there is no function '{}'; {}", quotable(token.spelling),
                                    did_you_mean(token.spelling, known)));
    }
    std::size_t count = 0;
    if (!take_symbol(")")) {
      do {
        choice();
        // Functions that take any number of arguments combine them two at a time.
        if (++count > 1 && function->most == any_number) emit(function->opcode, token.place);
      } while (take_symbol(","));
      expect(")");
    }
    if (count < function->least || count > function->most) {
      fail(token.place, fmt::format("{} takes {}, not {}", function->name,
                                    function->most == any_number ? "one argument or more"
                                    : function->least == 1       ? "one argument"
                                                                 : "two arguments",
                                    count));
    }
    if (function->most != any_number) emit(function->opcode, token.place);
  }

  void literal(Value value, std::size_t place) {
    code_.literals.push_back(std::move(value));
    emit(Opcode::literal, place, code_.literals.size() - 1);
  }

  // Appends an instruction, keeps track of the stack's depth and returns the instruction's index.
  std::size_t emit(Opcode opcode, std::size_t place, std::size_t argument = 0) {
    code_.instructions.push_back(
        {opcode, static_cast<std::uint32_t>(argument), static_cast<std::uint32_t>(place)});
    const bool pushes = opcode == Opcode::literal || opcode == Opcode::slot;
    const bool pops = (opcode >= Opcode::add && opcode <= Opcode::greater_equal) ||
                      opcode == Opcode::jump_if_false || opcode == Opcode::match;
    if (pushes) code_.stack_size = std::max(code_.stack_size, ++depth_);
    if (pops) --depth_;
    return size() - 1;
  }

  [[nodiscard]] std::size_t size() const { return code_.instructions.size(); }

  // Makes the jump at index `at` lead to the instruction that is emitted next.
  void land(std::size_t at) {
    code_.instructions[at].argument = static_cast<std::uint32_t>(size() - at - 1);
  }

  [[nodiscard]] bool is_symbol(std::string_view symbol) const {
    return token_.kind == ExpressionToken::Kind::symbol && token_.spelling == symbol;
  }
  bool take_word(std::string_view word) {
    return token_.kind == ExpressionToken::Kind::name && take(word);
  }
  bool take_symbol(std::string_view symbol) {
    return token_.kind == ExpressionToken::Kind::symbol && take(symbol);
  }
  bool take(std::string_view spelling) {
    if (token_.spelling != spelling) return false;
    token_ = lexer_.next();
    return true;
  }

  template <class Operators>
  std::optional<Opcode> take_one_of(const Operators& operators) {
    for (const auto& candidate : operators) {
      if (take_symbol(candidate.spelling)) return candidate.opcode;
    }
    return std::nullopt;
  }

  void expect(std::string_view symbol) {
    if (!take_symbol(symbol)) fail(token_.place, fmt::format("'{}' is expected here", symbol));
  }

  [[noreturn]] void fail(std::size_t place, const std::string& message) const {
    throw expression_error(code_.text, place, message);
  }

  // Keeps an absurdly nested text from exhausting the call stack.
  class Nesting {
   public:
    explicit Nesting(Compiler& compiler) : compiler_(compiler) {
      if (++compiler_.nesting_ > 500) compiler_.fail(compiler_.token_.place, "nested too deeply");
    }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;
    ~Nesting() { --compiler_.nesting_; }

   private:
    Compiler& compiler_;
  };

  std::vector<std::string>& names_;
  bool collect_;
  ExpressionLexer lexer_;
  ExpressionToken token_;
  ExpressionCode code_;
  std::size_t depth_ = 0;
  int nesting_ = 0;
};

}  // namespace

ExpressionCode compile_expression(const std::string& text, const std::vector<std::string>& names) {
  std::vector<std::string> known = names;
  return Compiler(text, known, false).compile();
}

ExpressionCode compile_collecting(const std::string& text, std::vector<std::string>& names) {
  return Compiler(text, names, true).compile();
}

std::string quotable(std::string_view text) {
  constexpr std::size_t longest = 160;
  return text.size() <= longest ? std::string(text) : fmt::format("{}...", text.substr(0, longest));
}

namespace {

bool continues_character(char c) { return (c & 0xC0) == 0x80; }  // in UTF-8

// Shortens a long line to the surroundings of `place`, and returns the new position of that place.
std::size_t cut_around(std::string& line, std::size_t place) {
  constexpr std::size_t longest = 160;
  constexpr std::size_t around = 60;  // bytes on either side
  constexpr std::string_view dots = "...";
  if (line.size() <= longest) return place;
  std::size_t end = std::min(place + around, line.size());
  while (end < line.size() && continues_character(line[end])) ++end;
  if (end < line.size()) line.replace(end, std::string::npos, dots);
  std::size_t begin = place - std::min(place, around);
  while (begin > 0 && continues_character(line[begin])) --begin;
  if (begin == 0) return place;
  line.replace(0, begin, dots);
  return place - begin + dots.size();
}

}  // namespace

Error expression_error(std::string_view text, std::size_t place, const std::string& message) {
  // Control characters become spaces, so that the caret stands right below its place.
  std::string line(text);
  std::replace_if(
      line.begin(), line.end(), [](unsigned char c) { return c < ' '; }, ' ');
  place = cut_around(line, place);
  const auto columns =
      std::count_if(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(place),
                    [](char c) { return (c & 0xC0) != 0x80; });
  return usage_error("{}\n  {}\n  {}^", message, line,
                     std::string(static_cast<std::size_t>(columns), ' '));
}

}  // namespace assay
