// Tests of every format, on a report with every kind of verdict and with texts that break formats.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>

#include "framework/core/error.hpp"
#include "framework/guard/acceptance.hpp"
#include "framework/guard/output/writer.hpp"
#include "tests/catch.hpp"
#include "tests/framework/guard/xml.hpp"

using namespace assay;
using namespace assay::guard;
using assay::test::XmlElement;
using assay::test::XmlReader;

namespace {

using Kind = CaseResult::Kind;

// A text that ends sections, tags, attributes, properties and lines, begins commands, is not UTF-8,
// and holds characters that XML forbids.
const std::string hostile =
    std::string(
        "]]> <&>\"' 100% a:b,c | `*_\n::error::x\r\x1b[31m \xff \xef\xbf\xbf \xe2\x9c\x93") +
    '\0' + "end";
// The hostile text on one line, with single spaces and with a question mark for each byte that is
// not text.
const std::string tamed =
    "]]> <&>\"' 100% a:b,c | `*_ ::error::x ?[31m ? \xef\xbf\xbf \xe2\x9c\x93?end";

Case made_case(const std::string& problem, const std::string& variant) {
  Case one;
  one.instance.record.problem = problem;
  one.instance.record.arguments = {{"data", std::string("x")}};
  one.baseline.variant.name = variant;
  one.baseline.variant.build_id = "before";
  one.baseline.device.id = "cpu";
  one.candidate = one.baseline;
  one.candidate.variant.build_id = "after";
  one.configuration = {{"tile", std::int64_t{4}}};
  return one;
}

CaseResult measured(Kind kind, double change) {
  CaseResult result;
  result.kind = kind;
  result.location =
      inference::Location{change, change - 0.01, change + 0.01, inference::Method::signed_rank};
  result.p_value = 0.25;
  result.blocks = 16;
  result.pairs = 480;
  result.baseline_seconds = 1e-3;
  result.candidate_seconds = 1e-3 * std::exp(change);
  return result;
}

CaseResult without_answer(Kind kind, const std::string& reason, bool candidate_failed = false) {
  CaseResult result;
  result.kind = kind;
  result.reason = reason;
  result.candidate_failed = candidate_failed;
  return result;
}

GuardReport every_verdict() {
  GuardReport report;
  report.detect = 0.02;
  report.alpha = 0.05;
  report.scenario = "a folder/guard.toml";
  report.notes = {hostile};
  const auto add = [&](const std::string& problem, const std::string& variant,
                       const CaseResult& result) {
    report.cases.push_back(made_case(problem, variant));
    report.results.push_back(result);
  };
  add("one/problem", "slow", measured(Kind::slower, 0.05));
  add("one/problem", "fast", measured(Kind::faster, -0.05));
  add("one/problem", "same", measured(Kind::equivalent, 0));
  add("two/" + hostile, "noisy", without_answer(Kind::inconclusive, "why " + hostile));
  add("two/" + hostile, "absent", without_answer(Kind::invalid, hostile));
  add("two/" + hostile, hostile, without_answer(Kind::invalid, hostile, true));
  report.results.front().location->upper = INFINITY;
  return report;
}

GuardReport part(Kind kind) {
  GuardReport report;
  report.cases = {made_case("one/problem", "only")};
  report.results = {measured(kind, 0.05)};
  return report;
}

std::string written(const GuardReport& report, const std::string& format) {
  std::ostringstream out;
  write_report(report, format, false, out);
  return out.str();
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at; (at = text.find(what)) != std::string::npos;) {
    text.replace(at, what.size(), by);
  }
  return text;
}

}  // namespace

TEST_CASE("every format that is listed is written, and no other") {
  for (const std::string& format : report_formats()) {
    INFO(format);
    CHECK(written(every_verdict(), format).size() > 100);
    CHECK_NOTHROW(written(GuardReport{}, format));
  }
  CHECK_THROWS_WITH(written(every_verdict(), "junnit"), contains("did you mean 'junit'"));
  CHECK_THROWS_WITH(require_format(""), contains("there is no format"));
}

