#include "framework/kernel_file/cubin.hpp"

#include <cxxabi.h>
#include <elf.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>

namespace assay {
namespace {

// NVIDIA's mark of a function that the host may launch, in st_other.
constexpr unsigned kernel_mark = 0x10;

// Parts of an ELF file; nothing where they would reach beyond its end.
class ElfFile {
 public:
  explicit ElfFile(std::span<const std::byte> bytes) : bytes_(bytes) {}

  template <class T>
  [[nodiscard]] std::optional<T> at(std::size_t offset) const {
    T value;
    if (offset > bytes_.size() || bytes_.size() - offset < sizeof(T)) return std::nullopt;
    std::memcpy(&value, bytes_.data() + offset, sizeof(T));
    return value;
  }

  // The text that begins at an offset and ends before a zero.
  [[nodiscard]] std::optional<std::string> text_at(std::size_t offset) const {
    if (offset >= bytes_.size()) return std::nullopt;
    const auto rest = bytes_.subspan(offset);
    const auto end = std::ranges::find(rest, std::byte{0});
    if (end == rest.end()) return std::nullopt;
    return std::string(reinterpret_cast<const char*>(rest.data()),
                       static_cast<std::size_t>(end - rest.begin()));
  }

  // The table of symbols, and the section with their names.
  struct Symbols {
    Elf64_Shdr table;
    Elf64_Shdr names;
  };
  [[nodiscard]] std::optional<Symbols> symbols() const {
    const auto header = at<Elf64_Ehdr>(0);
    if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
        header->e_ident[EI_CLASS] != ELFCLASS64) {
      return std::nullopt;
    }
    const auto section = [&](std::size_t number) {
      return at<Elf64_Shdr>(header->e_shoff + number * sizeof(Elf64_Shdr));
    };
    for (std::size_t number = 0; number < header->e_shnum; ++number) {
      const auto table = section(number);
      if (!table || table->sh_type != SHT_SYMTAB) continue;
      if (const auto names = section(table->sh_link)) return Symbols{*table, *names};
    }
    return std::nullopt;
  }

 private:
  std::span<const std::byte> bytes_;
};

}  // namespace

std::optional<std::vector<std::string>> kernels_of_cubin(std::span<const std::byte> bytes) {
  const ElfFile file(bytes);
  const auto symbols = file.symbols();
  if (!symbols) return std::nullopt;
  std::vector<std::string> kernels;
  for (std::size_t begin = 0; begin < symbols->table.sh_size; begin += sizeof(Elf64_Sym)) {
    const auto symbol = file.at<Elf64_Sym>(symbols->table.sh_offset + begin);
    if (!symbol) return std::nullopt;
    const bool is_function = ELF64_ST_TYPE(symbol->st_info) == STT_FUNC;
    if (!is_function || (symbol->st_other & kernel_mark) == 0) continue;
    auto name = file.text_at(symbols->names.sh_offset + symbol->st_name);
    if (!name) return std::nullopt;
    kernels.push_back(std::move(*name));
  }
  return kernels;
}

std::string demangled(const std::string& symbol) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), std::free);
  return text == nullptr ? symbol : text.get();
}

}  // namespace assay
