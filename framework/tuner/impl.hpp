// The settings that a Tuner collects until tune() is called.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "assay/tuner.hpp"
#include "framework/core/error.hpp"
#include "framework/core/scratch_folder.hpp"
#include "framework/device/device_error.hpp"
#include "framework/scenario/scenario.hpp"
#include "framework/supervisor/client.hpp"
#include "framework/tuner/functions.hpp"

namespace assay {

// Runs `body`; TunerError is the only exception that leaves the library.
template <class Body>
decltype(auto) translated(Body&& body) {
  try {
    return body();
  } catch (const Error& error) {
    throw TunerError(error.what());
  } catch (const device::DeviceError& error) {
    throw TunerError(error.what());
  }
}

// Checks that every launch has sizes, and makes groups 1 in each dimension that local() does not
// give. Throws usage Error.
void complete_sizes(std::vector<KernelDescription>& kernels);

struct Tuner::Impl {
  // The kind of competitor that the next parameters and constraints belong to.
  enum class Added { nothing, kernel, function };

  explicit Impl(std::string name) {
    scenario.name = std::move(name);
    scenario.file = std::filesystem::current_path() / "tuner";
    ArrayProblemDescription& problem = scenario.kernels.problems.emplace_back();
    problem.name = scenario.name;
    problem.doc = "Arrays and kernels of a program.";
    problem.place = place("problem");
    problem.reference.place = place("output");
  }

  [[nodiscard]] std::string place(const std::string& what) const {
    return fmt::format("tuner '{}', {}", scenario.name, what);
  }
  ArrayProblemDescription& problem() { return scenario.kernels.problems.front(); }
  // The last step of the kernel added last: a launch, or a loop over one.
  KernelStep& step(const char* what) { return kernel(what).steps.back(); }
  KernelLaunch& launch(const char* what) {
    KernelStep& last = step(what);
    return last.launch ? *last.launch : *last.steps.front().launch;
  }
  // Adds an array without contents, of so many bytes. Throws usage Error.
  ArrayDescription& add_array(const std::string& name, const std::string& type, std::size_t bytes,
                              const std::vector<std::int64_t>& shape);
  // Writes the contents of the array added last into a file, whose name in the scratch folder is
  // returned: it tells contents apart and is the same in each run of the program, as results belong
  // to it.
  std::string keep_contents(const ArrayDescription& array, std::span<const std::byte> bytes);
  // Adds a launch to the kernel added last.
  void add_launch(const std::string& function, std::vector<KernelInput> arguments,
                  const std::string& place);
  KernelDescription& kernel(const char* what) {
    if (added == Added::kernel) return scenario.kernels.kernels.back();
    throw TunerError(place(what) + ": belongs to a kernel: call kernel() first");
  }
  std::vector<Formula> formulas(const std::vector<std::string>& texts, const char* what) const {
    std::vector<Formula> result;
    for (const std::string& text : texts) result.push_back({text, place(what)});
    return result;
  }

  // Completes the scenario to what reading a file would have produced.
  void complete();
  // Settles how outputs are verified: by expected values, or by the program.
  void complete_verification();
  [[nodiscard]] std::vector<std::string> output_names();
  [[nodiscard]] WorkerOptions worker_options();

  Scenario scenario;
  std::vector<FunctionVariant> functions;
  std::vector<std::string> devices;  // of the kernels
  Added added = Added::nothing;
  Work work;
  std::function<double(const Outputs&)> verify;
  std::string store_file;
  std::function<void(const std::string&)> progress;
  ScratchFolder scratch{"tuner"};
};

}  // namespace assay
