// Tests of published figures and derived quantities, in the model and in every format.
#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tests/framework/compare/recorded.hpp"

namespace assay::test {
namespace {

// Options that derive a quantity with `expression`. Every recorded instance has the fact points =
// 11 and the argument `level`.
CompareOptions with(const std::string& expression, const PublishedFigure& figure) {
  CompareOptions options;
  DerivedQuantity rate;
  rate.name = "rate";
  rate.unit = "1/s";
  rate.expression = expression;
  rate.instances = {{"family/problem", {{"level", std::int64_t{5}}}}};
  rate.place = "x.toml:1:1";
  options.beside.derived = {rate};
  options.beside.published = {figure};
  return options;
}

PublishedFigure figure() {
  PublishedFigure f;
  f.source = "table 4";
  f.machine = "GTX 680";
  f.label = "TK|ST";
  f.instances = {{"family/problem", {{"level", std::int64_t{5}}}}};
  return f;
}

TEST_CASE("derived quantities follow from facts, arguments and the median") {
  Recorded recorded;
  recorded.ok("slow.cpu", around(4e-3));
  recorded.ok("fast.cpu", around(1e-3));
  recorded.ok("fast.cpu", around(1e-3), {"final", 1, 6});
  const Comparison comparison = compare(recorded.store, with("points * level / seconds", figure()));
  const auto& instances = comparison.machines.at(0).instances;
  REQUIRE(instances.at(0).entries.at(0).best->derived.size() == 1);
  CHECK(instances[0].entries[0].best->derived[0].value == Approx(11 * 5 / 1e-3));
  CHECK(instances[0].entries[1].best->derived[0].value == Approx(11 * 5 / 4e-3));
  CHECK(instances.at(1).entries.at(0).best->derived.empty());  // the scenario has no level 6
  CHECK(instances[1].published.empty());
}

TEST_CASE("derived quantities follow from the trial's facts, after the instance's") {
  Recorded recorded;
  Recorded::Options options;
  options.facts = {{"prepare_seconds", 0.25, "s"}, {"points", 1e9, ""}};
  recorded.ok("a.cpu", around(1e-3), options);
  const auto instance = recorded.only(with("(seconds + prepare_seconds) * points", figure()));
  REQUIRE(instance.entries.at(0).best->derived.size() == 1);
  CHECK(instance.entries[0].best->derived[0].value == Approx(0.251 * 11));
}

TEST_CASE("a published time is set against the fastest, per sample, and ranks nowhere") {
  Recorded recorded;
  recorded.ok("slow.cpu", around(4e-3));
  recorded.ok("fast.cpu", around(1e-3));
  PublishedFigure f = figure();
  f.seconds = 1e-6;  // for ten samples: far below anything measured
  f.samples = 10;
  const auto plain = recorded.only();
  const auto instance = recorded.only(with("points / seconds", f));
  CHECK(instance.entries.size() == 2);
  CHECK(instance.entries[0].label == "fast.cpu");
  CHECK(instance.verdict.kind == plain.verdict.kind);
  CHECK(instance.verdict.margin->median == plain.verdict.margin->median);
  REQUIRE(instance.published.size() == 1);
  const PublishedEntry& entry = instance.published[0];
  CHECK(entry.beside == "fast.cpu");
  REQUIRE(entry.quantities.size() == 2);
  CHECK(entry.quantities[0].published == Approx(1e-7));
  CHECK(*entry.quantities[0].ours == Approx(1e-3));
  CHECK(*entry.quantities[0].ratio == Approx(1e-4));
  // The published rate follows from the published time by the same formula as the measured one.
  CHECK(entry.quantities[1].name == "rate");
  CHECK(entry.quantities[1].published == Approx(11 / 1e-7));
}

TEST_CASE("a figure may name its counterpart, and give quantities and facts itself") {
  Recorded recorded;
  recorded.ok("slow.cpu", around(4e-3));
  recorded.ok("fast.cpu", around(1e-3));
  PublishedFigure f = figure();
  f.variant = "slow.cpu";
  f.seconds = 1;
  f.values = {{"rate", 5500}};
  f.facts = {{"points", 22}, {"unknown", 3}};
  const auto instance = recorded.only(with("points / seconds", f));
  const PublishedEntry& entry = instance.published.at(0);
  CHECK(entry.beside == "slow.cpu");
  REQUIRE(entry.quantities.size() == 4);
  CHECK(*entry.quantities[0].ours == Approx(4e-3));
  CHECK(entry.quantities[1].published == 5500);  // the given value, not 22 / 1 s
  CHECK(*entry.quantities[1].ratio == Approx(2));
  CHECK(*entry.quantities[2].ratio == Approx(2));
  CHECK_FALSE(entry.quantities[3].ours);
  CHECK_FALSE(entry.quantities[3].ratio);
  // Published facts enter quantities that follow from a published time.
  f.values.clear();
  CHECK(recorded.only(with("points / seconds", f)).published.at(0).quantities[1].published == 22);
}

TEST_CASE("a figure may stand beside the best configuration with given parameters") {
  Recorded recorded;
  recorded.ok("a.cpu", around(1e-3), {"final", 1});
  recorded.ok("a.cpu", around(3e-3), {"search", 2});
  recorded.ok("a.cpu", around(2.5e-3), {"search", 4});
  PublishedFigure f = figure();
  f.variant = "a.cpu";
  f.parameters = {{"tile", std::int64_t{2}}};
  f.seconds = 6e-3;
  const auto entry = recorded.only(with("points / seconds", f)).published.at(0);
  CHECK(entry.beside == "a.cpu with tile=2");
  CHECK(*entry.quantities.at(0).ours == Approx(3e-3));
  CHECK(*entry.quantities.at(1).ours == Approx(11 / 3e-3));
  f.parameters = {{"tile", std::int64_t{3}}};
  const auto none = recorded.only(with("points / seconds", f)).published.at(0);
  CHECK(none.beside.empty());
  CHECK_FALSE(none.quantities.at(0).ours);
}

TEST_CASE("a quantity may be derived against another instance") {
  Recorded recorded;
  recorded.ok("a.cpu", around(6e-3), {"final", 1, 5});
  recorded.ok("b.cpu", around(1e-3), {"final", 1, 5});
  recorded.ok("a.cpu", around(2e-3), {"final", 1, 4});
  auto options = with("seconds / other_seconds", figure());
  options.beside.derived[0].against = {{"level", std::int64_t{4}}};
  const Comparison comparison = compare(recorded.store, options);
  const auto& entries = comparison.machines.at(0).instances.at(0).entries;
  REQUIRE(entries.at(1).label == "a.cpu");
  CHECK(entries[1].best->derived.at(0).value == Approx(3));
  CHECK(entries[0].best->derived.empty());  // b.cpu has no result for level 4
  CHECK(comparison.machines[0].instances[0].notes.empty());
}

TEST_CASE("where nothing was verified a figure stands alone and the verdict stays none") {
  Recorded recorded;
  recorded.failed("broken.cpu", TrialStatus::crash, "");
  PublishedFigure f = figure();
  f.seconds = 2;
  const auto instance = recorded.only(with("points / seconds", f));
  CHECK(instance.verdict.kind == Verdict::Kind::none);
  REQUIRE(instance.published.size() == 1);
  CHECK_FALSE(instance.published[0].quantities[0].ours);
  CHECK(instance.published[0].quantities[1].published == Approx(5.5));
}

TEST_CASE("an expression that cannot be computed is a note with its place") {
  Recorded recorded;
  recorded.ok("a.cpu", around(1e-3));
  const auto misspelt = recorded.only(with("pionts / seconds", figure()));
  CHECK(misspelt.entries[0].best->derived.empty());
  REQUIRE_FALSE(misspelt.notes.empty());
  CHECK_THAT(misspelt.notes.back(), contains("x.toml:1:1") && contains("did you mean 'points'"));
  const auto infinite = recorded.only(with("points / (level - 5)", figure()));
  CHECK_THAT(infinite.notes.back(), contains("division by zero"));
  const auto text = recorded.only(with("data", figure()));
  CHECK_THAT(text.notes.back(), contains("not a finite number"));
}

TEST_CASE("every format labels published figures as such") {
  Recorded recorded;
  recorded.ok("slow.cpu", around(4e-3));
  recorded.ok("fast.cpu", around(1e-3));
  PublishedFigure f = figure();
  f.seconds = 8e-3;
  f.facts = {{"points", 5503}};
  const Comparison comparison = compare(recorded.store, with("points / seconds", f));

  const std::string terminal = written(comparison, "terminal");
  CHECK_THAT(terminal, contains("rate [1/s]") && contains("11000"));
  CHECK_THAT(terminal, contains("Published by others, neither measured nor verified here:"));
  CHECK_THAT(terminal, contains("table 4: TK|ST   GTX 680   time          8.000 ms   1.000 ms"));
  CHECK_THAT(terminal, contains("8.00x   fast.cpu"));
  CHECK_THAT(terminal, contains("5503         11") && contains("500x   the instance"));

  const std::string markdown = written(comparison, "markdown");
  CHECK_THAT(markdown, contains("Published by others, neither measured nor verified here:"));
  CHECK_THAT(markdown, contains("| table 4: TK\\|ST | GTX 680 | time | 8.000 ms | 1.000 ms | 8.00x "
                                "| fast.cpu |"));

  const auto json = nlohmann::json::parse(written(comparison, "json"));
  const auto& instance = json.at("machines").at(0).at("instances").at(0);
  CHECK(instance.at("entries").size() == 2);
  CHECK(instance.at("/entries/0/best/derived/0/value"_json_pointer) == Approx(11e3));
  const auto& published = instance.at("published").at(0);
  CHECK(published.at("source") == "table 4");
  CHECK(published.at("/quantities/0/kind"_json_pointer) == "time");
  CHECK(published.at("/quantities/0/published_over_ours"_json_pointer) == Approx(8));

  const std::string csv = written(comparison, "csv");
  CHECK_THAT(csv, contains(",rate [1/s],published_in,published_on,published_label,quantity,"));
  CHECK_THAT(csv, contains("table 4,GTX 680,TK|ST,time,s,0.008,0.001,8,fast.cpu\r\n"));
  std::istringstream lines(csv);
  std::size_t commas = 0;
  std::size_t rows = 0;
  for (std::string line; std::getline(lines, line); ++rows) {
    if (line.find('"') != std::string::npos) continue;  // commas within quotes
    const auto count = static_cast<std::size_t>(std::count(line.begin(), line.end(), ','));
    CHECK((commas == 0 || commas == count));
    commas = count;
  }
  CHECK(rows == 1 + 2 + 3);  // header, entries, numbers
}

}  // namespace
}  // namespace assay::test
