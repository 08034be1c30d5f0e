import GTSDModel

extension Finding {
  /// Creates a finding from an episode of an invariant.
  package init(_ breach: CheckLog.Breach, user: UInt32) {
    var words = SiteWords()
    self.init(breach, user: user, &words)
  }

  /// Creates a finding from an episode of an invariant, with its site's words from a cache.
  init(_ breach: CheckLog.Breach, user: UInt32, _ words: inout SiteWords) {
    let (signature, sentence) = words[breach.site]
    self.init(
      .invariant(breach.invariant), hazard: breach.hazard, site: signature, summary: sentence, time: breach.time,
      user: user, device: breach.device)
    view = breach.site.view
  }
}
