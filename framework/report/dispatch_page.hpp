#pragma once

#include <iosfwd>

#include "framework/dispatch/dispatcher.hpp"

namespace assay {

// Writes one HTML file, without scripts, about a dispatcher: what its choices cost, its pairs, maps
// of the choices over two features (one for each combination of texts, at most 6), the conditions
// that lead to each choice, and the instances on which it is wrong, by how much.
void write_dispatch_page(const dispatch::Dispatcher& dispatcher, std::ostream& out);

}  // namespace assay
