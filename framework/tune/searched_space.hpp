#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "framework/core/space/space.hpp"
#include "framework/scenario/plan.hpp"
#include "framework/tune/session.hpp"

namespace assay {

// What a search proposes from: the configurations of one contender, or those of several as one
// space. There the choice of the contender is the first parameter, and all parameters of a
// contender hang on it.
class SearchedSpace {
 public:
  // Throws usage Error where the space of one of them is empty or its expressions are wrong. They
  // must outlive the object.
  SearchedSpace(const OpenInstance& instance, std::span<const Contender> contenders);

  [[nodiscard]] const SearchSpace& space() const { return *space_; }
  [[nodiscard]] std::span<const Contender> contenders() const { return contenders_; }
  // How to call it: the only contender, or what all of them are together.
  [[nodiscard]] const Contender& whole() const { return together_ ? *together_ : contenders_[0]; }

  struct Choice {
    const Contender* contender = nullptr;
    Bindings configuration;  // of its own parameters
  };
  // Throws as SearchSpace::at.
  [[nodiscard]] Choice at(std::uint64_t index) const;
  // The index of a contender's configuration; nothing if it is not in the contender's space.
  [[nodiscard]] std::optional<std::uint64_t> index_of(const Contender& contender,
                                                      const Bindings& configuration) const;

 private:
  [[nodiscard]] std::size_t number_of(const Contender& contender) const;

  std::span<const Contender> contenders_;
  std::optional<Contender> together_;  // nothing where there is only one
  std::optional<SearchSpace> space_;
};

}  // namespace assay
