#include "framework/store/damage.hpp"

#include "framework/store/cut_text.hpp"

namespace assay {

Error damaged_store(const std::filesystem::path& file, const std::string& what) {
  constexpr std::size_t longest = 300;
  return environment_error(
      "store {}: damaged: {}; `assay doctor --store {}` lists what is damaged and how to save the "
      "rest",
      file.string(), printable(what, longest), file.string());
}

}  // namespace assay
