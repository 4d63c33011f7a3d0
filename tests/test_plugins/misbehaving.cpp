// Variants of test/scale (in double) that do what the parameter `misdeed` names.
#include "misbehaving.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <map>
#include <thread>

namespace {

using namespace assay::sdk;

class Misbehaving;
using Misdeed = void (*)(Misbehaving&);

class Misbehaving : public Trial {
 public:
  explicit Misbehaving(const Task& task);
  void run() override;

  // The output; its elements -1 and size() are guards.
  double* y() { return y_.data(); }
  std::size_t size() const { return y_.size(); }
  double* x() { return x_.data(); }
  int runs() const { return runs_; }

 private:
  std::span<double> x_;
  double a_;
  std::span<double> y_;
  Misdeed misdeed_;
  bool idle_later_ = false;
  int runs_ = 0;
};

[[noreturn]] void hang() {
  for (;;) pause();
}

// Uses as much of the stack as OpenCL on a CPU does for large work groups.
void use_deep_stack() {
  volatile char bytes[std::size_t{32} << 20];
  for (std::size_t k = 0; k < sizeof bytes; k += 4096) bytes[k] = 1;
}

[[noreturn]] void allocate_endlessly() {
  std::vector<std::vector<char>> hoard;
  for (;;) hoard.emplace_back(std::size_t{64} << 20, 'x');
}

// Allocates shared memory, which no limit of the system counts.
[[noreturn]] void share_endlessly() {
  constexpr std::size_t bytes = std::size_t{64} << 20;
  for (int piece = 0;; ++piece) {
    if (piece >= 40) std::this_thread::sleep_for(std::chrono::hours(1));
    void* const memory =
        mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory != MAP_FAILED) std::memset(memory, 1, bytes);
  }
}

// Actions that follow the computation of the right result, by name.
const std::map<std::string, Misdeed> misdeeds = {
    {"none", [](Misbehaving&) {}},
    {"wrong", [](Misbehaving& t) { t.y()[t.size() / 2] += 1; }},
    {"wrong-fifth", [](Misbehaving& t) { t.y()[7] += t.runs() % 5 == 0 ? 1 : 0; }},
    {"lower-bits", [](Misbehaving& t) { t.y()[7] *= 1 + 1e-15 * t.runs(); }},
    {"write-far-after", [](Misbehaving& t) { t.y()[t.size() + 4'000'000] = 1; }},
    {"write-far-before", [](Misbehaving& t) { t.y()[-4'000'000] = 1; }},
    {"read-after", [](Misbehaving& t) { t.y()[7] += t.y()[t.size()]; }},
    {"wrong-later", [](Misbehaving& t) { t.y()[0] += t.runs() > 1 ? 1 : 0; }},
    {"nan", [](Misbehaving& t) { t.y()[1] = std::numeric_limits<double>::quiet_NaN(); }},
    {"infinity", [](Misbehaving& t) { t.y()[1] = std::numeric_limits<double>::infinity(); }},
    {"write-before", [](Misbehaving& t) { t.y()[-1] = 1; }},
    {"write-after", [](Misbehaving& t) { t.y()[t.size()] = 1; }},
    {"write-input", [](Misbehaving& t) { t.x()[0] = 77; }},
    {"hang", [](Misbehaving&) { hang(); }},
    {"segfault", [](Misbehaving&) { std::raise(SIGSEGV); }},
    {"abort",
     [](Misbehaving&) {
       std::fputs("about to abort\n", stderr);
       std::abort();
     }},
    {"exit", [](Misbehaving&) { std::_Exit(7); }},
    {"close-input", [](Misbehaving&) { close(STDIN_FILENO); }},
    {"fork-twice", [](Misbehaving&) { static_cast<void>(fork() >= 0 && fork() >= 0); }},
    {"allocate", [](Misbehaving&) { allocate_endlessly(); }},
    {"share", [](Misbehaving&) { share_endlessly(); }},
    {"throw", [](Misbehaving&) { throw std::runtime_error("thrown in run"); }},
    {"unsupported", [](Misbehaving&) { throw Error(ASSAY_UNSUPPORTED, "not on Sundays"); }},
    {"chatter",
     [](Misbehaving&) {
       std::puts("{\"id\": 1, \"ok\": {}}");
       std::fflush(stdout);
     }},
    {"flood",
     [](Misbehaving&) {
       for (int k = 0; k < 10000; ++k) std::fputs("much ado about nothing\n", stderr);
     }},
    {"deep-stack", [](Misbehaving&) { std::thread(use_deep_stack).join(); }},
    {"slow-once",
     [](Misbehaving& t) {
       std::this_thread::sleep_for(std::chrono::milliseconds(t.runs() == 1 ? 60 : 2));
     }},
    {"slow", [](Misbehaving&) { std::this_thread::sleep_for(std::chrono::milliseconds(20)); }},
    // The constructor and run() handle the last misdeeds.
    {"hang-in-prepare", [](Misbehaving&) {}},
    {"idle-later", [](Misbehaving&) {}},
    {"unwritten", [](Misbehaving&) {}},
};

Misbehaving::Misbehaving(const Task& task)
    : x_(elements<double>(task.input("x"))),
      a_(elements<double>(task.input("a")).front()),
      y_(elements<double>(task.output("y"))) {
  const std::string name = task.configuration().text("misdeed");
  if (name == "hang-in-prepare") hang();
  idle_later_ = name == "idle-later";
  if (name == "unwritten") y_ = y_.first(y_.size() - 1);
  misdeed_ = misdeeds.at(name);
}

void Misbehaving::run() {
  ++runs_;
  if (idle_later_ && runs_ > 3) return;
  for (std::size_t k = 0; k < y_.size(); ++k) y_[k] = a_ * x_[k];
  misdeed_(*this);
}

void describe(Plugin& plugin) {
  std::vector<Value> names;
  for (const auto& [name, _] : misdeeds) names.emplace_back(name);
  plugin.variant({.name = "misbehaving.cpu",
                  .problem = "test/scale",
                  .doc = "Does what `misdeed` names, after the right result.",
                  .parameters = {{"misdeed", "What to do.", names, Value("none")}},
                  .prepare = prepare_as<Misbehaving>});
  describe_misbehaving_opencl(plugin);
  describe_misbehaving_cuda(plugin);
}

}  // namespace

ASSAY_PLUGIN("test-misbehaving", "1.0", describe)
