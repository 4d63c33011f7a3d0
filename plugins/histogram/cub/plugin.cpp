// The variant histogram.cub of histogram/bins, by NVIDIA's CUB.
#include <fmt/format.h>

#include <cstdint>
#include <span>

#include "assay/plugin.hpp"
#include "assay/precision.hpp"
#include "cub_calls/device_call.hpp"
#include "histogram/cub/calls.hpp"
#include "histogram/histogram.hpp"

namespace histogram::cub_peer {
namespace {

using namespace assay::sdk;

// Throws Error (ASSAY_UNSUPPORTED) for a number that CUB would count past the last bin: one so
// little below the upper bound that its distance from the lower one is rounded up to the whole
// range.
template <class Real>
std::span<const Real> numbers_in_bins(const Task& task, const Bins<Real>& bins) {
  const auto x = elements<const Real>(task.input("x"));
  for (std::size_t at = 0; at < x.size(); ++at) {
    const bool is_in_range = x[at] >= bins.low && x[at] < bins.high;
    if (!is_in_range || (x[at] - bins.low) * bins.scale < static_cast<Real>(bins.count)) continue;
    throw Error(ASSAY_UNSUPPORTED,
                fmt::format("cub::DeviceHistogram::HistogramEven counts a number past the last bin "
                            "if rounding carries it there, as it does number {}, {}: choose "
                            "another seed or range, or precision = \"double\"",
                            at, x[at]));
  }
  return x;
}

template <class Real>
class Counted final : public Trial {
 public:
  explicit Counted(const Task& task)
      : host_(task.host()),
        bins_(task),
        output_(elements<std::uint32_t>(task.output("counts"))),
        x_(Buffer<Real>::of_input(host_, numbers_in_bins(task, bins_))),
        counts_(host_, output_.size()),
        call_(host_, [this](cub_calls::Storage& storage, void* stream) {
          count<Real>(storage, device_pointer(host_, x_), static_cast<std::int32_t>(x_.size()),
                      {bins_.count, bins_.low, bins_.high}, device_pointer(host_, counts_), stream);
        }) {}

  void run() override { call_.run(); }
  void outputs() override { counts_.read(output_); }

 private:
  Host host_;
  Bins<Real> bins_;
  std::span<std::uint32_t> output_;
  Buffer<Real> x_;
  Buffer<std::uint32_t> counts_;
  cub_calls::DeviceCall call_;
};

void describe(Plugin& plugin) {
  plugin.variant(
      {.name = "histogram.cub",
       .problem = "histogram/bins",
       .doc = "cub::DeviceHistogram::HistogramEven; refuses numbers that rounding "
              "carries beyond the last bin.",
       .backend = ASSAY_CUDA,
       .constraints = {{"length <= 2147483647", "numbers are counted in 31 bits"}},
       .prepare =
           [](const Task& task) { return prepare_by_precision<Counted>(task.input("x"), task); },
       .outputs_are_copies = true});
}

}  // namespace
}  // namespace histogram::cub_peer

ASSAY_PLUGIN("histogram-cub", "0.1.0", histogram::cub_peer::describe)
