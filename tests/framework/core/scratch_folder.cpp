#include "framework/core/scratch_folder.hpp"

#include <fstream>

#include "framework/core/error.hpp"
#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"

using namespace assay;
using assay::test::ScopedVariable;
using assay::test::TemporaryFolder;
namespace fs = std::filesystem;

TEST_CASE("a scratch folder lies where the environment says and tells what it is for") {
  const TemporaryFolder place;
  const ScopedVariable temporary("TMPDIR", place.path().string());
  const ScratchFolder folder("purpose");
  const ScratchFolder other("purpose");
  CHECK(folder.path().parent_path() == place.path());
  CHECK(folder.path().filename().string().starts_with("assay-purpose-"));
  CHECK(folder.path() != other.path());
  CHECK(fs::is_empty(folder.path()));
  CHECK((fs::status(folder.path()).permissions() &
         (fs::perms::group_all | fs::perms::others_all)) == fs::perms::none);
}

TEST_CASE("a scratch folder goes with its owner, and what lies in it too") {
  fs::path gone;
  {
    const ScratchFolder folder("test");
    gone = folder.path();
    fs::create_directories(folder / "deep" / "down");
    std::ofstream(folder / "deep" / "file") << "text";
    CHECK(fs::exists(gone / "deep" / "file"));
  }
  CHECK_FALSE(fs::exists(gone));
}

TEST_CASE("where no scratch folder can be made, the error names the place and the cause") {
  const TemporaryFolder folder;
  std::ofstream(folder / "file") << "no folder";
  struct Refused {
    fs::path place;
    std::string purpose;
    const char* cause;
  };
  for (const Refused& refused :
       {Refused{folder / "missing", "test", "No such file or directory"},
        Refused{folder / "file", "test", "Not a directory"},
        Refused{folder.path(), std::string(300, 'x'), "File name too long"}}) {
    const ScopedVariable temporary("TMPDIR", refused.place.string());
    try {
      const ScratchFolder never(refused.purpose);
      FAIL("made in " << refused.place);
    } catch (const Error& error) {
      CHECK(error.kind() == ErrorKind::environment);
      CHECK_THAT(error.what(), contains(refused.place.string() + ": " + refused.cause));
      CHECK_THAT(error.what(), contains("TMPDIR"));
    }
  }
}
