// A worker without plugins and devices, for tests of code that supervises workers. It describes one
// variant, fake.gpu of the problem test/fake, on a device of its own, takes its time to compile and
// to measure, and fails on request. Its objective is lowest at x = 37, its fact `error` at x = 57.
// The times of pairs are options, measured by a clock with steps; on request, so are those of
// trials.
#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <random>
#include <thread>

#include "framework/core/catalog.hpp"
#include "framework/core/pairs.hpp"
#include "framework/protocol/protocol.hpp"
#include "framework/protocol/stage.hpp"
#include "framework/supervisor/station.hpp"
#include "tests/test_plugins/lies.hpp"

namespace {

using namespace assay;
using nlohmann::json;

struct Settings {
  std::string machine = "fake";
  std::string build = "1";
  std::string data = "1";                // distinguishes the instance's inputs
  std::vector<int> compile_ms{0, 0};     // the least and the most
  std::vector<int> slow_compile{-1, 0};  // value of x that takes another time to compile, and that
  std::string times;  // file with a line for each x: ms to compile, ms to measure
  std::string ticks;  // file that gets a line for each ms of compiling, and around each trial
  int trial_ms = 0;
  int open_ms = 0;
  std::int64_t size = 100;    // of the search space
  int threads = 9;            // of the machine
  std::string journal;        // file that gets a line for each trial begun
  std::int64_t culprit = -1;  // value of x whose trial crashes the worker
  std::string wedge;          // file left by a crash; the device fails until it is removed
  std::string room;           // file held during a trial; the device has memory for one trial
  int lose_after = -1;        // trials before the station is killed and the connection lost
  double step_us = 0.001;     // of the clock that times pairs; runs begin at any moment
  double trial_us = 0;        // time of a trial's run by that clock; 0: it depends on x
  double baseline_us = 1;
  double candidate_us = 1;
  bool host_cores = false;  // whether the device uses the host's cores
  bool limits = false;      // whether the variant says that it limits the device
  bool station = false;
  const test::Lie* lie = nullptr;
};

void sleep_ms(int time) { std::this_thread::sleep_for(std::chrono::milliseconds(time)); }

class FakeWorker {
 public:
  explicit FakeWorker(const Settings& settings) : settings_(settings) {
    std::ifstream file(settings.times);
    for (RecordedTimes each{}; file >> each.compile_ms >> each.trial_ms;) times_.push_back(each);
  }

  void serve() {
    say({{protocol::greeting_key, protocol::version}, {"version", "fake"}});
    for (std::string line; std::getline(std::cin, line);) {
      const json request = json::parse(line);
      if (request.at("do") == "stop") continue;
      request_id_ = request.at("id");
      say({{"id", request_id_}, {"ok", answer(request)}}, request.at("do"));
    }
  }

 private:
  void say(const json& message, const std::string& verb = "") const {
    std::string line = protocol::line(message);
    if (settings_.lie != nullptr && settings_.lie->verb == verb) settings_.lie->tell(line);
    std::cout << line << std::endl;
  }

  json answer(const json& request) {
    const std::string verb = request.at("do");
    if (verb == "describe") return to_json(catalog());
    if (verb == "open") {
      sleep_ms(settings_.open_ms);
      return to_json(instance());
    }
    if (verb == "peaks") return protocol::to_json(peaks());
    if (verb == "pairs") return to_json(measure(protocol::pair_request_from_json(request)));
    const TrialRequest trial = protocol::trial_request_from_json(request);
    return to_json(verb == "compile" ? compile(trial) : measure(trial));
  }

