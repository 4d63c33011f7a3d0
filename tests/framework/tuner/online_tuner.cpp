// Tests of tuning inside a program that has an OpenCL context, queue and buffers of its own.
#include <assay/online_tuner.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <set>

#include "tests/catch.hpp"
#include "tests/framework/tuner/opencl_program.hpp"
#include "tests/temporary_folder.hpp"

using assay::Configuration;
using assay::NativeQueue;
using assay::OnlineTuner;
using assay::Tuner;
using assay::TunerError;
using assay::test::OpenclProgram;
using assay::test::TemporaryFolder;

namespace {

constexpr std::size_t count = 4096;

// Adds `addend` to `in`, after rounds of work that change nothing: times of values of `rounds`
// differ by much more than a busy machine disturbs.
constexpr const char* add_source = R"(
__kernel void add(__global float* out, __global const float* in, const float addend, const int n) {
  const int i = get_global_id(0);
  if (i >= n) return;
  float x = in[i];
  for (int k = 0; k < rounds; ++k) x = fabs(sin(x)) > 2.0f ? x + 1.0f : x;
  out[i] = x + addend;
#ifdef conduct
  if (conduct == 1) out[i] += 1.0f;
#endif
}
)";

std::string source_in(const TemporaryFolder& folder, const char* text = add_source) {
  const std::string file = (folder / "add.cl").string();
  std::ofstream(file) << text;
  return file;
}

// A tuner of add() whose fastest configuration has rounds=1.
Tuner adding(const std::string& source) {
  Tuner tuner("test/online");
  tuner.kernel(source, {"out", "in", {"float", "addend"}, {"int", "n"}})
      .local({"block"})
      .global({"n"})
      .parameter("rounds", {400, 1, 40})
      .parameter("block", {16, 64});
  return tuner;
}

// Runs steps until the choice is made, at most so many.
int run_until_tuned(OnlineTuner& online, const OnlineTuner::Buffers& buffers, int most = 200000) {
  int steps = 0;
  while (!online.tuned() && steps < most) {
    online.step(buffers, {{"addend", 1.0}});
    ++steps;
  }
  return steps;
}

}  // namespace

TEST_CASE("each step of a program does its work, until the fastest configuration is chosen") {
  const TemporaryFolder folder;
  OpenclProgram program;
  const std::vector<float> input(count, 0.5F);
  cl_mem in = program.buffer(input);
  cl_mem out = program.buffer(input);
  program.write(in, input);
  const auto references = program.references();
  {
    OnlineTuner online(adding(source_in(folder)), NativeQueue::opencl(program.queue),
                       {{"n", static_cast<int>(count)}});
    online.compile_threads(0);
    CHECK_FALSE(online.best());
    std::map<std::string, int> tried;
    for (int step = 0; step < 2000 && !online.tuned(); ++step) {
      const double addend = step;
      const OnlineTuner::Step done = online.step({{"in", in}, {"out", out}}, {{"addend", addend}});
      REQUIRE(done.right);
      REQUIRE(done.seconds);
      CHECK(*done.seconds > 0);
      CHECK(done.variant == "add.opencl");
      ++tried[done.configuration.str()];
      REQUIRE(program.read(out, count) ==
              std::vector<float>(count, 0.5F + static_cast<float>(addend)));
    }
    REQUIRE(online.tuned());
    CHECK(tried.size() == 6);
    REQUIRE(online.best());
    const assay::Best best = *online.best();
    CHECK(best.configuration.integer("rounds") == 1);
    CHECK(best.samples >= 10);
    CHECK(best.lower <= best.seconds);
    CHECK(best.seconds <= best.upper);
    // Slow configurations run only while the search looks at them.
    CHECK(tried["rounds=400 block=16"] <= 4);
    for (const assay::Best& rival : online.rivals()) {
      CHECK(rival.configuration.integer("rounds") == 1);
    }

    const OnlineTuner::Step after = online.step({{"in", in}, {"out", out}}, {{"addend", 7.0}});
    CHECK(after.right);
    CHECK_FALSE(after.seconds);
    CHECK(after.configuration.str() == best.configuration.str());
    CHECK(program.read(out, count).back() == 7.5F);
  }
  CHECK(program.has_again(references));
}

