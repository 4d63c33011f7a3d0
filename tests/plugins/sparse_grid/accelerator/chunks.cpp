// Data points in chunks, through one device and several.
#include "sparse_grid/accelerator/chunks.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "cases.hpp"
#include "sparse_grid/accelerator/chunked.hpp"
#include "tests/catch.hpp"

using testing::Case;
using testing::Configuration;
using testing::open_or_skip;
using testing::OpenClHost;

namespace {

namespace sdk = assay::sdk;
using sparse_grid::accelerator::ChunkedStreaming;
using sparse_grid::accelerator::Device;
using sparse_grid::accelerator::Inputs;
using I = std::int64_t;

// Small groups, so that there are many for the chunks to be cut between.
Configuration chunked(const std::string& residence, I chunks, I streams = 0) {
  return {{"data_residence", residence},
          {"chunks", chunks},
          {"schedule", std::string(streams == 0 ? "all-queued" : "resident")},
          {"streams", std::max<I>(streams, 1)},
          {"work_group_size", I{4}},
          {"points_per_item", I{2}}};
}

void require_right_in_chunks(OpenClHost& host, bool transposed, const Case& problem, bool is_double,
                             const Configuration& configuration) {
  if (is_double && host.facts.at("has_double") == 0) return;
  const auto outcome = testing::run(host, testing::find_variant("streaming.opencl", transposed),
                                    problem, is_double, configuration);
  REQUIRE(outcome.failure == "");
  CHECK(outcome.first_error <= 1);
  CHECK(outcome.second_error <= 1);
  CHECK(host.live == 0);
  CHECK(host.guards_intact());
}

}  // namespace

TEST_CASE("chunks in both schedules give the right result, whatever they leave over") {
  const auto host = open_or_skip();
  for (const std::size_t points : {1, 9, 64, 217}) {
    const Case problem(3, points, static_cast<unsigned>(points));
    for (const bool transposed : {false, true}) {
      for (const I chunks : {1, 2, 10, 64}) {
        const bool is_double = (points + static_cast<std::size_t>(chunks)) % 2 == 0;
        CAPTURE(points, transposed, chunks, is_double);
        require_right_in_chunks(*host, transposed, problem, is_double, chunked("device", chunks));
        require_right_in_chunks(*host, transposed, problem, is_double, chunked("host", chunks));
        for (const I streams : {1, 3}) {
          if (streams >= chunks) continue;
          CAPTURE(streams);
          require_right_in_chunks(*host, transposed, problem, !is_double,
                                  chunked("host", chunks, streams));
          CHECK(host->trial_facts.at("resident_chunks") <= static_cast<double>(streams));
        }
      }
    }
  }
}

TEST_CASE("chunks go with every form of the list, with tiles and shares") {
  const auto host = open_or_skip();
  const Case problem(5, 301, 4);
  for (const bool is_double : {false, true}) {
    for (const bool transposed : {false, true}) {
      for (const char* form : {"plain", "saturate", "sign"}) {
        for (const char* dimension : {"compile-time", "run-time"}) {
          auto configuration = chunked("host", 4, is_double ? 2 : 0);
          configuration["form"] = std::string(form);
          configuration["dimension"] = std::string(dimension);
          configuration[transposed ? "data_tile" : "grid_tile"] = I{16};
          configuration[transposed ? "data_shares" : "grid_shares"] = I{8};
          CAPTURE(is_double, transposed, form, dimension);
          require_right_in_chunks(*host, transposed, problem, is_double, configuration);
        }
      }
    }
  }
}

TEST_CASE("data points are split among devices") {
  const auto host = open_or_skip();
  for (const std::size_t points : {3, 130}) {
    const Case problem(2, points, 21);
    for (const bool transposed : {false, true}) {
      for (const I devices : {2, 8}) {
        CAPTURE(points, transposed, devices);
        for (auto configuration :
             {Configuration{{"form", std::string("factored")}}, chunked("device", 1),
              chunked("device", 4), chunked("host", 8, 2), chunked("host", 2)}) {
          configuration["devices"] = devices;
          require_right_in_chunks(*host, transposed, problem, devices == 2, configuration);
        }
      }
    }
  }
  host->facts["same_devices"] = 3;
  const auto outcome = testing::run(*host, testing::find_variant("streaming.opencl", false),
                                    Case(2, 130, 21), false, {{"devices", I{4}}});
  CHECK(outcome.status == ASSAY_UNSUPPORTED);
  CHECK(host->live == 0);
}

