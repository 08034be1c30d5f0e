// The code of the simulated app and its server as a part of the program, so that a report can show the lines that it names.
#include "CFolders.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

// `sources.h` is written by the test that compares it with the folders.
static const struct gtsd_file sources[] = {
#include "sources.h"
};

const struct gtsd_file *gtsd_source_at(long place) {
  return place >= 0 && place < (long)(sizeof sources / sizeof *sources) ? sources + place : 0;
}
