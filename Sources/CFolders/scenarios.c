// The library of scenarios as a part of the program. A binary has it in whatever directory it is run, and so has a package
// that depends on this one. `#embed` is of C23; each compiler that comes with Swift 6.2 knows it.
#include "CFolders.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

// `scenarios.h` is written by the test that compares it with the folder.
static const struct gtsd_file library[] = {
#include "scenarios.h"
};

const struct gtsd_file *gtsd_scenario_at(long place) {
  return place >= 0 && place < (long)(sizeof library / sizeof *library) ? library + place : 0;
}
