// Spared places: code of libraries that allocates without being able to report a failure. The
// destructors of the JSON library make a list of what they take apart, and the parser of the TOML
// library promises not to throw. An allocation that failed there would end the process for any
// caller.
#pragma once

namespace assay::test {

// Finds the addresses of the spared places.
void find_spared_places();

// Whether this thread is executing in a spared place.
[[nodiscard]] bool in_spared_place();

}  // namespace assay::test
