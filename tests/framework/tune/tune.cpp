#include "framework/tune/tune.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <set>

#include "framework/core/error.hpp"
#include "framework/store/sqlite.hpp"
#include "framework/tune/recorded.hpp"
#include "tests/catch.hpp"
#include "tests/framework/tune/tune_fixture.hpp"

using namespace assay;
using assay::test::find_wrong;
using assay::test::quick_scenario;
using assay::test::TemporaryFolder;
using assay::test::tune_once;
using assay::test::Witness;

namespace {

const std::string loop_only = quick_scenario + "[[variant]]\nname = \"loop.cpu\"\n";

std::string searching(const std::string& misdeeds) {
  return quick_scenario + R"(
[[variant]]
name = "misbehaving.cpu"
parameters.misdeed = [)" +
         misdeeds + R"(]
[tune]
strategy = "exhaustive"
)";
}

// The eight misdeeds that end quickly.
const std::string quick_misdeeds =
    R"("none", "wrong", "nan", "write-after", "segfault", "exit", "throw", "unsupported")";
const std::string misbehaving = searching(quick_misdeeds);
// All misdeeds, including one that runs into the time limit of some seconds.
const std::string misbehaving_at_length = searching(quick_misdeeds + ", \"hang\"");

// The configurations of all search trials in the store, repeated as often as recorded.
std::vector<std::string> recorded_searches(const std::filesystem::path& file,
                                           const std::string& text) {
  const Scenario scenario = parse_scenario(text, "test.toml");
  Store store(file);
  WorkerClient worker(test_worker());
  const Plan plan = make_plan(scenario, worker.catalog());
  Session session(store, worker, {}, scenario);
  const OpenInstance instance = session.open(plan.contests.front());
  std::vector<std::string> configurations;
  for (const auto& contender : plan.contests.front().contenders) {
    for (const auto& trial : store.trials_like(session.key(instance, contender, {"search"}))) {
      configurations.push_back(to_string(trial.key.configuration));
    }
  }
  session.finish("finished");
  return configurations;
}

}  // namespace

TEST_CASE("every kind of failure becomes its trial's status and the rest goes on") {
  const TemporaryFolder folder;
  Witness witness;
  const auto tuned = tune_once(folder.path() / "r.db", misbehaving_at_length, witness);
  CHECK(tuned.finished);
  const std::map<std::string, TrialStatus> expected = {
      {"misdeed=none", TrialStatus::ok},
      {"misdeed=wrong", TrialStatus::wrong_output},
      {"misdeed=nan", TrialStatus::not_finite},
      {"misdeed=write-after", TrialStatus::out_of_bounds},
      {"misdeed=segfault", TrialStatus::crash},
      {"misdeed=hang", TrialStatus::timeout},
      {"misdeed=exit", TrialStatus::crash},
      {"misdeed=throw", TrialStatus::error},
      {"misdeed=unsupported", TrialStatus::unsupported}};
  CHECK(witness.statuses.size() == expected.size());
  for (const auto& [configuration, status] : expected) {
    CAPTURE(configuration);
    REQUIRE(witness.statuses.count(configuration) == 1);
    CHECK(std::string(to_string(witness.statuses.at(configuration))) == to_string(status));
  }
  // Only the configuration that is right reaches the finals, once in each round until the first
  // look.
  CHECK(witness.finals == std::vector<std::string>(10, "misdeed=none"));
}

TEST_CASE("a variant in C99 from a plugin of its own is tuned like any other") {
  const TemporaryFolder folder;
  Witness witness;
  const auto text = quick_scenario + "[[variant]]\nname = \"loop.c99\"\n";
  CHECK(tune_once(folder.path() / "r.db", text, witness).finished);
  REQUIRE(witness.last_state.count("loop.c99") == 1);
  CHECK(witness.last_state.at("loop.c99").failures.empty());
  CHECK(witness.last_state.at("loop.c99").best.has_value());
}

