extension PastFind {
  static let newest = [
    PastFind(
      name: "a retry takes away what was said of a deletion, also where photos wait for one another",
      text: """
        {"seed": 29286240,
         "faults": [{"kind": "reorder", "delay": {"exponential": {"mean": "48ms"}}, "endpoints": ["upload-photo"],
                     "times": 3},
                    {"kind": "rate-limit-storm", "endpoints": ["upload-photo"], "times": 3},
                    {"kind": "duplicate", "endpoints": ["upload-photo"], "times": 2}],
         "story": {"devices": 2,
                   "given": ["skipThrough", {"do": "openPhotos", "task": 1}, {"do": "pickPhotos", "count": 2}],
                   "when": [{"do": "pickPhotos", "count": 4}, {"do": "deletePhoto", "index": 0, "after": "575ms"},
                            {"do": "retryPhotos", "after": "36ms"}]}}
        """,
      sets: ["backend.requestTimeout=829ms", "generation.photo.onChange=waits"])
  ]
}
