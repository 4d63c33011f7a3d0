#include "framework/kernel_file/npy.hpp"

#include <fstream>
#include <utility>

#include "assay/element.hpp"
#include "assay/npy.hpp"
#include "framework/core/error.hpp"
#include "framework/kernel_file/element.hpp"

namespace assay {
namespace {

namespace fs = std::filesystem;

class NpyReader {
 public:
  explicit NpyReader(const fs::path& file) : file_(file) {
    // Checked before opening, because opening a pipe waits for a writer.
    if (!fs::exists(file)) fail("there is no such file");
    if (!fs::is_regular_file(file)) fail("it is not a regular file");
    stream_.open(file, std::ios::binary);
    if (!stream_) fail("cannot be read");
  }

  NpyArray read() {
    read_header();
    read_elements();
    return std::move(array_);
  }

 private:
  [[noreturn]] void fail(const std::string& message) const {
    throw environment_error("{}: {}", file_.string(), message);
  }

  void read_header() {
    try {
      std::string dictionary = sdk::take_npy_header([this](std::size_t size) {
        std::string text(size, '\0');
        stream_.read(text.data(), static_cast<std::streamsize>(size));
        text.resize(static_cast<std::size_t>(stream_.gcount()));
        return text;
      });
      array_.record = take_record(dictionary);
      sdk::NpyHeader header = sdk::parse_npy_header(dictionary);
      const bool holds_records = !array_.record.members.empty();
      const std::size_t most = ASSAY_MAX_RANK - (holds_records ? 1U : 0U);
      if (header.shape.size() > most) {
        fail(fmt::format("it has {} dimensions, but at most {} are supported: save a.reshape(...)",
                         header.shape.size(), most));
      }
      if (header.is_fortran_order && header.shape.size() > 1) {
        fail(
            "the array is in Fortran order (column-major): save numpy.ascontiguousarray(a), or "
            "numpy.save(file, a.T) if the transposed shape is meant");
      }
      array_.element = header.element;
      array_.shape = std::move(header.shape);
      if (holds_records) array_.shape.push_back(static_cast<std::int64_t>(array_.record.bytes));
    } catch (const sdk::NpyError& error) {
      fail(error.what());
    }
  }

  // Checks the size first, so that a header that promises too much does not exhaust memory.
  void read_elements() {
    auto promised = static_cast<double>(sdk::element_size(array_.element));
    for (const std::int64_t extent : array_.shape) promised *= static_cast<double>(extent);
    const auto held =
        static_cast<double>(fs::file_size(file_)) - static_cast<double>(stream_.tellg());
    if (held != promised) {
      fail(fmt::format("it holds {} bytes of elements, but {} takes {}: the file is {}", held,
                       type_text(array_), promised,
                       held < promised ? "cut off" : "followed by other data"));
    }
    array_.data.resize(static_cast<std::size_t>(promised));
    if (!stream_.read(reinterpret_cast<char*>(array_.data.data()),
                      static_cast<std::streamsize>(array_.data.size()))) {
      fail("cannot be read to its end");
    }
  }

  fs::path file_;
  std::ifstream stream_;
  NpyArray array_;
};

void write_npy_file(const fs::path& file, const std::string& header,
                    std::span<const std::byte> data) {
  std::ofstream stream(file, std::ios::binary | std::ios::trunc);
  stream << header;
  stream.write(reinterpret_cast<const char*>(data.data()),
               static_cast<std::streamsize>(data.size()));
  stream.close();
  if (!stream) throw environment_error("{}: cannot be written", file.string());
}

}  // namespace

NpyArray read_npy(const fs::path& file) { return NpyReader(file).read(); }

void write_npy(const fs::path& file, assay_element element, std::span<const std::int64_t> shape,
               std::span<const std::byte> data) {
  write_npy_file(file, sdk::npy_header(element, shape), data);
}

void write_npy(const fs::path& file, const NpyRecord& record, std::span<const std::int64_t> shape,
               std::span<const std::byte> data) {
  write_npy_file(file, sdk::npy_header(descr_of(record), shape), data);
}

std::string type_text(assay_element element, std::span<const std::int64_t> shape) {
  return fmt::format("{}[{}]", name_of(element), fmt::join(shape, ", "));
}

std::string type_text(const NpyArray& array) {
  if (array.record.members.empty()) return type_text(array.element, array.shape);
  const auto extents = std::span(array.shape).first(array.shape.size() - 1);
  return fmt::format("{}[{}]", type_text(array.record), fmt::join(extents, ", "));
}

}  // namespace assay