TEST_CASE("a queue without profiling serves, too; one that is out of order is refused") {
  const TemporaryFolder folder;
  OpenclProgram program(0);
  cl_mem in = program.buffer(std::vector<float>(count, 0.5F));
  cl_mem out = program.buffer(std::vector<float>(count));
  Tuner tuner = adding(source_in(folder));
  OnlineTuner online(tuner, NativeQueue::opencl(program.queue), {{"n", static_cast<int>(count)}});
  CHECK(run_until_tuned(online, {{"in", in}, {"out", out}}) > 20);
  REQUIRE(online.tuned());
  CHECK(online.best()->configuration.integer("rounds") == 1);
  // More steps than a log of events without times would survive.
  for (int k = 0; k < 100; ++k) online.step({{"in", in}, {"out", out}}, {{"addend", 2.0}});
  CHECK(program.read(out, count).front() == 2.5F);

  cl_command_queue_properties out_of_order = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
  cl_device_id device = nullptr;
  program.api.clGetCommandQueueInfo(program.queue, CL_QUEUE_DEVICE, sizeof device, &device,
                                    nullptr);
  cl_command_queue other =
      program.api.clCreateCommandQueue(program.context, device, out_of_order, nullptr);
  if (other != nullptr) {
    CHECK_THROWS_WITH(OnlineTuner(tuner, NativeQueue::opencl(other), {{"n", 1}}),
                      contains("out of order"));
    program.api.clReleaseCommandQueue(other);
  }
}

TEST_CASE("a configuration that the program finds wrong never runs again") {
  const TemporaryFolder folder;
  OpenclProgram program;
  cl_mem in = program.buffer(std::vector<float>(count, 0.5F));
  cl_mem out = program.buffer(std::vector<float>(count));
  Tuner tuner("test/online");
  tuner.kernel(source_in(folder), {"out", "in", {"float", "addend"}, {"int", "n"}})
      .local({"64"})
      .global({"n"})
      .parameter("conduct", {0, 1})
      .parameter("rounds", {40, 20});
  tuner.strategy("exhaustive");
  std::vector<std::string> lines;
  tuner.on_progress([&](const std::string& line) { lines.push_back(line); });
  OnlineTuner online(tuner, NativeQueue::opencl(program.queue), {{"n", static_cast<int>(count)}});
  std::map<std::string, int> examined;
  online.verify([&](const Configuration& configuration) {
    ++examined[configuration.str()];
    return program.read(out, count) == std::vector<float>(count, 1.5F);
  });
  std::map<std::string, int> wrong;
  for (int step = 0; step < 200000 && !online.tuned(); ++step) {
    const auto done = online.step({{"in", in}, {"out", out}}, {{"addend", 1.0}});
    CHECK(done.right == (done.configuration.integer("conduct") == 0));
    if (done.right) continue;
    ++wrong[done.configuration.str()];
    CHECK_THAT(done.trouble, contains("finds the outputs wrong"));
  }
  REQUIRE(online.tuned());
  CHECK(online.best()->configuration.integer("conduct") == 0);
  CHECK(wrong ==
        std::map<std::string, int>{{"conduct=1 rounds=20", 1}, {"conduct=1 rounds=40", 1}});
  CHECK(examined.size() == 4);
  for (const auto& [configuration, times] : examined) CHECK(times == 1);
  const auto told = [&](const char* text) {
    return std::ranges::any_of(
        lines, [&](const auto& line) { return line.find(text) != std::string::npos; });
  };
  CHECK(told("conduct=1 rounds=40: wrong-output"));
  CHECK(told("tuned: add.opencl conduct=0"));
}

