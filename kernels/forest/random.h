// The random choices of a forest, as functions of their purpose: they do not depend on who calls
// them, nor in which order. One source for OpenCL C, CUDA and the host's C++, which includes it
// through plugins/forest/library/random.hpp; needs FUNCTION, uint and ulong.
#ifndef FOREST_RANDOM_H
#define FOREST_RANDOM_H

// The purpose of a number: one word of the generator's counter.
#define RANDOM_BOOTSTRAP 1u
#define RANDOM_ATTRIBUTES 2u

// Four random words.
typedef struct random_words {
  uint word[4];
} random_words;

// Philox4x32-10 (Salmon, Moraes, Dror, Shaw 2011, "Parallel random numbers: as easy as 1, 2, 3"):
// ten rounds turn a counter of four words into four random ones, with a key of two words.
FUNCTION random_words philox(uint c0, uint c1, uint c2, uint c3, uint key0, uint key1) {
  for (int round = 0; round < 10; ++round) {
    const ulong a = (ulong)0xD2511F53u * c0;
    const ulong b = (ulong)0xCD9E8D57u * c2;
    c0 = (uint)(b >> 32) ^ c1 ^ key0;
    c1 = (uint)b;
    c2 = (uint)(a >> 32) ^ c3 ^ key1;
    c3 = (uint)a;
    key0 += 0x9E3779B9u;
    key1 += 0xBB67AE85u;
  }
  random_words words = {{c0, c1, c2, c3}};
  return words;
}

// Returns random words number `index` for one purpose at one node of one tree.
FUNCTION random_words words_for(const uint seed, const uint tree, const ulong node_key,
                                const uint purpose, const uint index) {
  return philox((uint)node_key, (uint)(node_key >> 32), purpose, index, seed, tree);
}

// Maps a random word to one of 0 .. bound - 1 (Lemire 2019, without his rejection): a number's
// probability is off by at most 2^-32, so that one of 2^-22 is accurate to a thousandth.
FUNCTION uint random_below(const uint word, const uint bound) {
  return (uint)(((ulong)word * bound) >> 32);
}

// ---- keys of nodes

// The key of every tree's root.
#define ROOT_KEY ((ulong)1)

// Returns the key of a child from that of its parent: the finaliser of SplitMix64 (Steele, Lea,
// Flood 2014). It is a bijection for each side, so that depth is not limited.
FUNCTION ulong child_key(const ulong parent, const bool is_right) {
  ulong z = parent + (is_right ? (ulong)0xD1342543DE82EF95 : (ulong)0x9E3779B97F4A7C15);
  z = (z ^ (z >> 30)) * (ulong)0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * (ulong)0x94D049BB133111EB;
  return z ^ (z >> 31);
}

// ---- bootstrap

// Draw number `draw` of a tree is one of `samples`. Four draws share a call of the generator; where
// speed matters, apply random_below to the words of bootstrap_words(draw / 4).
FUNCTION random_words bootstrap_words(const uint seed, const uint tree, const uint quad) {
  return words_for(seed, tree, 0, RANDOM_BOOTSTRAP, quad);
}
FUNCTION uint bootstrap_draw(const uint seed, const uint tree, const uint draw,
                             const uint samples) {
  return random_below(bootstrap_words(seed, tree, draw / 4).word[draw % 4], samples);
}

// ---- attributes of a node: a random permutation by Fisher and Yates. Step number `step` swaps the
// places `step` and swap_place(...), so that a prefix of the permutation takes as many steps as it
// has places.

FUNCTION random_words swap_words(const uint seed, const uint tree, const ulong node_key,
                                 const uint quad) {
  return words_for(seed, tree, node_key, RANDOM_ATTRIBUTES, quad);
}
// Returns the place that step number `step` swaps with; `word` is word `step % 4` of
// swap_words(step / 4).
FUNCTION uint swap_place(const uint word, const uint step, const uint attributes) {
  return step + random_below(word, attributes - step);
}

// Returns the attribute at one place, 0 .. attributes - 1, without the others and without memory,
// by tracing it back through the swaps. Takes `place` steps; for long prefixes, swap in an array
// instead.
FUNCTION uint attribute_at(const uint seed, const uint tree, const ulong node_key,
                           const uint attributes, const uint place) {
  random_words words = swap_words(seed, tree, node_key, place / 4);
  uint at = swap_place(words.word[place % 4], place, attributes);
  for (uint step = place; step-- > 0;) {
    if (step % 4 == 3) words = swap_words(seed, tree, node_key, step / 4);
    if (at == swap_place(words.word[step % 4], step, attributes)) at = step;
  }
  return at;
}

#endif
