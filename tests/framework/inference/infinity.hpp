// The bound of an interval that too little data leaves open.
#pragma once

#include <limits>

inline constexpr double infinity = std::numeric_limits<double>::infinity();
