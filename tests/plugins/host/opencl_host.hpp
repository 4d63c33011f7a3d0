// The worker's own host over the machine's first OpenCL device, for tests that call a plugin's
// functions directly. It watches what the plugin does, and tells it of other devices than there
// are: facts can be overridden, and its siblings are the same device once more. What siblings do
// counts as done by the first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "assay/plugin.h"

namespace testing {

class OpenClHost {
 public:
  // The machine's first device, or nothing where there is none.
  static std::unique_ptr<OpenClHost> open();
  ~OpenClHost();
  OpenClHost(const OpenClHost&) = delete;
  OpenClHost& operator=(const OpenClHost&) = delete;

  [[nodiscard]] const assay_host* table() const { return &table_; }
  [[nodiscard]] assay_context* context() const;
  // Whether nothing was written beside a buffer or the host's memory, destroyed ones included.
  [[nodiscard]] bool guards_intact() const;

  std::map<std::string, double> facts;        // device facts that the plugin may ask for
  std::set<std::string> builds;               // first source's name and options of each build
  std::map<std::string, int> phases;          // how often each was begun
  std::map<std::string, double> trial_facts;  // as the plugin has attached them
  std::string failure;                        // text of the last one
  std::size_t live = 0;                       // handles created and not destroyed

 private:
  struct Place;

  OpenClHost();
  static OpenClHost& of(assay_context* context);
  // Replaces a function of the table by one that also adds `change` to `live`, and keeps the text
  // of a failure.
  template <auto function, int change = 0>
  void watch();
  void watch_handles();
  void watch_messages();
  assay_status build(assay_context* context, const assay_source* sources, std::size_t count,
                     const char* options, assay_program** program);
  assay_status sibling(std::uint32_t number, assay_context** context);

  assay_host table_;
  std::map<std::uint32_t, std::unique_ptr<Place>> places_;  // by the sibling's number
  // By context, options and sources. OpenCL compilers take a tenth of a second to find out that
  // they have built a program before, and tests build few programs, each of them often.
  std::map<std::string, assay_program*> programs_;
};

// The machine's first device; skips the test case where there is none.
std::unique_ptr<OpenClHost> open_or_skip();

}  // namespace testing
