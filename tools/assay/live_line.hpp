// A line on standard error that shows how far things are and goes when they are done. Where
// standard error is no terminal only lines that stay are printed.
#pragma once

#include <string>

namespace assay::command {

class LiveLine {
 public:
  // On a `terminal` only.
  explicit LiveLine(bool terminal) : terminal_(terminal) {}
  ~LiveLine();
  LiveLine(const LiveLine&) = delete;
  LiveLine& operator=(const LiveLine&) = delete;

  // Shows `line` in place of the one shown, cut to the terminal's width.
  void show(const std::string& line);
  // Takes the line away.
  void clear();
  // Prints a line that stays, above.
  void print(const std::string& line);

 private:
  bool terminal_;
  bool shown_ = false;
};

}  // namespace assay::command
