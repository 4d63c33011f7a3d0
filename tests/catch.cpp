// Gives catch.hpp a translation unit to be precompiled with.
#include "tests/catch.hpp"
