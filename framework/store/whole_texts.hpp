// Texts too long for reports: the store keeps their beginning and end, a folder next to it the
// whole.
#pragma once

#include <filesystem>
#include <string>

namespace assay {

// The folder of long texts of one store. For the store file "results.db" it is "results.db-texts",
// created for the first text that needs it.
class WholeTexts {
 public:
  explicit WholeTexts(const std::filesystem::path& store) : folder_(store.string() + "-texts") {}

  // The text as the store keeps it: whole up to 16 KiB; of a longer one, the beginning and the end
  // with a line between them that names the file with the whole text. If that file cannot be
  // written, or the folder already holds 256 MiB, the line only says how much is left out: a
  // message must never make a trial fail.
  [[nodiscard]] std::string kept(const std::string& text) const;

 private:
  // Writes the text to a file of the folder and returns the file's name, or "" on failure.
  [[nodiscard]] std::string written(const std::string& text) const;

  std::filesystem::path folder_;
};

}  // namespace assay
