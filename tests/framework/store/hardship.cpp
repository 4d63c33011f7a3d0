// Tests of stores with several writers, death in the middle, full disks, read-only places and
// damage.
#include <fcntl.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <fstream>
#include <functional>

#include "framework/core/error.hpp"
#include "tests/catch.hpp"
#include "tests/framework/store/store_fixture.hpp"

namespace assay::test {
namespace {

// Runs `work` in a forked process, which ends without running the parent's destructors.
pid_t in_child(const std::function<void()>& work) {
  const pid_t child = fork();
  if (child == 0) {
    int code = 0;
    try {
      work();
    } catch (const std::exception& error) {
      std::fprintf(stderr, "in a child: %s\n", error.what());
      code = 1;
    }
    _exit(code);
  }
  return child;
}

int exit_code_of(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void require_intact(const std::filesystem::path& file) {
  auto db = raw(file);
  sqlite::Statement check(db, "PRAGMA integrity_check");
  REQUIRE(check.step());
  REQUIRE(check.text(0) == "ok");
  REQUIRE_FALSE(check.step());
  sqlite::Statement keys(db, "PRAGMA foreign_key_check");
  REQUIRE_FALSE(keys.step());
}

TEST_CASE("processes that create and write one store at once all succeed") {
  TemporaryFolder folder;
  const auto file = folder / "s.db";
  constexpr int writers = 4;
  constexpr int trials = 50;
  std::vector<pid_t> children;
  for (int w = 0; w < writers; ++w) {
    children.push_back(in_child([&] {
      Store store(file);
      Scene scene(store);
      for (int i = 0; i < trials; ++i) {
        store.record_trial(scene.run, scene.key, ok_result(10), std::nullopt);
      }
    }));
  }
  for (const pid_t child : children) {
    REQUIRE(exit_code_of(child) == 0);
  }
  require_intact(file);
  const Store store(file, Store::Mode::read_only);
  REQUIRE(store.machines().size() == 1);
  REQUIRE(store.variants().size() == 1);
  const auto all = store.trials({});
  REQUIRE(all.size() == writers * trials);
  for (const auto& trial : all) {
    REQUIRE(store.samples(trial.id).size() == 10);
  }
}

namespace {

// Simulates another process that creates the store while a connection is being opened, just before
// the connection's statement number `statement` outside of transactions.
struct Interloper {
  static inline std::filesystem::path file;
  static inline int statement = 0;  // 0 if nothing is left to be done
  static inline int stores = 0;     // number of stores created in this way

  static int install(sqlite3* connection, const char**, const sqlite3_api_routines*) {
    if (statement > 0) sqlite3_trace_v2(connection, SQLITE_TRACE_STMT, begins, nullptr);
    return SQLITE_OK;
  }
  static int begins(unsigned, void*, void* begun, void*) {
    auto* const connection = sqlite3_db_handle(static_cast<sqlite3_stmt*>(begun));
    if (sqlite3_txn_state(connection, nullptr) != SQLITE_TXN_NONE) return 0;  // it is locked
    if (statement > 0 && --statement == 0) {
      Store store(file);
      const Scene scene(store);
      ++stores;
    }
    return 0;
  }
};

}  // namespace

TEST_CASE("a store may be created while another process opens it, between any two statements") {
  sqlite3_auto_extension(reinterpret_cast<void (*)()>(Interloper::install));
  for (const int statement : {1, 2, 3, 4, 5}) {
    TemporaryFolder folder;
    Interloper::file = folder / "s.db";
    Interloper::statement = statement;
    INFO("created before statement " << statement);
    CHECK_NOTHROW(Store(Interloper::file));
    Interloper::statement = 0;
    require_intact(Interloper::file);
  }
  sqlite3_reset_auto_extension();
  CHECK(Interloper::stores >= 3);  // opening takes fewer statements where the store exists early
}

TEST_CASE("a killed writer loses nothing it had committed, and leaves no half trial") {
  TemporaryFolder folder;
  const auto file = folder / "s.db";
  std::size_t reported = 0;
  std::size_t kills = 0;
  for (const int quota : {1, 7, 23}) {
    int pipe_ends[2];
    REQUIRE(pipe(pipe_ends) == 0);
    const pid_t child = in_child([&] {
      Store store(file);
      Scene scene(store);
      while (true) {
        store.record_trial(scene.run, scene.key, ok_result(100), std::nullopt);
        if (write(pipe_ends[1], "x", 1) != 1) return;
      }
    });
    close(pipe_ends[1]);
    char byte = 0;
    for (int i = 0; i < quota; ++i) {
      REQUIRE(::read(pipe_ends[0], &byte, 1) == 1);
    }
    kill(child, SIGKILL);
    REQUIRE(exit_code_of(child) == 128 + SIGKILL);
    reported += static_cast<std::size_t>(quota);
    while (::read(pipe_ends[0], &byte, 1) == 1) {
      ++reported;
    }
    close(pipe_ends[0]);

    require_intact(file);
    const Store store(file);
    const auto trials = store.trials({});
    // Each killed writer may have committed one more trial that it could not report.
    REQUIRE(trials.size() >= reported);
    REQUIRE(trials.size() <= reported + ++kills);
    for (const auto& trial : trials) {
      REQUIRE(store.samples(trial.id).size() == 100);
    }
  }
}

TEST_CASE("a batch of trials is there as a whole or not at all") {
  const TemporaryFolder folder;
  Store store(folder / "s.db");
  const Scene scene(store);
  const auto record = [&] {
    return store.record_trial(scene.run, scene.key, ok_result(2), std::nullopt);
  };
  const auto seen = [&] {
    return Store(folder / "s.db", Store::Mode::read_only).trials({}).size();
  };
  {
    Store::Batch batch(store);
    record();
    record();
    CHECK(seen() == 0);
  }
  CHECK(seen() == 0);
  // Rolling the batch back also removed the names of phases that it had recorded first.
  CHECK(store.samples(record()).back().phases.back().name == "kernel");
  {
    Store::Batch batch(store);
    record();
    record();
    batch.commit();
  }
  CHECK(seen() == 3);
  // A failure inside a batch undoes it, and the batch cannot be committed afterwards.
  Store::Batch batch(store);
  record();
  TrialKey foreign = scene.key;
  foreign.machine += 1;
  CHECK_THROWS_AS(store.record_trial(scene.run, foreign, ok_result(2), std::nullopt), Error);
  CHECK_THROWS_AS(batch.commit(), Error);
  CHECK(seen() == 3);
  record();
  CHECK(seen() == 4);
}

TEST_CASE("a reader sees committed trials while a writer is at work") {
  TemporaryFolder folder;
  Store writer(folder / "s.db");
  Scene scene(writer);
  const Store reader(folder / "s.db", Store::Mode::read_only);
  for (std::size_t i = 1; i <= 3; ++i) {
    writer.record_trial(scene.run, scene.key, ok_result(2), std::nullopt);
    REQUIRE(reader.trials({}).size() == i);
  }
}

TEST_CASE("a lock that is not given up is reported, and the store works again afterwards") {
  TemporaryFolder folder;
  Store store(folder / "s.db", Store::Mode::read_write, std::chrono::milliseconds(50));
  Scene scene(store);
  auto other = raw(folder / "s.db");
  other.execute("BEGIN IMMEDIATE");
  REQUIRE_THROWS_WITH(store.record_trial(scene.run, scene.key, ok_result(2), std::nullopt),
                      contains("locked by another process for more than 0.05 s"));
  other.execute("ROLLBACK");
  REQUIRE_NOTHROW(store.record_trial(scene.run, scene.key, ok_result(2), std::nullopt));
}

TEST_CASE("a full disk is reported, costs only the trial, and the store goes on") {
  TemporaryFolder folder;
  const auto file = folder / "s.db";
  { Store store(file); }
  // A limit on the file's size stands in for a full disk.
  const int code = exit_code_of(in_child([&] {
    std::signal(SIGXFSZ, SIG_IGN);
    Store store(file);
    Scene scene(store);
    const auto kept = store.record_trial(scene.run, scene.key, ok_result(10), std::nullopt);
    rlimit limit{};
    getrlimit(RLIMIT_FSIZE, &limit);
    const rlim_t before = limit.rlim_cur;
    limit.rlim_cur = 256 * 1024;
    setrlimit(RLIMIT_FSIZE, &limit);
    bool refused = false;
    try {
      TrialResult huge = ok_result(20000);
      huge.samples[0].phases.push_back({"interned in vain", 1, 0});
      store.record_trial(scene.run, scene.key, huge, std::nullopt);
    } catch (const Error& error) {
      const std::string text = error.what();
      refused = error.kind() == ErrorKind::environment && text.find("--store") != text.npos &&
                text.find(file.string()) != text.npos;
    }
    limit.rlim_cur = before;
    setrlimit(RLIMIT_FSIZE, &limit);
    TrialResult last = ok_result(10);
    last.samples[0].phases.push_back({"interned in vain", 1, 0});
    const auto id = store.record_trial(scene.run, scene.key, last, std::nullopt);
    const bool fine = refused && store.trials({}).size() == 2 && store.samples(kept).size() == 10 &&
                      store.samples(id)[0].phases.back().name == "interned in vain";
    _exit(fine ? 0 : 2);
  }));
  REQUIRE(code == 0);
  require_intact(file);
}

TEST_CASE("SQLite's own word for a full disk names the cure") {
  TemporaryFolder folder;
  auto db = raw(folder / "s.db");
  db.execute("PRAGMA max_page_count = 3; CREATE TABLE t (x)");
  REQUIRE_THROWS_WITH(db.execute("INSERT INTO t VALUES (zeroblob(100000))"),
                      contains("the disk is full"));
}

// Runs `work` as the user nobody, because root may write anywhere.
pid_t as_nobody(const std::function<void()>& work) {
  return in_child([&] {
    if (getuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0)) {
      _exit(3);
    }
    work();
  });
}

TEST_CASE("a store in a place that cannot be written is read, and refuses to be written") {
  TemporaryFolder folder;
  const auto file = folder / "s.db";
  {
    Store store(file);
    const Scene scene(store);
  }
  using std::filesystem::perms;
  std::filesystem::permissions(file, perms::owner_read | perms::group_read | perms::others_read);
  std::filesystem::permissions(folder.path(), perms::owner_read | perms::owner_exec |
                                                  perms::others_read | perms::others_exec);
  const int code = exit_code_of(as_nobody([&] {
    if (Store(file, Store::Mode::read_only).machines().size() != 1) _exit(4);
    try {
      Store store(file);
      const Scene scene(store);
      _exit(5);
    } catch (const Error& error) {
      if (std::string(error.what()).find("writable") == std::string::npos) _exit(6);
    }
    try {
      Store fresh(folder / "fresh.db");
      _exit(7);
    } catch (const Error& error) {
      if (std::string(error.what()).find("may be written") == std::string::npos) _exit(8);
    }
  }));
  std::filesystem::permissions(folder.path(), perms::owner_all);
  REQUIRE(code == 0);
}

TEST_CASE("damage is reported with the way to save what is left") {
  TemporaryFolder folder;
  const auto file = folder / "s.db";
  {
    Store store(file);
    Scene scene(store);
    for (int i = 0; i < 20; ++i) {
      store.record_trial(scene.run, scene.key, ok_result(200), std::nullopt);
    }
  }
  const auto size = std::filesystem::file_size(file);
  std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
  stream.seekp(4096);
  stream << std::string(size - 4096, '\x5a');
  stream.close();
  const auto read_all = [&] {
    const Store store(file);
    for (const auto& trial : store.trials({})) {
      static_cast<void>(store.samples(trial.id));
    }
  };
  REQUIRE_THROWS_WITH(read_all(), contains("damaged") && contains(".recover"));
}

}  // namespace
}  // namespace assay::test
