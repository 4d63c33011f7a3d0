#include "framework/kernel_file/signature.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "framework/kernel_file/element.hpp"

namespace assay {
namespace {

constexpr std::array<std::string_view, 27> qualifiers = {
    "const",        "volatile",  "restrict",   "__restrict",   "__restrict__",
    "__global",     "global",    "__local",    "local",        "__constant",
    "constant",     "__private", "private",    "__const__",    "register",
    "__generic",    "generic",   "read_only",  "__read_only",  "write_only",
    "__write_only", "struct",    "read_write", "__read_write", "__grid_constant__",
    "union",        "class"};
constexpr std::array<std::string_view, 2> local_words = {"__local", "local"};
constexpr std::array<std::string_view, 2> constant_words = {"__constant", "constant"};
constexpr std::array<std::string_view, 4> writing_words = {"__write_only", "write_only",
                                                           "__read_write", "read_write"};
constexpr std::array<std::string_view, 3> calls_of_attributes = {"__attribute__",
                                                                 "__launch_bounds__", "__declspec"};

template <std::size_t N>
bool among(const std::array<std::string_view, N>& words, const SourceToken& token) {
  return std::ranges::find(words, token.spelling) != words.end();
}

class SignatureReader {
 public:
  SignatureReader(const SourceText& source, assay_backend backend)
      : source_(source), tokens_(source.tokens), cuda_(backend == ASSAY_CUDA) {}

  std::vector<KernelSignature> run() {
    for (std::size_t at = 0; at < tokens_.size(); ++at) {
      note_linkage(at);
      if (!makes_kernel(tokens_[at])) continue;
      if (auto signature = read(at)) {
        at = std::max(at, signature->end - 1);
        add(std::move(*signature));
      }
    }
    return std::move(found_);
  }

 private:
  [[nodiscard]] bool makes_kernel(const SourceToken& token) const {
    if (cuda_) return token.is("__global__");
    return token.is("__kernel") || token.is("kernel");
  }

  [[nodiscard]] bool is(std::size_t at, std::string_view spelling) const {
    return at < tokens_.size() && tokens_[at].is(spelling);
  }

  static bool same_parameters(const KernelSignature& one, const KernelSignature& other) {
    return std::ranges::equal(one.parameters, other.parameters,
                              [](const SignatureParameter& left, const SignatureParameter& right) {
                                return left.kind == right.kind && left.type == right.type &&
                                       left.pointers == right.pointers &&
                                       left.constant == right.constant;
                              });
  }

  // Adds a kernel, unless it is another definition of one that is there already: one for each case
  // of an #if, or an overload.
  void add(KernelSignature signature) {
    const auto first = std::ranges::find(found_, signature.function, &KernelSignature::function);
    if (first == found_.end()) {
      found_.push_back(std::move(signature));
    } else if (!same_parameters(*first, signature)) {
      doubt(*first, "is defined several times, with different parameters");
    } else if (!signature.doubt.empty()) {
      doubt(*first, signature.doubt.c_str());
    }
  }

  // The position after the bracket that closes the one at `at`.
  [[nodiscard]] std::size_t behind(std::size_t at) const {
    int depth = 0;
    for (; at < tokens_.size(); ++at) {
      if (is(at, "(") || is(at, "{") || is(at, "[")) ++depth;
      if (is(at, ")") || is(at, "}") || is(at, "]")) --depth;
      if (depth == 0) return at + 1;
    }
    return tokens_.size();
  }

  // Notes where an extern "C" { ... } ends; it applies up to its closing bracket.
  void note_linkage(std::size_t at) {
    if (at < c_linkage_ends_) return;
    if (is(at, "extern") && is(at + 1, "\"C\"") && is(at + 2, "{")) {
      c_linkage_ends_ = std::max(c_linkage_ends_, behind(at + 2));
    }
  }

  // Reads a kernel. Its name is the last word before the list of parameters, ignoring attributes
  // and their arguments.
  std::optional<KernelSignature> read(std::size_t begin) {
    KernelSignature signature;
    signature.begin = begin;
    std::size_t at = begin + 1;
    std::size_t name = 0;
    for (; at < tokens_.size() && !is(at, ";") && !is(at, "{"); ++at) {
      if (among(calls_of_attributes, tokens_[at]) && is(at + 1, "(")) {
        at = behind(at + 1) - 1;
      } else if (is(at, "(") && name != 0) {
        break;
      } else if (tokens_[at].kind == SourceToken::Kind::word) {
        name = at;
      }
    }
    if (name == 0 || !is(at, "(")) return std::nullopt;
    const std::size_t close = behind(at) - 1;
    std::size_t body = close + 1;
    while (body < tokens_.size() && !is(body, "{") && !is(body, ";")) ++body;
    if (!is(body, "{")) return std::nullopt;
    signature.function = tokens_[name].spelling;
    signature.line = tokens_[name].line;
    signature.body = body;
    signature.end = behind(body);
    read_parameters(at + 1, close, signature);
    judge(signature, at, close);
    return signature;
  }

