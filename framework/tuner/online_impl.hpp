// What an OnlineTuner consists of.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "assay/online_tuner.hpp"
#include "framework/core/trial.hpp"
#include "framework/device/adopted.hpp"
#include "framework/tune/online_search.hpp"
#include "framework/tune/searched_space.hpp"
#include "framework/tuner/online_compiler.hpp"
#include "framework/tuner/online_kernel.hpp"
#include "framework/tuner/online_problem.hpp"
#include "framework/tuner/online_records.hpp"

namespace assay {

struct OnlineTuner::Impl {
  // What the Tuner says, with the program's queue and arguments.
  struct Described {
    const Scenario& scenario;
    const Work& work;
    const std::string& store_file;
    const std::function<void(const std::string&)>& progress;
  };
  Impl(const Described& described, NativeQueue queue, const Numbers& given);
  ~Impl();
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  // Has so many threads compile from now on; 0: the steps themselves.
  void compile_on(std::size_t threads);
  // Runs the next configuration that can be launched. Its outputs are not verified yet.
  Step run(const Buffers& buffers, const Numbers& values);
  // Has the program examine the outputs if it has not yet, and reports the run to the search.
  Step judged(Step step);
  [[nodiscard]] Best best_of(std::uint64_t index) const;

  std::unique_ptr<OnlineSearch> search;
  std::function<bool(const Configuration&)> is_right;

 private:
  void open_space(const Described& described);
  void open_records(const Described& described);
  [[nodiscard]] OnlineKernel::Buffers borrowed(const Buffers& buffers) const;
  [[nodiscard]] Bindings bound(const Numbers& values) const;
  // A compiled configuration that runs now or is likely to run.
  struct Program {
    SearchedSpace::Choice choice;
    std::unique_ptr<device::Program> code;  // until its kernel takes it, at its first run
    std::unique_ptr<OnlineKernel> kernel;
    double compile_seconds = 0;
  };
  [[nodiscard]] const KernelDescription& kernel_of(const SearchedSpace::Choice& choice) const;
  // Chooses the configuration that runs now, once it is compiled. Nothing if none is left.
  [[nodiscard]] std::optional<std::uint64_t> choose();
  // Takes over those of the configurations that are compiled by now. False if any of them does not
  // compile.
  bool take_compiled(const std::vector<std::uint64_t>& coming);
  // Plans the configuration's kernel. `result` tells how that ended.
  void prepare(Program& program, const Bindings& values, TrialResult& result);
  // Launches and, unless the choice is made, waits and takes the time as a sample.
  void launch(OnlineKernel& kernel, const OnlineKernel::Buffers& buffers, TrialResult& result);
  void wait_after_failure();
  void drop(std::uint64_t index, TrialResult result);
  void take_in(std::uint64_t index, Sample sample);
  void note_decision();
  void record(std::uint64_t index, TrialResult result, const std::string& stage);
  void keep_programs();
  void say(const std::string& line) const {
    if (progress_) progress_(line);
  }
  [[nodiscard]] std::string label(std::uint64_t index) const;

  std::string place_;
  std::function<void(const std::string&)> progress_;
  std::shared_ptr<void> kept_;  // what was current, while the members below are made or destroyed
  std::unique_ptr<device::Accelerator> device_;
  device::Adopted* adopted_ = nullptr;          // the device
  std::unique_ptr<device::Queue> timed_queue_;  // nullptr: the program's own can time
  OnlineProblem problem_;
  Bindings arguments_;
  OpenInstance instance_;
  std::vector<Contender> contenders_;  // one for each kernel of the problem
  std::unique_ptr<SearchedSpace> space_;
  std::unique_ptr<OnlineRecords> records_;  // nullptr: none are kept
  std::map<std::uint64_t, Program> programs_;
  std::map<std::uint64_t, std::vector<Sample>> samples_;  // not recorded yet
  std::set<std::uint64_t> verified_;
  std::set<std::string> reasons_;         // of failures
  std::optional<std::uint64_t> running_;  // the configuration of the step in progress
  bool fills_in_ = false;                 // whether it runs only because others are being compiled
  std::optional<Sample> sample_;          // of that step, if its time counts
  std::unique_ptr<OnlineCompiler> compiler_;  // ends before all that it uses
};

}  // namespace assay
