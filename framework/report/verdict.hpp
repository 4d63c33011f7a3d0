// Ranking, speed-ups and what a reader must know. Internal to the report.
#pragma once

#include "framework/report/comparison.hpp"

namespace assay {

// Sorts the entries: fastest first, those without a result last by name.
void rank(std::vector<Entry>& entries);

// Fills speed-ups, verdict and notes of an instance whose entries are ranked.
void judge(InstanceComparison& instance, const std::string& reference, double confidence);

}  // namespace assay
