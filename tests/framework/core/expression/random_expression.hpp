// Random expressions, with the features that make evaluation hard.
#pragma once

#include <fmt/format.h>

#include <iterator>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "framework/core/catalog.hpp"

namespace assay::testing {

// A generator of texts of expressions over `numbers` and `texts`, which are names of parameters.
// Every name is used before one is used again. About one in fifty operators has operands of a kind
// that it refuses.
class RandomExpression {
 public:
  RandomExpression(std::mt19937& random, std::vector<std::string> numbers,
                   std::vector<std::string> texts)
      : random_(random), numbers_(std::move(numbers)), texts_(std::move(texts)) {}

  std::string logic(int depth) {
    if (depth == 0) return fmt::format("{} {} {}", number(0), comparison(), number(0));
    const auto a = [&] { return logic(depth - 1); };
    const auto x = [&] { return number(depth - 1); };
    switch (pick(14)) {
      case 0:
      case 1:
        return fmt::format("({} and {})", a(), a());
      case 2:
      case 3:
        return fmt::format("({} or {})", a(), a());
      case 4:
        return fmt::format("not ({})", a());
      case 5:
        return fmt::format("({} if {} else {})", a(), a(), a());
      case 6:
        return fmt::format("{} in [{}, {}, {}]", x(), x(), number(0), number(0));
      case 7:
        return fmt::format("{} not in [{}]", x(), x());
      case 8:
        return fmt::format("is_power_of_two({})", x());
      case 9:
        return fmt::format("{} {} {}", text(), pick(2) == 0 ? "==" : "!=", text());
      case 10:
        return fmt::format("{} {} {} {} {}", x(), comparison(), x(), comparison(), number(0));
      case 11:
        return fmt::format("({} {} ({}))", x(), bits(), a());
      default:
        return fmt::format("{} {} {}", x(), comparison(), x());
    }
  }

  std::string number(int depth) {
    if (pick(50) == 0) return text();
    if (depth == 0) return leaf();
    const auto x = [&] { return number(depth - 1); };
    switch (pick(22)) {
      case 0:
        return fmt::format("-{}", x());
      case 1:
        return fmt::format("abs({})", x());
      case 2:
        return fmt::format("log2({})", x());
      case 3:
        return fmt::format("({} / {})", x(), x());
      case 4:
        return fmt::format("({} // {})", x(), x());
      case 5:
        return fmt::format("({} % {})", x(), x());
      case 6:
        return fmt::format("ceil_div({}, {})", x(), x());
      case 7:
        return fmt::format("min({}, {}, {})", x(), x(), x());
      case 8:
        return fmt::format("max({}, {})", x(), x());
      case 9:
        return fmt::format("({} if {} else {})", x(), logic(depth - 1), x());
      case 10:
        return fmt::format("({})", logic(depth - 1));
      case 11:
      case 12:
      case 13:
        return fmt::format("({} - {})", x(), x());
      case 14:
      case 15:
      case 16:
        return fmt::format("{} * {}", x(), x());
      case 17:
        return fmt::format("({}) ** {}", x(), number(0));
      case 18:
        return fmt::format("(({}) {} ({}))", x(), bits(), x());
      default:
        return fmt::format("({} + {} + {})", x(), x(), x());
    }
  }

 private:
  std::size_t pick(std::size_t n) { return static_cast<std::size_t>(random_() % n); }

  std::string comparison() {
    const char* const operators[] = {"==", "!=", "<", "<=", ">", ">="};
    return operators[pick(std::size(operators))];
  }

  std::string bits() {
    const char* const operators[] = {"&", "|", "^", "<<", ">>"};
    return operators[pick(std::size(operators))];
  }

  std::string leaf() {
    const char* const literals[] = {"0", "1", "2", "3", "-4", "7", "0.5", "true", "4.0", "big"};
    if (pick(4) == 0) return literals[pick(std::size(literals))];
    if (numbers_.empty()) return "5";
    return numbers_[next_number_++ % numbers_.size()];
  }

  std::string text() {
    if (texts_.empty() || pick(2) == 0) return pick(2) == 0 ? "'x'" : "'y'";
    return texts_[next_text_++ % texts_.size()];
  }

  std::mt19937& random_;
  std::vector<std::string> numbers_;
  std::vector<std::string> texts_;
  std::size_t next_number_ = 0;
  std::size_t next_text_ = 0;
};

// `count` distinct values: integers, mostly small, or values of some other kind.
inline std::vector<Value> random_values(std::mt19937& random, std::size_t count, bool texts) {
  constexpr auto most = std::numeric_limits<std::int64_t>::max();
  const std::vector<Value> kinds[] = {
      {std::int64_t{0}, std::int64_t{1}, std::int64_t{2}, std::int64_t{3}, std::int64_t{-1},
       std::int64_t{-2}, std::int64_t{5}, std::int64_t{8}},
      {std::int64_t{1}, std::int64_t{2}, std::int64_t{4}, std::int64_t{8}, std::int64_t{16},
       std::int64_t{32}, std::int64_t{64}, std::int64_t{3}},
      {true, false, std::int64_t{2}, 1.0, 0.5, std::int64_t{0}, std::int64_t{1}, 0.0},
      {0.25, 0.5, 1.0, -1.5, 0.0, 3.0, 0.1, 0.7},
      {most, most - 1, -most - 1, -most, most / 2, most / 3, std::int64_t{2}, std::int64_t{-1}},
      {std::string("x"), std::string("y"), std::string("z")}};
  const std::size_t shape = random() % 10;
  auto values = texts ? kinds[5] : kinds[shape < 4 ? 0 : shape < 6 ? 1 : shape - 5];
  std::shuffle(values.begin(), values.end(), random);
  values.resize(std::min(values.size(), count));
  return values;
}

}  // namespace assay::testing
