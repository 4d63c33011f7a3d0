#include "framework/device/cuda/cubin.hpp"

#include <cxxabi.h>
#include <elf.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <memory>

namespace assay::device::cuda {
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

  // The sections of the file; nothing if it is no ELF file of 64 bits, or is damaged.
  [[nodiscard]] std::optional<std::vector<Elf64_Shdr>> sections() const {
    const auto header = at<Elf64_Ehdr>(0);
    if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
        header->e_ident[EI_CLASS] != ELFCLASS64) {
      return std::nullopt;
    }
    std::vector<Elf64_Shdr> sections;
    for (std::size_t number = 0; number < header->e_shnum; ++number) {
      const auto section = at<Elf64_Shdr>(header->e_shoff + number * sizeof(Elf64_Shdr));
      if (!section) return std::nullopt;
      sections.push_back(*section);
    }
    return sections;
  }

  // A symbol and its name.
  struct Symbol {
    Elf64_Sym entry;
    std::string name;
  };
  // The symbols, in order; nothing if there are none or they are damaged.
  [[nodiscard]] std::optional<std::vector<Symbol>> symbols() const {
    const auto all = sections();
    if (!all) return std::nullopt;
    const auto table = std::ranges::find(*all, Elf64_Word{SHT_SYMTAB}, &Elf64_Shdr::sh_type);
    if (table == all->end() || table->sh_link >= all->size()) return std::nullopt;
    const std::size_t names = (*all)[table->sh_link].sh_offset;
    std::vector<Symbol> symbols;
    for (std::size_t begin = 0; begin < table->sh_size; begin += sizeof(Elf64_Sym)) {
      const auto entry = at<Elf64_Sym>(table->sh_offset + begin);
      if (!entry) return std::nullopt;
      auto name = text_at(names + entry->st_name);
      if (!name) return std::nullopt;
      symbols.push_back({*entry, std::move(*name)});
    }
    return symbols;
  }

 private:
  std::span<const std::byte> bytes_;
};

bool is_kernel(const ElfFile::Symbol& symbol) {
  return ELF64_ST_TYPE(symbol.entry.st_info) == STT_FUNC &&
         (symbol.entry.st_other & kernel_mark) != 0;
}

// What a CUBIN's section of attributes holds of one symbol, which has no public description: pairs
// of a symbol's number and a value, among entries of other kinds. ptxas writes them so for every
// architecture from sm_50 on.
struct Attributes {
  std::optional<std::uint32_t> registers;
  std::optional<std::uint32_t> frame;  // bytes of local memory of the function itself
  std::optional<std::uint32_t> stack;  // and with all that it calls
};

Attributes attributes_of(const ElfFile& file, const Elf64_Shdr& section, std::uint32_t symbol) {
  struct Entry {
    std::uint8_t format, attribute;
    std::uint16_t size;
  };
  constexpr std::uint8_t sized = 4;  // `size` bytes follow
  Attributes found;
  for (std::size_t at = 0; at + sizeof(Entry) <= section.sh_size;) {
    const std::size_t begin = section.sh_offset + at;
    const auto entry = file.at<Entry>(begin);
    if (!entry) return {};
    at += sizeof(Entry) + (entry->format == sized ? entry->size : 0);
    const auto whose = file.at<std::uint32_t>(begin + sizeof(Entry));
    const auto value = file.at<std::uint32_t>(begin + sizeof(Entry) + sizeof(std::uint32_t));
    if (entry->format != sized || entry->size != 8 || whose != symbol) continue;
    if (entry->attribute == 0x2f) found.registers = value;
    if (entry->attribute == 0x11) found.frame = value;
    if (entry->attribute == 0x12) found.stack = value;
  }
  return found;
}

}  // namespace

std::optional<std::vector<std::string>> kernels_of_cubin(std::span<const std::byte> bytes) {
  auto symbols = ElfFile(bytes).symbols();
  if (!symbols) return std::nullopt;
  std::vector<std::string> kernels;
  for (ElfFile::Symbol& symbol : *symbols) {
    if (is_kernel(symbol)) kernels.push_back(std::move(symbol.name));
  }
  return kernels;
}

std::vector<Fact> facts_of_cubin(std::span<const std::byte> bytes, const std::string& kernel) {
  const ElfFile file(bytes);
  const auto header = file.at<Elf64_Ehdr>(0);
  const auto sections = file.sections();
  const auto symbols = file.symbols();
  if (!header || !sections || !symbols || header->e_shstrndx >= sections->size()) return {};
  const std::size_t names = (*sections)[header->e_shstrndx].sh_offset;
  const auto symbol = std::ranges::find_if(*symbols, [&](const ElfFile::Symbol& each) {
    return is_kernel(each) && each.name == kernel;
  });
  const auto section = std::ranges::find_if(*sections, [&](const Elf64_Shdr& each) {
    return file.text_at(names + each.sh_name) == ".nv.info";
  });
  if (symbol == symbols->end() || section == sections->end()) return {};
  const Attributes found = attributes_of(
      file, *section, static_cast<std::uint32_t>(std::distance(symbols->begin(), symbol)));
  std::vector<Fact> facts;
  if (found.registers) facts.push_back({"registers", static_cast<double>(*found.registers), ""});
  // Where the two differ, in kernels with calls, what the driver reserves is not known from here.
  if (found.frame && found.frame == found.stack) {
    facts.push_back({"spill_bytes", static_cast<double>(*found.frame), "B"});
  }
  return facts;
}

std::string demangled(const std::string& symbol) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), std::free);
  return text == nullptr ? symbol : text.get();
}

}  // namespace assay::device::cuda
