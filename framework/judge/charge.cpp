#include "framework/judge/charge.hpp"

#include <array>

namespace assay::judge {
namespace {

constexpr std::array names = {"wrong",           "no-output",     "partial-output",
                              "constant-output", "kept-results",  "prepared-results",
                              "early-work",      "late-work",     "work-behind",
                              "clock",           "special-case",  "loose-tolerance",
                              "lower-precision", "input-changed", "out-of-bounds",
                              "below-floor",     "crash",         "hang",
                              "nonsense",        "refused"};
static_assert(names.size() == static_cast<std::size_t>(Charge::refused) + 1);

}  // namespace

const char* to_string(Charge charge) { return names.at(static_cast<std::size_t>(charge)); }

}  // namespace assay::judge
