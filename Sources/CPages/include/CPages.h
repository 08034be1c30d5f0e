#ifndef CPAGES_H
#define CPAGES_H

/// A file of the folder `pages`, as it was when this was compiled.
struct gtsd_page {
  /// The path below `pages`, such as `report/report.css`.
  const char *name;
  /// The text of the file, in UTF-8, with a 0 behind it.
  const char *text;
};

/// The file of a place from 0; null beyond the last.
const struct gtsd_page *gtsd_page_at(long place);

#endif
