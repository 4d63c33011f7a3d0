#include "framework/kernel_file/npy_record.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "assay/element.hpp"
#include "assay/npy.hpp"
#include "framework/kernel_file/element.hpp"

namespace assay {
namespace {

constexpr std::size_t most_bytes = std::size_t{1} << 20U;  // of a record

sdk::NpyError wrong(const std::string& what) {
  return sdk::NpyError("its elements are records " + what);
}

bool is_c_name(std::string_view text) {
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
  constexpr std::string_view digits = "0123456789";
  return !text.empty() && digits.find(text.front()) == std::string_view::npos &&
         std::ranges::all_of(text, [&](char c) {
           return letters.find(c) != std::string_view::npos ||
                  digits.find(c) != std::string_view::npos;
         });
}

// A number of bytes in digits, as long as records can be.
std::size_t parsed_bytes(std::string_view digits) {
  std::size_t number = 0;
  for (const char digit : digits) {
    if (digit < '0' || digit > '9') throw wrong("whose type makes no sense");
    number = std::min(10 * number + static_cast<std::size_t>(digit - '0'), most_bytes + 1);
  }
  return number;
}

// Reads the list of members.
class RecordReader {
 public:
  explicit RecordReader(std::string_view text) : text_(text) {}

  // `end` becomes the position behind the list.
  NpyRecord read(std::size_t& end) {
    expect('[');
    while (!accept(']')) {
      read_member();
      if (!accept(',') && !is_next(']')) throw wrong("whose type makes no sense");
    }
    if (record_.members.empty()) throw wrong("without members");
    end = at_;
    return std::move(record_);
  }

 private:
  void skip_blanks() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  [[nodiscard]] bool is_next(char letter) {
    skip_blanks();
    return at_ < text_.size() && text_[at_] == letter;
  }
  bool accept(char letter) {
    if (!is_next(letter)) return false;
    ++at_;
    return true;
  }
  void expect(char letter) {
    if (!accept(letter)) throw wrong("whose type makes no sense");
  }

  std::string quoted() {
    if (is_next('[')) throw wrong("that hold records: let each member be a number or an array");
    if (is_next('(')) throw wrong("whose members have titles beside their names");
    expect('\'');
    const std::size_t end = text_.find('\'', at_);
    if (end == std::string_view::npos) throw wrong("whose type makes no sense");
    std::string text(text_.substr(at_, end - at_));
    at_ = end + 1;
    return text;
  }

  std::vector<std::int64_t> shape() {
    std::vector<std::int64_t> extents;
    expect('(');
    while (!accept(')')) {
      skip_blanks();
      const std::size_t end = std::min(text_.find_first_not_of("0123456789", at_), text_.size());
      if (end == at_) throw wrong("whose type makes no sense");
      extents.push_back(static_cast<std::int64_t>(parsed_bytes(text_.substr(at_, end - at_))));
      at_ = end;
      if (!accept(',') && !is_next(')')) throw wrong("whose type makes no sense");
    }
    return extents;
  }

  void read_member() {
    expect('(');
    NpyMember member;
    member.name = quoted();
    expect(',');
    const std::string code = quoted();
    if (accept(',') && !is_next(')')) {
      member.shape = shape();
      accept(',');
    }
    expect(')');
    member.offset = record_.bytes;
    if (member.name.empty()) {
      if (!is_void(code)) throw wrong("with a member that has no name: give it one in its dtype");
      return add_bytes(parsed_bytes(std::string_view(code).substr(2)), element_count(member),
                       member);
    }
    require_name(member.name);
    member.element = element_of(code, member.name);
    if (member.shape.size() >= ASSAY_MAX_RANK) throw wrong("with arrays of too many dimensions");
    add_bytes(sdk::element_size(member.element), element_count(member), member);
    record_.members.push_back(std::move(member));
  }

  void add_bytes(std::size_t size, std::size_t count, const NpyMember& member) {
    if (!member.name.empty() && count == 0) {
      throw wrong(fmt::format("whose member '{}' has no elements", member.name));
    }
    // Both are 1 MiB at most.
    if (size > most_bytes || count > most_bytes || size * count > most_bytes - record_.bytes) {
      throw wrong(fmt::format("of more than {} bytes", most_bytes));
    }
    record_.bytes += size * count;
  }

  void require_name(const std::string& name) const {
    if (!is_c_name(name)) {
      throw wrong("with a member whose name C does not know: use letters, digits and _");
    }
    if (std::ranges::find(record_.members, name, &NpyMember::name) == record_.members.end()) return;
    throw wrong(fmt::format("with two members '{}'", name));
  }

  static bool is_void(const std::string& code) {
    return code.starts_with("|V") || code.starts_with("<V");
  }

  // What NumPy has no type for lies in files as plain bytes.
  static assay_element element_of(const std::string& code, const std::string& member) {
    static constexpr std::pair<std::string_view, assay_element> more[] = {
        {"<f2", ASSAY_F16}, {"<c8", ASSAY_C64}, {"<c16", ASSAY_C128}, {"|b1", ASSAY_BOOL8},
        {"|V1", ASSAY_U8},  {"<V2", ASSAY_U16}, {"|V2", ASSAY_U16}};
    for (const auto& [text, element] : more) {
      if (code == text) return element;
    }
    try {
      return sdk::npy_element(code.substr(0, 40));
    } catch (const sdk::NpyError& error) {
      throw sdk::NpyError(fmt::format("of member '{}', {}", member, error.what()));
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  NpyRecord record_;
};

}  // namespace

std::size_t element_count(const NpyMember& member) {
  constexpr std::size_t most = std::size_t{1} << 31U;
  std::size_t count = 1;
  for (const std::int64_t extent : member.shape) {
    count = std::min(count, most) * static_cast<std::size_t>(extent);
  }
  return count;
}

NpyRecord take_record(std::string& dictionary) {
  constexpr std::string_view key = "'descr':";
  const std::size_t found = dictionary.find(key);
  if (found == std::string::npos) return {};
  const std::size_t begin = dictionary.find_first_not_of(' ', found + key.size());
  if (begin == std::string::npos || dictionary[begin] != '[') return {};
  std::size_t length = 0;
  NpyRecord record = RecordReader(std::string_view(dictionary).substr(begin)).read(length);
  dictionary.replace(begin, length, "'|u1'");
  return record;
}

std::string descr_of(const NpyRecord& record) {
  std::string text = "[";
  std::size_t end = 0;
  const auto pad_to = [&](std::size_t offset) {
    if (offset > end) text += fmt::format("('', '|V{}'), ", offset - end);
  };
  for (const NpyMember& member : record.members) {
    pad_to(member.offset);
    text += fmt::format("('{}', '{}'", member.name, sdk::npy_code(member.element));
    if (!member.shape.empty()) text += fmt::format(", ({},)", fmt::join(member.shape, ", "));
    text += "), ";
    end = member.offset + element_count(member) * sdk::element_size(member.element);
  }
  pad_to(record.bytes);
  return text.substr(0, text.size() - 2) + "]";
}

std::string type_text(const NpyRecord& record) {
  std::vector<std::string> members;
  for (const NpyMember& member : record.members) {
    members.push_back(fmt::format("{} {}", name_of(member.element), member.name));
    if (!member.shape.empty()) members.back() += fmt::format("[{}]", fmt::join(member.shape, ", "));
  }
  return fmt::format("{{{}}}", fmt::join(members, ", "));
}

}  // namespace assay
