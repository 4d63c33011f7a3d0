// The shipped variants of a problem, run and judged by a worker as assay does it.
#pragma once

#include <string>
#include <vector>

#include "framework/core/space/space.hpp"
#include "framework/supervisor/client.hpp"
#include "tests/temporary_folder.hpp"

namespace testing {

// A variant on a device, with the values set that make it another algorithm.
struct Method {
  const assay::VariantDescription* variant;
  const assay::DeviceDescription* device;
  assay::Bindings set;

  [[nodiscard]] std::string name() const;
};

class Trials {
 public:
  explicit Trials(std::string problem);

  // The variants of some backends that can run here: each once for every value of those parameters
  // it has that are named. A line for each that no device is here for.
  std::vector<Method> methods(const std::vector<std::string>& parameters,
                              const std::vector<std::string>& backends = {"cpu", "opencl"});

  // The variants of which every value of every parameter is to be tried: those above, but with
  // sanitizers, which see code of the host alone, only those on the CPU. Kernels of all values take
  // long to compile.
  std::vector<Method> swept_methods();

  // The variant of that name, whether or not there is a device for it.
  const assay::VariantDescription& variant(const std::string& name);

  // All configurations of a method's variant on an instance.
  assay::SearchSpace space(const Method& method, const assay::Bindings& arguments,
                           const std::vector<assay::Constraint>& more = {});
  assay::TrialResult run(const Method& method, const assay::Bindings& arguments,
                         assay::Bindings configuration);
  // Runs the configuration nearest to the defaults that has the method's values and `more`.
  assay::TrialResult run_nearest(const Method& method, const assay::Bindings& arguments,
                                 const assay::Bindings& more = {});

 private:
  std::string problem_;
  assay::test::TemporaryFolder folder_;
  assay::WorkerClient client_;
};

// The trial's fact, -1 where there is none.
double fact(const assay::TrialResult& result, const std::string& name);

}  // namespace testing
