import Testing

@testable import gtsd_sim

/// The requests that the studio allows.
struct StudioGateTests {
  private let gate = StudioGate(token: "0123456789abcdef", port: 4321)

  private func decide(
    host: String? = "127.0.0.1:4321", origin: String? = nil, site: String? = nil, _ target: String
  ) -> StudioGate.Decision {
    gate.decide(host: host, origin: origin, site: site, target: target)
  }

  private func isRefused(_ decision: StudioGate.Decision) -> Bool {
    if case .refuse(403, _) = decision { true } else { false }
  }

  @Test func ownPageIsAdmitted() {
    #expect(decide("/0123456789abcdef/") == .pass(""))
    #expect(decide("/0123456789abcdef/api/start?x=1") == .pass("api/start"))
    for host in ["127.0.0.1:4321", "localhost:4321", "[::1]:4321", "LocalHost:4321"] {
      #expect(decide(host: host, origin: "http://\(host)", site: "same-origin", "/0123456789abcdef/a") == .pass("a"))
    }
    // A link in a mail or another page may lead to the page, and to nothing else.
    #expect(decide(site: "none", "/0123456789abcdef/") == .pass(""))
    #expect(decide(site: "cross-site", "/0123456789abcdef/?tab=race") == .pass(""))
  }

  @Test(arguments: [
    nil, "", "evil.example", "127.0.0.1", "127.0.0.1:4322", "localhost", "evil.example:4321",
    "127.0.0.1:4321.evil.example",
  ])
  func anotherHostIsRefused(host: String?) {
    #expect(isRefused(decide(host: host, "/0123456789abcdef/")))
  }

  @Test(arguments: [
    "http://evil.example", "null", "https://127.0.0.1:4321", "http://127.0.0.1:80", "http://localhost:4321",
  ])
  func anotherOriginIsRefused(origin: String) {
    #expect(isRefused(decide(origin: origin, "/0123456789abcdef/api/work")))
  }

  @Test(arguments: ["cross-site", "same-site"])
  func crossSiteRequestIsRefused(site: String) {
    #expect(isRefused(decide(site: site, "/0123456789abcdef/api/start")))
    #expect(isRefused(decide(origin: "http://evil.example", site: site, "/0123456789abcdef/")))
  }

  @Test(arguments: [
    "/", "/0123456789abcdef", "/0123456789abcdee/", "/0123456789abcdef0/", "//0123456789abcdef/", "0123456789abcdef/",
    "*",
    "/?0123456789abcdef/",
  ])
  func requestsWithoutTheTokenAreRefused(target: String) {
    #expect(isRefused(decide(target)))
  }

  @Test func tokensAreLongAndNew() {
    let words = (0..<100).map { _ in StudioGate.randomToken() }
    #expect(words.allSatisfy { $0.count == 32 && $0.allSatisfy(\.isHexDigit) })
    #expect(Set(words).count == 100)
  }
}
