// Instances that nobody listed.
#pragma once

#include <optional>
#include <vector>

#include "framework/core/catalog.hpp"
#include "framework/core/random.hpp"
#include "framework/worker/client.hpp"

namespace assay::judge {

// An instance of the listed one's shapes and work whose inputs hold other values: arguments that
// change nothing else are drawn. Nothing where the problem has none.
[[nodiscard]] std::optional<InstanceKey> with_other_values(const ProblemDescription& problem,
                                                           const InstanceKey& listed, Random& draw);
// Other sizes and other values, by all arguments whose domains the problem tells. Small sizes are
// as likely as large ones, by orders of magnitude, and about half of the arguments stay as they are
// listed. The problem may refuse what comes out. Nothing where it tells no domain.
[[nodiscard]] std::optional<InstanceKey> with_other_sizes(const ProblemDescription& problem,
                                                          const InstanceKey& listed, Random& draw);

}  // namespace assay::judge
