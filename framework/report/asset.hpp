#pragma once

namespace assay {

// A file of the folder assets/, embedded at build time.
struct Asset {
  const char* name;
  const char* text;
};

}  // namespace assay
