#include "framework/report/page.hpp"

#include <algorithm>
#include <ostream>
#include <set>

#include "assets.hpp"
#include "framework/core/hash.hpp"
#include "framework/report/page_head.hpp"
#include "framework/report/problem_data.hpp"
#include "framework/report/section.hpp"

namespace assay {
namespace {

// The scripts in the order in which they run: the common ones come first.
constexpr Asset page_scripts[] = {assets::dom_js,     assets::theme_js,    assets::tables_js,
                                  assets::charts_js,  assets::pareto_js,   assets::map_js,
                                  assets::figures_js, assets::roofline_js, assets::tuning_js,
                                  assets::samples_js, assets::ecdf_js,     assets::history_js};

std::vector<Section> sections_of(const PageModel& model, const PageOptions& options) {
  std::vector<Section> sections;
  sections.push_back(verdict_section(model));
  if (!model.problems.empty()) {
    sections.push_back(matrix_section(model));
    if (has_fronts(model)) sections.push_back(pareto_section(model));
    sections.push_back(map_section(model));
    sections.push_back(figures_section(model));
    sections.push_back(roofline_section(model));
    sections.push_back(tuning_section(model));
    sections.push_back(samples_section(model));
    sections.push_back(history_section(model));
  }
  sections.push_back(environment_section(model, options.command));
  return sections;
}

// The JSON data of the page. It contains no "<", so no name can end the script element that holds
// it.
std::string data_text(const PageModel& model, const std::vector<Section>& sections) {
  PageJson problems = PageJson::array();
  for (const ProblemComparison& problem : model.problems) problems.push_back(problem_data(problem));
  PageJson data = {{"problems", problems}};
  for (const Section& section : sections) data[section.id] = section.data;
  std::string text;
  for (const char c : data.dump(-1, ' ', false, PageJson::error_handler_t::replace)) {
    if (c == '<') {
      text += "\\u003c";
    } else {
      text += c;
    }
  }
  return text;
}

std::string title_of(const PageModel& model, const PageOptions& options) {
  if (!options.title.empty()) return options.title;
  std::set<std::string> names;
  for (const StoredRun& run : model.runs) {
    if (!run.record.scenario_name.empty()) names.insert(run.record.scenario_name);
  }
  return names.size() == 1 ? *names.begin() : "assay report";
}

void write_body(const std::string& title, const std::vector<Section>& sections, bool charts,
                Markup& out) {
  out.element("header", [&] {
    out.element("h1", title);
    out.element("nav", {{"aria-label", "Sections"}}, [&] {
      for (const Section& section : sections) {
        out.element("a", {{"href", "#" + section.id}}, section.title);
      }
    });
  });
  if (charts) {
    // The first script removes this; a <noscript> would not show if scripts are blocked late.
    out.element("p", {{"class", "unscripted"}},
                "Charts need JavaScript; everything they show is also in the tables.");
  } else {
    out.element("p", {{"class", "doubtful"}},
                "This page has no charts, because Chart.js was missing when it was written. "
                "Everything they would show is in the tables.");
  }
  out.element("main", [&] {
    for (const Section& section : sections) {
      out.element("section", {{"id", section.id}}, [&] {
        out.element("h2", section.title);
        out.append(section.body);
      });
    }
  });
}

}  // namespace

void write_page(const PageModel& model, const PageOptions& options, std::ostream& out) {
  const std::vector<Section> sections = sections_of(model, options);
  const std::string title = title_of(model, options);
  const std::string data = data_text(model, sections);
  // The nonce is a hash of all data, which no text in the store can know in advance.
  const std::string nonce = hash_hex(data + title);
  const Markup::Attributes script = {{"nonce", nonce}};

  Markup page;
  page.empty("!DOCTYPE html", {});
  page.element("html", {{"lang", "en"}}, [&] {
    page.element("head", [&] { write_page_head(title, nonce, page); });
    page.element("body", [&] {
      write_body(title, sections, !options.chart_library.empty(), page);
      page.verbatim("script", {{"type", "application/json"}, {"id", "data"}}, data);
      if (!options.chart_library.empty()) page.verbatim("script", script, options.chart_library);
      for (const Asset& asset : page_scripts) page.verbatim("script", script, asset.text);
    });
  });
  out << page.str();
}

}  // namespace assay
