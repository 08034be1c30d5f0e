import GTSDSim

/// The page of a run that goes on: browsers load it anew every two seconds.
enum LoadDashboard {
  /// Seconds that its curves show.
  static let window: Double = 120

  /// A report's page on which what was opened stays open, and the place that is read stays where it is.
  static func page(_ report: Report) -> String {
    report.html.replacing("</body>", with: "<script>\n\(script)</script>\n</body>", maxReplacements: 1)
  }

  private static let script = """
    {
      const place = "gtsd-sim opened", height = "gtsd-sim height";
      const opened = JSON.parse(sessionStorage.getItem(place) ?? "{}");
      const folds = [...document.querySelectorAll("details")];
      const name = fold => [fold.closest("section")?.id, fold.querySelector("summary")?.textContent].join("/");
      for (const fold of folds) {
        if (name(fold) in opened) fold.open = opened[name(fold)];
        fold.addEventListener("toggle", () => {
          opened[name(fold)] = fold.open;
          sessionStorage.setItem(place, JSON.stringify(opened));
        });
      }
      scrollTo(0, Number(sessionStorage.getItem(height) ?? 0));
      addEventListener("pagehide", () => sessionStorage.setItem(height, scrollY));
    }

    """
}