TEST_CASE("variants together share one search, and each keeps its own trials") {
  const TemporaryFolder folder;
  const auto text = quick_scenario + R"(
[[variant]]
name = "loop.c99"
[[variant]]
name = "misbehaving.cpu"
parameters.misdeed = ["none", "wrong", "throw"]
[tune]
together = true
)";
  Witness first(3);
  CHECK_FALSE(tune_once(folder.path() / "r.db", text, first).finished);
  Witness second;
  CHECK(tune_once(folder.path() / "r.db", text, second).finished);
  REQUIRE(second.last_state.count("2 variants together") == 1);
  const auto& state = second.last_state.at("2 variants together");
  CHECK(state.best.has_value());
  CHECK(state.known == 3);
  CHECK(state.known + state.done == state.space_size);
  CHECK(recorded_searches(folder.path() / "r.db", text).size() == state.space_size);
  // The trials are recorded as those of separate searches, which then find all of them in the
  // store.
  Witness apart;
  const auto apart_text = text.substr(0, text.find("[tune]"));
  CHECK(tune_once(folder.path() / "r.db", apart_text, apart).finished);
  CHECK(apart.trials == 0);
}

TEST_CASE("a repeated command measures nothing again, failures included") {
  const TemporaryFolder folder;
  Witness first;
  tune_once(folder.path() / "r.db", misbehaving_at_length, first);
  Witness second;
  CHECK(tune_once(folder.path() / "r.db", misbehaving_at_length, second).finished);
  CHECK(first.trials > 0);
  CHECK(second.trials == 0);
  CHECK(second.finals.empty());
}

TEST_CASE("what another scenario measured is a scenario's own, finals included") {
  const TemporaryFolder folder;
  const auto file = folder.path() / "r.db";
  const auto trials_of = [&](const std::string& name) {
    TrialFilter filter;
    filter.scenario = name;
    return Store(file).trials(filter).size();
  };
  const std::string finals = "[finals]\nconfigurations = 1\nrounds = 2\n";
  Witness first;
  tune_once(file, "name = \"first\"\n" + loop_only + finals, first);
  const auto all = trials_of("first");
  CHECK(all == first.trials + first.finals.size());
  Witness second;
  tune_once(file, "name = \"second\"\n" + loop_only + finals, second);
  CHECK(second.trials + second.finals.size() == 0);
  CHECK(trials_of("second") == all);
  CHECK(trials_of("first") == all);
}

TEST_CASE("an interrupted search goes on where it stopped") {
  const TemporaryFolder folder;
  Witness first(2);
  CHECK_FALSE(tune_once(folder.path() / "r.db", misbehaving, first).finished);
  CHECK(first.trials == 2);
  Witness second;
  CHECK(tune_once(folder.path() / "r.db", misbehaving, second).finished);
  CHECK(first.trials + second.trials == 8);
  const auto recorded = recorded_searches(folder.path() / "r.db", misbehaving);
  CHECK(recorded.size() == std::set<std::string>(recorded.begin(), recorded.end()).size());
}

TEST_CASE("kill -9 of the supervisor loses nothing committed, and the repeated command resumes") {
  const TemporaryFolder folder;
  const auto file = folder.path() / "r.db";
  // Each child kills itself in the middle of a search; the pipe reports how many trials it had seen
  // recorded before.
  std::size_t seen = 0;
  for (std::size_t trials = 1; trials <= 3; ++trials) {
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      class Suicidal : public Witness {
       public:
        Suicidal(int pipe_end, std::size_t after) : pipe_end_(pipe_end), after_(after) {}
        void trial_done(const Contender& contender, const Bindings& configuration,
                        const RecordedTrial& trial, const SearchState& state) override {
          Witness::trial_done(contender, configuration, trial, state);
          if (write(pipe_end_, ".", 1) != 1 || trials == after_) raise(SIGKILL);
        }

       private:
        int pipe_end_;
        std::size_t after_;
      } witness(ends[1], trials);
      tune_once(file, misbehaving, witness);
      _exit(1);  // not reached
    }
    close(ends[1]);
    char byte = 0;
    while (read(ends[0], &byte, 1) == 1) ++seen;
    close(ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    REQUIRE(WIFSIGNALED(status));
  }
  CHECK(seen == 1 + 2 + 3);
  CHECK(recorded_searches(file, misbehaving).size() == seen);

  Witness last;
  CHECK(tune_once(file, misbehaving, last).finished);
  CHECK(last.trials == 8 - seen);
  const auto recorded = recorded_searches(file, misbehaving);
  CHECK(recorded.size() == 8);
  CHECK(std::set<std::string>(recorded.begin(), recorded.end()).size() == 8);
}

