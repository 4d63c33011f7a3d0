// A line on standard error that shows the progress of work and disappears when it is done. If
// standard error is not a terminal, only permanent lines are printed.
#pragma once

#include <string>

namespace assay::command {

class LiveLine {
 public:
  // Shows the live line only on a `terminal`.
  explicit LiveLine(bool terminal) : terminal_(terminal) {}
  ~LiveLine();
  LiveLine(const LiveLine&) = delete;
  LiveLine& operator=(const LiveLine&) = delete;

  // Shows `line` instead of the current one, cut to the terminal's width.
  void show(const std::string& line);
  // Removes the live line.
  void clear();
  // Prints a permanent line above the live line.
  void print(const std::string& line);

 private:
  bool terminal_;
  bool shown_ = false;
};

}  // namespace assay::command
