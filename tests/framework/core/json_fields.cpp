#include "framework/core/json_fields.hpp"

#include <cmath>
#include <limits>

#include "framework/core/trial.hpp"
#include "tests/catch.hpp"

using nlohmann::json;

namespace {

using namespace assay;

enum class Colour { red, green };
const char* to_string(Colour colour) { return colour == Colour::red ? "red" : "green"; }
Colour colour_from(const std::string& name) { return name == "red" ? Colour::red : Colour::green; }

struct Inner {
  std::int64_t number = 0;
};
void fields(auto& field, Of<Inner> auto& inner) { field("number", inner.number); }

struct Outer {
  bool flag = false;
  double real = 0;
  std::string text;
  std::filesystem::path path;
  Value value;
  Bindings bindings;
  std::vector<Inner> list;
  std::map<std::string, double> map;
  std::optional<Inner> nothing;
  std::optional<double> absent;
  Colour colour = Colour::red;
  Colour usual = Colour::red;
  std::pair<std::string, Inner> pair;
  std::vector<bool> bits;
  std::int64_t grouped = 0;
};
void fields(auto& field, Of<Outer> auto& outer) {
  field("flag", outer.flag);
  field("real", outer.real);
  field("text", outer.text);
  field("path", outer.path);
  field("value", outer.value);
  field("bindings", outer.bindings);
  field("list", outer.list);
  field("map", outer.map);
  field("nothing", outer.nothing);
  field.optional("absent", outer.absent);
  field("colour", outer.colour, colour_from);
  field.optional("usual", outer.usual, colour_from);
  field("pair", outer.pair);
  field("bits", outer.bits);
  field.group("group", [&](auto& group) { group("grouped", outer.grouped); });
}

Outer full() {
  Outer outer;
  outer.flag = true;
  outer.real = std::numeric_limits<double>::infinity();
  outer.text = "t";
  outer.path = "a/b";
  outer.value = 1.0;
  outer.bindings = {{"z", std::int64_t{1}}, {"a", true}};
  outer.list = {{1}, {2}};
  outer.map = {{"x", 0.5}};
  outer.colour = Colour::green;
  outer.pair = {"p", {3}};
  outer.bits = {true, false};
  outer.grouped = 7;
  return outer;
}

const char* const full_text =
    R"({"bindings":[["z",1],["a",true]],"bits":[true,false],"colour":"green","flag":true,)"
    R"("group":{"grouped":7},"list":[{"number":1},{"number":2}],"map":{"x":0.5},"nothing":null,)"
    R"("pair":["p",{"number":3}],"path":"a/b","real":"inf","text":"t","value":1.0})";

}  // namespace

TEST_CASE("a list of fields makes JSON of a struct, and the struct of it again") {
  CHECK(json_of(full()).dump() == full_text);
  const auto read = read_as<Outer>(json::parse(full_text));
  CHECK(json_of(read).dump() == full_text);
  CHECK(read.bindings == full().bindings);
  CHECK(read.usual == Colour::red);
  CHECK_FALSE(read.absent);
}

TEST_CASE("fields that may be left out are there unless they have their defaults") {
  Outer outer = full();
  outer.absent = 0;
  outer.nothing = Inner{4};
  outer.usual = Colour::green;
  const json told = json_of(outer);
  CHECK(told.at("absent") == 0.0);
  CHECK(told.at("usual") == "green");
  const auto read = read_as<Outer>(told);
  CHECK(read.absent == 0.0);
  CHECK(read.nothing->number == 4);
  CHECK(read.usual == Colour::green);
}

TEST_CASE("JSON that lacks a field or has another kind in its place is refused") {
  const json good = json::parse(full_text);
  for (const auto& [name, value] : good.items()) {
    CAPTURE(name);
    json lacking = good;
    lacking.erase(name);
    CHECK_THROWS_AS(read_as<Outer>(lacking), json::exception);
    json mistyped = good;
    mistyped[name] = json::array({json::object()});
    CHECK_THROWS(read_as<Outer>(mistyped));
  }
  CHECK_THROWS_AS(read_as<std::vector<Inner>>(json::object()), json::exception);
  CHECK_THROWS_AS((read_as<std::map<std::string, double>>(json::array())), json::exception);
}

TEST_CASE("the messages of trials keep their words") {
  TrialResult result;
  result.status = TrialStatus::out_of_memory;
  result.samples = {{0.5, 0, true, {{"kernel", 0.25, 0.125}}}};
  result.facts = {{"ratio", std::nan(""), "1"}};
  CHECK(
      to_json(result).dump() ==
      R"({"agrees_with":"","compile_seconds":0.0,"facts":[{"name":"ratio","unit":"1","value":"nan"}],)"
      R"("message":"","prepare_seconds":0.0,"samples":[{"device_seconds":0.0,"phases":[)"
      R"({"device_seconds":0.125,"host_seconds":0.25,"name":"kernel"}],"seconds":0.5,"warm_up":true}],)"
      R"("status":"out-of-memory","stop":"precise","verification_error":null,)"
      R"("verified":{"by_digest":0,"in_full":0,"unverified":0},"verify_seconds":0.0})");
}
