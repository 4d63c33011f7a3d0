// Tests of arrays of structs in scenarios: their members, and the structs that kernels take.
#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tests/framework/scenario/kernel_folder.hpp"
#include "tests/replaced.hpp"

using namespace assay;
using test::KernelFolder;

namespace {

const std::string members =
    "{ name = \"position\", type = \"float4\", fill = \"uniform\" }, "
    "{ name = \"id\", type = \"int\", shape = 2, fill = \"index\", start = 5, tolerance = 0.5 }";

// Line 3 has the array, line 4 the output.
std::string bodies(const std::string& struct_members = members, const std::string& more = "",
                   const std::string& output = "output = true") {
  return "[problem]\narguments = { n = 8 }\n"
         "arrays.body = { struct = [" +
         struct_members + "], shape = \"n\", " + output + more +
         " }\narrays.c = { type = \"float\", shape = \"n\", output = true }\n"
         "[[kernel]]\nsource = \"b.cl\"\narguments = [\"body\", \"c\"]\nlocal = 4\nglobal = \"n\"\n"
         "parameters.P = [1, 2]\n";
}

struct BodyFolder : KernelFolder {
  BodyFolder() { takes("typedef struct { float4 position; int id[2]; } body;", "body"); }
  void takes(const std::string& declared, const std::string& type) const {
    write("b.cl", declared + "\n__kernel void k(__global " + type +
                      " *b, __global float *c) { c[P] = 1; b[0] = b[1]; }\n");
  }
};

}  // namespace

TEST_CASE("an array of structs is one of their bytes, with members where the kernel has them") {
  const BodyFolder folder;
  const Scenario scenario = folder.read(bodies());
  const ArrayDescription& array = scenario.kernels.problems.front().arrays.front();
  CHECK(array.element == ASSAY_U8);
  CHECK(array.struct_bytes == 32);
  REQUIRE(array.shape.size() == 2);
  CHECK(array.shape[1].text == "32");
  CHECK(array.fill.rule == "members");
  REQUIRE(array.members.size() == 2);
  CHECK(array.members[0].width == 4);
  CHECK(array.members[0].fill.seed != 0);
  CHECK(array.members[0].tolerance == usual_tolerance(ASSAY_F32));
  CHECK(array.members[1].offset == 16);
  CHECK(array.members[1].shape == std::vector<std::int64_t>{2});
  CHECK(array.members[1].fill.first == 5);
  CHECK(array.members[1].tolerance == Tolerance{0.5, 0.5, true});
  // What workers are sent has all of it.
  const KernelFiles sent = kernel_files_from_json(to_json(scenario.kernels));
  CHECK(sent.problems.front().arrays.front().members == array.members);
  CHECK(content_id(sent.problems.front()) == content_id(scenario.kernels.problems.front()));
  // The tolerance of an array, and of the problem, is that of members that give none.
  const auto of_first = [&](const std::string& text) {
    return folder.read(text).kernels.problems.front().arrays.front().members.front().tolerance;
  };
  CHECK(of_first(bodies(members, ", tolerance = 0.25")) == Tolerance{0.25, 0.25, true});
  CHECK(of_first(with(bodies(), "[problem]\n", "[problem]\ntolerance = 0.125\n")) ==
        Tolerance{0.125, 0.125, true});
  CHECK(of_first(with(bodies(), "[problem]\n",
                      "[problem]\ntolerance = { float = 0.5, double = 0.25 }\n")) ==
        Tolerance{0.5, 0.5, true});
}

