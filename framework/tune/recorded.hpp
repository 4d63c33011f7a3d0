#pragma once

#include <optional>

#include "framework/tune/searched_space.hpp"
#include "framework/tune/session.hpp"
#include "framework/tune/strategy/experience.hpp"

namespace assay {

// The best configuration that the store holds for a contender on an instance on this machine: from
// the finals if there were any, otherwise from the search.
[[nodiscard]] std::optional<Bindings> recorded_best(Session& session, const OpenInstance& instance,
                                                    const Contender& contender);

// What the store holds of the nearest few searches of a contender's variant with a key other than
// `key`, restricted to configurations in the space.
[[nodiscard]] Experience recorded_elsewhere(const Store& store, const TrialKey& key,
                                            const SearchedSpace& space, const Contender& contender);

// The configuration that a contender starts from: its defaults, or the first configuration that its
// constraints allow, with the values of `given` inserted. Throws usage Error for a name or value
// that the contender does not have, and if the result is excluded, with the reason.
[[nodiscard]] Bindings complete_configuration(const OpenInstance& instance,
                                              const Contender& contender, const Bindings& given);

}  // namespace assay
