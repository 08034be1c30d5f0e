#ifndef CFOLDERS_H
#define CFOLDERS_H

/// A file of this package, as it was when the program was compiled.
struct gtsd_file {
  /// The path below its folder; of a scenario without `.json`, such as `races/double-tap-acknowledge`.
  const char *path;
  /// The text of the file, in UTF-8, with a 0 behind it.
  const char *text;
};

/// The scenario of a place from 0, in the order of the library; null beyond the last.
const struct gtsd_file *gtsd_scenario_at(long place);

/// The file of `Sources/GTSDWorld/App` or `Backend` of a place from 0; null beyond the last.
const struct gtsd_file *gtsd_source_at(long place);

/// The text of a file of the folder `pages`, such as `report/report.css`; null for a file that is not there.
const char *gtsd_page(const char *path);

#endif