TEST_CASE("configurations that cannot run are left out within the step") {
  const TemporaryFolder folder;
  const std::string source = source_in(folder, R"(
__kernel void add(__global float* out, __global const float* in, const float addend, const int n) {
#if flaw == 1
  this is no C
#endif
  const int i = get_global_id(0);
  if (i < n) out[i] = in[i] + addend;
}
)");
  OpenclProgram program;
  cl_mem in = program.buffer(std::vector<float>(count, 0.5F));
  cl_mem out = program.buffer(std::vector<float>(count));
  Tuner tuner("test/online");
  tuner.kernel(source, {"out", "in", {"float", "addend"}, {"int", "n"}})
      .local({"block"})
      .global({"n // flaw_of_size"})
      .parameter("flaw", {1, 0})
      .parameter("flaw_of_size", {1, 1000000})
      .parameter("block", {32});
  tuner.strategy("exhaustive");
  OnlineTuner online(tuner, NativeQueue::opencl(program.queue), {{"n", static_cast<int>(count)}});
  const auto first = online.step({{"in", in}, {"out", out}}, {{"addend", 1.0}});
  CHECK(first.configuration.str() == "flaw=0 flaw_of_size=1 block=32");
  CHECK(program.read(out, count) == std::vector<float>(count, 1.5F));
  run_until_tuned(online, {{"in", in}, {"out", out}});
  CHECK(online.best()->configuration.str() == "flaw=0 flaw_of_size=1 block=32");

  Tuner hopeless("test/hopeless");
  hopeless.kernel(source, {"out", "in", {"float", "addend"}, {"int", "n"}})
      .local({"32"})
      .global({"n"})
      .parameter("flaw", {1});
  OnlineTuner none(hopeless, NativeQueue::opencl(program.queue), {{"n", 8}});
  CHECK_THROWS_WITH(none.step({{"in", in}, {"out", out}}, {{"addend", 1.0}}),
                    contains("no configuration is left") && contains("compile-error") &&
                        contains("flaw=1") && contains("add.cl:4"));
}

TEST_CASE("the next run of the program begins with what the store holds") {
  const TemporaryFolder folder;
  const std::string source = source_in(folder);
  const std::string store = (folder / "store.db").string();
  OpenclProgram program;
  cl_mem in = program.buffer(std::vector<float>(count, 0.5F));
  cl_mem out = program.buffer(std::vector<float>(count));
  const auto tuner = [&](const std::string& file) {
    Tuner made = adding(file);
    made.store(store).strategy("exhaustive");
    return made;
  };
  // Ends in the middle of the search.
  std::set<std::string> tried;
  {
    OnlineTuner online(tuner(source), NativeQueue::opencl(program.queue),
                       {{"n", static_cast<int>(count)}});
    online.compile_threads(0);
    for (int k = 0; k < 9; ++k) {
      tried.insert(online.step({{"in", in}, {"out", out}}, {{"addend", 1.0}}).configuration.str());
    }
    CHECK(tried.size() >= 2);
    CHECK_FALSE(online.tuned());
  }
  const auto run = [&] {
    OnlineTuner online(tuner(source), NativeQueue::opencl(program.queue),
                       {{"n", static_cast<int>(count)}});
    std::set<std::string> again;
    while (!online.tuned()) {
      again.insert(online.step({{"in", in}, {"out", out}}, {{"addend", 1.0}}).configuration.str());
    }
    CHECK(online.best()->configuration.integer("rounds") == 1);
    return again;
  };
  CHECK(run().count("rounds=400 block=16") == 0);  // tried by the first
  // All is known: only leaders run.
  for (const std::string& text : run()) CHECK_THAT(text, contains("rounds=1 "));
  // Another size is another instance, and an edited kernel another build: nothing is known of it.
  std::ofstream(source, std::ios::app) << "// edited\n";
  CHECK(run().count("rounds=400 block=16") == 1);
}

TEST_CASE("several launches on scratch and arrays in turn, and kernels that compete") {
  const TemporaryFolder folder;
  const std::string source = (folder / "steps.cl").string();
  std::ofstream(source) << R"(
__kernel void scale(__global float* out, __global const float* in, const float factor, const int n) {
  const int i = get_global_id(0);
  if (i < n) out[i] = factor * in[i];
}
__kernel void add_one(__global float* to, __global const float* from, const int n) {
  const int i = get_global_id(0);
  if (i < n) to[i] = from[i] + 1;
}
)";
  OpenclProgram program;
  const std::vector<float> initial(count, 2.0F);
  cl_mem x = program.buffer(initial);
  Tuner tuner("test/steps");
  tuner.kernel(source, {"y", "x", {"float", "factor"}, {"int", "n"}}, "scale")
      .local({"block"})
      .global({"n", "1"})
      .scratch("y", "float", {"n + block"})
      .parameter("block", {32, 64});
  tuner
      .then("add_one", {assay::KernelInput::cycle({"x", "y"}, "pass"),
                        assay::KernelInput::cycle({"x", "y"}, "pass + 1"),
                        {"int", "n"}})
      .local({"block"})
      .global({"n"})
      .repeat("3", "pass");
  const std::string other = (folder / "at_once.cl").string();
  std::ofstream(other) << R"(
