/// A backend's own names for endpoints, headers and fields of the contract.
public struct ContractMap: Sendable, Equatable {
  /// Names for every endpoint that has no name of its own.
  public var all = EndpointNames()
  /// Names of single endpoints, in the order of their names.
  public var endpoints: [NamesOfEndpoint] = []

  /// Creates names without changes: those of the contract apply.
  public init() {}

  /// Whether the backend uses the contract's names throughout.
  public var isEmpty: Bool { all == EndpointNames() && endpoints.isEmpty }

  /// One endpoint's names.
  public struct NamesOfEndpoint: Sendable, Equatable {
    /// The endpoint that the names belong to.
    public var endpoint: Endpoint
    /// The backend's names for the endpoint.
    public var names: EndpointNames

    /// Creates the names of one endpoint.
    public init(_ endpoint: Endpoint, _ names: EndpointNames) {
      self.endpoint = endpoint
      self.names = names
    }
  }

  /// The names of an endpoint: its own take precedence over those for all.
  package func names(of endpoint: Endpoint) -> EndpointNames {
    guard let own = endpoints.first(where: { $0.endpoint == endpoint })?.names else { return all }
    return own.over(all)
  }
}

/// A backend's own names for one endpoint, its headers and its fields.
public struct EndpointNames: Sendable, Equatable {
  /// The method; nil for the contract's.
  package var method: HTTPMethod?
  /// The path, with `:name` for parts that vary; nil for the contract's.
  public var path: String?
  /// Header fields: the contract's name and the backend's name. `{}` marks the place of the value if the value's format
  /// differs too.
  public var headers: [NameChange] = []
  /// JSON fields of requests and replies.
  public var fields: [NameChange] = []
  /// Renamed JSON fields in requests only.
  public var request: [NameChange] = []
  /// Renamed JSON fields in replies only.
  public var reply: [NameChange] = []
  /// Values of choices, such as `lose_weight`: the contract's name and the backend's.
  package var values: [NameChange] = []
  /// The forms of instants by field: `seconds`, `milliseconds` or `date`.
  package var times: [NameChange] = []
  /// The type of the backend's ids of accounts, photos and tasks; nil for numbers, as in the contract.
  package var ids: IDForm?
  /// Request fields that only the backend has, with their values.
  package var added: [NameChange] = []
  /// Fields of the contract's replies that the backend sends as header fields instead.
  package var fromHeaders: [NameChange] = []
  /// Whether successful replies have no body. The app then continues with the values that it sent.
  package var isReplyEmpty: Bool?

  /// The type of a backend's ids.
  package enum IDForm: String, CaseIterable, Sendable {
    /// A whole number, as in the contract.
    case number
    /// Any text, such as a UUID.
    case text
  }

  /// Creates names without changes: those of the contract apply.
  public init() {}

  fileprivate func over(_ other: EndpointNames) -> EndpointNames {
    var names = self
    names.method = method ?? other.method
    names.path = path ?? other.path
    names.headers = Self.merged(headers, other.headers)
    names.fields = Self.merged(fields, other.fields)
    names.request = Self.merged(request, other.request)
    names.reply = Self.merged(reply, other.reply)
    names.values = Self.merged(values, other.values)
    names.times = Self.merged(times, other.times)
    names.ids = ids ?? other.ids
    names.added = Self.merged(added, other.added)
    names.fromHeaders = Self.merged(fromHeaders, other.fromHeaders)
    names.isReplyEmpty = isReplyEmpty ?? other.isReplyEmpty
    return names
  }

  private static func merged(_ own: [NameChange], _ other: [NameChange]) -> [NameChange] {
    own + other.filter { change in !own.contains { $0.ours == change.ours } }
  }

  /// The renames in requests; names for requests alone win over those for both ways.
  package var ofRequests: [NameChange] { Self.merged(request, fields) }
  /// The renames in replies.
  package var ofReplies: [NameChange] { Self.merged(reply, fields) }
}

/// The name of a header field or JSON field in the contract and at the backend.
public struct NameChange: Sendable, Equatable {
  /// The contract's name.
  public var ours: String
  /// The backend's name; empty for a field that the backend does not have.
  public var theirs: String

  /// Creates a change of name.
  public init(_ ours: String, _ theirs: String) {
    self.ours = ours
    self.theirs = theirs
  }
}
