#include "forest/library/codes.hpp"

#include <array>
#include <bit>
#include <utility>

#include "forest/library/thresholds.hpp"

namespace forest {
namespace {

// The bits of a value, mapped to the order of values, above the number of its sample.
std::uint64_t ordered_value(float value, std::uint32_t sample) {
  const auto bits = std::bit_cast<std::uint32_t>(value + 0.0F);  // -0 becomes 0
  const std::uint32_t turned = (bits >> 31) != 0 ? ~bits : bits | 0x80000000U;
  return std::uint64_t{turned} << 32 | sample;
}
float value_of(std::uint64_t ordered) {
  const auto turned = static_cast<std::uint32_t>(ordered >> 32);
  return std::bit_cast<float>((turned >> 31) != 0 ? turned & 0x7fffffffU : ~turned);
}

// Sorts one column's samples by value: a radix sort from the lowest digit.
class ColumnOrder {
 public:
  // Returns the sorted column; valid until the next call.
  std::span<const std::uint64_t> sort(std::span<const float> column) {
    order_.resize(column.size());
    other_.resize(column.size());
    for (std::array<std::uint32_t, buckets>& counts : counts_) counts.fill(0);
    for (std::uint32_t sample = 0; sample < column.size(); ++sample) {
      order_[sample] = ordered_value(column[sample], sample);
      for (int digit = 0; digit < digits; ++digit) ++counts_[digit][place(order_[sample], digit)];
    }
    for (int digit = 0; digit < digits; ++digit) pass(digit);
    return order_;
  }

 private:
  static constexpr int digit_bits = 11;
  static constexpr int digits = 3;  // for 32 bits
  static constexpr std::size_t buckets = std::size_t{1} << digit_bits;

  static std::size_t place(std::uint64_t ordered, int digit) {
    return ordered >> (32 + digit * digit_bits) & (buckets - 1);
  }
  void pass(int digit) {
    auto& counts = counts_[digit];
    if (counts[place(order_.front(), digit)] == order_.size()) return;
    std::uint32_t before = 0;
    for (std::uint32_t& count : counts) before += std::exchange(count, before);
    for (const std::uint64_t ordered : order_) other_[counts[place(ordered, digit)]++] = ordered;
    order_.swap(other_);
  }

  std::vector<std::uint64_t> order_;
  std::vector<std::uint64_t> other_;
  std::array<std::array<std::uint32_t, buckets>, digits> counts_{};
};

template <class Code>
CodeMeaning rank_codes(std::span<const std::uint64_t> order, Code* codes) {
  CodeMeaning meaning;
  for (const std::uint64_t ordered : order) {
    const float value = value_of(ordered);
    if (meaning.values.empty() || meaning.values.back() < value) meaning.values.push_back(value);
    codes[static_cast<std::uint32_t>(ordered)] = static_cast<Code>(meaning.values.size() - 1);
  }
  return meaning;
}

template <class Code>
CodeMeaning bin_codes(std::span<const std::uint64_t> order, std::uint32_t bins,
                      std::vector<float>& sorted, Code* codes) {
  sorted.clear();
  for (const std::uint64_t ordered : order) sorted.push_back(value_of(ordered));
  CodeMeaning meaning{true, quantile_edges(sorted, bins)};
  std::size_t bin = 0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    while (bin < meaning.values.size() && meaning.values[bin] < sorted[k]) ++bin;
    codes[static_cast<std::uint32_t>(order[k])] = static_cast<Code>(bin);
  }
  return meaning;
}

}  // namespace

float CodeMeaning::threshold(std::uint32_t low, std::uint32_t high) const {
  return is_binned ? values[low] : midpoint(values[low], values[high]);
}

std::size_t code_bytes(const TrainingData& data, std::uint32_t bins) {
  const std::uint32_t codes = bins > 0 ? bins : data.samples;
  if (codes <= std::uint32_t{1} << 8) return 1;
  return codes <= std::uint32_t{1} << 16 ? 2 : 4;
}

template <class Code>
CodedColumns<Code>::CodedColumns(const TrainingData& data, std::uint32_t bins, int threads)
    : samples(data.samples), codes(data.values.size()), meanings(data.attributes) {
#pragma omp parallel num_threads(threads)
  {
    ColumnOrder order;
    std::vector<float> sorted;
#pragma omp for schedule(dynamic)
    for (std::uint32_t attribute = 0; attribute < data.attributes; ++attribute) {
      const auto ordered = order.sort(data.column(attribute));
      Code* column = codes.data() + attribute * samples;
      meanings[attribute] =
          bins > 0 ? bin_codes(ordered, bins, sorted, column) : rank_codes(ordered, column);
    }
  }
}

template struct CodedColumns<std::uint8_t>;
template struct CodedColumns<std::uint16_t>;
template struct CodedColumns<std::uint32_t>;

}  // namespace forest
