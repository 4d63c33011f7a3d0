// Tests of searches, histories and parameters, as page sections take them from the trials.
#include "framework/report/model.hpp"

#include "framework/core/date.hpp"
#include "framework/report/history.hpp"
#include "framework/report/parameter_lines.hpp"
#include "framework/report/search_course.hpp"
#include "tests/catch.hpp"
#include "tests/framework/compare/recorded.hpp"

namespace assay::test {
namespace {

StoredTrial searched(std::int64_t run, const std::string& recorded, std::optional<double> value) {
  StoredTrial trial;
  trial.run = run;
  trial.key.stage = "search";
  trial.recorded = recorded;
  trial.compile_seconds = 1;
  trial.status = value ? TrialStatus::ok : TrialStatus::compile_error;
  if (value) {
    trial.objective = Interval{*value, *value, *value};
    trial.verification_error = 0;
  }
  return trial;
}

SearchCourse course_of(const std::vector<StoredTrial>& trials) {
  std::vector<const StoredTrial*> pointers;
  for (const auto& trial : trials) pointers.push_back(&trial);
  return search_course(pointers, {});
}

TEST_CASE("dates are read to the millisecond") {
  CHECK(seconds_of_date("1970-01-01T00:00:00.000Z") == 0);
  CHECK(seconds_of_date("2000-03-01T00:00:00.250Z") == Approx(951868800.25));
  CHECK(seconds_of_date("yesterday") == 0);
}

TEST_CASE("a search's course keeps what was better than all before") {
  const SearchCourse course = course_of({searched(1, "2026-01-01T00:00:10.000Z", 5),
                                         searched(1, "2026-01-01T00:00:12.000Z", std::nullopt),
                                         searched(1, "2026-01-01T00:00:13.000Z", 6),
                                         searched(1, "2026-01-01T00:00:17.000Z", 4)});
  CHECK(course.trials == 4);
  CHECK(course.failures.at(TrialStatus::compile_error) == 1);
  REQUIRE(course.improvements.size() == 2);
  CHECK(course.improvements[1].trial == 4);
  CHECK(course.improvements[1].value == 4);
  // The first trial counts with its own second, all others by the differences of their dates.
  CHECK(course.improvements[0].seconds == 1);
  CHECK(course.seconds == 8);
}

TEST_CASE("a pause between runs is not time that the search took") {
  const SearchCourse course = course_of({searched(1, "2026-01-01T00:00:10.000Z", 5),
                                         searched(1, "2026-01-01T00:00:12.000Z", 5),
                                         searched(2, "2026-02-01T00:00:00.000Z", 4)});
  CHECK(course.seconds == 4);
}

TEST_CASE("finals and what was not verified are no part of a search's course") {
  auto wrong = searched(1, "2026-01-01T00:00:11.000Z", 1);
  wrong.verification_error = 2;
  auto confirmed = searched(1, "2026-01-01T00:00:12.000Z", 2);
  confirmed.key.stage = "final";
  const SearchCourse course =
      course_of({searched(1, "2026-01-01T00:00:10.000Z", 5), wrong, confirmed});
  CHECK(course.trials == 2);
  CHECK(course.improvements.size() == 1);
}

TEST_CASE("a parameter's line has the best of each value on each instance") {
  Recorded recorded;
  Recorded::Options options;
  options.stage = "search";
  for (const double seconds : {3e-3, 2e-3, 4e-3}) recorded.ok("v", around(seconds), options);
  options.tile = 2;
  recorded.ok("v", around(1e-3), options);
  options.level = 6;
  recorded.ok("v", around(5e-3), options);
  const PageModel model(recorded.store, {});
  const auto lines =
      parameter_lines(model, model.problems.at(0), model.problems[0].competitors.at(0));
  REQUIRE(lines.size() == 1);
  CHECK(lines[0].parameter == "tile");
  CHECK(lines[0].values == std::vector<Value>{std::int64_t{1}, std::int64_t{2}});
  REQUIRE(lines[0].points.size() == 3);
  CHECK(lines[0].points[0].best.median == Approx(2e-3));
  CHECK(lines[0].points[2].instance == 1);
}

TEST_CASE("a history has a point for each run and build") {
  Recorded recorded;
  Recorded::Options options;
  recorded.ok("v", around(2e-3), options);
  recorded.ok("once", around(2e-3), options);
  options.build = "build2";
  recorded.ok("v", around(1e-3), options);
  recorded.use_machine("a");  // another run
  recorded.ok("v", around(3e-3), options);
  const PageModel model(recorded.store, {});
  const auto histories = histories_of(model);
  REQUIRE(histories.size() == 1);
  CHECK(histories[0].variant == "v");
  std::vector<std::pair<std::int64_t, std::string>> points;
  for (const auto& point : histories[0].points) points.emplace_back(point.run, point.build);
  CHECK(points == std::vector<std::pair<std::int64_t, std::string>>{
                      {1, "build1"}, {1, "build2"}, {2, "build2"}});
  CHECK(histories[0].points[1].value.median == Approx(1e-3));
}

TEST_CASE("what was wrong in one run is in nobody's history, course or line") {
  Recorded recorded;
  Recorded::Options options;
  for (const std::int64_t tile : {1, 3, 2}) {
    options.tile = tile;
    options.stage = "search";
    recorded.ok("v", around(1e-3 * static_cast<double>(tile)), options);
  }
  recorded.use_machine("a");  // another run
  options.stage = "final";
  recorded.ok("v", around(2e-3), options);
  options.tile = 1;
  TrialResult wrong;
  wrong.status = TrialStatus::wrong_output;
  recorded.record("v", wrong, std::nullopt, options);
  const PageModel model(recorded.store, {});
  const auto histories = histories_of(model);
  REQUIRE(histories.size() == 1);
  REQUIRE(histories[0].points.size() == 2);
  CHECK(histories[0].points[0].value.median == Approx(2e-3));
  const auto lines =
      parameter_lines(model, model.problems.at(0), model.problems[0].competitors.at(0));
  REQUIRE(lines.size() == 1);
  CHECK(lines[0].values == std::vector<Value>{std::int64_t{2}, std::int64_t{3}});
}

TEST_CASE("a history tells where its values went over to others, where it is long enough") {
  const auto runs_of = [](Recorded& recorded, int count, double seconds) {
    for (int run = 0; run < count; ++run) {
      recorded.use_machine("a");
      recorded.ok("v", around(seconds * (1 + 0.001 * (run % 3))));
    }
  };
  Recorded recorded;
  runs_of(recorded, 8, 2e-3);
  CHECK(histories_of(PageModel(recorded.store, {})).at(0).changes.empty());
  runs_of(recorded, 8, 3e-3);
  const auto history = histories_of(PageModel(recorded.store, {})).at(0);
  REQUIRE(history.points.size() == 16);
  REQUIRE(history.changes.size() == 1);
  CHECK(history.changes[0].index == 8);
  CHECK(history.changes[0].after / history.changes[0].before == Approx(1.5).epsilon(0.01));
}

TEST_CASE("a model reads of the store only what the options choose") {
  Recorded recorded;
  recorded.ok("v", around(2e-3));
  Recorded::Options energy;
  energy.mode = "energy warm";
  energy.joules = 3;
  recorded.ok("v", around(2e-3), energy);
  recorded.use_machine("b");
  recorded.ok("w", around(2e-3));
  const PageModel model(recorded.store, {});
  CHECK(model.comparison.mode == "time warm");
  CHECK(model.trials.size() == 1);
  REQUIRE(model.runs.size() == 1);
  CHECK(model.runs[0].id == 2);
}

}  // namespace
}  // namespace assay::test
