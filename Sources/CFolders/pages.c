// The files of web pages as a part of the program: a binary has them in whatever directory it is run. `#embed` is of C23; each
// compiler that comes with Swift 6.2 knows it. SwiftPM's `.embedInCode` would compile a literal of 140,000 numbers instead.
#include "CFolders.h"

#include <string.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

static const struct gtsd_file pages[] = {
{"report/charts.css", (const char[]){
#embed "../../pages/report/charts.css" suffix(,)
0}},
{"report/dashboard.js", (const char[]){
#embed "../../pages/report/dashboard.js" suffix(,)
0}},
{"report/forecast.css", (const char[]){
#embed "../../pages/report/forecast.css" suffix(,)
0}},
{"report/report.css", (const char[]){
#embed "../../pages/report/report.css" suffix(,)
0}},
{"report/report.js", (const char[]){
#embed "../../pages/report/report.js" suffix(,)
0}},
{"report/search.css", (const char[]){
#embed "../../pages/report/search.css" suffix(,)
0}},
{"report/search.js", (const char[]){
#embed "../../pages/report/search.js" suffix(,)
0}},
{"studio/ask.js", (const char[]){
#embed "../../pages/studio/ask.js" suffix(,)
0}},
{"studio/assume.js", (const char[]){
#embed "../../pages/studio/assume.js" suffix(,)
0}},
{"studio/core.js", (const char[]){
#embed "../../pages/studio/core.js" suffix(,)
0}},
{"studio/day.js", (const char[]){
#embed "../../pages/studio/day.js" suffix(,)
0}},
{"studio/icon.svg", (const char[]){
#embed "../../pages/studio/icon.svg" suffix(,)
0}},
{"studio/index.html", (const char[]){
#embed "../../pages/studio/index.html" suffix(,)
0}},
{"studio/load.js", (const char[]){
#embed "../../pages/studio/load.js" suffix(,)
0}},
{"studio/race.js", (const char[]){
#embed "../../pages/studio/race.js" suffix(,)
0}},
{"studio/rest.js", (const char[]){
#embed "../../pages/studio/rest.js" suffix(,)
0}},
{"studio/studio.css", (const char[]){
#embed "../../pages/studio/studio.css" suffix(,)
0}},
{"studio/watch.css", (const char[]){
#embed "../../pages/studio/watch.css" suffix(,)
0}},
{"studio/watch.js", (const char[]){
#embed "../../pages/studio/watch.js" suffix(,)
0}},
};

const char *gtsd_page(const char *path) {
  for (unsigned long place = 0; place < sizeof pages / sizeof *pages; place++)
    if (strcmp(pages[place].path, path) == 0) return pages[place].text;
  return 0;
}
