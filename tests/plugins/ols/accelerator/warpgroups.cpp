// Tests of products by warpgroups, where there is a GPU that has them. Rows are shared out among
// producers in many ways, and sums of X^T y are combined accordingly.
#include <functional>
#include <utility>

#include "tests/plugins/ols/accelerator/fits.hpp"

using namespace assay;
using testing::CudaFits;
using testing::instance_of;

namespace {

bool has_warpgroup_products(const testing::Method& method) {
  return method.device->facts.at("compute_capability") == 90;
}

}  // namespace

TEST_CASE("warpgroups take stages of every length from any number of producers") {
  CudaFits fits("normal-cholesky.cuda");
  std::erase_if(fits.methods, std::not_fn(has_warpgroup_products));
  for (const auto& method : fits.methods) {
    for (const char* layout : {"rows", "columns"}) {
      const auto arguments = instance_of(1501, 64, "float", layout, 3);
      const auto all = fits.space(method, arguments);
      for (const char* product : {"2xfp16", "3xbf16"}) {
        for (const auto& [stage_rows, producer_groups] :
             {std::pair{16, 1}, {48, 1}, {48, 3}, {64, 2}}) {
          const auto nearest =
              all.nearest({{"product", Value(product)},
                           {"stage_rows", Value(std::int64_t{stage_rows})},
                           {"producer_groups", Value(std::int64_t{producer_groups})}});
          REQUIRE(nearest);
          const auto result = fits.run(method, arguments, all.at(*nearest));
          INFO(product << ", " << layout << ", stages of " << stage_rows << " rows from "
                       << producer_groups << " groups: " << result.message);
          CHECK(result.ok());
        }
      }
    }
  }
}
