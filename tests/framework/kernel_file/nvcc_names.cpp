#include "framework/kernel_file/nvcc_names.hpp"

#include "assay/error.hpp"
#include "tests/catch.hpp"

using assay::required_symbol;
using assay::symbols_of_expressions;

namespace {

const std::vector<std::string> expressions = {"ns::scale<real, 4>", "mangled", "plain", "anon",
                                              "anont<3>"};

// What nvcc 13.0 names the kernels of a source and the empty kernels for the expressions above.
const std::vector<std::string> kernels = {
    "_ZN11assay_names4nameILi4EFvPfEXadL_ZN34_GLOBAL__N__40fcdc26_5_nu_cu_plain5anontILi3EEEvS1_"
    "EEEEvv",
    "_ZN11assay_names4nameILi3EFvPfEXadL_ZN34_GLOBAL__N__40fcdc26_5_nu_cu_plain4anonES1_EEEEvv",
    "_ZN34_GLOBAL__N__40fcdc26_5_nu_cu_plain5anontILi3EEEvPf",
    "_ZN34_GLOBAL__N__40fcdc26_5_nu_cu_plain4anonEPf",
    "_ZN11assay_names4nameILi2EFvPfEXadL_Z5plainS1_EEEEvv",
    "_ZN11assay_names4nameILi1EFvPdEXadL_Z7mangledS1_EEEEvv",
    "_ZN11assay_names4nameILi0EFvPf1SIfLi4EEEXadL_ZN2ns5scaleIfLi4EL4Mode0EEEvPT_S2_IS8_XT0_EEE"
    "EEEvv",
    "_ZN2ns5scaleIfLi8EL4Mode0EEEvPT_1SIS2_XT0_EE",
    "_ZN2ns5scaleIfLi4EL4Mode0EEEvPT_1SIS2_XT0_EE",
    "_Z5otherPfi",
    "_Z7mangledPd",
    "plain"};

}  // namespace

TEST_CASE("the symbols of kernels are found by the expressions for them") {
  const auto symbols = symbols_of_expressions(expressions, kernels);
  CHECK(symbols.size() == 5);
  CHECK(symbols.at("ns::scale<real, 4>") == "_ZN2ns5scaleIfLi4EL4Mode0EEEvPT_1SIS2_XT0_EE");
  CHECK(symbols.at("mangled") == "_Z7mangledPd");
  CHECK(symbols.at("plain") == "plain");
  CHECK(symbols.at("anon") == "_ZN34_GLOBAL__N__40fcdc26_5_nu_cu_plain4anonEPf");
  CHECK(symbols.at("anont<3>") == "_ZN34_GLOBAL__N__40fcdc26_5_nu_cu_plain5anontILi3EEEvPf");
  CHECK(required_symbol("plain", kernels) == "plain");
}

TEST_CASE("a kernel that the program lacks is named with those that it has") {
  CHECK_THROWS_WITH(required_symbol("mangled", kernels),
                    contains("no kernel 'mangled'; its kernels are: ") &&
                        contains("mangled(double*)") && !contains("assay_names"));
  CHECK_THROWS_WITH(required_symbol("any", {}), contains("its kernels are: none"));
  // The empty kernel alone, without the function that it names.
  const std::vector<std::string> alone = {kernels[5]};
  CHECK_THROWS_WITH(symbols_of_expressions({"first", "mangled"}, alone),
                    contains("no kernel 'first'"));
}

TEST_CASE("the translation unit names each expression once") {
  CHECK(assay::naming_unit("k.cu", {}) == "#include \"k.cu\"\n");
  const std::string unit = assay::naming_unit("k.cu", {"f<1, 2>", "g"});
  CHECK_THAT(unit, contains("#include \"k.cu\"\n") &&
                       contains("name<0, decltype(f<1, 2>), f<1, 2>>();") &&
                       contains("name<1, decltype(g), g>();"));
}