TEST_CASE("budgets hold: trials exactly, recorded ones included") {
  const TemporaryFolder folder;
  const auto budget = [](int trials) {
    return misbehaving.substr(0, misbehaving.find("[tune]")) +
           "[tune]\nstrategy = \"random\"\nseed = 3\ntrials = " + std::to_string(trials) + "\n";
  };
  Witness four;
  tune_once(folder.path() / "r.db", budget(4), four);
  CHECK(four.trials == 4);
  Witness six;
  tune_once(folder.path() / "r.db", budget(6), six);
  CHECK(six.trials == 2);
  Witness all;
  tune_once(folder.path() / "r.db", budget(1000), all);
  CHECK(all.trials == 2);
}

TEST_CASE("a budget in seconds ends the search between trials") {
  const TemporaryFolder folder;
  Witness witness;
  const auto text = quick_scenario + R"(
[[variant]]
name = "misbehaving.cpu"
parameters.misdeed = ["slow", "slow-once", "wrong"]
[tune]
seconds = 0.01
)";
  tune_once(folder.path() / "r.db", text, witness);
  CHECK(witness.trials == 1);
}

TEST_CASE("finals measure each finalist once in each fresh process") {
  const TemporaryFolder folder;
  Witness witness;
  const auto text = loop_only + "[finals]\nconfigurations = 2\nrounds = 4\n";
  tune_once(folder.path() / "r.db", text, witness);
  std::map<std::string, int> times;
  for (const auto& configuration : witness.finals) ++times[configuration];
  REQUIRE(times.size() >= 2);  // the third look need not differ
  for (const auto& [configuration, count] : times) CHECK(count == 4);
}

TEST_CASE("an empty space names the constraint that emptied it and leaves the store usable") {
  const TemporaryFolder folder;
  Witness witness;
  const auto text = loop_only + "constraints = [\"unroll > 100\"]\n";
  CHECK_THROWS_WITH(tune_once(folder.path() / "r.db", text, witness), contains("unroll > 100"));
  Witness after;
  CHECK(tune_once(folder.path() / "r.db", loop_only, after).finished);
  CHECK(after.trials == 3);
}

TEST_CASE("a variant that an instance is not for is left out with a note, and the rest goes on") {
  struct Notes : Witness {
    void note(const std::string& text) override { notes.push_back(text); }
    std::vector<std::string> notes;
  };
  const TemporaryFolder folder;
  const Scenario scenario = parse_scenario(loop_only, "test.toml");
  Store store(folder.path() / "r.db");
  const WorkerOptions options = test_worker();
  WorkerClient worker(options);
  Plan plan = make_plan(scenario, worker.catalog());
  auto& contenders = plan.contests.front().contenders;
  Contender narrow = contenders.front();
  narrow.variant.name = "narrow.cpu";
  narrow.variant.constraints = {{"unroll > n", "the instance is too large"}};
  narrow.constraints = narrow.variant.constraints;
  contenders.insert(contenders.begin(), narrow);
  Session session(store, worker, {}, scenario);
  Notes notes;
  CHECK(tune(session, scenario, plan, options, notes, notes.stop).finished);
  CHECK(notes.trials == 3);
  REQUIRE(notes.notes.size() == 1);
  CHECK_THAT(notes.notes.front(), contains("narrow.cpu is left out: no configuration is left") &&
                                      contains("the instance is too large"));

  contenders.front().variant.constraints = {{"unroll > m", "misspelt"}};
  CHECK_THROWS_WITH(tune(session, scenario, plan, options, notes, notes.stop),
                    contains("unroll > m"));
}

