#include "framework/compare/writer.hpp"

#include "framework/compare/writers.hpp"
#include "framework/core/error.hpp"
#include "framework/core/names.hpp"

namespace assay {

std::unique_ptr<Writer> make_writer(const std::string& format, bool colour, bool each) {
  if (format == "terminal") return make_terminal_writer(colour, each);
  if (format == "markdown") return make_markdown_writer();
  if (format == "csv") return make_csv_writer();
  if (format == "json") return make_json_writer();
  throw usage_error("there is no output format '{}'; {}", format,
                    did_you_mean(format, writer_names()));
}

std::vector<std::string> writer_names() { return {"terminal", "markdown", "csv", "json"}; }

}  // namespace assay
