#pragma once

namespace assay {

// A file of assets/, embedded at build time.
struct Asset {
  const char* name;
  const char* text;
};

}  // namespace assay
