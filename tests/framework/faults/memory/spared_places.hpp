// Where libraries allocate without being able to say that they could not: the destructors of the
// JSON library make a list of what they take apart, and the parser of TOML promises not to throw.
// An allocation that failed there would end the process, whoever called them.
#pragma once

namespace assay::test {

// Looks up where they lie.
void find_spared_places();

// Whether one of them is at work in this thread.
[[nodiscard]] bool in_spared_place();

}  // namespace assay::test
