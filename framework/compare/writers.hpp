// The constructors of the formats, each defined in a file of its own. Internal to the report.
#pragma once

#include "framework/compare/writer.hpp"

namespace assay {

[[nodiscard]] std::unique_ptr<Writer> make_terminal_writer(bool colour, bool each);
[[nodiscard]] std::unique_ptr<Writer> make_markdown_writer();
[[nodiscard]] std::unique_ptr<Writer> make_csv_writer();
[[nodiscard]] std::unique_ptr<Writer> make_json_writer();

}  // namespace assay
