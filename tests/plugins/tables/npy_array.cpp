// Tests of arrays of more than two dimensions, which are not tables.
#include "plugins/tables/npy_array.hpp"

#include "assay/plugin.hpp"
#include "tests/catch.hpp"
#include "tests/npy_file.hpp"
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

TEST_CASE("headers of any size are read in time and without deep recursion", "[table]") {
  const std::string many(900000, ' ');
  const auto read = [](const std::string& descr, const std::string& shape) {
    const testing::TemporaryFile file(
        "big.npy", testing::npy_file(testing::npy_header(descr, shape), std::string(8, '\1'), 2));
    return tables::NpyArray(file.path()).shape();
  };
  CHECK(read("<f4", "(2," + many + ")") == std::vector<std::size_t>{2});
  CHECK_THROWS_AS(read(std::string(900000, 'f'), "(2,)"), assay::sdk::Error);
  CHECK_THROWS_AS(read("<f4", "(" + std::string(900000, '9') + ",)"), assay::sdk::Error);
  for (const char* shape : {"(2", "(-2,)", "2", "(2,]", "", "(999999999999, 999999999999)"}) {
    CHECK_THROWS_AS(read("<f4", shape), assay::sdk::Error);
  }
}
