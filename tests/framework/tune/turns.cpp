#include "framework/tune/turns.hpp"

#include <atomic>
#include <chrono>
#include <random>
#include <string>
#include <thread>

#include "tests/catch.hpp"

namespace assay::test {
namespace {

// Members that take some turns each, and a record of events in their order.
class Party {
 public:
  explicit Party(std::vector<std::size_t> turns)
      : wanted_(std::move(turns)), turns_(wanted_.size()) {}
  ~Party() { join(); }
  Party(const Party&) = delete;
  Party& operator=(const Party&) = delete;

  void start(std::size_t member) {
    threads_.emplace_back([this, member] { take_part(member); });
  }
  void start_all() {
    for (std::size_t k = 0; k < wanted_.size(); ++k) start(k);
  }
  void join() {
    for (auto& thread : threads_) thread.join();
    threads_.clear();
  }

  Turns& turns() { return turns_; }
  [[nodiscard]] std::string course() {
    const std::lock_guard lock(mutex_);
    return course_;
  }
  std::atomic<int> together = 0;  // the most members that were ever active together

 private:
  void take_part(std::size_t member) {
    for (std::size_t k = 0; k < wanted_[member]; ++k) {
      turns_.await(member, k == 0 ? Turn::first : Turn::next);
      note(static_cast<char>('a' + member));
      together = std::max(together.load(), ++acting_);
      std::this_thread::sleep_for(std::chrono::microseconds(200));
      --acting_;
    }
    turns_.await(member, Turn::last);
    note(static_cast<char>('A' + member));
    turns_.leave(member);
  }
  void note(char what) {
    const std::lock_guard lock(mutex_);
    course_ += what;
  }

  std::vector<std::size_t> wanted_;
  Turns turns_;
  std::atomic<int> acting_ = 0;
  std::mutex mutex_;
  std::string course_;
  std::vector<std::thread> threads_;
};

TEST_CASE("turns go round, one at a time, until all have ended") {
  Party party({3, 5, 2});
  party.start_all();
  party.turns().open();
  party.join();
  CHECK(party.together == 1);
  CHECK(party.course().substr(0, 10) == "abcabcabbb");
  CHECK(party.course().substr(10).find_first_not_of("ABC") == std::string::npos);
}

TEST_CASE("nobody has a turn before all have come and turns are open") {
  Party party({2, 2});
  party.turns().open();
  party.start(0);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  CHECK(party.course().empty());
  party.start(1);
  party.join();
  CHECK(party.course().substr(0, 4) == "abab");

  Party closed({1});
  closed.start_all();
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  CHECK(closed.course().empty());
  closed.turns().open();
  closed.join();
  CHECK(closed.course() == "aA");
}

TEST_CASE("who leaves, whenever it does, keeps nobody waiting") {
  Party party({2, 2, 2});
  party.turns().open();
  SECTION("before its first turn") {
    party.turns().leave(1);
    party.start(0);
    party.start(2);
    party.join();
    CHECK(party.course().substr(0, 4) == "acac");
  }
  SECTION("during its turn") {
    std::thread crashing([&] {
      party.turns().await(0, Turn::first);
      party.turns().leave(0);
    });
    party.start(1);
    party.start(2);
    crashing.join();
    party.join();
    CHECK(party.course().substr(0, 4) == "bcbc");
  }
}

TEST_CASE("any number of members with any number of turns comes to its end") {
  std::mt19937 random(7);
  for (int round = 0; round < 20; ++round) {
    std::vector<std::size_t> wanted(1 + random() % 6);
    std::size_t sum = 0;
    for (auto& turns : wanted) sum += turns = 1 + random() % 8;
    Party party(wanted);
    party.start_all();
    party.turns().open();
    party.join();
    CHECK(party.together == 1);
    CHECK(party.course().size() == sum + wanted.size());
  }
}

}  // namespace
}  // namespace assay::test
