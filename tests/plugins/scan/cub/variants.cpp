// The configurations of scan.cub, which are run and judged as assay does where there is a CUDA
// device.
#include "tests/plugins/host/on_cuda.hpp"

namespace {

using namespace assay;
using testing::Method;

Bindings array(std::int64_t length, const char* precision, const char* values) {
  return {{"length", Value(length)}, {"precision", Value(precision)}, {"values", Value(values)}};
}

}  // namespace

TEST_CASE("floats are added up in float or in double, doubles in double alone") {
  testing::Trials trials("scan/array");
  const DeviceDescription device{};
  const Method method{&trials.variant("scan.cub"), &device, {}};
  CHECK(trials.space(method, array(10, "float", "uniform")).size() == 2);
  CHECK(trials.space(method, array(10, "double", "uniform")).size() == 1);
}

TEST_CASE("CUB's prefix sums of arrays of any length are right") {
  testing::Trials trials("scan/array");
  for (const Method& method : testing::methods_on_cuda(trials, "scan.cub")) {
    for (const char* precision : {"float", "double"}) {
      for (const char* values : {"few-distinct", "uniform", "special"}) {
        for (const std::int64_t length : {0, 1, 1000, 100'003}) {
          const auto arguments = array(length, precision, values);
          const SearchSpace all = trials.space(method, arguments);
          for (std::size_t k = 0; k < all.size(); ++k) {
            const TrialResult result = trials.run(method, arguments, all.at(k));
            INFO(length << " " << values << ", " << precision << ", " << k << ": "
                        << result.message);
            CHECK(result.ok());
          }
        }
      }
    }
  }
}
