#pragma once

#include <string>

#include "framework/dispatch/dispatcher.hpp"
#include "framework/report/markup.hpp"

namespace assay {

// The two features over which a map shows most: those that the tree's conditions decide by on the
// way of most instances. The same one twice where only one is a number.
struct MapAxes {
  std::size_t x = 0;
  std::size_t y = 0;
};
[[nodiscard]] MapAxes axes_of_choices(const dispatch::Dispatcher& dispatcher);

// Draws what a dispatcher chooses over two features as a picture in SVG: a colour for each pair,
// the measured instances as circles, larger the more their choice costs, and with a cross where
// that is above a tenth. Features that are no axis have the values of `others`.
void write_choice_map(const dispatch::Dispatcher& dispatcher, MapAxes axes,
                      const decision::FeatureValues& others, Markup& out);

// The colour of a pair in maps and tables: "#0072b2".
[[nodiscard]] std::string colour_of_pair(std::size_t pair);

}  // namespace assay