  [[nodiscard]] Catalog catalog() const {
    Parameter x{"x", "Where to look.", {}, std::int64_t{0}, ""};
    for (std::int64_t value = 0; value < settings_.size; ++value) x.values.emplace_back(value);
    Catalog catalog;
    catalog.machine.attributes = {{"cpu", settings_.machine},
                                  {"threads", std::to_string(settings_.threads)}};
    catalog.problems = {{"test/fake", "Nothing.", "fake", settings_.build, {}, {}}};
    catalog.variants = {
        {"fake.gpu", "test/fake", "Sleeps.", "opencl", "fake", settings_.build, {x}, {}}};
    catalog.variants.front().limits = settings_.limits;
    catalog.devices = {{"fake:0", "opencl", "Fake", "1.0", settings_.host_cores, {}}};
    return catalog;
  }

  [[nodiscard]] InstanceRecord instance() const {
    InstanceRecord record;
    record.problem = "test/fake";
    record.input_digest = settings_.data;
    record.work = {1, 1, true};
    return record;
  }

  [[nodiscard]] bool wedged() const {
    return !settings_.wedge.empty() && std::filesystem::exists(settings_.wedge);
  }

  [[nodiscard]] bool enter_room() const {
    if (settings_.room.empty()) return true;
    const int file = open(settings_.room.c_str(), O_CREAT | O_EXCL | O_WRONLY, 0600);
    if (file >= 0) close(file);
    return file >= 0;
  }

  [[nodiscard]] Peaks peaks() const {
    if (wedged()) throw std::runtime_error("the device does not answer");
    return {1, 1, 1};
  }

  void tick(const char* what) const {
    if (!settings_.ticks.empty())
      std::ofstream(settings_.ticks, std::ios::app) << what << std::endl;
  }

  void await_turn(Turn turn) const {
    say({{"id", request_id_}, {"turn", to_string(turn)}});
    std::string line;
    std::getline(std::cin, line);
  }

  TrialResult compile(const TrialRequest& trial) {
    std::uniform_int_distribution<int> any(settings_.compile_ms.front(),
                                           settings_.compile_ms.back());
    const bool is_slow = x_of(trial) == settings_.slow_compile.front();
    int time = is_slow ? settings_.slow_compile.back() : any(random_);
    if (!times_.empty()) time = times_.at(static_cast<std::size_t>(x_of(trial))).compile_ms;
    if (settings_.ticks.empty()) sleep_ms(time);
    for (int ms = 0; ms < time && !settings_.ticks.empty(); ++ms) {
      sleep_ms(1);
      tick("compiling");
    }
    TrialResult result;
    result.compile_seconds = 1e-3 * time;
    result.status = TrialStatus::ok;
    return result;
  }

  static std::int64_t x_of(const TrialRequest& trial) {
    return std::get<std::int64_t>(trial.configuration.front().second);
  }

  TrialResult measure(const TrialRequest& trial) {
    const std::int64_t x = x_of(trial);
    TrialResult result;
    if (wedged()) {
      result.status = TrialStatus::device_error;
      result.message = "the device does not answer";
      return result;
    }
    if (!settings_.journal.empty()) std::ofstream(settings_.journal, std::ios::app) << x << '\n';
    if (x == settings_.culprit) {
      if (!settings_.wedge.empty()) std::ofstream(settings_.wedge) << x;
      std::_Exit(9);
    }
    if (++trials_ == settings_.lose_after) kill(getppid(), SIGKILL);
    const bool has_room = enter_room();
    if (trial.asks_to_sample) {
      result.compile_seconds = compile(trial).compile_seconds;
      await_turn(Turn::sample);
    }
    tick("begins");
    sleep_ms(times_.empty() ? settings_.trial_ms : times_.at(static_cast<std::size_t>(x)).trial_ms);
    tick("ends");
    if (trial.asks_to_sample) await_turn(Turn::last);
    if (!has_room) {
      result.status = TrialStatus::out_of_memory;
      result.message = "no room";
      return result;
    }
    if (!settings_.room.empty()) std::filesystem::remove(settings_.room);
    result.status = TrialStatus::ok;
    result.verification_error = 0;
    result.facts = {{"error", std::abs(static_cast<double>(x - 57)), "1"}};
    // A recorded space is far larger than the one whose best is at 37, and has no times to pretend.
    const double slowness = times_.empty() ? static_cast<double>((x - 37) * (x - 37)) : 0;
    const double seconds = 1e-5 * (1 + slowness / 100);
    const bool by_clock = settings_.trial_us > 0;
    const std::size_t samples =
        std::min<std::size_t>(by_clock ? 30 : 9, trial.sampling.max_samples);
    std::mt19937_64 random(random_());
    for (std::size_t k = 0; k < samples; ++k) {
      result.samples.push_back(by_clock ? told(settings_.trial_us, random)
                                        : Sample{seconds, seconds, false, {}});
    }
    return result;
  }