TEST_CASE("what a scenario asks for may leave nothing on some instances, but not on all") {
  struct Notes : Witness {
    void note(const std::string& text) override { notes.push_back(text); }
    std::vector<std::string> notes;
  };
  const TemporaryFolder folder;
  Notes some;
  const auto tune_two = [&](const std::string& constraint, Notes& notes) {
    std::string text = loop_only + "constraints = [\"" + constraint + "\"]\n";
    text.insert(text.find("[[variant]]"), "[[instance]]\nproblem = \"test/scale\"\nn = 77\n");
    return tune_once(folder.path() / "r.db", text, notes);
  };
  CHECK(tune_two("n == 77 or unroll > 100", some).finished);
  CHECK(some.trials == 3);
  REQUIRE(some.notes.size() == 1);
  CHECK_THAT(some.notes.front(), contains("is left out") && contains("unroll > 100"));
  Notes none;
  CHECK_THROWS_WITH(tune_two("unroll > 100", none), contains("unroll > 100"));
}

TEST_CASE("the recorded best is that of the finals, and given values complete a configuration") {
  const TemporaryFolder folder;
  Witness witness;
  tune_once(folder.path() / "r.db", loop_only, witness);
  const Scenario scenario = parse_scenario(loop_only, "test.toml");
  Store store(folder.path() / "r.db");
  WorkerClient worker(test_worker());
  const Plan plan = make_plan(scenario, worker.catalog());
  const auto& contender = plan.contests.front().contenders.front();
  Session session(store, worker, {}, scenario);
  const OpenInstance instance = session.open(plan.contests.front());

  const auto best = recorded_best(session, instance, contender);
  REQUIRE(best);
  CHECK(std::count(witness.finals.begin(), witness.finals.end(), to_string(*best)) > 0);
  find_wrong(store, *best);
  const auto left = recorded_best(session, instance, contender);
  REQUIRE(left);
  CHECK(*left != *best);

  const Value four(std::int64_t{4});
  CHECK(complete_configuration(instance, contender, {{"unroll", four}}) ==
        Bindings{{"unroll", four}});
  CHECK_THROWS_WITH(complete_configuration(instance, contender, {{"unrol", four}}),
                    contains("unroll"));
  CHECK_THROWS_WITH(complete_configuration(instance, contender, {{"unroll", std::int64_t{3}}}),
                    contains("unroll"));
}

TEST_CASE(
    "a session that is left unfinished is marked as interrupted, and peaks are measured once") {
  const TemporaryFolder folder;
  Store store(folder.path() / "r.db");
  WorkerClient worker(test_worker());
  {
    Session session(store, worker, {}, Scenario{});
    for (const auto& device : worker.catalog().devices) {
      if (device.id != "cpu") continue;
      session.ensure_peaks(device);
      const auto peaks = store.peaks(session.machine(), device.id);
      REQUIRE(peaks);
      CHECK(peaks->flops_double > 0);
      session.ensure_peaks(device);
      CHECK(store.peaks(session.machine(), device.id)->bandwidth == peaks->bandwidth);
    }
  }
  Session next(store, worker, {}, Scenario{});
  CHECK(next.run() == 2);
}

TEST_CASE("cold and warm results are kept apart, each resumed by its own") {
  const TemporaryFolder folder;
  const auto tune_with = [&](const std::string& cache) {
    std::string text = loop_only;
    text.insert(text.find("[sampling]\n") + std::string("[sampling]\n").size(),
                "cache = \"" + cache + "\"\n");
    Witness witness;
    tune_once(folder.path() / "r.db", text, witness);
    return witness.trials;
  };
  const auto all = tune_with("warm");
  CHECK(all > 0);
  CHECK(tune_with("warm") == 0);
  CHECK(tune_with("cold") == all);
  CHECK(tune_with("cold") == 0);
  CHECK(tune_with("warm") == 0);
}

