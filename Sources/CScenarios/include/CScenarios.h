#ifndef CSCENARIOS_H
#define CSCENARIOS_H

/// A scenario of the folder `scenarios`, as it was when this was compiled.
struct gtsd_scenario {
  /// The path below `scenarios` without `.json`, such as `races/double-tap-acknowledge`.
  const char *name;
  /// The text of the file, in UTF-8, with a 0 behind it.
  const char *text;
};

/// The scenario of a place from 0, in the order of the library; null beyond the last.
const struct gtsd_scenario *gtsd_scenario_at(long place);

/// A source file of the simulated app or its server, as it was when this was compiled.
struct gtsd_source {
  /// The path below `Sources/GTSDWorld`, such as `App/Home/Device+Home.swift`.
  const char *path;
  /// The text of the file, in UTF-8, with a 0 behind it.
  const char *text;
};

/// The source file of a place from 0, in the order of paths; null beyond the last.
const struct gtsd_source *gtsd_source_at(long place);

#endif