TEST_CASE("the terminal and Markdown have a row for each case and a line for each reason") {
  const std::string terminal = written(every_verdict(), "terminal");
  CHECK_THAT(terminal, contains("slow on cpu") && contains("+5.13% [too few blocks]") &&
                           contains("  noisy: why " + tamed) && contains("note: " + tamed));
  CHECK_THAT(terminal, !contains("\x1b"));
  CHECK(lines_of(terminal).size() == 2 * 3 + 6 + 3 + 2);

  const std::string markdown = written(every_verdict(), "markdown");
  const auto lines = lines_of(markdown);
  CHECK(lines.at(0) == "## Regression");
  CHECK_THAT(lines.at(2), contains("6 cases: 1 slower, 2 invalid, 1 inconclusive"));
  CHECK(std::ranges::count_if(
            lines, [](const std::string& line) { return line.starts_with("| "); }) == 2 * 2 + 6);
  CHECK_THAT(markdown, contains("**slower**") && contains("| equivalent |") &&
                           contains("- noisy on cpu: why \\]\\]\\> \\<\\&\\>"));
  CHECK(lines_of(written(part(Kind::inconclusive), "markdown")).at(0) == "## Inconclusive");
  CHECK(lines_of(written(part(Kind::invalid), "markdown")).at(0) == "## No answer");
  CHECK(lines_of(written(part(Kind::faster), "markdown")).at(0) == "## No regression");
}

TEST_CASE("JSON has the texts as they are, but for what is not UTF-8") {
  const auto json = nlohmann::json::parse(written(every_verdict(), "json"));
  CHECK(json.at("exit_code") == 1);
  REQUIRE(json.at("cases").size() == 6);
  CHECK(json.at("cases").at(0).at("log_ratio").at("upper") == "inf");
  CHECK(json.at("cases").at(4).at("reason") == replaced(hostile, "\xff", "\xef\xbf\xbd"));
}

TEST_CASE("JUnit is well-formed XML, a suite for each instance and a test case for each variant") {
  const XmlElement root = XmlReader(written(every_verdict(), "junit")).document();
  CHECK(root.name == "testsuites");
  CHECK(root.attributes.at("tests") == "6");
  const auto suites = root.all("testsuite");
  REQUIRE(suites.size() == 3);  // the last suite holds the notes
  CHECK(suites[0].attributes.at("failures") == "1");
  CHECK(suites[1].attributes.at("failures") == "1");
  CHECK(suites[1].attributes.at("errors") == "1");
  CHECK(suites[1].attributes.at("skipped") == "1");
  const std::string text = replaced(tamed, "\xef\xbf\xbf", "?");
  CHECK(suites[1].attributes.at("name") == "two/" + text + " data=x");
  CHECK(suites[2].attributes.at("tests") == "0");
  CHECK(suites[2].all("system-out").at(0).text == "note: " + text + "\n");

  const auto first = suites[0].all("testcase");
  REQUIRE(first.size() == 3);
  CHECK(first[0].attributes.at("name") == "slow on cpu");
  CHECK(first[0].all("failure").at(0).attributes.at("type") == "slower");
  CHECK_THAT(first[0].all("failure").at(0).attributes.at("message"), contains("slower: +5.13%"));
  CHECK(first[1].children.size() == 1);
  CHECK(first[2].children.size() == 1);
  std::map<std::string, std::string> properties;
  for (const XmlElement& one : first[2].all("properties").at(0).all("property")) {
    properties[one.attributes.at("name")] = one.attributes.at("value");
  }
  CHECK(properties.at("verdict") == "equivalent");
  CHECK(properties.at("baseline_seconds") == "0.001");
  CHECK(std::stod(properties.at("ratio_upper")) == Approx(std::exp(0.01)));

  const auto second = suites[1].all("testcase");
  REQUIRE(second.size() == 3);
  CHECK(second[0].all("skipped").at(0).attributes.at("message") == "inconclusive; why " + text);
  CHECK(second[1].all("error").at(0).text == text);
  CHECK(second[2].all("failure").at(0).attributes.at("type") == "candidate failed");
  CHECK(second[2].attributes.at("name") == text + " on cpu");
}

