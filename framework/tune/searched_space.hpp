#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "framework/core/space/space.hpp"
#include "framework/scenario/plan.hpp"
#include "framework/tune/session.hpp"

namespace assay {

// The space that a search proposes from: the configurations of one contender, or those of several
// contenders as one space. In the joint space the first parameter is the choice of the contender,
// and all parameters of a contender are conditional on it.
class SearchedSpace {
 public:
  // Throws usage Error if the space of a contender is empty or its expressions are wrong. Instance
  // and contenders must outlive the object.
  SearchedSpace(const OpenInstance& instance, std::span<const Contender> contenders);

  [[nodiscard]] const SearchSpace& space() const { return *space_; }
  [[nodiscard]] std::span<const Contender> contenders() const { return contenders_; }
  // A contender to name the search by: the only one, or one that describes all of them together.
  [[nodiscard]] const Contender& whole() const { return together_ ? *together_ : contenders_[0]; }

  struct Choice {
    const Contender* contender = nullptr;
    Bindings configuration;  // of the contender's own parameters
  };
  // Throws the same errors as SearchSpace::at.
  [[nodiscard]] Choice at(std::uint64_t index) const;
  // The index of a contender's configuration; nothing if it is not in the contender's space.
  [[nodiscard]] std::optional<std::uint64_t> index_of(const Contender& contender,
                                                      const Bindings& configuration) const;

 private:
  [[nodiscard]] std::size_t number_of(const Contender& contender) const;

  std::span<const Contender> contenders_;
  std::optional<Contender> together_;  // nothing if there is only one contender
  std::optional<SearchSpace> space_;
};

}  // namespace assay
