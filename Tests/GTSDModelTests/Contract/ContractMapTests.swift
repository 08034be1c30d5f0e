import GTSDModel
import GTSDModelTestSupport
import Testing

struct ContractMapTests {
  private func json(_ text: String) throws -> JSONValue { try #require(JSONValue(parsing: Array(text.utf8))) }

  private func map(_ text: String) throws -> ContractMap {
    try #require(try Scenario.parse(#"{"load": {"rate": 1, "map": \#(text)}}"#).load).map
  }

  private func outward(_ request: APIRequest, _ text: String, user: Int? = nil) throws -> WireRequest {
    let names = try #require(ContractTranslation(try map(text))?[request.endpoint])
    return names.outward(request.wire, user: user)
  }

  private func body(_ wire: WireRequest) -> String { String(decoding: wire.body.bytes, as: UTF8.self) }

  @Test(
    "Fields are renamed wherever they stand, and moved by place",
    arguments: [
      ([("a", "b")], #"{"a":1,"x":[{"a":2}]}"#, #"{"b":1,"x":[{"b":2}]}"#),
      ([("a", "b"), ("b", "a")], #"{"a":1,"b":2}"#, #"{"a":2,"b":1}"#),
      ([("id", "user.uid")], #"{"id":1,"n":{"id":2}}"#, #"{"n":{"id":2},"user":{"uid":1}}"#),
      (
        [("list[].ref.no", "items[].id"), ("list", "items")], #"{"list":[{"ref":{"no":7}},{"ref":{"no":8},"k":1}]}"#,
        #"{"items":[{"id":7},{"id":8,"k":1}]}"#
      ),
      ([("$", "data")], #"{"x":1}"#, #"{"data":{"x":1},"x":1}"#),
      ([("$[].no", "data.photos[].id")], #"[{"no":3}]"#, #"{"data":{"photos":[{"id":3}]}}"#),
      ([("p.q", "r"), ("p.s", "t")], #"{"p":{"q":1,"s":2}}"#, #"{"r":1,"t":2}"#),
    ] as [([(String, String)], String, String)])
  func documentsChangeNames(changes: [(String, String)], before: String, after: String) throws {
    let names = FieldNames(changes.map { (from: $0.0, to: $0.1) })
    #expect(String(decoding: names.apply(to: try json(before)).bytes, as: UTF8.self) == after)
  }

  @Test("The variable parts of a path are inserted where the backend expects them")
  func pathsAreFilled() throws {
    let delete = try outward(
      .deletePhoto(id: 7), #"{"delete-photo": {"method": "POST", "path": "/people/:user/photos/:id/removal"}}"#,
      user: 12)
    #expect(delete.method == .post && delete.target == "/people/12/photos/7/removal")
    let acknowledge = try outward(
      .acknowledge(version: 3, metricsComputedAt: sampleNow),
      #"{"acknowledge": {"path": "/rows/:version/seen", "fields": {"metricsComputedAt": "row.at"}}}"#)
    #expect(acknowledge.target == "/rows/3/seen" && body(acknowledge).hasPrefix(#"{"row":{"at":"2025"#))
    let list = try outward(
      .photos(taskID: 4, limit: 50, offset: 0),
      #"{"photos": {"path": "/pictures?kind=all"}, "*": {"fields": {"taskId": "task_id"}}}"#)
    #expect(list.target == "/pictures?kind=all&limit=50&offset=0&task_id=4")
    let refresh = try outward(
      .refresh(refreshToken: "a b"), #"{"refresh": {"method": "GET", "request": {"refreshToken": "token"}}}"#)
    #expect(refresh.method == .get && refresh.target == "/auth/refresh?token=a%20b" && refresh.body == .empty)
  }

  @Test("Parts of a form are renamed like fields") func formsAreRenamed() throws {
    let upload = APIRequest.uploadPhoto(PhotoUpload(taskID: 2, item: PhotoItemID(1), contentType: .jpeg, fileSize: 100))
    let text = body(try outward(upload, #"{"upload-photo": {"fields": {"photo": "file", "taskId": "task"}}}"#))
    #expect(text.contains(#" name="file"; filename="photo-1.jpg""#) && text.contains(#" name="task""#))
    #expect(!text.contains(#" name="photo""#))
  }

  @Test("A header field has the backend's name and form") func headersAreRenamed() throws {
    let map = try map(
      #"{"*": {"headers": {"Authorization": "X-Session: Token {}", "x-request-id": "X-Correlation-ID"}}, "me": {}}"#)
    let names = try #require(ContractTranslation(map)?[.me])
    #expect(names.header(.authorization, prefix: "Bearer ", "abc") == ("X-Session", "Token abc"))
    #expect(names.header(.requestID, "gtsd-1-2") == ("X-Correlation-ID", "gtsd-1-2"))
    #expect(names.header(.idempotencyKey, "1") == ("Idempotency-Key", "1"))
  }

  @Test("Renaming every field there and back changes no reply", arguments: Endpoint.allCases)
  func repliesComeBack(endpoint: Endpoint) {
    let changes = ContractFields.names.map { (from: $0, to: "\($0)_x") }
    let (out, back) = (FieldNames(changes), FieldNames(changes.map { ($0.to, $0.from) }))
    var random = RandomValues(seed: 400 + UInt64(endpoint.rawValue))
    let request = random.request(endpoint)
    let response = random.response(to: request)
    let context = ResponseContext(wire: Generation.preset(.correct).wire, now: sampleNow)
    let bytes = response.encoded(for: request, context: context).body
    guard let body = JSONValue(parsing: bytes) else { return }
    let renamed = out.apply(to: body)
    if response != .done { #expect(APIResponse(status: 200, body: renamed.bytes, for: request) == .undecodable) }
    #expect(back.apply(to: renamed) == body)
  }

  @Test(
    "What is no name of the contract is an error with the nearest",
    arguments: [
      (#"{"sign-in": {}}"#, "$.load.map.sign-in: unknown endpoint `sign-in`"),
      (
        #"{"log-in": {"fields": {"accesToken": "x"}}}"#,
        "$.load.map.log-in.fields.accesToken: unknown field of the contract `accesToken`; did you mean `accessToken`?"
      ),
      (
        #"{"log-in": {"headers": {"Authorisation": "X"}}}"#,
        "$.load.map.log-in.headers.Authorisation: unknown header field `Authorisation`; did you mean `Authorization`?"
      ),
      (#"{"log-in": {"headers": {"Authorization": "Host"}}}"#, "Host is set by this program"),
      (#"{"log-in": {"path": "login"}}"#, "a path such as"),
      (#"{"delete-photo": {"path": "/photos"}}"#, "has no `:id`, which delete-photo needs"),
      (#"{"me": {"path": "/people/:usr"}}"#, "unknown part of a path `usr`; did you mean `user`?"),
      (#"{"me": {"methd": "PUT"}}"#, "unknown key `methd`; did you mean `method`?"),
      (#"{"photos": {"fields": {"items[].id": "x"}}}"#, "lie in different numbers of lists"),
      (#"{"*": {"path": "/x"}}"#, "path, method and emptyReply are of one endpoint"),
    ])
  func mistakesAreNamed(map: String, message: String) {
    do {
      _ = try Scenario.parse(#"{"load": {"rate": 1, "map": \#(map)}}"#)
      Issue.record("\(map) was taken")
    } catch {
      #expect(error.description.contains(message), "\(error.description)")
    }
  }

  @Test("A map survives a round trip through the resolved scenario") func mapsReadBack() throws {
    let text = #"{"*": {"fields": {"accessToken": "access_token"}}, "me": {"method": "POST", "path": "/who"}}"#
    var scenario = try Scenario.parse(#"{"load": {"rate": 1, "map": \#(text)}}"#)
    scenario.load?.without = [.streak, .tasksToday]
    #expect(try Scenario.parse(scenario.resolvedJSON) == scenario)
  }

  @Test(
    "What is left out may not be asked for as well",
    arguments: [
      (#"{"rate": 1, "without": ["streaks"]}"#, "unknown endpoint `streaks`; did you mean `streak`?"),
      (#"{"rate": 1, "without": ["sign-up"]}"#, "nobody has an account without sign-up"),
      (#"{"rate": 1, "without": ["me", "me"]}"#, "names me twice"),
      (
        #"{"rate": 1, "unit": "request", "request": "me", "without": ["me"]}"#,
        "requests me, which `without` leaves out"
      ),
      (#"{"rate": 1, "without": ["me"], "thresholds": ["p95(api-response-time{me})<1s"]}"#, "are about me"),
    ])
  func leavingOutIsChecked(load: String, message: String) {
    do {
      _ = try Scenario.parse("{\"load\": \(load)}")
      Issue.record("\(load) was taken")
    } catch {
      #expect(error.description.contains(message), "\(error.description)")
    }
  }
}
