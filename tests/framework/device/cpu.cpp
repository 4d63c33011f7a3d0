#include <sched.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "framework/core/error.hpp"
#include "framework/core/usable_cpus.hpp"
#include "framework/device/cpu/cpu_facts.hpp"
#include "framework/device/cpu/fma_chains.hpp"
#include "framework/device/cpu/rapl.hpp"
#include "tests/framework/device/support.hpp"

namespace assay::device {

using test::error_of;

TEST_CASE("the CPU is always there, first, and open to all who ask") {
  const auto devices = discover();
  REQUIRE_FALSE(devices.empty());
  CHECK(devices[0].id == "cpu");
  CHECK(devices[0].backend == "cpu");
  CHECK(devices[0].on_host_cores);
  CHECK_FALSE(devices[0].name.empty());
  const auto device = open("cpu", {});
  CHECK(device->description().facts == devices[0].facts);
}

TEST_CASE("facts of the CPU are plausible") {
  const auto facts = cpu_facts();
  CHECK(facts.at("hardware_threads") >= 1);
  const double bits = facts.at("vector_bits");
  CHECK((bits == 128 || bits == 256 || bits == 512));
  CHECK(facts.at("memory_bytes") > 1 << 20);
  for (const char* cache : {"l1_bytes", "l2_bytes", "l3_bytes", "cache_line_bytes"}) {
    if (facts.contains(cache)) CHECK(facts.at(cache) >= 16);
  }
  if (facts.contains("l1_bytes") && facts.contains("l2_bytes")) {
    CHECK(facts.at("l1_bytes") <= facts.at("l2_bytes"));
  }
}

TEST_CASE("threads are those that the affinity allows") {
  cpu_set_t before;
  REQUIRE(sched_getaffinity(0, sizeof before, &before) == 0);
  CHECK(cpu_facts().at("hardware_threads") == CPU_COUNT(&before));
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(static_cast<std::size_t>(usable_cpus().back()), &one);
  REQUIRE(sched_setaffinity(0, sizeof one, &one) == 0);
  const auto pinned = cpu_facts();
  REQUIRE(sched_setaffinity(0, sizeof before, &before) == 0);
  CHECK(pinned.at("hardware_threads") == 1);
}

TEST_CASE("the CPU refuses device services and names the cure") {
  const auto device = open("cpu", {});
  CHECK(error_of([&] { static_cast<void>(device->require<DeviceMemory>()); }).status() ==
        ASSAY_UNSUPPORTED);
  CHECK_THAT(error_of([&] { static_cast<void>(device->require<Queues>()); }).what(),
             contains("the device cpu has no queues"));
  const auto error = error_of([&] { static_cast<void>(device->require<ProgramBuilder>()); });
  CHECK(error.status() == ASSAY_UNSUPPORTED);
  CHECK_THAT(error.what(), contains("the device cpu has no run-time compiler"));
  CHECK_THAT(error.what(), contains("OpenCL"));
}

TEST_CASE("multiply-add chains compute what they claim to count") {
  std::vector<FmaKernel> kernels = {fma_kernel_baseline(), widest_fma_kernel()};
#if defined(__x86_64__)
  if (vector_bits() >= 256) kernels.push_back(fma_kernel_avx2());
#endif
  for (const FmaKernel& kernel : kernels) {
    const double floats = kernel.vector_bytes / 4.0 * fma_chain_count;
    const double doubles = kernel.vector_bytes / 8.0 * fma_chain_count;
    // Chain k starts at k in all lanes; x -> x / 2 + 1 / 2 halves its distance to 1 in each round.
    const double first_distance = (fma_chain_count - 1) / 2.0 - 1;
    for (const int rounds : {0, 1, 2, 10}) {
      const double mean = 1 + first_distance * std::pow(0.5, rounds);
      CHECK(kernel.single_chains(rounds) == Approx(floats * mean));
      CHECK(kernel.double_chains(rounds) == Approx(doubles * mean));
    }
  }
  CHECK(widest_fma_kernel().vector_bytes * 8 == vector_bits());
}

TEST_CASE("peaks of the CPU are positive numbers") {
  const Peaks peaks = open("cpu", {})->require<Measurable>().measure_peaks();
  for (const double rate : {peaks.flops_single, peaks.flops_double, peaks.bandwidth}) {
    CHECK(std::isfinite(rate));
    CHECK(rate > 1e6);
  }
}

TEST_CASE("the CPU's caches can be flushed, whatever the affinity") {
  const auto device = open("cpu", {});
  cpu_set_t before;
  REQUIRE(sched_getaffinity(0, sizeof before, &before) == 0);
  device->require<Measurable>().flush_caches();
  cpu_set_t after;
  REQUIRE(sched_getaffinity(0, sizeof after, &after) == 0);
  CHECK(CPU_EQUAL(&before, &after));  // only its own threads are pinned
}

TEST_CASE("RAPL adds up the packages, around the end of their counters") {
  const test::TemporaryFolder root;
  const auto domain = [&](const std::string& name, const std::string& file,
                          const std::string& text) {
    const auto folder = root.path() / "sys/class/powercap" / name;
    std::filesystem::create_directories(folder);
    std::ofstream(folder / file) << text << '\n';
  };
  CHECK_FALSE(Rapl::open(root.path()));
  domain("intel-rapl", "enabled", "1");
  CHECK_FALSE(Rapl::open(root.path()));
  for (const char* package : {"0", "1"}) {
    const std::string name = std::string("intel-rapl:") + package;
    domain(name, "name", std::string("package-") + package);
    domain(name, "max_energy_range_uj", "1000000000");
    domain(name, "energy_uj", "900000000");
    domain(name + ":0", "name", "core");
    domain(name + ":0", "energy_uj", "5");
  }
  auto rapl = Rapl::open(root.path());
  REQUIRE(rapl);
  CHECK(rapl->joules() == 0);
  domain("intel-rapl:0", "energy_uj", "950000000");
  domain("intel-rapl:0:0", "energy_uj", "77000000");
  CHECK(rapl->joules() == Approx(50));
  domain("intel-rapl:1", "energy_uj", "100000000");  // wrapped around
  CHECK(rapl->joules() == Approx(50 + 200));
  CHECK(rapl->joules() == Approx(50 + 200));
  std::filesystem::remove(root.path() / "sys/class/powercap/intel-rapl:1/energy_uj");
  CHECK_FALSE(Rapl::open(root.path()));  // half of the sum would be misleading
}

}  // namespace assay::device
