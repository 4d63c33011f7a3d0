// Runs every variant of scan/array that can run here, and judges the sums as assay does.
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

struct Scanned : testing::Trials {
  Scanned() : Trials("scan/array") { REQUIRE(methods().size() >= 2); }
  std::vector<Method> methods() { return Trials::methods({}); }
};

Bindings array(std::int64_t length, const char* precision, const char* values) {
  return {{"length", Value(length)}, {"precision", Value(precision)}, {"values", Value(values)}};
}

void check_right(const TrialResult& result) {
  INFO(result.message);
  CHECK(result.ok());
}

// Runs all variants on the numbers of a file.
void check_file(Scanned& scanned, const std::vector<double>& numbers) {
  const auto length = static_cast<std::int64_t>(numbers.size());
  const testing::TemporaryFile file(
      "numbers.npy", testing::npy("<f8", "(" + std::to_string(length) + ",)", numbers));
  for (const Method& method : scanned.methods()) {
    INFO(method.name() << " of " << length << " numbers");
    check_right(scanned.run_nearest(
        method,
        {{"length", Value(length)}, {"precision", Value("double")}, {"file", Value(file.path())}}));
  }
}

}  // namespace

// Integers have no tolerance: a number that is left out or taken twice shows, unless it is 0.
TEST_CASE("arrays of any length are scanned, in both precisions") {
  Scanned scanned;
  for (const Method& method : scanned.methods()) {
    for (const char* precision : {"float", "double"}) {
      for (const int length : {0, 1, 2, 3, 5, 255, 256, 257, 2049, 4096, 4097, 32768, 100'003}) {
        INFO(method.name() << ", " << length << ", " << precision);
        const auto arguments = array(length, precision, "few-distinct");
        const TrialResult result = scanned.run_nearest(method, arguments);
        check_right(result);
        CHECK(result.verification_error == 0);
      }
    }
  }
}

TEST_CASE("numbers of all kinds are scanned within the tolerance") {
  Scanned scanned;
  for (const Method& method : scanned.methods()) {
    for (const char* values : {"uniform", "normal", "wide", "special"}) {
      for (const char* precision : {"float", "double"}) {
        INFO(method.name() << ", " << values << ", " << precision);
        check_right(scanned.run_nearest(method, array(50'021, precision, values)));
      }
    }
  }
}

TEST_CASE("every value of every parameter scans") {
  Scanned scanned;
  const auto arguments = array(20'011, "float", "few-distinct");
  for (const Method& method : scanned.swept_methods()) {
    for (const Parameter& parameter : method.variant->parameters) {
      for (const Value& value : parameter.values) {
        const Bindings set = {{parameter.name, value}};
        const bool asks_for_machine = parameter.name == "threads";
        if (asks_for_machine && !scanned.space(method, arguments).nearest(set)) continue;
        INFO(method.name() << ", " << parameter.name << "=" << to_string(value));
        check_right(scanned.run_nearest(method, arguments, set));
      }
    }
  }
}

// More tiles than a group scans at a time, and many more than are looked at together.
TEST_CASE("many small tiles are scanned") {
  Scanned scanned;
  for (const Method& method : scanned.methods()) {
    if (method.variant->backend == "cpu") continue;
    INFO(method.name());
    const TrialResult result = scanned.run_nearest(method, array(20'011, "float", "few-distinct"),
                                                   {{"work_group_size", Value(std::int64_t{8})},
                                                    {"packs_per_item", Value(std::int64_t{1})},
                                                    {"load_bytes", Value(std::int64_t{4})}});
    check_right(result);
    CHECK(result.verification_error == 0);
  }
}

TEST_CASE("infinities and NaN reach all later sums, and no earlier one") {
  Scanned scanned;
  for (const std::size_t at : {0, 2047, 2048, 4999}) {
    std::vector<double> numbers(5000, 0.1);
    numbers[at] = infinity;
    check_file(scanned, numbers);
    numbers[4998] = -infinity;
    check_file(scanned, numbers);
    numbers[at] = not_a_number;
    check_file(scanned, numbers);
  }
  check_file(scanned, {-0.0, 0.0});
  check_file(scanned, std::vector<double>(3000, std::numeric_limits<double>::denorm_min()));
}

TEST_CASE("lengths that make no sense, and a missing file, are refused by name") {
  Scanned scanned;
  const Method method = scanned.methods().front();
  for (const std::int64_t length : {std::int64_t{-1}, (std::int64_t{1} << 32) + 1}) {
    CHECK_THROWS_WITH(scanned.run_nearest(method, array(length, "float", "uniform")),
                      contains("must be from 0 to 2^32"));
  }
  CHECK_THROWS_WITH(scanned.run_nearest(method, {{"length", Value(std::int64_t{3})},
                                                 {"file", Value("/nowhere/x.npy")}}),
                    contains("/nowhere/x.npy"));
}