__kernel void at_once(__global float* x, const float factor, const int n) {
  const int i = get_global_id(0);
  if (i < n) x[i] = factor * x[i] + 3;
}
)";
  tuner.kernel(other, {"x", {"float", "factor"}, {"int", "n"}})
      .local({"block"})
      .global({"n"})
      .parameter("block", {16, 128});
  std::set<std::string> variants;
  OnlineTuner online(tuner, NativeQueue::opencl(program.queue), {{"n", static_cast<int>(count)}});
  online.compile_threads(0);
  for (int step = 0; step < 30; ++step) {
    program.write(x, initial);
    const auto done = online.step({{"x", x}}, {{"factor", step}});
    REQUIRE(done.right);
    variants.insert(done.variant);
    REQUIRE(program.read(x, count) ==
            std::vector<float>(count, 2.0F * static_cast<float>(step) + 3.0F));
  }
  CHECK(variants == std::set<std::string>{"at_once.opencl", "steps.opencl"});
}

TEST_CASE("what the program throws while it verifies passes through a step") {
  const TemporaryFolder folder;
  OpenclProgram program;
  cl_mem in = program.buffer(std::vector<float>(count, 0.5F));
  cl_mem out = program.buffer(std::vector<float>(count));
  OnlineTuner online(adding(source_in(folder)), NativeQueue::opencl(program.queue),
                     {{"n", static_cast<int>(count)}});
  std::string asked;
  bool fails = true;
  online.verify([&](const Configuration& configuration) {
    asked = configuration.str();
    if (fails) throw std::out_of_range("my own");
    return true;
  });
  CHECK_THROWS_AS(online.step({{"in", in}, {"out", out}}, {{"addend", 1.0}}), std::out_of_range);
  const std::string first = std::exchange(asked, "");
  fails = false;
  const OnlineTuner::Step again = online.step({{"in", in}, {"out", out}}, {{"addend", 1.0}});
  CHECK(again.right);
  CHECK(asked == first);  // the same configuration is examined anew
  OnlineTuner moved = std::move(online);
  CHECK(moved.step({{"in", in}, {"out", out}}, {{"addend", 1.0}}).right);
}

TEST_CASE("a step that fails halfway is reported, for the program to repeat it") {
  const TemporaryFolder folder;
  const std::string source = (folder / "halves.cl").string();
  std::ofstream(source) << R"(
__kernel void first(__global float* x) { x[get_global_id(0)] += 1; }
__attribute__((reqd_work_group_size(required, 1, 1)))
__kernel void second(__global float* x) { x[get_global_id(0)] *= 2; }
)";
  OpenclProgram program;
  const std::vector<float> initial(count, 2.0F);
  cl_mem x = program.buffer(initial);
  Tuner tuner("test/halves");
  tuner.kernel(source, {"x"}, "first").local({"32"}).global({"n"}).parameter("required", {16, 32});
  tuner.then("second", {"x"}).local({"32"}).global({"n"});
  tuner.strategy("exhaustive");
  OnlineTuner online(tuner, NativeQueue::opencl(program.queue), {{"n", static_cast<int>(count)}});
  const auto halfway = online.step({{"x", x}});
  CHECK_FALSE(halfway.right);
  CHECK_FALSE(halfway.seconds);
  CHECK(halfway.configuration.str() == "required=16");
  CHECK_THAT(halfway.trouble, contains("second"));
  CHECK(program.read(x, count) == std::vector<float>(count, 3.0F));
  program.write(x, initial);
  const auto again = online.step({{"x", x}});
  CHECK(again.right);
  CHECK(again.configuration.str() == "required=32");
  CHECK(program.read(x, count) == std::vector<float>(count, 6.0F));
}

