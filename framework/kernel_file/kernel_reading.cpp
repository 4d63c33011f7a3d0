#include "framework/kernel_file/kernel_reading.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>

namespace assay {
namespace {

using Tokens = std::vector<SourceToken>;

// Whether the expression that begins at a token is a product of sizes of the launch, among whose
// names are `sizes`. Sums and elements are rather an index: blockIdx.y * gridDim.x + blockIdx.x.
bool is_size_of_launch(const Tokens& tokens, std::size_t at, const std::set<std::string>& sizes) {
  constexpr std::size_t longest = 64;  // a source of one endless expression must not take long
  bool any = false;
  int depth = 0;
  const std::size_t end = std::min(tokens.size(), at + longest);
  for (; at < end; ++at) {
    const SourceToken& token = tokens[at];
    if (token.is("+") || token.is("-") || token.is("[") || token.is("{")) return false;
    if (token.is("(")) ++depth;
    if (token.is(")") && --depth < 0) return any;
    if (depth == 0 && (token.is(";") || token.is(","))) return any;
    any = any || sizes.contains(token.spelling);
  }
  return false;
}

}  // namespace

std::size_t dimensions_of(const SourceText& source, const KernelSignature& kernel) {
  std::size_t dimensions = 1;
  const Tokens& tokens = source.tokens;
  for (std::size_t at = kernel.body; at < kernel.end; ++at) {
    const std::string& word = tokens[at].spelling;
    if (word == "get_global_id" || word == "get_local_id" || word == "get_group_id") {
      if (token_is(tokens, at + 2, "1")) dimensions = std::max<std::size_t>(dimensions, 2);
      if (token_is(tokens, at + 2, "2")) dimensions = 3;
    }
    if (word == "threadIdx" || word == "blockIdx") {
      if (token_is(tokens, at + 2, "y")) dimensions = std::max<std::size_t>(dimensions, 2);
      if (token_is(tokens, at + 2, "z")) dimensions = 3;
    }
  }
  return dimensions;
}

std::vector<std::string> demanded_group(const SourceText& source, const KernelSignature& kernel) {
  const Tokens& tokens = source.tokens;
  std::vector<std::string> sizes;
  // Attributes may precede the word that makes a function a kernel.
  std::size_t begin = kernel.begin;
  while (begin > 0 && !tokens[begin - 1].is("}") && !tokens[begin - 1].is(";")) --begin;
  for (std::size_t at = begin; at < kernel.body; ++at) {
    const bool opencl = tokens[at].is("reqd_work_group_size");
    if ((!opencl && !tokens[at].is("__launch_bounds__")) || !token_is(tokens, at + 1, "("))
      continue;
    std::string size;
    int depth = 0;
    for (std::size_t k = at + 2; k < kernel.body; ++k) {
      if (tokens[k].is("(")) ++depth;
      const bool ends = depth == 0 && tokens[k].is(")");
      if (ends || (depth == 0 && tokens[k].is(","))) {
        sizes.push_back(size);
        size.clear();
        if (ends || !opencl) break;  // the second argument of __launch_bounds__ is no size
        continue;
      }
      if (tokens[k].is(")")) --depth;
      size += (size.empty() ? "" : " ") + tokens[k].spelling;
    }
    break;
  }
  while (sizes.size() > 1 && sizes.back() == "1") sizes.pop_back();
  return sizes;
}

bool mentions(const SourceText& source, const KernelSignature& kernel, const std::string& word) {
  const auto begin = source.tokens.begin();
  return std::any_of(begin + static_cast<std::ptrdiff_t>(kernel.body),
                     begin + static_cast<std::ptrdiff_t>(kernel.end),
                     [&](const SourceToken& token) { return token.is(word); });
}

std::size_t loops_of(const SourceText& source, const KernelSignature& kernel) {
  const auto begin = source.tokens.begin();
  return static_cast<std::size_t>(
      std::count_if(begin + static_cast<std::ptrdiff_t>(kernel.body),
                    begin + static_cast<std::ptrdiff_t>(kernel.end),
                    [](const SourceToken& token) { return token.is("for") || token.is("while"); }));
}

bool strides_over_launch(const SourceText& source, const KernelSignature& kernel) {
  const Tokens& tokens = source.tokens;
  std::set<std::string> sizes = {"gridDim", "get_global_size", "get_num_groups"};
  for (std::size_t at = kernel.body + 1; at + 2 < kernel.end; ++at) {
    const bool adds = tokens[at].is("+") && tokens[at + 1].is("=");
    if (adds && is_size_of_launch(tokens, at + 2, sizes)) return loops_of(source, kernel) > 0;
    const bool assigns = tokens[at].is("=") && !tokens[at + 1].is("=") &&
                         tokens[at - 1].kind == SourceToken::Kind::word;
    if (assigns && is_size_of_launch(tokens, at + 1, sizes)) sizes.insert(tokens[at - 1].spelling);
  }
  return false;
}

}  // namespace assay
