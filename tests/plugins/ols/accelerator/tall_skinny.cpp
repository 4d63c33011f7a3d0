// Tests which shapes tsqr.cuda takes and, where there is a GPU, its results for them.
#include "framework/core/error.hpp"
#include "tests/plugins/ols/accelerator/fits.hpp"

namespace {

using namespace assay;
using testing::CudaFits;
using testing::instance_of;

DeviceDescription h200() {
  DeviceDescription device;
  device.facts = {{"local_memory_bytes", 232448}, {"registers_per_block", 65536}};
  return device;
}

}  // namespace

TEST_CASE("tsqr takes as many columns as its triangles have room for in shared memory") {
  testing::Trials trials("ols/fit");
  const DeviceDescription device = h200();
  const testing::Method method{&trials.variant("tsqr.cuda"), &device, {}};
  for (const char* precision : {"float", "double"}) {
    for (const std::int64_t columns : {1, 2, 10, 31, 33, 64, 65, 100, 128, 200}) {
      INFO(columns << " columns in " << precision);
      CHECK(trials.space(method, instance_of(1000, columns, precision, "rows", 2)).size() > 0);
    }
    try {
      trials.space(method, instance_of(1000, 1000, precision, "rows", 2));
      FAIL("1,000 columns are taken");
    } catch (const Error& error) {
      const bool says_why = contains("shared memory").match(error.what()) ||
                            contains("registers").match(error.what());
      INFO(error.what());
      CHECK(says_why);
    }
  }
}

TEST_CASE("tsqr fits all shapes, layouts and batches") {
  CudaFits fits("tsqr.cuda");
  for (const auto& [rows, columns] :
       {std::pair{1, 1}, {13, 13}, {37, 31}, {65, 64}, {2053, 33}, {20011, 10}, {1003, 100}}) {
    for (const char* layout : {"rows", "columns"}) {
      for (const char* precision : {"float", "double"}) {
        for (const std::int64_t batch : {1, 3}) {
          auto arguments = instance_of(rows, columns, precision, layout, 3);
          arguments.emplace_back("batch", Value(batch));
          for (const auto& method : fits.methods) {
            const auto result = fits.run_nearest(method, arguments);
            INFO(rows << " x " << columns << " by " << layout << " in " << precision << ", "
                      << batch << " fits: " << result.message);
            CHECK(result.ok());
          }
        }
      }
    }
  }
}

TEST_CASE("tsqr is right where X^T X is not positive definite, and refuses what it cannot be") {
  CudaFits fits("tsqr.cuda");
  for (const auto& method : fits.methods) {
    const auto result = fits.run_nearest(method, instance_of(3001, 33, "double", "rows", 1e8));
    INFO(result.message);
    CHECK(result.ok());
    testing::check_refused(fits.run_nearest(method, instance_of(3001, 33, "float", "rows", 1e8)));
  }
}
