#include "framework/kernel_file/signature.hpp"

#include <random>

#include "tests/catch.hpp"

using namespace assay;

namespace {

std::vector<KernelSignature> opencl_signatures(const std::string& text) {
  return read_signatures(tokenise(text), ASSAY_OPENCL);
}
std::vector<KernelSignature> cuda(const std::string& text) {
  return read_signatures(tokenise(text), ASSAY_CUDA);
}

using Kind = SignatureParameter::Kind;

}  // namespace

TEST_CASE("an OpenCL signature with all that may stand in one") {
  const auto found = opencl_signatures(R"(
// __kernel void commented(int a) {}
/* __kernel void also_commented(int a) {} */
const char *text = "__kernel void in_a_string(int a) {";
#define KERNEL_IN_MACRO __kernel void in_a_macro(int a) {
__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void   several_lines(
    __global const float *restrict a,   // in, with (brackets), and a comma
    global float* const b,
    __local double *scratch,
    __constant int table[16],
    unsigned int n, const size_t m,
    real mystery,
    __global unsigned char *image __attribute__((aligned(4))))
{ if (n) { b[0] = a[0]; } }
kernel void second(void) { }
__kernel void declared_only(int n);
)");
  REQUIRE(found.size() == 2);
  const auto& first = found[0];
  CHECK(first.function == "several_lines");
  CHECK(first.line == 7);
  CHECK(first.doubt.empty());
  REQUIRE(first.parameters.size() == 8);
  const std::vector<std::tuple<Kind, std::string, std::string, bool>> expected = {
      {Kind::array, "a", "float", true},          {Kind::array, "b", "float", false},
      {Kind::local, "scratch", "double", false},  {Kind::array, "table", "int", true},
      {Kind::scalar, "n", "unsigned int", false}, {Kind::scalar, "m", "size_t", true},
      {Kind::scalar, "mystery", "real", false},   {Kind::array, "image", "unsigned char", false}};
  for (std::size_t k = 0; k < expected.size(); ++k) {
    const auto& p = first.parameters[k];
    CAPTURE(k, p.name, p.type);
    CHECK(std::tuple(p.kind, p.name, p.type, p.constant) == expected[k]);
  }
  CHECK(first.parameters[4].element == ASSAY_U32);
  CHECK_FALSE(first.parameters[6].element.has_value());
  CHECK(found[1].function == "second");
  CHECK(found[1].parameters.empty());
}

TEST_CASE("CUDA signatures: linkage, launch bounds, templates") {
  const auto found = cuda(R"(
extern "C" __global__ void __launch_bounds__(BLOCK * 2, 1)
    bound(const float* __restrict__ a, float *b, int n) {}
extern "C" {
__global__ void inside(long long n) {}
}
__global__ void outside(int n) {}
template <typename T, int N> __global__ void generic(T* a, const T& b) {}
extern "C" static __global__ void marked(int n) {}
)");
  REQUIRE(found.size() == 5);
  CHECK(found[0].function == "bound");
  CHECK(found[0].parameters.size() == 3);
  CHECK_FALSE(found[0].mangled);
  CHECK(found[1].function == "inside");
  CHECK_FALSE(found[1].mangled);
  CHECK(found[1].parameters[0].element == ASSAY_I64);
  CHECK(found[2].mangled);
  CHECK(found[2].doubt.empty());
  CHECK_THAT(found[3].doubt, contains("C++") || contains("template"));
  CHECK_FALSE(found[4].mangled);
}

TEST_CASE("preprocessor lines among the parameters are told as a doubt") {
  const auto found =
      opencl_signatures("__kernel void f(int a,\n#ifdef X\nint b,\n#endif\nint c) {}");
  REQUIRE(found.size() == 1);
  CHECK_THAT(found[0].doubt, contains("preprocessor"));
}

TEST_CASE("a kernel that is defined in several cases is one, in doubt if these differ") {
  const std::string text =
      "#if A == 1\n__kernel void f(__global T *a) {}\n#else\n__kernel void f(__global T *b) {}\n"
      "#endif\n__kernel void g(int n) {}\n";
  const auto same = opencl_signatures(text);
  REQUIRE(same.size() == 2);
  CHECK(same[0].line == 2);
  CHECK(same[0].doubt.empty());
  CHECK(same[1].function == "g");
  const auto other = opencl_signatures(text + "__kernel void f(__global float4 *a) {}\n");
  REQUIRE(other.size() == 2);
  CHECK_THAT(other[0].doubt, contains("several times"));
}

TEST_CASE("lines are counted through comments and continuations") {
  CHECK(opencl_signatures("/* a\nb\nc */ // d\\\ne\n\n__kernel void f() {}").at(0).line == 6);
}

TEST_CASE("any text is read without a crash, whatever is missing from it") {
  const std::string source =
      "/* c */ extern \"C\" { __global__ void f(const float *a, int (*g)[3], T<int, 2> t) { g[0]; "
      "} }\n"
      "#define X(a) \\\n a\n__kernel __attribute__((x(1))) void k(__global int *p) { '\\'' ; }";
  for (std::size_t cut = 0; cut <= source.size(); ++cut) {
    for (const auto backend : {ASSAY_OPENCL, ASSAY_CUDA}) {
      static_cast<void>(read_signatures(tokenise(source.substr(0, cut)), backend));
      static_cast<void>(read_signatures(tokenise(source.substr(cut)), backend));
    }
  }
  std::mt19937 random(3);
  const std::string letters = "(){}[]<>,;*#\"'\\/\n &ab__kernel __global__ void";
  for (int round = 0; round < 2000; ++round) {
    std::string text = "__kernel void ";
    for (int k = 0; k < 40; ++k) text += letters[random() % letters.size()];
    static_cast<void>(opencl_signatures(text));
    static_cast<void>(cuda("__global__ " + text));
  }
  SUCCEED();
}
