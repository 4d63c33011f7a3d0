#include "framework/tuner/check_service.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "framework/core/error.hpp"
#include "framework/kernel_file/element.hpp"
#include "framework/kernel_file/npy.hpp"

namespace assay {
namespace {

constexpr const char* ask_name = "ask";
constexpr const char* end_of_question = ".";
constexpr std::size_t most_answered = 64;

// One line, as the command reads it.
std::string line_of(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return text + "\n";
}

}  // namespace

std::string CheckService::command(const std::vector<std::string>& outputs,
                                  const std::string& program) {
  std::string files;
  for (const std::string& output : outputs) files += fmt::format(" {{{}}}", output);
  return fmt::format(
      ": verified by the program {} && answer=answer.$$ && mkfifo \"$answer\" && "
      "printf '%s\\n' \"$answer\"{} {} >{} && read -r verdict text <\"$answer\"; "
      "rm -f \"$answer\"; if [ \"$verdict\" = right ]; then exit 0; fi; echo \"$text\"; "
      "if [ \"$verdict\" = wrong ]; then exit 1; fi; exit 125",
      program, files, end_of_question, ask_name);
}

CheckService::CheckService(std::filesystem::path folder, std::vector<std::string> outputs,
                           Check check, std::atomic<bool>& stop)
    : folder_(std::move(folder)),
      outputs_(std::move(outputs)),
      check_(std::move(check)),
      stop_tuning_(stop) {
  const std::string ask = (folder_ / ask_name).string();
  unlink(ask.c_str());  // of an earlier call of tune()
  // Opened for reading and writing, so that it has no end while nobody writes.
  const bool made = mkfifo(ask.c_str(), S_IRUSR | S_IWUSR) == 0 &&
                    (asked_ = open(ask.c_str(), O_RDWR | O_CLOEXEC)) >= 0 &&
                    pipe2(stop_, O_CLOEXEC) == 0;
  if (!made) {
    const std::string reason = std::strerror(errno);
    if (asked_ >= 0) close(asked_);
    throw environment_error(
        "cannot make the pipe {}, through which workers have outputs verified: "
        "{}",
        ask, reason);
  }
  thread_ = std::thread([this] { serve(); });
}

CheckService::~CheckService() {
  const char stop = 0;
  // The pipe is empty, so that the byte fits.
  [[maybe_unused]] const auto written = write(stop_[1], &stop, 1);
  thread_.join();
  for (const int pipe : answered_) close(pipe);
  for (const int pipe : {asked_, stop_[0], stop_[1]}) close(pipe);
}

void CheckService::rethrow() {
  const std::lock_guard lock(mutex_);
  if (thrown_) std::rethrow_exception(thrown_);
}

void CheckService::serve() {
  std::string rest;  // of what was read, without the lines taken
  std::vector<std::string> lines;
  for (;;) {
    pollfd waits[] = {{asked_, POLLIN, 0}, {stop_[0], POLLIN, 0}};
    if (poll(waits, 2, -1) < 0 && errno != EINTR) return;
    if (waits[1].revents != 0) return;
    char block[4096];
    if ((waits[0].revents & POLLIN) == 0) continue;
    const auto count = read(asked_, block, sizeof block);
    if (count <= 0) continue;
    rest.append(block, static_cast<std::size_t>(count));
    for (std::size_t end = 0; (end = rest.find('\n')) != std::string::npos;) {
      std::string line = rest.substr(0, end);
      rest.erase(0, end + 1);
      if (line != end_of_question) {
        lines.push_back(std::move(line));
        continue;
      }
      answer(lines);
      lines.clear();
    }
  }
}

void CheckService::answer(const std::vector<std::string>& lines) {
  if (lines.size() != outputs_.size() + 1) return;  // the remains of a command that was killed
  send(lines.front(), verdict({lines.begin() + 1, lines.end()}));
}

void CheckService::note_thrown() {
  const std::lock_guard lock(mutex_);
  if (!thrown_) thrown_ = std::current_exception();
  stop_tuning_ = true;
}

std::string CheckService::verdict(const std::vector<std::string>& files) {
  try {
    std::vector<NpyArray> arrays;
    std::vector<Outputs::Item> items;
    for (const std::string& file : files) arrays.push_back(read_npy(file));
    for (std::size_t k = 0; k < files.size(); ++k) {
      items.push_back({outputs_[k], name_of(arrays[k].element), arrays[k].data});
    }
    const double error = check_(Outputs(std::move(items)));
    if (error <= 1) return "right";
    return fmt::format("wrong the program's verify() finds an error of {:.3g} times the tolerance",
                       error);
  } catch (const std::exception& error) {
    note_thrown();
    return fmt::format("error the program's verify() threw: {}", error.what());
  } catch (...) {
    note_thrown();
    return "error the program's verify() threw something other than a std::exception";
  }
}

void CheckService::send(const std::string& pipe, const std::string& text) {
  // Opened for reading, too, so that nobody is waited for if the command was killed meanwhile. It
  // stays open, as what it holds is lost once nobody has it open.
  const int answer = open((folder_ / pipe).c_str(), O_RDWR | O_CLOEXEC);
  if (answer < 0) return;
  const std::string line = line_of(text.substr(0, 2000));
  [[maybe_unused]] const auto written = write(answer, line.data(), line.size());
  answered_.push_back(answer);
  if (answered_.size() <= most_answered) return;
  close(answered_.front());
  answered_.pop_front();
}

}  // namespace assay
