// Runs and judges every configuration of cublas-cusolver.cuda as assay does, where there is a GPU.
#include <string>
#include <utility>

#include "tests/catch.hpp"
#include "tests/plugins/host/trials.hpp"

namespace {

using namespace assay;
using testing::Method;

struct Fits : testing::Trials {
  Fits() : Trials("ols/fit") {}

  // The methods of cublas-cusolver.cuda, if there is a device for it.
  std::vector<Method> methods() {
    auto found = Trials::methods({}, {"cuda"});
    std::erase_if(found, [](const Method& m) { return m.variant->name != "cublas-cusolver.cuda"; });
    return found;
  }

  // Calls check(result, configuration) for each configuration of the instance that has few splits.
  template <class Check>
  void each(const Bindings& arguments, Check&& check) {
    for (const Method& method : methods()) {
      const SearchSpace few =
          space(method, arguments, {{"splits in [1, 2, 16]", "they are enough for a test"}});
      for (std::size_t index = 0; index < few.size(); ++index) {
        std::string text;
        for (const auto& [parameter, value] : few.at(index)) {
          text += " " + parameter + "=" + to_string(value);
        }
        check(run(method, arguments, few.at(index)), text);
      }
    }
  }
};

}  // namespace

TEST_CASE("cuBLAS and cuSOLVER fit all shapes, layouts and batches in both precisions") {
  Fits fits;
  for (const auto& [rows, columns] : {std::pair{1, 1}, {13, 13}, {37, 31}, {2053, 33}}) {
    for (const char* layout : {"rows", "columns"}) {
      for (const char* precision : {"float", "double"}) {
        for (const int batch : {1, 3}) {
          const Bindings arguments{{"rows", Value(std::int64_t{rows})},
                                   {"columns", Value(std::int64_t{columns})},
                                   {"layout", Value(layout)},
                                   {"precision", Value(precision)},
                                   {"batch", Value(std::int64_t{batch})},
                                   {"condition", Value(2.0)}};
          fits.each(arguments, [&](const TrialResult& result, const std::string& configuration) {
            INFO(rows << " x " << columns << " by " << layout << " in " << precision << ", "
                      << batch << " fits," << configuration << ": " << result.message);
            CHECK(result.ok());
          });
        }
      }
    }
  }
}

TEST_CASE("what cuBLAS and cuSOLVER cannot be trusted with is refused") {
  Fits fits;
  const Bindings arguments{{"rows", Value(std::int64_t{503})},
                           {"columns", Value(std::int64_t{17})},
                           {"precision", Value("float")},
                           {"condition", Value(1e8)}};
  fits.each(arguments, [&](const TrialResult& result, const std::string& configuration) {
    INFO(configuration << ": " << result.message);
    CHECK_FALSE(result.ok());
    const bool says_so = contains("itself vouches").match(result.message) ||
                         contains("not have full rank").match(result.message);
    CHECK(says_so);
  });
}
