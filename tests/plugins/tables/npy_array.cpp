// Arrays of more than two dimensions, which are no tables.
#include "plugins/tables/npy_array.hpp"

#include "assay/plugin.hpp"
#include "tests/catch.hpp"
#include "tests/plugins/host/numpy_file.hpp"
#include "tests/plugins/host/temporary_file.hpp"

TEST_CASE("arrays have any number of dimensions, in either order", "[table]") {
  const std::vector<float> numbers{1, 2, 3, 4, 5, 6};
  for (const char* order : {"False", "True"}) {
    const testing::TemporaryFile file("a.npy", testing::npy("<f4", "(1, 3, 2)", numbers, order));
    const tables::NpyArray array(file.path());
    CHECK(array.shape() == std::vector<std::size_t>{1, 3, 2});
    CHECK(array.is_fortran_order() == (order == std::string("True")));
    for (std::size_t k = 0; k < 6; ++k) CHECK(array.value(k) == static_cast<double>(k + 1));
  }
}

TEST_CASE("arrays without dimensions, or with more elements than can be, are refused", "[table]") {
  const std::vector<double> one{1};
  for (const char* shape : {"()", "(999999, 999999, 999999, 999999)", "(9999999999999,)"}) {
    const testing::TemporaryFile file("a.npy", testing::npy("<f8", shape, one));
    CHECK_THROWS_AS(tables::NpyArray(file.path()), assay::sdk::Error);
  }
}
