import GTSDModel
package import GTSDWorld
package import HTTPLoop

extension LoadSection {
  /// A period in which requests were in progress and the server sent no reply.
  package struct Silence: Equatable, Sendable {
    package var atSeconds: Double
    package var seconds: Double

    package init(atSeconds: Double, seconds: Double) {
      self.atSeconds = atSeconds
      self.seconds = seconds
    }
  }

  /// Replies of one endpoint that break the contract in one way, or requests that failed in one way.
  package struct BadReplyKind: Equatable, Sendable {
    package var endpoint: String
    /// The field with the problem, and its expected place.
    package var problem: String
    package var count: Int
    /// The beginning of the first such response.
    package var sample: String
    /// The `X-Request-ID` of its request, without the run.
    package var request: String
    /// The severity of the problem; nil in older reports, where every problem is an unreadable reply.
    package var grade: BadReply.Grade?

    package init(
      endpoint: String, problem: String, count: Int, sample: String, request: String, grade: BadReply.Grade? = nil
    ) {
      self.grade = grade
      self.endpoint = endpoint
      self.problem = problem
      self.count = count
      self.sample = sample
      self.request = request
    }
  }

  /// The use of one of several addresses of the server.
  package struct Address: Equatable, Sendable {
    package var address: String
    package var connections: Int
    /// Connections that were refused or timed out.
    package var refused: Int
    package var replies: Int
    /// The number of requests that were answered with 5xx, or that had no whole answer; nil in older reports.
    package var failures: Int?
    /// The mean time from the sending of a request to the end of its reply, in seconds; nil without a reply.
    package var meanSeconds: Double?

    package init(_ use: HTTPAddresses.Use) {
      (address, connections, refused, replies) = (use.address, use.connections, use.refused, use.replies)
      failures = use.failures
      meanSeconds = use.replies > 0 ? Nanoseconds.seconds(use.time) / Double(use.replies) : nil
    }
  }

  /// The features that a run left out.
  package struct LeftOut: Equatable, Sendable {
    package var endpoints: [String]
    /// The decisions that nobody made because they need one of the left-out endpoints.
    package var decisions: [String]

    package init(endpoints: [String], decisions: [String]) {
      self.endpoints = endpoints
      self.decisions = decisions
    }
  }

  /// Adds the observations about the server that are not counts: silence, bad replies and others.
  mutating func takeServer(of fold: LoadFold) {
    silence = fold.silence.longest.map {
      .init(atSeconds: Nanoseconds.seconds($0.from), seconds: Nanoseconds.seconds($0.length))
    }
    badReplies =
      fold.badReplies.kinds.isEmpty
      ? nil
      : fold.badReplies.kinds.map { kind in
        BadReplyKind(
          endpoint: kind.endpoint.name, problem: kind.first.problem, count: Int(kind.count), sample: kind.first.sample,
          request: kind.first.request, grade: kind.first.grade)
      }
  }
}

extension LoadSection.BadReplyKind {
  /// Whether the replies could be read but break the contract.
  package var isBreach: Bool { grade == .breach }
  /// Whether the contract allows it.
  package var isRemark: Bool { grade == .remark }
  /// Whether the requests failed.
  package var isFailure: Bool { grade == .failure }
}

extension LoadSection.Silence {
  /// An empty value. Reading a report replaces all of its fields.
  package static var blank: Self { Self(atSeconds: 0, seconds: 0) }
}

extension LoadSection.BadReplyKind {
  /// An empty value. Reading a report replaces all of its fields.
  package static var blank: Self { Self(endpoint: "", problem: "", count: 0, sample: "", request: "") }
}

extension LoadSection.Address {
  /// The empty value that reading a report fills.
  package static var blank: Self { Self(HTTPAddresses.Use(address: "")) }
}

extension LoadSection.LeftOut {
  /// An empty value. Reading a report replaces all of its fields.
  package static var blank: Self { Self(endpoints: [], decisions: []) }
}
