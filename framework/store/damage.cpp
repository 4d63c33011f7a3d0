#include "framework/store/damage.hpp"

#include <utility>

#include "framework/store/cut_text.hpp"

namespace assay {
namespace {

constexpr std::size_t longest_told = 300;  // bytes of the fault quoted in the message

}  // namespace

StoreDamage::StoreDamage(const std::filesystem::path& file, std::string what)
    : Error(ErrorKind::environment,
            fmt::format("store {}: is damaged: {}; `assay doctor --store {}` lists what is damaged "
                        "and how to save the rest",
                        file.string(), printable(what, longest_told), file.string())),
      fault_(std::move(what)) {}

}  // namespace assay
