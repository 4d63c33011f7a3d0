// Runs every variant of reduce/array that can run here, and judges the results as assay does.
#include <cmath>
#include <limits>

#include "tests/catch.hpp"
#include "tests/npy_file.hpp"
#include "tests/plugins/host/temporary_file.hpp"
#include "tests/plugins/host/trials.hpp"

namespace {

using namespace assay;
using testing::Method;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double most = std::numeric_limits<double>::max();

struct Reduced : testing::Trials {
  Reduced() : Trials("reduce/array") { REQUIRE(methods().size() >= 2); }
  std::vector<Method> methods() { return Trials::methods({}); }
};

Bindings array(std::int64_t length, const char* operation, const char* precision,
               const char* values) {
  return {{"length", Value(length)},
          {"operation", Value(operation)},
          {"precision", Value(precision)},
          {"values", Value(values)}};
}

void check_right(const TrialResult& result) {
  INFO(result.message);
  CHECK(result.ok());
}

// Runs all variants on the numbers of a file.
void check_file(Reduced& reduced, const std::vector<double>& numbers, const char* operation) {
  const auto length = static_cast<std::int64_t>(numbers.size());
  const testing::TemporaryFile file(
      "numbers.npy", testing::npy("<f8", "(" + std::to_string(length) + ",)", numbers));
  for (const Method& method : reduced.methods()) {
    INFO(method.name() << ", " << operation << " of " << length << " numbers");
    check_right(reduced.run_nearest(method, {{"length", Value(length)},
                                             {"operation", Value(operation)},
                                             {"precision", Value("double")},
                                             {"file", Value(file.path())}}));
  }
}

}  // namespace

// Integers have no tolerance: a number that is left out or taken twice shows, unless it is 0.
TEST_CASE("arrays of any length are reduced, in both precisions") {
  Reduced reduced;
  for (const Method& method : reduced.methods()) {
    for (const char* operation : {"sum", "maximum"}) {
      for (const char* precision : {"float", "double"}) {
        for (const int length : {0, 1, 2, 3, 5, 255, 256, 257, 4095, 4096, 4097, 32768, 100'003}) {
          INFO(method.name() << ", " << operation << " of " << length << ", " << precision);
          const auto arguments = array(length, operation, precision, "few-distinct");
          const TrialResult result = reduced.run_nearest(method, arguments);
          check_right(result);
          CHECK(result.verification_error == 0);
        }
      }
    }
  }
}

TEST_CASE("numbers of all kinds are added up within the tolerance") {
  Reduced reduced;
  for (const Method& method : reduced.methods()) {
    for (const char* values : {"uniform", "normal", "wide"}) {
      for (const char* precision : {"float", "double"}) {
        INFO(method.name() << ", " << values << ", " << precision);
        check_right(reduced.run_nearest(method, array(50'021, "sum", precision, values)));
      }
    }
  }
}

TEST_CASE("every value of every parameter reduces") {
  Reduced reduced;
  const auto arguments = array(70'001, "sum", "float", "few-distinct");
  for (const Method& method : reduced.swept_methods()) {
    for (const Parameter& parameter : method.variant->parameters) {
      const bool asks_for_machine = parameter.name == "threads" || parameter.name == "simd_bits";
      for (const Value& value : parameter.values) {
        const Bindings set = {{parameter.name, value}};
        if (asks_for_machine && !reduced.space(method, arguments).nearest(set)) continue;
        INFO(method.name() << ", " << parameter.name << "=" << to_string(value));
        check_right(reduced.run_nearest(method, arguments, set));
      }
    }
  }
}

// Parts of an array are whole steps of all vectors: lengths of no step, of some, and with a rest.
TEST_CASE("from however many places an array is read, each number counts once") {
  Reduced reduced;
  for (const Method& method : reduced.methods()) {
    if (method.variant->name != "threads.cpu") continue;
    for (const std::int64_t vectors : {1, 2, 4, 8, 16}) {
      for (const std::int64_t streams : {1, 2, 4, 8}) {
        if (streams > vectors) continue;
        for (const std::int64_t length : {31, 1023, 1024, 5003}) {
          for (const char* operation : {"sum", "maximum"}) {
            INFO(operation << " of " << length << ", " << vectors << " vectors, " << streams);
            check_right(reduced.run_nearest(
                method,
                array(length, operation, length % 2 == 0 ? "float" : "double", "few-distinct"),
                {{"vectors", Value(vectors)}, {"streams", Value(streams)}}));
          }
        }
      }
    }
  }
}

TEST_CASE("a maximum is NaN if any number is, wherever it lies, and never one that is not there") {
  Reduced reduced;
  for (const std::size_t at : {0, 1, 4095, 4096, 9999}) {
    std::vector<double> numbers(10'000, 1.0);
    numbers[at] = not_a_number;
    check_file(reduced, numbers, "maximum");
    numbers[at] = infinity;
    check_file(reduced, numbers, "maximum");
    numbers.assign(numbers.size(), -most);
    numbers[at] = -1e-300;
    check_file(reduced, numbers, "maximum");
  }
  check_file(reduced, std::vector<double>(5, -infinity), "maximum");
  check_file(reduced, {-0.0, 0.0, -0.0}, "maximum");
  check_file(reduced, {not_a_number, infinity}, "maximum");
}

TEST_CASE("a sum with infinities is infinite, or NaN if they are of both signs") {
  Reduced reduced;
  std::vector<double> numbers(5000, 0.1);
  numbers[4500] = infinity;
  check_file(reduced, numbers, "sum");
  numbers[17] = -infinity;
  check_file(reduced, numbers, "sum");
  numbers[17] = not_a_number;
  check_file(reduced, numbers, "sum");
  check_file(reduced, {most, -1e200}, "sum");
  check_file(reduced, std::vector<double>(5000, std::numeric_limits<double>::denorm_min()), "sum");
}

TEST_CASE("special numbers are reduced") {
  Reduced reduced;
  for (const Method& method : reduced.methods()) {
    for (const char* operation : {"sum", "maximum"}) {
      for (const std::int64_t length : {100, 20'011}) {
        INFO(method.name() << ", " << operation << " of " << length);
        check_right(reduced.run_nearest(method, array(length, operation, "float", "special")));
      }
    }
  }
}

TEST_CASE(
    "a sum that depends on the order of the additions, and lengths that make no sense, are "
    "refused") {
  Reduced reduced;
  const Method method = reduced.methods().front();
  CHECK_THROWS_WITH(check_file(reduced, {most, most, -most}, "sum"),
                    contains("the magnitudes of the 3 numbers add up to more than a double holds"));
  for (const std::int64_t length : {std::int64_t{-1}, (std::int64_t{1} << 36) + 1}) {
    CHECK_THROWS_WITH(reduced.run_nearest(method, array(length, "sum", "float", "uniform")),
                      contains("must be from 0 to 2^36"));
  }
  CHECK_THROWS_WITH(reduced.run_nearest(method, {{"length", Value(std::int64_t{3})},
                                                 {"file", Value("/nowhere/x.npy")}}),
                    contains("/nowhere/x.npy"));
}
