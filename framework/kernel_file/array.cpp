#include "framework/kernel_file/array.hpp"

#include "framework/kernel_file/element.hpp"

namespace assay {
namespace {

double usual_share(assay_element element) {
  switch (part_of(element)) {
    case ASSAY_F64:
      return 1e-9;
    case ASSAY_F32:
      return 1e-4;
    // Some sixteen roundings of one number each, as far as a type of so few bits can tell.
    case ASSAY_F16:
      return 1e-2;
    case ASSAY_BF16:
      return 5e-2;
    case ASSAY_F8_E4M3:
      return 0.25;
    case ASSAY_F8_E5M2:
      return 0.5;
    default:
      return 0;
  }
}

}  // namespace

Tolerance usual_tolerance(assay_element element) {
  const double t = usual_share(element);
  return {t, t, t > 0};
}

}  // namespace assay
