#include "framework/core/sample.hpp"

#include "framework/core/enumerator.hpp"

namespace assay {
namespace {

constexpr std::array slowed_names = {"no", "retaken", "kept"};
static_assert(slowed_names.size() == static_cast<std::size_t>(Slowed::kept) + 1);

}  // namespace

const char* to_string(Slowed slowed) { return slowed_names.at(static_cast<std::size_t>(slowed)); }

Slowed slowed_from(const std::string& name) {
  return enumerator<Slowed>(slowed_names, name, "word on how a sample was slowed down");
}

}  // namespace assay
