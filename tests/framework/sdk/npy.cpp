#include "assay/npy.hpp"

#include "tests/catch.hpp"
#include "tests/npy_file.hpp"

using namespace assay::sdk;

namespace {

NpyHeader header_of(const std::string& file) {
  std::size_t at = 0;
  return read_npy_header([&](std::size_t size) {
    const std::string text = file.substr(at, size);
    at += text.size();
    return text;
  });
}

}  // namespace

TEST_CASE("a header that was written is read again, and elements begin at a multiple of 64 bytes") {
  for (int type = ASSAY_F32; type <= ASSAY_U64; ++type) {
    const auto element = static_cast<assay_element>(type);
    for (const auto& shape : std::vector<std::vector<std::int64_t>>{
             {}, {7}, {3, 0, 5}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}}) {
      const std::string bytes = npy_header(element, shape);
      CHECK(bytes.size() % 64 == 0);
      const NpyHeader header = header_of(bytes + "elements");
      CHECK(header.element == element);
      CHECK(header.shape == shape);
      CHECK_FALSE(header.is_fortran_order);
    }
  }
}

TEST_CASE("NumPy's own headers are read, in either order of the elements") {
  const NpyHeader header = header_of(testing::npy<double>("<f8", "(2, 3)", {}, "True"));
  CHECK(header.element == ASSAY_F64);
  CHECK(header.shape == std::vector<std::int64_t>{2, 3});
  CHECK(header.is_fortran_order);
}

TEST_CASE("a header that is cut off anywhere is refused") {
  const std::string whole = npy_header(ASSAY_F32, std::vector<std::int64_t>{5});
  for (std::size_t size = 0; size < whole.size(); ++size) {
    CHECK_THROWS_AS(header_of(whole.substr(0, size)), NpyError);
  }
  CHECK_NOTHROW(header_of(whole));
}

TEST_CASE("an element type that plugin.h does not know has no code") {
  CHECK_THROWS_AS(npy_header(static_cast<assay_element>(99), {}), Error);
}
