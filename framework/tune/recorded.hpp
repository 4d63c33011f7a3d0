#pragma once

#include <optional>

#include "framework/tune/searched_space.hpp"
#include "framework/tune/session.hpp"
#include "framework/tune/strategy/experience.hpp"

namespace assay {

// The best configuration the store holds for a contender on an instance on this machine: of the
// finals where there were any, else of the search.
[[nodiscard]] std::optional<Bindings> recorded_best(Session& session, const OpenInstance& instance,
                                                    const Contender& contender);

// What the store holds of searches of a contender's variant that are not `key`'s own, as far as it
// lies in the space: of the nearest few.
[[nodiscard]] Experience recorded_elsewhere(const Store& store, const TrialKey& key,
                                            const SearchedSpace& space, const Contender& contender);

// The configuration a contender starts from: its defaults, or the first that its constraints allow,
// with the values of `given` put in. Throws usage Error for a name or value the contender does not
// have, and where the result is excluded, with the reason.
[[nodiscard]] Bindings complete_configuration(const OpenInstance& instance,
                                              const Contender& contender, const Bindings& given);

}  // namespace assay