TEST_CASE("an array of structs has the same types in all kernels") {
  const BodyFolder folder;
  const std::string typed = "parameters.P = [1, 2]\nparameters.real = [\"half\", \"float\"]\n";
  folder.refuses(with(bodies(), "parameters.P = [1, 2]\n", typed + "types.body = \"real\"\n"),
                 "12:", {"'body' is an array of structs", "leave out types.body"});
  folder.refuses(with(bodies(), "parameters.P = [1, 2]\n", "types.body = \"float\"\n"),
                 "10:", {"'body' is an array of structs"});
  folder.refuses(with(bodies(), "parameters.P = [1, 2]\n",
                      typed + "scratch.s = { struct = [{ name = \"a\", type = \"int\" }], "
                              "shape = 1 }\ntypes.s = \"real\"\n"),
                 "13:", {"'s' is an array of structs", "leave out types.s"});
  folder.refuses(bodies(members, ", tolerance = { half = 1, float = 1 }"),
                 "3:", {"a member of structs has one type", "give the member one tolerance"});
  folder.refuses(bodies("{ name = \"a\", type = \"float\", tolerance = { half = 1 } }"),
                 "3:", {"give the member one tolerance"});
}

TEST_CASE("members that make no sense are refused at their place") {
  const BodyFolder folder;
  const auto refuses = [&](const std::string& struct_members, const std::string& place,
                           const std::vector<std::string>& parts) {
    folder.refuses(bodies(struct_members), place, parts);
  };
  refuses("", "3:", {"1 to 256 members"});
  refuses("3", "3:27", {"must be a table", "an integer"});
  refuses("{ type = \"int\" }", "3:27", {"name"});
  refuses("{ name = \"a\" }", "3:27", {"type"});
  refuses("{ name = \"a b\", type = \"int\" }", "3:", {"not a name of C"});
  refuses("{ name = \"a\", type = \"flaot\" }", "3:", {"'flaot'", "float"});
  refuses("{ name = \"a\", type = \"int\" }, { name = \"a\", type = \"int\" }", "3:57",
          {"two members 'a'"});
  refuses("{ name = \"a\", type = \"int\", shape = 0 }", "3:", {"whole number"});
  refuses("{ name = \"a\", type = \"int\", shape = \"n\" }", "3:", {"whole number", "one layout"});
  refuses("{ name = \"a\", type = \"int\", shape = [1000, 1000] }", "3:", {"65536"});
  refuses("{ name = \"a\", type = \"float3\", shape = 2 }", "3:", {"vectors of three", "float"});
  refuses("{ name = \"a\", type = \"int\", fill = \"interleaved\", of = [\"c\"] }", "3:", {"of"});
  refuses("{ name = \"a\", type = \"int\", low = 1 }", "3:", {"belongs to fill = \"uniform\""});
  refuses("{ name = \"a\", type = \"int\", output = true }", "3:", {"output"});
  refuses("{ name = \"a\", type = \"int\", fill = 1 }, { name = \"b\", type = \"int\" }", "3:67",
          {"'b' has no fill, but 'a' has one"});
  refuses("{ name = \"a\", type = \"int\", compare = \"n\" }", "3:", {"compare"});
  refuses("{ name = \"a\", type = \"int\", shape = [1, 1, 1, 1, 1, 1, 1, 1] }",
          "3:", {"at most 0 are supported"});
  folder.refuses(bodies(members, ", type = \"int\""), "3:", {"exclude each other"});
  folder.refuses(bodies(members, ", fill = 1"), "3:", {"belongs to each member"});
  folder.refuses(bodies(members, ", step = 1"), "3:", {"belongs to fill = \"index\""});
  folder.refuses(bodies(members, ", file = \"a.npy\""), "3:27", {"leave out the fill"});
  folder.refuses(bodies(members, ", compare = [\"n\", \"n\"]"), "3:", {"has 2 dimensions"});
  folder.refuses(with(bodies(), "global = \"n\"",
                      "global = \"n\"\nscratch.s = { struct = [{ name = "
                      "\"a\", type = \"int\", compare = false }], "
                      "shape = 1 }"),
                 "10:", {"compare"});
  folder.refuses(bodies(members, "", "file = \"a.npy\""), "3:27", {"leave out the fill"});
  folder.refuses(bodies("{ name = \"a\", type = \"int\", fill = 1, compare = false }", "",
                        "doc = \"an input\""),
                 "3:", {"belongs to an output"});
}