TEST_CASE("JUnit calls a test case the same whatever else is compared, and says how long it took") {
  const auto names = [](const GuardReport& report) {
    const XmlElement root = XmlReader(written(report, "junit")).document();
    std::vector<std::string> all;
    for (const XmlElement& suite : root.all("testsuite")) {
      for (const XmlElement& one : suite.all("testcase")) {
        CHECK(one.attributes.at("classname") == suite.attributes.at("name"));
        CHECK(one.attributes.at("time") == "1.500");
        all.push_back(one.attributes.at("classname") + "." + one.attributes.at("name"));
      }
    }
    return all;
  };
  GuardReport alone = part(Kind::faster);
  alone.results[0].seconds = 1.5;
  GuardReport two = alone;
  two.cases.push_back(two.cases[0]);
  two.results.push_back(two.results[0]);
  two.cases[1].instance.record.arguments = {{"data", std::string("y")}, {"n", std::int64_t{8}}};
  two.cases[1].instance.record.input_digest = "0123456789";
  two.cases[1].candidate.variant.build_id = "another";
  CHECK(names(alone) == std::vector<std::string>{"one/problem data=x.only on cpu"});
  CHECK(names(two) == std::vector<std::string>{"one/problem data=x.only on cpu",
                                               "one/problem data=y n=8.only on cpu"});
  const XmlElement root = XmlReader(written(two, "junit")).document();
  CHECK(root.attributes.at("time") == "3.000");
}

TEST_CASE("what is accepted is shown by every format, and is no failure in any") {
  GuardReport report = part(Kind::slower);
  report.notes = {"only the candidate has this"};
  accept(report, {"only"});
  for (const std::string& format : report_formats()) {
    INFO(format);
    CHECK_THAT(written(report, format),
               contains("accepted") && contains("only the candidate has this"));
  }
  CHECK(summary_text(report) == "1 case: 1 accepted.");
  CHECK_THAT(written(report, "terminal"), contains("slower (accepted)"));
  CHECK(lines_of(written(report, "markdown")).at(0) == "## No regression");
  const XmlElement root = XmlReader(written(report, "junit")).document();
  CHECK(root.attributes.at("failures") == "0");
  CHECK(root.attributes.at("skipped") == "1");
  CHECK_THAT(written(report, "github"), !contains("::error") && !contains("::warning"));
  const auto sarif = nlohmann::json::parse(written(report, "sarif"));
  const auto& result = sarif.at("runs").at(0).at("results").at(0);
  CHECK(result.at("level") == "note");
  CHECK(result.at("suppressions").at(0).at("kind") == "external");
  CHECK(nlohmann::json::parse(written(report, "json")).at("cases").at(0).at("accepted") == true);
}

TEST_CASE("a case that compares another time than the one that passed says which") {
  GuardReport report = part(Kind::equivalent);
  CHECK_THAT(written(report, "terminal"), contains("only on cpu  "));
  report.cases[0].key.mode = "cpu-time warm";
  CHECK_THAT(written(report, "terminal"), contains("only on cpu (cpu-time)"));
  CHECK_THAT(written(report, "json"), contains("\"mode\": \"cpu-time warm\""));
}

