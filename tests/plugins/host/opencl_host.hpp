// A thin host for one plugin: the function table over the machine's first OpenCL device. Buffers
// start poisoned and end in guard zones; device facts can be overridden; builds are recorded. Its
// siblings are further contexts of the same device; whatever happens on them is recorded and
// counted by the first.
#pragma once

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

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
  [[nodiscard]] assay_context* context() { return reinterpret_cast<assay_context*>(this); }

  std::map<std::string, double> facts;        // device facts that the plugin may ask for
  std::set<std::string> builds;               // first source's name and options of each build
  std::map<std::string, int> phases;          // how often each was begun
  std::map<std::string, double> trial_facts;  // as the plugin has attached them
  std::string failure;                        // text of the last fail()
  std::set<void*> locked;                     // memory of the plugin's own
  std::size_t live = 0;                       // handles created and not destroyed
  bool guards_intact = true;                  // of all buffers destroyed so far

 private:
  explicit OpenClHost(cl_device_id device);
  void fill_table();
  void fill_queues();
  void fill_asynchronous();
  static OpenClHost& of(assay_context* context) { return *reinterpret_cast<OpenClHost*>(context); }
  assay_status build(const assay_source* sources, std::size_t count, const char* options,
                     assay_program** program);
  // Built, or nullptr and the compiler's words as failure.
  cl_program compile(const std::string& text, const char* options);
  [[nodiscard]] cl_command_queue in_order(assay_queue* queue) const;  // nullptr: the default one
  void finish() const;
  assay_status check(cl_int error, const char* what);

  cl_device_id device_;
  cl_context context_;
  std::vector<cl_command_queue> queues_;  // the default one first
  // By options and text. OpenCL compilers take a tenth of a second to find out that they have built
  // a program before, and tests build few programs, each of them often.
  std::map<std::string, cl_program> programs_;
  assay_host table_{};
  OpenClHost* first_ = this;
  std::map<std::uint32_t, std::unique_ptr<OpenClHost>> siblings_;
};

// The machine's first device; skips the test case where there is none.
std::unique_ptr<OpenClHost> open_or_skip();

}  // namespace testing
