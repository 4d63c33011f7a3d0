#include "framework/device/cuda/unrolling.hpp"

#include "tests/catch.hpp"

using assay::device::FlatSource;
using assay::device::cuda::without_unrolling;

namespace {

std::string plain(const std::string& text) {
  const auto source = without_unrolling({"k.cu", text, {}});
  return source ? source->text : "nothing";
}

}  // namespace

TEST_CASE("loops are left as they are, and lines keep their numbers") {
  CHECK(plain("__shared__ int s[4];\n#pragma unroll\nfor (;;);\n  # pragma  unroll 8 // all\nx") ==
        "__shared__ int s[4];\n#pragma unroll 1\nfor (;;);\n#pragma unroll 1\nx");
  CHECK(plain("#pragma unroll\n__shared__ int s[4];") == "#pragma unroll 1\n__shared__ int s[4];");
}

TEST_CASE("where nothing can be told nothing is compiled twice") {
  CHECK(plain("") == "nothing");
  CHECK(plain("#pragma unroll\nfor (;;);") == "nothing");
  CHECK(plain("__shared__ int s[4];\nfor (;;);\n#pragma once") == "nothing");
  CHECK(plain("__shared__ int s[4];\n// #pragma unroll") == "nothing");
  CHECK(plain("__shared__ int s[4];\n#pragma unroll\n_Pragma(\"unroll\") for (;;);") == "nothing");
  CHECK(plain("__shared__ int s[4];\n#pragma unroll \\\n 4\nfor (;;);") == "nothing");
}
