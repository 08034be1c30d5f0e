extension Report {
  /// The exit code that the report calls for: 11 with a violation, otherwise 10 with a missed target, otherwise 0.
  ///
  /// A shard knows only a part of the users, and therefore states no verdict: 0 or 11. In a load run it is a threshold
  /// that is missed, or the limit on dropped starts.
  public var exitCode: Int32 {
    if let comparison { return comparison.exitCode }
    if !violations.isEmpty { return 11 }
    // Minutes of load say little about people; what is demanded of the server decides.
    if let load { return load.isMissed ? 10 : 0 }
    if shard == nil, kpis.contains(where: { $0.verdict == .missed }) { return 10 }
    return 0
  }
}
