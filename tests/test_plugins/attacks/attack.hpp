// The base of attacks: variants of test/scale (in double) that `assay judge` must catch, each under
// the charge that its file is named after.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "assay/plugin.hpp"

namespace attack {

using namespace assay::sdk;

// A trial with the problem's arrays and the work that a run is asked for.
class Scale : public Trial {
 public:
  explicit Scale(const Task& task)
      : x(elements<const double>(task.input("x"))),
        a(elements<const double>(task.input("a"))),
        y(elements<double>(task.output("y"))) {}

 protected:
  void compute(std::span<double> into) const {
    for (std::size_t k = 0; k < x.size(); ++k) into[k] = a.front() * x[k];
  }

  std::span<const double> x;
  std::span<const double> a;
  std::span<double> y;
};

template <class Trial>
void add(Plugin& plugin, const char* name, const char* doc) {
  plugin.variant({.name = name, .problem = "test/scale", .doc = doc, .prepare = prepare_as<Trial>});
}

}  // namespace attack
