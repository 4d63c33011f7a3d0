// Binds the values that a scenario, a command line or a message gives to the arguments and
// parameters that problems and variants declare.
//
// All functions throw usage Error that names the owner, for a name that is not declared (with the
// nearest one that is), and for a value of another kind than the default's. An integer is accepted
// where a real is declared, and becomes one. The `owner` of parameters is what messages call it,
// such as "variant 'tiled.cpu'".
#pragma once

#include <string>
#include <vector>

#include "framework/core/catalog.hpp"
#include "framework/core/value.hpp"

namespace assay {

// Every argument of the problem, in declared order; those that are not given have their defaults.
// Throws usage Error also for a value that is not among an argument's choices.
[[nodiscard]] Bindings bind_arguments(const ProblemDescription& problem, const Bindings& given);

// Every parameter, in declared order; those that are not given have their defaults. Values need not
// be among those declared.
[[nodiscard]] Bindings bind_parameters(const std::string& owner,
                                       const std::vector<Parameter>& parameters,
                                       const Bindings& given);

// Binds a configuration as bind_parameters does, but throws usage Error where it leaves out a
// parameter without a condition: only those that do not count may be absent from a configuration.
[[nodiscard]] Bindings bind_configuration(const std::string& owner,
                                          const std::vector<Parameter>& parameters,
                                          const Bindings& configuration);

// The parameters that are given, in the order given. Throws usage Error also for a value that is
// not among a parameter's values.
[[nodiscard]] Bindings bind_listed(const std::string& owner,
                                   const std::vector<Parameter>& parameters, const Bindings& given);

}  // namespace assay
