// One factory function for each strategy; strategies.cpp lists them.
#pragma once

#include <memory>

#include "framework/tune/strategy/inputs.hpp"
#include "framework/tune/strategy/strategy.hpp"

namespace assay {

using MakeStrategy = std::unique_ptr<Strategy>(const StrategyInputs& inputs);

MakeStrategy make_exhaustive;
MakeStrategy make_random;
MakeStrategy make_local;
MakeStrategy make_annealing;
MakeStrategy make_genetic;
MakeStrategy make_differential;
MakeStrategy make_swarm;
MakeStrategy make_bayesian;
MakeStrategy make_forest;
MakeStrategy make_portfolio;

}  // namespace assay
