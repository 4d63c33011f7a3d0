#include "framework/core/shortage.hpp"

#include <new>
#include <stdexcept>
#include <system_error>

#include "tests/catch.hpp"

namespace assay::test {

TEST_CASE("what the system has no more of is told in words") {
  const auto of_system = [](std::errc code) {
    return shortage(std::system_error(std::make_error_code(code)));
  };
  CHECK_THAT(shortage(std::bad_alloc()).value(), contains("out of host memory"));
  CHECK_THAT(of_system(std::errc::not_enough_memory).value(), contains("out of host memory"));
  CHECK_THAT(of_system(std::errc::resource_unavailable_try_again).value(), contains("ulimit -v"));
  CHECK(!of_system(std::errc::permission_denied));
  CHECK(!shortage(std::runtime_error("Resource temporarily unavailable")));
}

}  // namespace assay::test