  void read_parameters(std::size_t begin, std::size_t end, KernelSignature& signature) const {
    std::size_t first = begin;
    int depth = 0;
    for (std::size_t at = begin; at <= end; ++at) {
      if (is(at, "(") || is(at, "<") || is(at, "[")) ++depth;
      if (at != end && (is(at, ")") || is(at, ">") || is(at, "]"))) --depth;
      if (at != end && (depth != 0 || !is(at, ","))) continue;
      if (at > first) add_parameter(first, at, signature);
      first = at + 1;
    }
  }

  void add_parameter(std::size_t begin, std::size_t end, KernelSignature& signature) const {
    SignatureParameter parameter;
    std::vector<std::string> words;
    for (std::size_t at = begin; at < end; ++at) {
      const SourceToken& token = tokens_[at];
      if (among(calls_of_attributes, token) && is(at + 1, "(")) {
        at = behind(at + 1) - 1;
        continue;
      }
      if (token.is("*") || token.is("[")) ++parameter.pointers;
      if (among(local_words, token)) parameter.kind = SignatureParameter::Kind::local;
      if (parameter.pointers == 0 && token.is("const")) parameter.constant = true;
      if (among(constant_words, token)) parameter.constant = true;
      if (among(writing_words, token)) parameter.written = true;
      if (token.is("[")) at = behind(at) - 1;
      if (token.kind == SourceToken::Kind::word && !among(qualifiers, token)) {
        words.push_back(token.spelling);
      }
      if (token.is("<") || token.is("&") || token.is(":")) doubt(signature, "has C++ types");
      if (is_pointer_macro(token.spelling)) doubt(signature, "takes a pointer that a macro spells");
    }
    if (words.size() == 1 && words.front() == "void") return;  // f(void)
    if (words.size() > 1) {
      parameter.name = words.back();
      words.pop_back();
    }
    for (const std::string& word : words)
      parameter.type += (parameter.type.empty() ? "" : " ") + word;
    parameter.element = element_named(parameter.type);
    if (parameter.pointers > 0 && parameter.kind != SignatureParameter::Kind::local) {
      parameter.kind = SignatureParameter::Kind::array;
    }
    signature.parameters.push_back(std::move(parameter));
  }

  // Whether a #define of that name writes a star, in which case the parameter is a pointer although
  // its own words show none: #define COEFFICIENTS __constant float*
  [[nodiscard]] bool is_pointer_macro(const std::string& name) const {
    return std::ranges::any_of(source_.directives, [&](const SourceDirective& directive) {
      if (directive.text.find('*') == std::string::npos) return false;
      const auto words = tokenise(std::string_view(directive.text).substr(1)).tokens;
      return token_is(words, 0, "define") && token_is(words, 1, name);
    });
  }

  static void doubt(KernelSignature& signature, const char* why) {
    if (signature.doubt.empty()) signature.doubt = why;
  }

  void judge(KernelSignature& signature, std::size_t open, std::size_t close) {
    for (const SourceDirective& directive : source_.directives) {
      if (directive.token > open && directive.token <= close) {
        doubt(signature, "has preprocessor lines among its parameters");
      }
    }
    const bool is_template = template_ends_at(words_before(signature.begin));
    signature.is_template = is_template;
    if (is_template) doubt(signature, "is a template");
    if (!cuda_) return;
    const std::size_t words = words_before(signature.begin);
    const bool marked = words >= 2 && is(words - 2, "extern") && is(words - 1, "\"C\"");
    signature.mangled = !marked && signature.begin >= c_linkage_ends_;
  }

  // The start of the words (static, inline) that directly precede a token.
  [[nodiscard]] std::size_t words_before(std::size_t at) const {
    while (at > 0 && tokens_[at - 1].kind == SourceToken::Kind::word) --at;
    return at;
  }

  // Whether "template < ... >" directly precedes `at`.
  [[nodiscard]] bool template_ends_at(std::size_t at) const {
    if (at == 0 || !is(at - 1, ">")) return false;
    int depth = 0;
    for (std::size_t k = at; k-- > 0;) {
      if (is(k, ">")) ++depth;
      if (is(k, "<") && --depth == 0) return k > 0 && is(k - 1, "template");
    }
    return false;
  }

  const SourceText& source_;
  const std::vector<SourceToken>& tokens_;
  bool cuda_;
  std::size_t c_linkage_ends_ = 0;
  std::vector<KernelSignature> found_;
};

}  // namespace

std::vector<KernelSignature> read_signatures(const SourceText& source, assay_backend backend) {
  return SignatureReader(source, backend).run();
}

}  // namespace assay
