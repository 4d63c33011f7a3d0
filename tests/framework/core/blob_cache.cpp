#include "framework/core/blob_cache.hpp"

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <random>
#include <string>

#include "tests/catch.hpp"
#include "tests/contents.hpp"
#include "tests/temporary_folder.hpp"

using assay::BlobCache;
using assay::test::contents;
using assay::test::TemporaryFolder;
namespace fs = std::filesystem;

namespace {

std::vector<std::byte> random_bytes(std::size_t size, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::byte> bytes(size);
  for (auto& byte : bytes) byte = static_cast<std::byte>(random());
  return bytes;
}

void write_file(const fs::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
}

std::size_t files_below(const fs::path& folder) {
  std::size_t count = 0;
  for (const auto& at : fs::recursive_directory_iterator(folder)) count += at.is_regular_file();
  return count;
}

// Runs `body` in a child process, whose exit status is the value that `body` returns.
template <class Body>
pid_t fork_child(Body body) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(body());
  return child;
}

int exit_status(pid_t child) {
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

TEST_CASE("a blob comes back as it was stored") {
  const TemporaryFolder folder;
  const BlobCache cache(folder.path() / "made" / "when needed");
  const std::string keys[] = {"", "kernel", std::string("with\0zero", 9), std::string(5000, 'k')};
  unsigned seed = 0;
  for (const auto& key : keys) {
    for (const std::size_t size : {0, 1, 31, 32, 100000}) {
      CAPTURE(key, size);
      const auto bytes = random_bytes(size, ++seed);
      REQUIRE(cache.store(key, bytes));
      CHECK(cache.load(key) == bytes);
    }
  }
  CHECK_FALSE(cache.load("another").has_value());
  CHECK(files_below(folder.path()) == std::size(keys));  // no temporary files are left
}

TEST_CASE("another cache object, and so another process, sees the entry") {
  const TemporaryFolder folder;
  const auto bytes = random_bytes(10, 1);
  REQUIRE(BlobCache(folder.path()).store("k", bytes));
  CHECK(BlobCache(folder.path()).load("k") == bytes);
}

TEST_CASE("an entry cut at any length is a miss, and the next store mends it") {
  const TemporaryFolder folder;
  const BlobCache cache(folder.path());
  const auto bytes = random_bytes(100, 1);
  REQUIRE(cache.store("key", bytes));
  const auto whole = contents(cache.entry_path("key"));
  REQUIRE(whole.size() > 100);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    CAPTURE(size);
    write_file(cache.entry_path("key"), whole.substr(0, size));
    CHECK_FALSE(cache.load("key").has_value());
  }
  write_file(cache.entry_path("key"), whole + "x");
  CHECK_FALSE(cache.load("key").has_value());
  REQUIRE(cache.store("key", bytes));
  CHECK(cache.load("key") == bytes);
}

TEST_CASE("any flipped bit makes an entry a miss") {
  const TemporaryFolder folder;
  const BlobCache cache(folder.path());
  REQUIRE(cache.store("key", random_bytes(50, 1)));
  const auto whole = contents(cache.entry_path("key"));
  for (std::size_t bit = 0; bit < 8 * whole.size(); ++bit) {
    CAPTURE(bit);
    auto damaged = whole;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
    write_file(cache.entry_path("key"), damaged);
    CHECK_FALSE(cache.load("key").has_value());
  }
}

TEST_CASE("an entry at another key's place is not taken for it") {
  const TemporaryFolder folder;
  const BlobCache cache(folder.path());
  REQUIRE(cache.store("one", random_bytes(20, 1)));
  REQUIRE(cache.store("two", random_bytes(20, 2)));
  fs::copy_file(cache.entry_path("one"), cache.entry_path("two"),
                fs::copy_options::overwrite_existing);
  CHECK_FALSE(cache.load("two").has_value());
  CHECK(cache.load("one").has_value());
}

TEST_CASE("whatever lies in an entry's place, load and store do not fail") {
  const TemporaryFolder folder;
  const BlobCache cache(folder.path());
  const auto entry = cache.entry_path("key");
  fs::create_directories(entry);  // a folder instead of a file
  CHECK_FALSE(cache.load("key").has_value());
  CHECK_FALSE(cache.store("key", random_bytes(5, 1)));
  fs::remove(entry);
  REQUIRE(::mkfifo(entry.c_str(), 0600) == 0);  // must not wait for a writer
  CHECK_FALSE(cache.load("key").has_value());
  CHECK(cache.store("key", random_bytes(5, 1)));
  CHECK(cache.load("key") == random_bytes(5, 1));
}

TEST_CASE("a folder that cannot be made is no error") {
  const TemporaryFolder folder;
  write_file(folder.path() / "file", "in the way");
  const BlobCache cache(folder.path() / "file" / "cache");
  CHECK_FALSE(cache.store("key", random_bytes(5, 1)));
  CHECK_FALSE(cache.load("key").has_value());
}

TEST_CASE("a disk that is full keeps the entry that was there and nothing aside") {
  const TemporaryFolder folder;
  const BlobCache cache(folder.path());
  const auto before = random_bytes(100, 1);
  REQUIRE(cache.store("key", before));
  const int status = exit_status(fork_child([&] {
    ::signal(SIGXFSZ, SIG_IGN);  // so that a write beyond the limit fails as on a full disk
    const rlimit limit = {4096, 4096};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    return cache.store("key", random_bytes(100000, 2)) ? 1 : 0;
  }));
  CHECK(status == 0);
  CHECK(cache.load("key") == before);
  CHECK(files_below(folder.path()) == 1);
}

TEST_CASE("what killed writers left is removed, what others write now is not") {
  const TemporaryFolder folder;
  const BlobCache cache(folder.path());
  const auto entry = cache.entry_path("key");
  fs::create_directories(entry.parent_path());
  const auto old = entry.string() + ".abcdef.tmp";
  const auto fresh = entry.string() + ".ghijkl.tmp";
  write_file(old, "half");
  write_file(fresh, "half");
  fs::last_write_time(old, fs::file_time_type::clock::now() - std::chrono::hours(2));
  REQUIRE(cache.store("key", random_bytes(5, 1)));
  CHECK_FALSE(fs::exists(old));
  CHECK(fs::exists(fresh));
}

TEST_CASE("concurrent writers and readers see whole entries only") {
  const TemporaryFolder folder;
  const BlobCache cache(folder.path());
  constexpr unsigned writers = 4;
  const auto content_of = [](unsigned writer) { return random_bytes(20000 + writer, writer); };
  REQUIRE(cache.store("key", content_of(0)));
  std::vector<pid_t> children;
  for (unsigned writer = 0; writer < writers; ++writer) {
    children.push_back(fork_child([&, writer] {
      const auto own = content_of(writer);
      for (int round = 0; round < 100; ++round) {
        if (!cache.store("key", own)) return 1;
        const auto seen = cache.load("key");
        if (!seen || *seen != content_of(static_cast<unsigned>(seen->size() - 20000))) return 2;
      }
      return 0;
    }));
  }
  for (const pid_t child : children) CHECK(exit_status(child) == 0);
  CHECK(files_below(folder.path()) == 1);
}
