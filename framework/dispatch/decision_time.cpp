#include "framework/dispatch/decision_time.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <chrono>
#include <fstream>
#include <functional>
#include <memory>
#include <span>

#include "framework/core/random.hpp"
#include "framework/core/scratch_folder.hpp"
#include "framework/core/shell.hpp"
#include "framework/inference/median.hpp"

namespace assay::dispatch {
namespace {

constexpr int measurements = 15;
constexpr std::size_t choices = 20000;  // of one measurement, at least
constexpr double compile_seconds = 60;

// Chooses for `count` inputs, whose features stand one behind the other, and returns the sum of the
// choices, which keeps them from being left out.
using ChooseAll = std::function<long(const double* inputs, long count)>;

// The header's code in this process, until it is destroyed.
class CompiledHeader {
 public:
  explicit CompiledHeader(const Dispatcher& dispatcher) {
    const ScratchFolder folder("decision-time");
    std::ofstream header(folder / "choose.h");
    write_header(dispatcher, "timed", header);
    header.close();
    std::ofstream(folder / "all.c") << program_for(dispatcher.features.size());
    const std::string compile = fmt::format("cd {} && cc -O2 -shared -fPIC all.c -o all.so",
                                            shell_quoted(folder.path().string()));
    if (!run_shell(compile, compile_seconds).ok()) return;
    library_.reset(dlopen((folder / "all.so").c_str(), RTLD_NOW | RTLD_LOCAL));
  }

  // Empty if there is no compiler.
  [[nodiscard]] ChooseAll choose_all() const {
    if (!library_) return nullptr;
    return reinterpret_cast<long (*)(const double*, long)>(dlsym(library_.get(), "choose_all"));
  }

 private:
  struct Close {
    void operator()(void* library) const { dlclose(library); }
  };

  static std::string program_for(std::size_t features) {
    std::string members;
    for (std::size_t k = 0; k < features; ++k) members += fmt::format("inputs[{}], ", k);
    return fmt::format(
        "#include \"choose.h\"\n"
        "long choose_all(const double* inputs, long count) {{\n"
        "  long sum = 0;\n"
        "  for (; count > 0; --count, inputs += {0}) {{\n"
        "    const timed_features input = {{{1}}};\n"
        "    sum += timed_choose(input);\n"
        "  }}\n"
        "  return sum;\n"
        "}}\n",
        features, members);
  }

  std::unique_ptr<void, Close> library_;
};

double median_seconds(const ChooseAll& choose_all, const std::vector<FeatureValues>& points) {
  // An order that repeats after a few points would be learnt by the branch predictor.
  std::vector<FeatureValues> drawn = points;
  Random random(1);
  while (drawn.size() < choices) drawn.push_back(points[random.below(points.size())]);
  random.shuffle(std::span(drawn));
  std::vector<double> inputs;
  for (const FeatureValues& input : drawn) inputs.insert(inputs.end(), input.begin(), input.end());
  std::vector<double> seconds;
  for (int k = 0; k < measurements; ++k) {
    const auto begin = std::chrono::steady_clock::now();
    volatile long sum = choose_all(inputs.data(), static_cast<long>(drawn.size()));
    static_cast<void>(sum);
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    seconds.push_back(passed.count() / static_cast<double>(drawn.size()));
  }
  return inference::median_of(seconds);
}

}  // namespace

DecisionTime decision_time(const Dispatcher& dispatcher, const std::vector<FeatureValues>& points) {
  const CompiledHeader header(dispatcher);
  if (const ChooseAll choose_all = header.choose_all()) {
    return {median_seconds(choose_all, points), "the header's code as cc -O2 compiles it"};
  }
  FeatureValues input(dispatcher.features.size());
  const ChooseAll walk = [&](const double* inputs, long count) {
    std::size_t sum = 0;
    for (; count > 0; --count, inputs += input.size()) {
      input.assign(inputs, inputs + input.size());
      sum += dispatcher.choose(input);
    }
    return static_cast<long>(sum);
  };
  return {median_seconds(walk, points), "assay's own walk through the tree"};
}

}  // namespace assay::dispatch
