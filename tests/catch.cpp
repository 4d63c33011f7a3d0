// The translation unit with which catch.hpp is precompiled.
#include "tests/catch.hpp"
