#include "behind.hpp"

void add_work_behind(assay::sdk::Plugin& plugin) {
  attack::add<attack::Behind>(plugin, "work-behind.cpu",
                              "Has a thread compute once the clock has stopped.");
}
