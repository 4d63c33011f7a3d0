// Tests of scenarios from untrusted sources: requests are bounded before they are granted.
#include <sys/stat.h>

#include <fstream>

#include "framework/scenario/scenario.hpp"
#include "tests/catch.hpp"
#include "tests/framework/scenario/errors.hpp"
#include "tests/temporary_folder.hpp"

using namespace assay;

namespace {

std::string repeated(const std::string& text, int times) {
  std::string result;
  for (int k = 0; k < times; ++k) result += text;
  return result;
}

const std::string hostile_instance = "[[instance]]\nproblem = \"p\"\n";

void bounds(const std::string& text, const std::vector<std::string>& parts) {
  CAPTURE(text.substr(0, 100));
  test::requires_error([&] { (void)parse_scenario(text, "s.toml"); }, parts);
}

}  // namespace

TEST_CASE("keys of many parts and deep nesting are refused with their place") {
  const std::string parts = repeated("a.", 31000) + "a";
  for (const auto& text :
       {hostile_instance + parts + " = 1", hostile_instance + "[" + parts + "]\nx = 1",
        hostile_instance + "[[" + parts + "]]", hostile_instance + "x = { " + parts + " = 1 }",
        // The end of a multi-line text is not mistaken for the beginning of another one.
        hostile_instance + "x = { s = \"\"\"q\"\"\"\", " + parts + " = 1 }",
        hostile_instance + "x = { s = '''q'''', " + parts + " = 1 }"}) {
    bounds(text, {"s.toml:3:", "parts"});
  }
  bounds(hostile_instance + "x = " + repeated("[", 100000) + repeated("]", 100000),
         {"s.toml:3:37", "open"});
  bounds(hostile_instance + "x = " + repeated("{a=", 5000) + "1" + repeated("}", 5000),
         {"s.toml:3:", "open"});
  bounds(repeated("[", 100000), {"s.toml:1:33"});
}

TEST_CASE("texts and comments may hold as many dots and brackets as they like") {
  const std::string dots = repeated(".", 1000) + repeated("[", 1000);
  const Scenario scenario =
      parse_scenario("# " + dots + "\ndescription = \"\\\"" + dots + "\"\nname = '" + dots + "'\n" +
                         hostile_instance + "file = \"\"\"\n" + dots + "\"\" \n\"\"\"\n" +
                         "numbers = [1.5, 2.5, " + repeated("1.0e1, ", 0) + "3.5]\n",
                     "s.toml");
  CHECK(scenario.name == dots);
  CHECK(scenario.instances.size() == 3);
}

TEST_CASE("instances are counted before memory is taken for them") {
  std::string values = "[0";
  for (int k = 1; k < 100; ++k) values += ", " + std::to_string(k);
  values += "]";
  std::string text = hostile_instance;
  for (int k = 0; k < 10; ++k) text += "p" + std::to_string(k) + " = " + values + "\n";
  bounds(text, {"s.toml:5:", "1000000 instances", "10000"});
  // The limit also holds for the sum of many small [[instance]] tables.
  const std::string hundred = hostile_instance + "a = " + values + "\nb = " + values + "\n";
  CHECK(parse_scenario(hundred, "s.toml").instances.size() == 10000);
  bounds(hundred + hostile_instance, {"s.toml:6:", "10001 instances"});
}

TEST_CASE("what is kept for every instance is bounded in all") {
  std::string text = "[[instance]]\nproblem = \"p\"\na = [0";
  for (int k = 1; k < 10000; ++k) text += ", " + std::to_string(k);
  text += "]\n";
  std::string derived = text;
  std::string published =
      text + "[[published]]\nsource = \"s\"\ncolumns = [\"seconds\"]\nrows = [[1]";
  for (int k = 0; k < 101; ++k) {
    derived += "[[derived]]\nname = \"q" + std::to_string(k) + "\"\nvalue = \"1 / seconds\"\n";
    published += ", [1]";
  }
  bounds(derived, {"s.toml:4:", "derived"});
  bounds(published + "]\n", {"s.toml:4:", "published"});
}

TEST_CASE("long lists of values are read in reasonable time, and twins are found") {
  std::string values = "[0";
  for (int k = 1; k < 200000; ++k) values += "," + std::to_string(k);
  const std::string variant = hostile_instance + "[[variant]]\nname = \"v\"\nparameters.x = ";
  CHECK(parse_scenario(variant + values + "]\n", "s.toml").variants[0].values.at("x").size() ==
        200000);
  bounds(variant + values + ",77]\n", {"s.toml:5:", "77 twice"});
}

TEST_CASE(
    "only regular files are read: pipes, devices and folders are refused, and none waited for") {
  const test::TemporaryFolder folder;
  REQUIRE(mkfifo((folder / "pipe").c_str(), 0600) == 0);
  std::ofstream(folder / "k.cl") << "__kernel void k(__global float *b) { b[0] = 1; }";
  std::ofstream(folder / "piped.cl") << "#include \"pipe\"\n__kernel void k(__global float *b) { }";
  const auto reads = [&](const std::string& text) {
    std::ofstream(folder / "s.toml") << text;
    (void)read_scenario(folder / "s.toml");
  };
  for (const char* name : {"pipe", ".", "/dev/zero", "/dev/urandom"}) {
    CAPTURE(name);
    test::requires_error(
        [&, name] { reads("include = \"" + std::string(name) + "\"\n" + hostile_instance); },
        {"s.toml:1:11", name, "not a regular file"});
  }
  const auto kernel = [&](const std::string& source) {
    return "[problem]\narrays.b = { type = \"float\", shape = 1, output = true }\n[kernel]\n"
           "source = \"" +
           source +
           "\"\nbackend = \"opencl\"\narguments = [\"b\"]\nlocal = 1\n"
           "global = 1\n";
  };
  CHECK_NOTHROW(reads(kernel("k.cl")));
  for (const char* name : {"pipe", ".", "/dev/zero", "piped.cl"}) {
    CAPTURE(name);
    test::requires_error([&, name] { reads(kernel(name)); }, {"s.toml:4:"});
  }
  test::requires_error([&] { (void)read_scenario(folder / "pipe"); },
                       {"pipe", "not a regular file"}, ErrorKind::environment);
}
