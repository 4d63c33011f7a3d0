// Tunes the kernels of a Tuner inside a running program: on its own queue, with its own buffers,
// one step at a time while the program does its work. Standard C++20 and nothing else; link
// assay::tuner.
//
//   assay::Tuner tuner("vector-add");
//   tuner.kernel("vector_add.cl", {"c", "a", "b", {"int", "n"}});
//   tuner.local({"block"}).global({"n"}).parameter("block", {64, 128, 256});
//   assay::OnlineTuner online(tuner, assay::NativeQueue::opencl(queue), {{"n", 1000000}});
//   while (working) online.step({{"c", c}, {"a", a}, {"b", b}});
//
// Each step does the program's work once, with one configuration. Trials run in the program itself:
// a configuration that crashes, hangs or writes out of bounds harms the program. Tuner::tune() runs
// them in processes of their own, verified.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "assay/tuner.hpp"

namespace assay {

// A queue of the program, with the context and the device that it belongs to.
class NativeQueue {
 public:
  enum class Backend { opencl, cuda };

  // A cl_command_queue that runs work in order. Without CL_QUEUE_PROFILING_ENABLE, steps run on a
  // queue of the tuner's own, in the same context, until a configuration is chosen.
  [[nodiscard]] static NativeQueue opencl(void* queue) { return {Backend::opencl, queue}; }
  // A CUstream or cudaStream_t; nullptr: the default stream of the context that is current.
  [[nodiscard]] static NativeQueue cuda(void* stream) { return {Backend::cuda, stream}; }

  [[nodiscard]] Backend backend() const { return backend_; }
  [[nodiscard]] void* handle() const { return handle_; }

 private:
  NativeQueue(Backend backend, void* handle) : backend_(backend), handle_(handle) {}
  Backend backend_;
  void* handle_;
};

// A buffer of the program: a cl_mem, or an address in the memory of a CUDA device.
class NativeBuffer {
 public:
  NativeBuffer(void* handle) : handle_(handle) {}  // NOLINT
  NativeBuffer(unsigned long long address)         // NOLINT: CUdeviceptr
      : handle_(reinterpret_cast<void*>(address)) {}
  [[nodiscard]] void* handle() const { return handle_; }

 private:
  void* handle_;
};

// Tunes online. The search goes through configurations as Tuner::strategy says; each is run a few
// times, the first time as a warm-up. Once Tuner::trials configurations are tried, or searching has
// taken Tuner::seconds, the fastest ones run in turn, in rounds of drawn order, until their times
// tell them apart or for 80 rounds. From then on steps run the best one.
//
// With Tuner::store, the next run of the program begins with what this one tried, and compares the
// leaders anew. A store that fails is left aside, with a line to Tuner::on_progress.
//
// Configurations are compiled in the background: the first step waits for its compiler, and those
// after it run the best configuration so far until the next one is compiled. A step that does so
// counts for nothing. compile_threads() says how many threads compile.
//
// One object serves one size of the problem, for times to be comparable; a program with several
// sizes makes one for each, of the same Tuner. It is used from one thread at a time, and the
// program's queue and context must outlive it. All functions throw TunerError.
class ASSAY_TUNER_EXPORT OnlineTuner {
 public:
  using Buffers = std::vector<std::pair<std::string, NativeBuffer>>;
  using Numbers = std::vector<std::pair<std::string, ParameterValue>>;

  // What a step did.
  struct Step {
    std::string variant;  // the kernel
    Configuration configuration;
    // The time that the device took, without what the program had enqueued before. Absent for work
    // that was only enqueued, and for work that failed.
    std::optional<double> seconds;
    // False if the outputs are wrong, for the reason in `trouble`: verify() rejected them, or the
    // device failed halfway. The configuration never runs again. The program repeats the step,
    // after it has restored the buffers that the kernel both reads and writes.
    bool right = true;
    std::string trouble;
  };

  // Takes over the kernels of `described` for the queue's backend, and how to tune them; what it
  // says of arrays and their contents is left aside. `arguments` are numbers that expressions may
  // use beside parameters, such as sizes. Reads and checks the sources, compiles nothing.
  OnlineTuner(const Tuner& described, NativeQueue queue, const Numbers& arguments = {});
  ~OnlineTuner();
  OnlineTuner(OnlineTuner&&) noexcept;
  OnlineTuner& operator=(OnlineTuner&&) noexcept;

  // Has `is_right` examine the outputs after the first step of each configuration, whose work is
  // done by then. A configuration that it returns false for never runs again.
  OnlineTuner& verify(std::function<bool(const Configuration&)> is_right);

  // Has so many threads compile from now on, 1 unless this is called. With 0, a step compiles what
  // it needs itself while the program waits, and which configurations run in which order follows
  // from their times alone. The threads compile and do nothing else with the device; of CUDA they
  // need no context. What a driver puts off until a kernel's first launch still takes a step's
  // time. Waits for the compilation in progress, as the destructor does: no compiler can be
  // stopped.
  OnlineTuner& compile_threads(std::size_t threads);

  // Does the work once. `buffers` are the arrays that the kernels take by name, each once, of the
  // context of the queue; `values` are the numbers that only values of arguments and turns of
  // arrays name, and that may change from step to step. A configuration that does not compile or
  // cannot be launched is left out, and another one does the work within the same call. While it
  // tunes, a step waits for the work of the queue and for its own, and for a compiler if nothing is
  // compiled that has done its work so far. Once tuned() is true it only
  // enqueues, and the program waits itself. Throws also if no configuration is left, with the
  // reasons.
  Step step(const Buffers& buffers, const Numbers& values = {});

  // Whether the choice is made.
  [[nodiscard]] bool tuned() const;
  // The best configuration so far; nothing before one has succeeded. Of few samples, `upper` is
  // infinite. Once tuned() is true its samples are those of the rounds.
  [[nodiscard]] std::optional<Best> best() const;
  // The configurations that the rounds could not tell from the best one. Empty before tuned().
  [[nodiscard]] std::vector<Best> rivals() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace assay
