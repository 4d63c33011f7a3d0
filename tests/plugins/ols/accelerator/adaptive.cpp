// Tests, where there is a GPU, that adaptive.cuda goes as far as the requested digits require.
#include "tests/plugins/ols/accelerator/fits.hpp"

using namespace assay;
using testing::CudaFits;
using testing::fact;
using testing::instance_of;

TEST_CASE("adaptive takes normal equations where they are enough, else goes on") {
  CudaFits fits("adaptive.cuda");
  for (const auto& method : fits.methods) {
    for (const double condition : {10.0, 1e6, 1e7, 1e8}) {
      auto arguments = instance_of(3001, 33, "double", "rows", condition);
      arguments.emplace_back("digits", Value(4.0));
      const auto result = fits.run_nearest(method, arguments);
      INFO("condition " << condition << ": " << result.message);
      CHECK(result.ok());
      if (condition == 10) CHECK(fact(result, "answered_by") == 0);
      if (condition >= 1e7) CHECK(fact(result, "answered_by") >= 1);
    }
  }
}

TEST_CASE("adaptive says so where nothing can be trusted") {
  CudaFits fits("adaptive.cuda");
  for (const auto& method : fits.methods) {
    for (const std::int64_t columns : {33, 600}) {  // 600 columns are too many for reflections
      testing::check_refused(
          fits.run_nearest(method, instance_of(1201, columns, "float", "rows", 1e8)));
    }
  }
}