TEST_CASE("GitHub's commands are a line each, with nothing in them that GitHub reads otherwise") {
  const auto lines = lines_of(written(every_verdict(), "github"));
  const std::regex command(
      "::(error|warning|notice) "
      "title=((?:[^:,%\r]|%25|%0D|%0A|%3A|%2C)*)::((?:[^%\r]|%25|%0D|%0A)*)");
  std::vector<std::string> levels;
  for (const std::string& line : lines) {
    INFO(line);
    std::smatch parts;
    REQUIRE(std::regex_match(line, parts, command));
    levels.push_back(parts[1]);
  }
  CHECK(levels ==
        std::vector<std::string>{"error", "error", "notice", "warning", "error", "notice"});
  CHECK_THAT(lines.at(0), contains("title=Regression::6 cases"));
  CHECK_THAT(lines.at(1), contains("title=slow on cpu%2C one/problem::slower: +5.13%25 [too few"));
  CHECK_THAT(lines.at(3), contains("a%3Ab%2Cc") && contains("::invalid%0A]]> <&>\"' 100%25 a:b,c"));

  CHECK(written(part(Kind::equivalent), "github").starts_with("::notice title=No regression::"));
  CHECK(written(GuardReport{}, "github").starts_with("::warning title=No answer::"));
}

TEST_CASE("SARIF has a result for each case that is not well, by rules that it describes") {
  const auto json = nlohmann::json::parse(written(every_verdict(), "sarif"));
  CHECK(json.at("version") == "2.1.0");
  const auto& run = json.at("runs").at(0);
  const auto& rules = run.at("tool").at("driver").at("rules");
  for (const auto& rule : rules) {
    CHECK(rule.at("shortDescription").at("text").get<std::string>() != "");
    CHECK(rule.at("help").at("text").get<std::string>() != "");
  }
  std::vector<std::string> told;
  std::set<std::string> fingerprints;
  for (const auto& result : run.at("results")) {
    const std::string level = result.at("level");
    const auto& rule = rules.at(result.at("ruleIndex").get<std::size_t>());
    CHECK(rule.at("id") == result.at("ruleId"));
    CHECK(rule.at("defaultConfiguration").at("level") == level);
    told.push_back(result.at("ruleId").get<std::string>() + " " + level);
    const auto& place = result.at("locations").at(0);
    CHECK(place.at("physicalLocation").at("artifactLocation").at("uri") == "a%20folder/guard.toml");
    CHECK(place.at("logicalLocations").at(0).at("name").is_string());
    CHECK_THAT(result.at("message").at("text").get<std::string>(), !contains("\x1b"));
    fingerprints.insert(result.at("partialFingerprints").at("primaryLocationLineHash"));
  }
  CHECK(told == std::vector<std::string>{"slower error", "inconclusive note", "invalid warning",
                                         "candidate-failed error"});
  CHECK(fingerprints.size() == 4);
  const auto& invocation = run.at("invocations").at(0);
  CHECK(invocation.at("executionSuccessful") == true);
  CHECK(invocation.at("exitCode") == 1);
  CHECK(invocation.at("toolExecutionNotifications").size() == 1);

  const auto nothing = nlohmann::json::parse(written(GuardReport{}, "sarif"));
  CHECK(nothing.at("runs").at(0).at("results").empty());
  CHECK(nothing.at("runs").at(0).at("invocations").at(0).at("executionSuccessful") == false);
}

TEST_CASE("code scanning knows a case again whatever is measured of it") {
  const auto fingerprint = [](const CaseResult& result) {
    GuardReport report;
    report.cases = {made_case("one/problem", "only")};
    report.results = {result};
    const auto json = nlohmann::json::parse(written(report, "sarif"));
    const nlohmann::json found = json.at("runs").at(0).at("results").at(0);
    CHECK_FALSE(found.at("locations").at(0).contains("physicalLocation"));
    return found.at("partialFingerprints").at("primaryLocationLineHash").get<std::string>();
  };
  CHECK(fingerprint(measured(Kind::slower, 0.05)) ==
        fingerprint(without_answer(Kind::invalid, "gone")));
}
