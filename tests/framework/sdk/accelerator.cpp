#include "assay/accelerator.hpp"

#include <map>
#include <string>

#include "tests/catch.hpp"

using namespace assay::sdk;

namespace {

// The facts of the device that a fake host reports; the host offers nothing else.
std::map<std::string, double> facts;

assay_status fact_of(assay_context* /*context*/, const char* name, double* value) {
  *value = facts.at(name);
  return ASSAY_OK;
}

Device device_with(std::map<std::string, double> known, assay_backend backend) {
  facts = std::move(known);
  static const assay_host table = [] {
    assay_host host{};
    host.size = sizeof(host);
    host.device_fact = fact_of;
    return host;
  }();
  return {{&table, nullptr}, backend};
}

}  // namespace

TEST_CASE("the dialect is told the precision, the vectors and OpenCL's version") {
  CHECK(dialect_options(ASSAY_CUDA).text() == "-D REAL_BITS=32 -D VECTOR_WIDTH=1");
  CHECK(dialect_options(ASSAY_OPENCL, true, 4).text() ==
        "-cl-std=CL1.2 -D REAL_BITS=64 -D VECTOR_WIDTH=4");
}

TEST_CASE("a device without double precision is refused with the cure") {
  const Device without = device_with({{"has_double", 0}}, ASSAY_OPENCL);
  CHECK_THROWS_WITH(dialect_options(without, true), contains("precision = \"float\""));
  CHECK_NOTHROW(dialect_options(without, false));
  CHECK_NOTHROW(dialect_options(device_with({{"has_double", 1}}, ASSAY_OPENCL), true));
  CHECK_NOTHROW(dialect_options(device_with({}, ASSAY_CUDA), true));
}

TEST_CASE("memory that a device has not is refused with both numbers") {
  const Device device = device_with({{"max_allocation_bytes", 1000},
                                     {"global_memory_bytes", 5000},
                                     {"local_memory_bytes", 65536}},
                                    ASSAY_CUDA);
  CHECK_NOTHROW(require_device_memory(device, {1000, 5000}));
  CHECK_THROWS_WITH(require_device_memory(device, {1001, 1001}),
                    contains("1001 bytes") && contains("allows 1000"));
  CHECK_THROWS_WITH(require_device_memory(device, {1000, 5001}),
                    contains("5001 bytes") && contains("has 5000"));
  CHECK_NOTHROW(require_local_memory(device, 49152));
  CHECK_THROWS_WITH(require_local_memory(device, 49153), contains("49153") && contains("49152"));
  CHECK_NOTHROW(require_local_memory({device.host, ASSAY_OPENCL}, 65536));
}

TEST_CASE("an algorithm is described for each backend under a name of its own") {
  const auto described = [](assay_backend backend) {
    return describe_accelerated("radix", "sort/pairs", "Sorts.", backend,
                                {{{"tile", "Pairs of a tile.", {1, 2}}}, {{"tile > 0", "why"}}});
  };
  CHECK(described(ASSAY_CUDA).name == "radix.cuda");
  const VariantDescription variant = described(ASSAY_OPENCL);
  CHECK(variant.name == "radix.opencl");
  CHECK(variant.problem == "sort/pairs");
  CHECK(variant.backend == ASSAY_OPENCL);
  CHECK(variant.parameters.at(0).name == "tile");
  CHECK(variant.constraints.at(0).expression == "tile > 0");
}