  [[nodiscard]] Sample told(double time_us, std::mt19937_64& random) const {
    std::uniform_real_distribution<double> phase(0, 1);
    const double steps = std::floor(time_us / settings_.step_us + phase(random));
    const double seconds = 1e-6 * settings_.step_us * steps;
    return {seconds, seconds, false, {}};
  }

  PairedResult measure(const PairRequest& request) {
    std::mt19937_64 random(request.seed);
    PairedResult result;
    result.baseline.status = result.candidate.status = TrialStatus::ok;
    result.baseline.verification_error = result.candidate.verification_error = 0;
    for (std::size_t k = 0; k < request.baseline.sampling.max_samples; ++k) {
      result.baseline.samples.push_back(told(settings_.baseline_us, random));
      result.candidate.samples.push_back(told(settings_.candidate_us, random));
      result.candidate_first.push_back(k % 2 == 0);
    }
    return result;
  }

  struct RecordedTimes {
    int compile_ms;
    int trial_ms;
  };

  const Settings& settings_;
  std::vector<RecordedTimes> times_;
  json request_id_;
  int trials_ = 0;
  std::mt19937 random_{std::random_device{}()};
};

}  // namespace

int main(int argc, char** argv) {
  Settings settings;
  std::vector<std::string> plugins;  // an option of every worker; this one loads none
  CLI::App app("A worker that only pretends");
  app.add_option("--plugins", plugins);
  app.add_option("--machine", settings.machine);
  app.add_option("--build", settings.build);
  app.add_option("--inputs", settings.data);
  app.add_option("--compile-ms", settings.compile_ms)->expected(2);
  app.add_option("--slow-compile", settings.slow_compile)->expected(2);
  app.add_option("--times", settings.times);
  app.add_option("--threads", settings.threads);
  app.add_option("--ticks", settings.ticks);
  app.add_option("--trial-ms", settings.trial_ms);
  app.add_option("--open-ms", settings.open_ms);
  app.add_option("--size", settings.size);
  app.add_option("--journal", settings.journal);
  app.add_option("--culprit", settings.culprit);
  app.add_option("--wedge", settings.wedge);
  app.add_option("--room", settings.room);
  app.add_option("--lose-after", settings.lose_after);
  app.add_option("--step-us", settings.step_us);
  app.add_option("--trial-us", settings.trial_us);
  app.add_option("--baseline-us", settings.baseline_us);
  app.add_option("--candidate-us", settings.candidate_us);
  app.add_flag("--host-cores", settings.host_cores);
  app.add_flag("--limits", settings.limits);
  app.add_flag("--station", settings.station);
  app.add_option_function<std::string>(
      "--lie", [&](const std::string& name) { settings.lie = &test::lies().at(name); });
  bool list = false;
  app.add_flag("--lies", list, "Their names, a line each.");
  CLI11_PARSE(app, argc, argv);
  if (list) {
    for (const auto& [name, _] : test::lies()) std::cout << name << '\n';
    return 0;
  }
  if (settings.station) {
    std::vector<std::string> process(argv, argv + argc);
    std::erase(process, "--station");
    if (settings.lie != nullptr && settings.lie->verb == "connect") {
      std::string line;
      settings.lie->tell(line);
      std::cout << line << std::endl;
      return 0;
    }
    return run_station(process);
  }
  FakeWorker(settings).serve();
  return 0;
}
