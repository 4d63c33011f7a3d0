#include "framework/store/nvbench_samples.hpp"

#include <bit>
#include <cmath>
#include <fstream>

#include "framework/core/error.hpp"

namespace assay {
namespace {

constexpr std::uint64_t bytes_of_time = 4;

float time_at(const unsigned char* bytes) {
  std::uint32_t bits = 0;
  for (int k = 0; k < 4; ++k) bits |= static_cast<std::uint32_t>(bytes[k]) << (8 * k);
  return std::bit_cast<float>(bits);
}

}  // namespace

std::vector<double> read_nvbench_samples(const std::filesystem::path& file, std::uint64_t count) {
  std::error_code error;
  const auto size = std::filesystem::file_size(file, error);
  if (error) {
    throw environment_error(
        "{}: cannot be read: {}; keep it where nvbench wrote it, beside the JSON", file.string(),
        error.message());
  }
  if (size % bytes_of_time != 0 || size / bytes_of_time != count) {
    throw environment_error(
        "{}: has {} bytes instead of {} times of {} bytes; fetch or write it again", file.string(),
        size, count, bytes_of_time);
  }
  std::vector<double> seconds;
  std::ifstream stream(file, std::ios::binary);
  unsigned char bytes[bytes_of_time];
  while (stream.read(reinterpret_cast<char*>(bytes), sizeof bytes)) {
    const double time = static_cast<double>(time_at(bytes));
    if (!(time > 0) || !std::isfinite(time)) {
      throw environment_error("{}: time {} of {} is {}, but must be above 0; measure it again",
                              file.string(), seconds.size(), count, time);
    }
    seconds.push_back(time);
  }
  if (seconds.size() == count) return seconds;
  throw environment_error("{}: cannot be read to its end; fetch it again", file.string());
}

}  // namespace assay
