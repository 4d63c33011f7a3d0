#include "assay/element.hpp"

#include "assay/tensor.hpp"
#include "tests/catch.hpp"

using namespace assay::sdk;

namespace {

template <class... T>
void check_sizes() {
  CHECK((... && (element_size(element_of<T>) == sizeof(T))));
}

}  // namespace

TEST_CASE("an element has the size of its C++ type") {
  check_sizes<float, double, std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t,
              std::uint32_t, std::int64_t, std::uint64_t, Float16, BFloat16, Float8E4M3, Float8E5M2,
              bool, std::complex<float>, std::complex<double>>();
  CHECK(element_size(static_cast<assay_element>(ASSAY_C128 + 1)) == 0);
}

TEST_CASE("float and double are floating, and nothing else is") {
  for (int type = ASSAY_F32; type <= ASSAY_C128; ++type) {
    CHECK(is_floating(static_cast<assay_element>(type)) == (type <= ASSAY_F64));
  }
}
