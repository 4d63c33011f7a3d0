#include "framework/kernel_file/record_members.hpp"

#include <vector>

#include "framework/kernel_file/argument_type.hpp"
#include "tests/catch.hpp"

using namespace assay;

namespace {

std::string members(const std::string& source, const std::string& type = "pair") {
  const SourceText text = tokenise(source);
  std::string all;
  for (const RecordMember& member : record_members(type, {&text, 1})) {
    all += member.type + " " + member.name + ";";
  }
  return all;
}

ArgumentType type_of(const std::string& source, const std::string& type) {
  const SourceText text = tokenise(source);
  SignatureParameter parameter;
  parameter.type = type;
  return argument_type(parameter, {&text, 1});
}

}  // namespace

TEST_CASE("members are read by tag and by typedef, in order") {
  CHECK(members("struct pair { float x; int k; };") == "float x;int k;");
  CHECK(members("struct pair { float x; };", "struct pair") == "float x;");
  CHECK(members("typedef struct { float x, y; unsigned int k; } pair;") ==
        "float x;float y;unsigned int k;");
  CHECK(members("typedef struct tag { const float4 v; } pair;") == "float4 v;");
  CHECK(members("typedef struct tag { float v; } pair;", "tag") == "float v;");
  CHECK(members("struct other { int o; }; struct pair { char c; };") == "char c;");
  CHECK(members("struct pair { float v[3], w; };") == "float v;float v;float v;float w;");
  CHECK(members("struct pair { };").empty());
}

TEST_CASE("what is not plain leaves the members unknown") {
  for (const char* source :
       {"struct pair { float *x; };", "struct pair { int bits : 3; };",
        "struct pair { struct { int k; } inner; };", "struct pair { float v[N]; };",
        "struct pair { float v[0]; };", "struct pair { float v[2][2]; };",
        "struct pair { float; };", "struct pair { float x", "struct pair", "struct pair;",
        "union pair { float x; int k; };",
        "struct pair { char c; int k; } __attribute__((packed));",
        "#pragma pack(push, 1)\nstruct pair { char c; int k; };\n#pragma pack(pop)\n"}) {
    CAPTURE(source);
    CHECK(members(source).empty());
  }
}

TEST_CASE("the members of a type follow typedefs, and its size is that of C") {
  const std::string source =
      "typedef float real; typedef struct { char c; real x; double d; } mixed;"
      "typedef mixed other; typedef struct { float3 v; int k; } vector;";
  const ArgumentType mixed = type_of(source, "other");
  REQUIRE(mixed.kind == ArgumentType::Kind::record);
  REQUIRE(mixed.members.size() == 3);
  CHECK(mixed.members[1].element == ASSAY_F32);
  CHECK(record_bytes(mixed, ASSAY_OPENCL) == 16);
  CHECK(record_bytes(type_of(source, "vector"), ASSAY_OPENCL) == 32);
  CHECK(record_bytes(type_of(source, "vector"), ASSAY_CUDA) == 16);
  CHECK(record_bytes(type_of("struct s { s2 x; };", "s"), ASSAY_CUDA) == 0);
  // A struct of itself ends somewhere.
  CHECK(type_of("struct s { s x; };", "s").members.empty());
}