TEST_CASE("mistakes of a program that tunes online are told with their place") {
  const TemporaryFolder folder;
  const std::string source = source_in(folder);
  OpenclProgram program;
  OpenclProgram stranger;
  cl_mem in = program.buffer(std::vector<float>(count));
  cl_mem out = program.buffer(std::vector<float>(count));
  cl_mem foreign = stranger.buffer(std::vector<float>(count));
  const NativeQueue queue = NativeQueue::opencl(program.queue);
  const OnlineTuner::Numbers size = {{"n", static_cast<int>(count)}};
  Tuner tuner = adding(source);

  CHECK_THROWS_WITH(OnlineTuner(tuner, NativeQueue::opencl(nullptr), size),
                    contains("tuner 'test/online', OnlineTuner") && contains("null pointer"));
  CHECK_THROWS_WITH(OnlineTuner(tuner, NativeQueue::cuda(nullptr), size),
                    contains("no kernel for CUDA"));
  CHECK_THROWS_WITH(OnlineTuner(tuner, queue), contains("'n' is handed over anew at each step"));
  CHECK_THROWS_WITH(OnlineTuner(tuner, queue, {{"n", 1}, {"n", 2}}), contains("two arguments 'n'"));
  CHECK_THROWS_WITH(OnlineTuner(tuner, queue, {{"n m", 1}}), contains("is not a name"));

  OnlineTuner online(tuner, queue, size);
  const OnlineTuner::Numbers addend = {{"addend", 1.0}};
  CHECK_THROWS_WITH(online.step({{"in", in}}, addend), contains("buffer 'out' is missing"));
  CHECK_THROWS_WITH(online.step({{"in", in}, {"outt", out}}, addend),
                    contains("did you mean 'out'"));
  CHECK_THROWS_WITH(online.step({{"in", in}, {"in", in}, {"out", out}}, addend),
                    contains("'in' is given twice"));
  CHECK_THROWS_WITH(online.step({{"in", in}, {"out", out}}), contains("value 'addend' is missing"));
  CHECK_THROWS_WITH(online.step({{"in", nullptr}, {"out", out}}, addend),
                    contains("buffer 'in'") && contains("null pointer"));
  CHECK_THROWS_WITH(online.step({{"in", foreign}, {"out", out}}, addend),
                    contains("buffer 'in'") && contains("another context"));
  CHECK_THROWS_WITH(online.step({{"in", in}, {"out", out}}, {{"addend", "much"}}),
                    contains("kernel of") && contains("much"));
  CHECK(online.step({{"in", in}, {"out", out}}, addend).right);  // none of these cost a trial

  const auto with = [&](auto change) {
    Tuner made = adding(source);
    change(made);
    return made;
  };
  const auto refused = [&](Tuner made) { OnlineTuner(made, queue, size); };
  CHECK_THROWS_WITH(refused(with([](Tuner& t) { t.strategy("randm"); })), contains("'random'"));
  CHECK_THROWS_WITH(refused(with([](Tuner& t) { t.constraint("blok < 3"); })), contains("'blok'"));
  CHECK_THROWS_WITH(refused(with([](Tuner& t) { t.constraint("block < 3"); })),
                    contains("block < 3"));
  CHECK_THROWS_WITH(refused(with([](Tuner& t) { t.global({"n *"}); })), contains("^"));
  CHECK_THROWS_WITH(refused(with([](Tuner& t) {
                      t.local({"1", "1", "1"});
                    })),
                    contains("local()") && contains("kernel of"));
  CHECK_THROWS_WITH(refused(with([](Tuner& t) { t.define("SIZE", "addend"); })),
                    contains("'addend' is handed over anew"));
  CHECK_THROWS_WITH(refused(with([](Tuner& t) {
                      t.then("k", {assay::KernelInput::image("in")}).local({"1"}).global({"1"});
                    })),
                    contains("launch of 'k'") && contains("tuned by tune() alone"));
  Tuner function("f");
  function.function(
      "f", [](const Configuration&) {}, [] { return 0.0; });
  CHECK_THROWS_WITH(refused(std::move(function)), contains("tune() alone"));
  Tuner few("few");
  few.kernel(source, {"out", "in"}).local({"1"}).global({"n"});
  CHECK_THROWS_WITH(refused(std::move(few)),
                    contains("takes 4 arguments") && contains("2 are given"));
}
