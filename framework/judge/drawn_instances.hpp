// Instances that are not listed, but drawn.
#pragma once

#include <optional>
#include <vector>

#include "framework/core/catalog.hpp"
#include "framework/core/random.hpp"
#include "framework/supervisor/client.hpp"

namespace assay::judge {

// An instance with the shapes and the work of the listed one but other input values: draws the
// arguments that change nothing else. Nothing if the problem has none.
[[nodiscard]] std::optional<InstanceKey> with_other_values(const ProblemDescription& problem,
                                                           const InstanceKey& listed, Random& draw);
// An instance with other sizes and other values: draws all arguments whose domains the problem
// declares. All orders of magnitude of a size are equally likely, and about half of the arguments
// keep their listed values. The problem may refuse the instance. Nothing if it declares no domain.
[[nodiscard]] std::optional<InstanceKey> with_other_sizes(const ProblemDescription& problem,
                                                          const InstanceKey& listed, Random& draw);

}  // namespace assay::judge
