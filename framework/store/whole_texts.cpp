#include "framework/store/whole_texts.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <system_error>

#include "framework/core/error.hpp"
#include "framework/core/hash.hpp"
#include "framework/store/cut_text.hpp"
#include "framework/store/packed_text.hpp"

namespace assay {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest = std::size_t{16} << 10;
constexpr std::uintmax_t most_in_folder = std::uintmax_t{256} << 20;

std::uintmax_t bytes_in(const fs::path& folder) {
  std::error_code error;
  std::uintmax_t sum = 0;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::uintmax_t size = entry->file_size(error);
    if (!error) sum += size;
  }
  return sum;
}

}  // namespace

std::string WholeTexts::kept(const std::string& text) const {
  if (text.size() <= longest) return text;
  const std::string file = written(text);
  return cut_in_middle(text, longest,
                       file.empty() ? ""
                                    : fmt::format("; the whole text is in {}/{}, beside the store",
                                                  folder_.filename().string(), file));
}

// The file is named after its content, so that a recurring message is written once.
std::string WholeTexts::written(const std::string& text) const {
  std::string name = hash_hex(text) + ".txt";
  std::error_code error;
  if (fs::exists(folder_ / name, error)) return name;
  if (bytes_in(folder_) + text.size() > most_in_folder) return "";
  fs::create_directory(folder_, error);
  try {
    write_packed_text(folder_ / name, text);
  } catch (const Error&) {
    return "";
  }
  return name;
}

}  // namespace assay