TEST_CASE("data larger than the device's memory streams through it") {
  const auto host = open_or_skip();
  const Case problem(6, 4000, 5);
  const double data_bytes = 6 * 4000 * sizeof(float);
  const std::string limits[] = {"global_memory_bytes", "max_allocation_bytes"};
  for (const bool transposed : {false, true}) {
    const auto& variant = testing::find_variant("streaming.opencl", transposed);
    for (const auto& limit : limits) {
      CAPTURE(transposed, limit);
      const double before = std::exchange(host->facts[limit], data_bytes / 3);
      for (auto configuration :
           {chunked("device", 1), chunked("device", 4), chunked("host", 1), chunked("host", 2)}) {
        if (limit == limits[1] && std::get<I>(configuration.at("chunks")) == 4) continue;
        configuration["data_shares"] = I{1};
        const auto outcome = testing::run(*host, variant, problem, false, configuration);
        CHECK(outcome.status == ASSAY_UNSUPPORTED);
        CHECK_THAT(outcome.failure, contains("bytes"));
      }
      auto configuration = chunked("host", 4, 3);
      configuration["data_shares"] = I{1};
      require_right_in_chunks(*host, transposed, problem, false, configuration);
      CHECK(host->trial_facts.at("chunks") >= 4);
      if (limit == limits[0]) CHECK(host->trial_facts.at("chunks") > 4);  // so that it fits
      CHECK(host->trial_facts.at("resident_chunks") == 3);
      CHECK(host->trial_facts.at("streamed_bytes") >= data_bytes);
      const double chunk_bytes = host->trial_facts.at("chunk_points") * 6 * sizeof(float);
      CHECK((limit == limits[0] ? 3 : 1) * chunk_bytes <= data_bytes / 3);
      host->facts[limit] = before;
    }
  }
}

TEST_CASE("phases of all chunks are marked") {
  const auto host = open_or_skip();
  const Case problem(2, 80, 3);
  for (const bool transposed : {false, true}) {
    host->phases.clear();
    testing::run(*host, testing::find_variant("streaming.opencl", transposed), problem, false,
                 chunked("host", 10, 3));
    CHECK(host->phases.size() == 3);
    for (const char* phase : {"upload", "kernel", "download"})
      CHECK(host->phases.count(phase) == 1);
  }
}

namespace {

// The defaults but for what is set, which the bindings borrow.
std::vector<assay_binding> bindings_of(const assay_variant& variant, const Configuration& set) {
  std::vector<assay_binding> bindings;
  for (std::size_t p = 0; p < variant.parameter_count; ++p) {
    const assay_parameter& parameter = variant.parameters[p];
    bindings.push_back({parameter.name, parameter.default_value});
    const auto found = set.find(parameter.name);
    if (found == set.end()) continue;
    if (const auto* text = std::get_if<std::string>(&found->second)) {
      bindings.back().value.text = text->c_str();
    } else {
      bindings.back().value.integer = std::get<I>(found->second);
    }
  }
  return bindings;
}

// Applies an operator on vectors of the device to the case's coefficients `times` times; returns
// the result.
template <class Real>
std::vector<Real> applied(OpenClHost& host, const Case& problem, bool transposed,
                          const Configuration& set, int times) {
  const assay_variant& variant = testing::find_variant("streaming.opencl", transposed);
  const auto bound = bindings_of(variant, set);
  const sparse_grid::accelerator::Configuration configuration(
      sdk::Bindings(bound.data(), bound.size()));
  const std::vector<Real> data(problem.data.begin(), problem.data.end());
  const Device device{sdk::Host(host.table(), host.context()), ASSAY_OPENCL};
  const auto product = ChunkedStreaming::create<Real>(device, Inputs<Real>(problem.grid(), data),
                                                      configuration, transposed);
  const auto& given = transposed ? problem.weights : problem.surpluses;
  const std::vector<Real> coefficients(given.begin(), given.end());
  sdk::Buffer<Real> from(device.host, product->coefficient_count());
  sdk::Buffer<Real> to(device.host, product->result_count());
  const auto queue = sdk::create_queue(device.host);
  std::vector<Real> results(product->result_count());
  for (int time = 0; time < times; ++time) {
    from.write_async(coefficients, 0, queue.get());
    to.fill(Real(7), queue.get());
    product->initialise(queue.get());
    product->apply(from, to, queue.get());
    from.fill(Real(-5), queue.get());  // behind all that reads it
    to.read(results, 0, queue.get());
  }
  return results;
}

}  // namespace

TEST_CASE("chunked operators take and leave vectors of the device, in the caller's queue") {
  const auto host = open_or_skip();
  const Case problem(4, 333, 8);
  for (const bool transposed : {false, true}) {
    const auto expected = testing::direct_sum(problem, transposed);
    for (const auto& configuration : {chunked("host", 8, 2), chunked("host", 8, 1),
                                      chunked("host", 10), chunked("device", 4)}) {
      const auto once = applied<float>(*host, problem, transposed, configuration, 1);
      REQUIRE(once.size() == expected.values.size());
      for (std::size_t k = 0; k < once.size(); ++k) {
        CHECK(std::abs(static_cast<double>(once[k]) - expected.values[k]) <=
              expected.scales[k] * 0x1p-23);
      }
      // Chunks end in any order, and are added in theirs.
      const auto again = applied<float>(*host, problem, transposed, configuration, 5);
      CHECK(std::memcmp(once.data(), again.data(), once.size() * sizeof(float)) == 0);
      CHECK(host->live == 0);
      CHECK(host->guards_intact());
    }
  }
}
