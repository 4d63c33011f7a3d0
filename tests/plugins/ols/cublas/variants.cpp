// Every configuration of cublas-cusolver.cuda, run and judged as assay does it, where there is a
// GPU.
#include <algorithm>
#include <map>
#include <string>

#include "framework/core/space/space.hpp"
#include "framework/worker/client.hpp"
#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"

namespace {

using namespace assay;

constexpr const char* name = "cublas-cusolver.cuda";

struct CudaWorker {
  CudaWorker() : client(options()) {
    const auto& devices = client.catalog().devices;
    const auto found = std::ranges::find(devices, "cuda", &DeviceDescription::backend);
    if (found != devices.end()) device = &*found;
    if (device == nullptr) WARN("skipped: no CUDA device");
    const auto& variants = client.catalog().variants;
    const auto mine = std::ranges::find(variants, name, &VariantDescription::name);
    REQUIRE(mine != variants.end());
    variant = &*mine;
  }

  WorkerOptions options() {
    WorkerOptions chosen;
    chosen.command = {ASSAY_TEST_WORKER};
    chosen.plugin_folders = {ASSAY_PLUGINS};
    chosen.cache_folder = folder.path() / "cache";
    return chosen;
  }

  // Calls check(result, configuration) for each configuration of the instance with few splits.
  template <class Check>
  void each(const Bindings& arguments, Check&& check) {
    std::map<std::string, Value> constants;
    for (const auto& [fact, value] : device->facts) constants[fact] = value;
    const InstanceRecord instance = client.open_instance({"ols/fit", arguments});
    for (const auto& [argument, value] : instance.arguments) constants[argument] = value;
    for (const auto& fact : instance.facts) constants[fact.name] = fact.value;
    auto constraints = variant->constraints;
    constraints.push_back({"splits in [1, 2, 16]", "they are enough for a test"});
    const SearchSpace space(variant->parameters, constraints, std::move(constants));
    for (std::size_t index = 0; index < space.size(); ++index) {
      TrialRequest request;
      request.instance = {"ols/fit", arguments};
      request.variant = name;
      request.device = device->id;
      request.configuration = space.at(index);
      request.sampling.max_seconds = 0.01;
      request.sampling.max_samples = 1;
      std::string text;
      for (const auto& [parameter, value] : request.configuration) {
        text += " " + parameter + "=" + to_string(value);
      }
      check(client.run_trial(request), text);
    }
  }

  test::TemporaryFolder folder;
  WorkerClient client;
  const DeviceDescription* device = nullptr;
  const VariantDescription* variant = nullptr;
};

}  // namespace

TEST_CASE("cuBLAS and cuSOLVER fit all shapes, layouts and batches in both precisions") {
  CudaWorker worker;
  if (worker.device == nullptr) return;
  for (const auto& [rows, columns] : {std::pair{1, 1}, {13, 13}, {37, 31}, {2053, 33}}) {
    for (const char* layout : {"rows", "columns"}) {
      for (const char* precision : {"float", "double"}) {
        for (const int batch : {1, 3}) {
          const Bindings arguments{{"rows", Value(std::int64_t{rows})},
                                   {"columns", Value(std::int64_t{columns})},
                                   {"layout", Value(layout)},
                                   {"precision", Value(precision)},
                                   {"batch", Value(std::int64_t{batch})},
                                   {"condition", Value(2.0)}};
          worker.each(arguments, [&](const TrialResult& result, const std::string& configuration) {
            INFO(rows << " x " << columns << " by " << layout << " in " << precision << ", "
                      << batch << " fits," << configuration << ": " << result.message);
            CHECK(result.ok());
          });
        }
      }
    }
  }
}

TEST_CASE("what cuBLAS and cuSOLVER cannot be trusted with is refused") {
  CudaWorker worker;
  if (worker.device == nullptr) return;
  const Bindings arguments{{"rows", Value(std::int64_t{503})},
                           {"columns", Value(std::int64_t{17})},
                           {"precision", Value("float")},
                           {"condition", Value(1e8)}};
  worker.each(arguments, [&](const TrialResult& result, const std::string& configuration) {
    INFO(configuration << ": " << result.message);
    CHECK_FALSE(result.ok());
    const bool says_so = contains("itself trusts").match(result.message) ||
                         contains("not full rank").match(result.message);
    CHECK(says_so);
  });
}
