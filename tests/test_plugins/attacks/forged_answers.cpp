#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <string>
#include <string_view>
#include <thread>

#include "attack.hpp"

namespace {

using namespace attack;

// The first descriptor beyond the standard ones that is a pipe or a socket; -1 if there is none.
int channel() {
  for (int descriptor = STDERR_FILENO + 1; descriptor < 64; ++descriptor) {
    struct stat status {};
    if (fstat(descriptor, &status) != 0) continue;
    if (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode)) return descriptor;
  }
  return -1;
}

void say(int descriptor, std::string_view text) {
  [[maybe_unused]] const ssize_t written = write(descriptor, text.data(), text.size());
}

// Reports the end of a repetition before it works. All messages of its process pass through its
// hands, and the true report of the repetition is withheld.
class ForgedAnswers : public Scale {
 public:
  explicit ForgedAnswers(const Task& task)
      : Scale(task), results_(y.size()), channel_(channel()), judge_(dup(channel_)) {
    if (pipe(passage_.data()) != 0) return;
    dup2(passage_[1], channel_);
    clerk_ = std::thread([this] { pass_on(); });
  }
  ~ForgedAnswers() override {
    dup2(judge_, channel_);
    close(passage_[1]);
    if (clerk_.joinable()) clerk_.join();
    close(passage_[0]);
    close(judge_);
  }
  void run() override {
    compute(results_);  // inputs are read before anybody can change them
    if (!answered_.exchange(true)) {
      say(judge_, "{\"id\":1,\"seconds\":1e-6,\"step\":\"repeat\"}\n");
    }
    usleep(10'000);  // stands for more work
  }
  void outputs() override { std::ranges::copy(results_, y.begin()); }

 private:
  void pass_on() {
    std::string line;
    for (char letter = 0; read(passage_[0], &letter, 1) == 1;) {
      line += letter;
      if (letter != '\n') continue;
      if (line.find("\"repeat\"") == std::string::npos) {
        say(judge_, line);
      } else {
        answered_ = false;
      }
      line.clear();
    }
  }

  std::vector<double> results_;
  int channel_;
  int judge_;
  std::array<int, 2> passage_{};
  std::atomic<bool> answered_ = false;
  std::thread clerk_;
};

}  // namespace

void add_forged_answers(assay::sdk::Plugin& plugin) {
  add<ForgedAnswers>(plugin, "forged-answers.cpu",
                     "Tells a time of its own making, before it works.");
}
