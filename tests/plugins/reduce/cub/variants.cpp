// Runs reduce.cub where there is a CUDA device, and judges the results as assay does.
#include "tests/plugins/host/on_cuda.hpp"

namespace {

using namespace assay;
using testing::Method;

void check_right(testing::Trials& trials, const Method& method, std::int64_t length,
                 const char* operation, const char* precision, const char* values) {
  const TrialResult result = trials.run_nearest(method, {{"length", Value(length)},
                                                         {"operation", Value(operation)},
                                                         {"precision", Value(precision)},
                                                         {"values", Value(values)}});
  INFO(operation << " of " << length << " " << values << ", " << precision << ": "
                 << result.message);
  CHECK(result.ok());
}

}  // namespace

TEST_CASE("CUB reduces numbers of all kinds, none included, as the problem says") {
  testing::Trials trials("reduce/array");
  for (const Method& method : testing::methods_on_cuda(trials, "reduce.cub")) {
    for (const char* operation : {"sum", "maximum"}) {
      for (const char* precision : {"float", "double"}) {
        for (const char* values : {"few-distinct", "uniform", "wide", "special"}) {
          for (const std::int64_t length : {0, 1, 1000, 100'003}) {
            check_right(trials, method, length, operation, precision, values);
          }
        }
      }
    }
  }
}