TEST_CASE("the structs of an array must lie as those that a kernel takes") {
  const BodyFolder folder;
  const auto accepts = [&](const std::string& declared, const std::string& type) {
    CAPTURE(declared);
    folder.takes(declared, type);
    CHECK_NOTHROW(folder.read(bodies()));
  };
  // Names do not matter, and a vector may stand for its numbers where they lie alike.
  accepts("typedef struct { float4 p; int a, b; } body;", "body");
  accepts("typedef struct { float4 p; int2 a; } body;", "body");
  accepts("struct body { float4 p; int a[2]; };", "struct body");
  accepts("typedef struct { float4 p; int *unreadable; } body;", "body");
  accepts("", "uchar");
  accepts("#include <elsewhere.h>", "body");
  const auto refuses = [&](const std::string& declared, const std::string& type,
                           const std::vector<std::string>& parts) {
    folder.takes(declared, type);
    folder.refuses(bodies(), "7:14", parts);
  };
  refuses(
      "typedef struct { float4 p; int a; short b[2]; } body;", "body",
      {"the struct 'body', {float4 p at 0, int a at 16, short b at 20, short b at 22; 32 bytes}",
       "{float4 position at 0, int id[2] at 16; 32 bytes}"});
  refuses("typedef struct { float p[4]; int a[2]; } body;", "body", {"24 bytes", "32 bytes"});
  refuses("typedef struct { int a[2]; float4 p; } body;", "body", {"int a at 0", "float4 p at 16"});
  refuses("", "float4", {"float4", "not of structs", "in place of 'struct'"});
  refuses("", "float*", {"pointer to pointers"});
  // And where the array is no array of structs, it should be one.
  folder.takes("typedef struct { float4 p; } body;", "body");
  folder.refuses(with(bodies(), "struct = [" + members + "]", "type = \"float\", fill = 1"), "7:14",
                 {"the struct 'body'", "struct = [{ name ="});
}

TEST_CASE("structs that two kernels lay out differently are refused with both layouts") {
  const KernelFolder folder;
  folder.write("b.cl", "__kernel void k(__global body *b, __global float *c) { }\n");
  folder.write("b.cu", "extern \"C\" __global__ void k(body *b, float *c) { }\n");
  const std::string cuda =
      "[[kernel]]\nsource = \"b.cu\"\narguments = [\"body\", \"c\"]\nblock = 4\ngrid = \"n\"\n";
  const std::string three =
      "{ name = \"p\", type = \"float3\", fill = 1 }, { name = \"m\", type = "
      "\"float\", fill = 1 }";
  CHECK_NOTHROW(folder.read(bodies() + cuda));
  CHECK_NOTHROW(folder.read(bodies(three)));
  folder.refuses(bodies(three) + cuda, "3:",
                 {"{float3 p at 0, float m at 16; 32 bytes} for 'b.opencl'",
                  "{float3 p at 0, float m at 12; 16 bytes} for 'b.cuda'"});
}

TEST_CASE("an array of structs is no image, no flag, and no array that others interleave") {
  const BodyFolder folder;
  folder.refuses(with(bodies(), "[\"body\", \"c\"]", "[{ image = \"body\" }, \"c\"]"),
                 "7:", {"are structs, which no image shows"});
  folder.refuses(with(bodies(), "arguments = [\"body\", \"c\"]\n",
                      "launches = [{ repeat = 2, until = \"body\", launches = [{ arguments = "
                      "[\"body\", \"c\"] }] }]\n"),
                 "7:", {"'until' names 'body', an array of structs"});
  folder.refuses(
      with(bodies(), "[[kernel]]",
           "arrays.i = { type = \"unsigned char\", shape = \"n\", fill = \"interleaved\", "
           "of = [\"body\"] }\n[[kernel]]"),
      "5:", {"'body' is not an array of unsigned char"});
}
