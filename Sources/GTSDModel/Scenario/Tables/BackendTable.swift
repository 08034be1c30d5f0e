import GTSDFields

/// The table of the in-process backend.
enum BackendTable {
  private static let day = TimeSpan.days(1)

  static let backend = ObjectSpec<BackendConfiguration>(
    what: "backend", template: BackendConfiguration(), source: assumption,
    fields: [
      Field(
        "servers", \.servers, .int(1...1_000_000), none: "no limit", from: 1,
        "Requests that the whole backend serves at once. Cells get their shares."),
      Field(
        "queueLimit", \.queueLimit, .int(0...100_000_000), none: "no limit", from: 0,
        "The greatest number of waiting requests for the whole backend. Others are answered with 503."),
      Field("network", \.network, .timing, "One-way network latency."),
      Field(
        "links", \.links, .list(of: link, count: 0...20),
        "Kinds of connections, one for each person. Without any, every photo leaves the phone at once."
      ),
      Field("service", \.service, .timing, "The service time of endpoints that are not in serviceByEndpoint."),
      Field(
        "serviceByEndpoint", \.serviceByEndpoint, .serviceByEndpoint, "Service times by the name of an endpoint."),
      Field(
        "metricsDelay", \.metricsDelay, .timing,
        "The time from the onboarding commit until metrics exist, if metrics.compute is async."),
      Field(
        "accessTokenLifetime", \.accessTokenLifetime, .span(.seconds(1)...TimeSpan.days(366)),
        "Life of an access token.", source: "API contract 1.1"),
      Field(
        "refreshTokenLifetime", \.refreshTokenLifetime, .span(.seconds(1)...TimeSpan.days(366)),
        "Life of a refresh token.", source: "API contract 1.1"),
      Field(
        "photoMaxBytes", \.photoMaxBytes, .int(1...1_000_000_000, "bytes"), "The largest photo that is stored.",
        source: "API contract 6, row 22"),
      Field("errorRate", \.errorRate, .probability, "Probability that any request fails with 500."),
      Field(
        "lossRate", \.lossRate, .probability,
        "Probability that any request's packet is lost, which the client sees as a network error."),
      Field(
        "requestTimeout", \.requestTimeout, .span(.milliseconds(1)...TimeSpan.hours(1)),
        "How long a client waits for a reply.", source: "API contract 3.2"),
      Field(
        "requestsPerMinute", \.requestsPerMinute, .int(1...1_000_000_000),
        "Requests per minute for one key, unless limits.mode is off.", source: "API contract 1.2"),
      Field(
        "usersPerAddress", \.usersPerAddress, .int(1...10_000_000),
        "Users behind one address, if limits.mode is perIp."),
      Field(
        "remote", \.remote, LoadTable.remote.value, none: "the backend in process", from: LoadTable.remote.template,
        "The server that load drives over HTTP; --target replaces it."),
    ])
}

extension BackendTable {
  static let link = ObjectSpec<NetworkLink>(
    what: "link", template: NetworkLink(name: ""),
    fields: [
      Field("name", \.name, .name, "Name of this kind of connection, unique in the scenario.", required: true),
      Field(
        "weight", \.weight, .weight, "The weight of this kind: its share of people is this over the sum of all weights."
      ),
      Field(
        "uplink", \.uplink, .number(0.01...100_000),
        "Megabits per second that leave the phone. Simultaneous transfers share them evenly."),
      Field(
        "latency", \.latency, .timing, none: "backend.network", from: .constant(0),
        "One-way latency of these connections."),
      Field(
        "gaps", \.gaps, gaps.value, none: "always connected", from: gaps.template,
        "Times at which these phones have no connection: requests fail, and replies do not arrive."),
    ])

  private static let gaps = ObjectSpec<NetworkLink.Gaps>(
    what: "gaps", template: NetworkLink.Gaps(),
    fields: [
      Field("after", \.after, .timing, "Time from the end of a gap to the beginning of the next."),
      Field("length", \.length, .timing, "Length of a gap."),
    ])
}

extension ValueSpec where Value == [EndpointLatency] {
  /// An object from names of endpoints to service times, kept sorted by name.
  static let serviceByEndpoint = ValueSpec(
    expected: "an object from endpoints to service times",
    schema: .object([
      "type": "object",
      "propertyNames": .object(["enum": .array(Endpoint.allCases.map { .string($0.name) })]),
      "additionalProperties": ValueSpec<Distribution>.timing.schema,
    ]),
    read: { node, path, list, reading in
      guard let members = node.members else {
        return reading.report(path, node, "expected an object from endpoints to service times; found \(node.described)")
      }
      var result: [EndpointLatency] = []
      for member in members {
        let memberPath = JSONPath.appending(member.key, to: path)
        guard let endpoint = Endpoint(name: member.key) else {
          reading.reportUnknown(
            "endpoint", member.key, known: Endpoint.allCases.map(\.name), path: memberPath, origin: member.origin)
          continue
        }
        var service = Distribution.constant(0)
        ValueSpec<Distribution>.timing.read(member.node, memberPath, &service, &reading)
        result.append(EndpointLatency(endpoint: endpoint, service: service))
      }
      list = result.sorted { $0.endpoint.name < $1.endpoint.name }
    },
    write: { list in
      .object(list.map { ($0.endpoint.name, ValueSpec<Distribution>.timing.write($0.service)) })
    })
}

extension ValueSpec where Value == Endpoint {
  /// The name of an endpoint.
  static let endpoint = ValueSpec(
    expected: "the name of an endpoint",
    schema: .object(["enum": .array(Endpoint.allCases.map { .string($0.name) })]),
    read: { node, path, endpoint, reading in
      guard let name = node.string else {
        return reading.report(path, node, "expected the name of an endpoint; found \(node.described)")
      }
      if let known = Endpoint(name: name) {
        endpoint = known
      } else {
        reading.reportUnknown(
          "endpoint", name, known: Endpoint.allCases.map(\.name), path: path, origin: node.origin)
      }
    },
    write: { .string($0.name) })
}
