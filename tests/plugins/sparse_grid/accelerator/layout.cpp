// Layouts against their definitions.
#include "sparse_grid/accelerator/layout.hpp"

#include <vector>

#include "tests/catch.hpp"

namespace layout = sparse_grid::accelerator;

TEST_CASE("by_dimension transposes and pads with the centre") {
  const std::vector<float> data{0.1F, 0.2F, 0.3F, 0.4F, 0.6F, 0.7F};
  const auto columns = layout::by_dimension<float>(data, 2, 4);
  CHECK(columns == std::vector<float>{0.1F, 0.3F, 0.6F, 0.5F, 0.2F, 0.4F, 0.7F, 0.5F});
}
