// Tests that an OpenCL device makes the same random choices as the host.
#include <vector>

#include "assay/plugin.hpp"
#include "forest/library/random.hpp"
#include "tests/catch.hpp"
#include "tests/contents.hpp"
#include "tests/plugins/host/opencl_host.hpp"

namespace {

std::string header_text(const std::string& name) {
  return assay::test::contents(std::string(SOURCE_FOLDER) + "/kernels/" + name);
}

const char* const probe = R"(
#include "dialect.h"
#include "forest/random.h"
KERNEL(64) probe(GLOBAL uint* numbers, const uint seed, const uint tree, const uint attributes) {
  const uint item = GROUP_ID * 64 + LOCAL_ID;
  const ulong key = child_key(child_key(ROOT_KEY, (item & 1) != 0), (item & 2) != 0);
  numbers[3 * item] = attribute_at(seed, tree, key, attributes, item % attributes);
  numbers[3 * item + 1] = bootstrap_draw(seed, tree, item, 12345);
  numbers[3 * item + 2] = (uint)(key >> 32) ^ (uint)key;
}
)";

}  // namespace

TEST_CASE("a device draws what the host draws") {
  const auto host = testing::open_or_skip();
  constexpr std::uint32_t items = 256;
  constexpr std::uint32_t attributes = 37;
  {
    const assay::sdk::Host services(host->table(), host->context());
    const std::string dialect = header_text("dialect.h");
    const std::string random = header_text("forest/random.h");
    const std::vector<assay_source> sources{{"probe.kernel", probe},
                                            {"dialect.h", dialect.c_str()},
                                            {"forest/random.h", random.c_str()}};
    assay::sdk::CompileOptions options;
    options.define("REAL_BITS", 32).define("VECTOR_WIDTH", 1);
    const assay::sdk::Program program(services, sources, options);
    assay::sdk::Buffer<std::uint32_t> numbers(services, 3 * items);
    program.kernel("probe").launch<1>({items}, {64}, numbers, std::uint32_t{11}, std::uint32_t{22},
                                      attributes);
    std::vector<std::uint32_t> found(3 * items);
    numbers.read(found);
    for (std::uint32_t item = 0; item < items; ++item) {
      const std::uint64_t key =
          forest::child_key(forest::child_key(ROOT_KEY, (item & 1) != 0), (item & 2) != 0);
      CHECK(found[3 * item] == forest::attribute_at(11, 22, key, attributes, item % attributes));
      CHECK(found[3 * item + 1] == forest::bootstrap_draw(11, 22, item, 12345));
      CHECK(found[3 * item + 2] == static_cast<std::uint32_t>(key >> 32 ^ key));
    }
  }
  CHECK(host->failure == "");
}