TEST_CASE("no search begins with what was best on another instance until it was found wrong") {
  const TemporaryFolder folder;
  const auto file = folder.path() / "r.db";
  Witness first;
  tune_once(file, loop_only + "[tune]\nstrategy = \"exhaustive\"\n", first);
  const Bindings best = first.last_state.at("loop.cpu").best_configuration;
  {
    Store store(file);
    find_wrong(store, best);
  }
  auto elsewhere = loop_only + "[tune]\ntrials = 1\n";
  const std::string hundred = "n = 100";
  elsewhere.replace(elsewhere.find(hundred), hundred.size(), "n = 101");
  Witness second;
  tune_once(file, elsewhere, second);
  const auto begun = recorded_searches(file, elsewhere);
  REQUIRE(begun.size() == 1);
  CHECK(begun.front() != to_string(best));
}

TEST_CASE("a search begins with what was best on another instance, unless told not to") {
  const TemporaryFolder folder;
  const auto file = folder.path() / "r.db";
  Witness first;
  tune_once(file, loop_only + "[tune]\nstrategy = \"exhaustive\"\n", first);
  const SearchState& found = first.last_state.at("loop.cpu");
  REQUIRE(found.best);
  const auto first_trial = [&](int n, const std::string& more) {
    auto text = loop_only + "[tune]\ntrials = 1\n" + more;
    const std::string hundred = "n = 100";
    text.replace(text.find(hundred), hundred.size(), "n = " + std::to_string(n));
    Witness witness;
    tune_once(file, text, witness);
    return recorded_searches(file, text);
  };
  CHECK(first_trial(101, "") == std::vector{to_string(found.best_configuration)});
  const auto cold = first_trial(102, "warm_start = false\n");
  REQUIRE(cold.size() == 1);
  Witness untouched;
  tune_once(folder.path() / "other.db", loop_only + "[tune]\ntrials = 1\n", untouched);
  CHECK(cold.front() == untouched.statuses.begin()->first);
}

TEST_CASE("a changed build begins with what was best of its forebear") {
  const TemporaryFolder folder;
  const auto file = folder.path() / "r.db";
  Witness first;
  tune_once(file, loop_only + "[tune]\nstrategy = \"exhaustive\"\n", first);
  const SearchState& found = first.last_state.at("loop.cpu");
  REQUIRE(found.best);
  {
    using assay::sqlite::Connection;
    Connection store(file, Connection::Mode::read_write, std::chrono::seconds(1));
    store.execute("UPDATE variant SET build_id = 'forebear'");
  }
  Witness second;
  tune_once(file, loop_only + "[tune]\ntrials = 1\n", second);
  CHECK(second.trials == 1);
  CHECK(second.statuses.begin()->first == to_string(found.best_configuration));
}

TEST_CASE("variants together begin with what was best of each on another instance") {
  const TemporaryFolder folder;
  const auto file = folder.path() / "r.db";
  const std::string both = "[[variant]]\nname = \"loop.cpu\"\n[[variant]]\nname = \"loop.c99\"\n";
  const auto text = quick_scenario + both + "[finals]\nconfigurations = 0\n[tune]\n";
  Witness apart;
  tune_once(file, text + "strategy = \"exhaustive\"\n", apart);
  const auto& best = apart.last_state;
  auto elsewhere = text + "together = true\ntrials = 2\n";
  const std::string hundred = "n = 100";
  elsewhere.replace(elsewhere.find(hundred), hundred.size(), "n = 101");
  Witness together;
  tune_once(file, elsewhere, together);
  CHECK(recorded_searches(file, elsewhere) ==
        std::vector{to_string(best.at("loop.cpu").best_configuration),
                    to_string(best.at("loop.c99").best_configuration)});
}
