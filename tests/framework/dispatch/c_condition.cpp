#include "framework/dispatch/c_condition.hpp"

#include <cstdlib>
#include <fstream>

#include "framework/core/random.hpp"
#include "framework/decision/pair_conditions.hpp"
#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"

using namespace assay;
using namespace assay::dispatch;

namespace {

const std::vector<decision::Feature> features{{"n"}, {"m"}, {"type", {"half", "float"}}};
const std::vector<std::string> names{"n", "m", "type"};

std::string in_c(const std::string& expression) {
  const auto text = c_condition(Expression::parse(expression, names), features, "f");
  REQUIRE(text);
  return *text;
}

const std::vector<std::string> expressions{
    "n <= (256) * (8)",
    "n % 4 == 0 and m % 8 != 3",
    "n // 3 < m // 7 or not n > 100",
    "1 < n <= m < 2000",
    "n in [1, 2, 64, 1000] or m not in (3, 5)",
    "type == 'half' or n < 12",
    "type in ['float', 'double'] and m > 30",
    "type != 'double'",
    "(n if n < m else m) % 3 == 1",
    "(n if type == 'half' else m if m > 9 else 4) > 20",
    "min(n, m, 40) * 2 >= max(m - n, 10)",
    "abs(n - m) > 50",
    "ceil_div(n, 32) * 32 - n < 5",
    "is_power_of_two(n) or is_power_of_two(m + 1)",
    "n & 7 == 0 or (m >> 2) ^ 1 > 40",
    "n / m > 0.75",
    "(-n) // 4 * 4 + n == 0",
    "(n - m) % 5 == 2",
    "not (n > 5 and m > 5) and true",
    "n",
};

}  // namespace

TEST_CASE("conditions in C are true where the expressions are, on random inputs") {
  Random random(11);
  std::vector<decision::FeatureValues> inputs;
  for (int k = 0; k < 400; ++k) {
    inputs.push_back({1 + static_cast<double>(random.below(k % 2 == 0 ? 2100 : 70)),
                      1 + static_cast<double>(random.below(k % 3 == 0 ? 2100 : 70)),
                      static_cast<double>(random.below(2))});
  }
  const test::TemporaryFolder folder;
  std::ofstream program(folder / "c.c");
  program << "#include <stdio.h>\ntypedef struct { double n, m, type; } input_t;\n"
          << c_condition_functions("f");
  for (std::size_t k = 0; k < expressions.size(); ++k) {
    program << "static int c" << k << "(const input_t* input) { (void)input; return ("
            << in_c(expressions[k]) << ") ? 1 : 0; }\n";
  }
  program << "static const input_t inputs[] = {\n";
  for (const auto& one : inputs) {
    program << "{" << one[0] << "," << one[1] << "," << one[2] << "},\n";
  }
  program << "};\nint main(void) {\n  for (int k = 0; k < " << inputs.size() << "; ++k) {\n";
  for (std::size_t k = 0; k < expressions.size(); ++k) {
    program << "    putchar('0' + c" << k << "(&inputs[k]));\n";
  }
  program << "    putchar('\\n');\n  }\n  return 0;\n}\n";
  program.close();
  for (const std::string compiler : {"cc -std=c99", "c++ -std=c++11 -x c++"}) {
    CAPTURE(compiler);
    REQUIRE(std::system(("cd '" + folder.path().string() + "' && " + compiler +
                         " -Wall -Wextra -Werror -Wno-parentheses-equality -Wno-unused-function "
                         "c.c -o c && ./c > out")
                            .c_str()) == 0);
    std::ifstream out(folder / "out");
    std::string line;
    for (const auto& input : inputs) {
      std::getline(out, line);
      REQUIRE(line.size() == expressions.size());
      for (std::size_t k = 0; k < expressions.size(); ++k) {
        const decision::PairConditions conditions(features, {{expressions[k]}});
        CAPTURE(expressions[k], input);
        CHECK((line[k] == '1') == conditions.admits(0, input));
      }
    }
  }
}

TEST_CASE("a condition that C cannot say without a library is no condition there") {
  for (const std::string expression : {"log2(n) > 3", "n ** m > 5", "type == type"}) {
    CAPTURE(expression);
    CHECK_FALSE(c_condition(Expression::parse(expression, names), features, "f"));
  }
}
