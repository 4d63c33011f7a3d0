// Texts too long for every report to read: a store keeps their ends, a folder beside it the whole.
#pragma once

#include <filesystem>
#include <string>

namespace assay {

// Belongs to one store file, "results.db": the folder is "results.db-texts", and is made for the
// first text that needs it.
class WholeTexts {
 public:
  explicit WholeTexts(const std::filesystem::path& store) : folder_(store.string() + "-texts") {}

  // A text as the store keeps it: whole up to 16 KiB, of a longer one both ends, between them a
  // line that names the file with the whole. Where that cannot be written, or 256 MiB lie there
  // already, the line only says how much is left out: a message is never what a trial fails at.
  [[nodiscard]] std::string kept(const std::string& text) const;

 private:
  // The name of the file that now holds the text; empty where none does.
  [[nodiscard]] std::string written(const std::string& text) const;

  std::filesystem::path folder_;
};

}  // namespace assay
