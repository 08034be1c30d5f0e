import Testing

@testable import GTSDModel

/// Faults in the form of replies that the reader tolerates.
@Suite struct ReplyFormTests {
  private func tolerated(_ text: String, _ endpoint: Endpoint = .me) -> [String] {
    ReplyProblem.tolerated(in: Array(text.utf8), for: endpoint).map(\.text)
  }

  @Test(
    "A field of another JSON type is named with its place",
    arguments: [
      (#"{"data": {"id": "7", "email": "a@b.c"}}"#, "id is a text, no whole number, at $.data.id"),
      (
        #"{"data": {"user": {"hasCompletedOnboarding": 0}}}"#,
        "hasCompletedOnboarding is a number, no truth value, at $.data.user.hasCompletedOnboarding"
      ),
      (#"{"data": {"acknowledged": "false"}}"#, "acknowledged is a text, no truth value, at $.data.acknowledged"),
      (#"{"data": {"name": null}}"#, "name is null at $.data.name"),
      (#"{"data": {"streak": [{}]}}"#, "streak is a list, no object, at $.data.streak"),
      (#"{"data": {"allergies": "nuts, milk"}}"#, "allergies is a text, no list of texts, at $.data.allergies"),
      (#"{"data": {"allergies": {"0": "nuts"}}}"#, "allergies is an object, no list of texts, at $.data.allergies"),
      (#"{"data": {"createdAt": 1763900000}}"#, "createdAt is a number, no ISO 8601 instant, at $.data.createdAt"),
      (
        #"{"data": {"updatedAt": "2026-01-02 03:04"}}"#, "updatedAt is a text, no ISO 8601 instant, at $.data.updatedAt"
      ),
      (
        #"{"profile": {"goals": {"primaryGoal": "LOSE_WEIGHT"}}}"#,
        "primaryGoal is none of lose_weight, gain_muscle, maintain, improve_health at $.profile.goals.primaryGoal"
      ),
      (
        #"{"data": {"photos": [{"mimeType": "image/jpg"}]}}"#,
        "mimeType is none of image/jpeg, image/png, image/heic at $.data.photos[0].mimeType"
      ),
      (#"{"success": 1, "data": {}}"#, "success is a number, no truth value, at $.success"),
      (#"{"data": {"version": 1.5}}"#, "version is a number with decimals, no whole number, at $.data.version"),
    ])
  func otherTypesAreNamed(body: String, problem: String) {
    #expect(tolerated(body) == [problem])
  }

  @Test(
    "The contract's own forms pass, texts of digits in the reply to an upload included",
    arguments: [
      (
        #"{"data": {"bmr": 1700, "explanations": {"bmr": "so", "bmi": "so"}, "acknowledgement": null}}"#,
        Endpoint.todayMetrics
      ),
      (#"{"photo": {"id": "12", "taskId": "3", "fileSize": 4}}"#, .uploadPhoto),
      (#"{"data": {"calculations": {"bmr": {"value": 1}}, "whyItWorks": {"calorieTarget": {}}}}"#, .howItWorks),
      (#"{"status": "ok", "version": "1.0"}"#, .health),
      (#"{"version": "2", "data": {"id": 1}}"#, .me),
      (#"{"success": true, "profile": {"goals": {"primaryGoal": null}, "health": {"currentWeight": null}}}"#, .profile),
    ])
  func ownFormsPass(body: String, endpoint: Endpoint) {
    #expect(tolerated(body, endpoint) == [])
  }

  @Test("A missing or wrong Content-Type is a fault if JSON is sent") func contentTypes() {
    func fault(_ type: String?, _ endpoint: Endpoint = .me) -> String? {
      ReplyProblem.contentType(type, for: endpoint)?.text
    }
    #expect(fault("application/json") == nil && fault("Application/JSON; charset=utf-8") == nil)
    #expect(fault("application/problem+json") == nil && fault(nil, .storePhoto) == nil)
    #expect(fault(nil) == "Content-Type is missing at the head")
    #expect(fault("text/html; charset=utf-8") == "Content-Type is text/html, where JSON is sent, at the head")
  }

  @Test("A refusal without Retry-After or in HTML is a fault; a gateway's own format is not") func refusals() {
    func fault(_ status: Int, _ body: String, _ retry: String? = "1", _ endpoint: Endpoint = .me) -> String? {
      ReplyProblem.refusal(status, Array(body.utf8), retryAfter: retry, for: endpoint)?.text
    }
    #expect(fault(429, "{}", nil) == "Retry-After is missing in a reply with 429 at the head")
    #expect(
      fault(503, "{}", nil) != nil && fault(503, "<html>") == nil && fault(429, "slow", "1", .presignPhoto) == nil)
    #expect(fault(400, "<html>") == "the body is HTML or XML, where JSON is expected in a reply with 400")
    #expect(fault(400, "{}") == nil && fault(404, "<html>") == nil && fault(502, "<html>") == nil)
  }

  @Test(
    "An error under a status that says yes is a refusal, whatever the endpoint and the envelope",
    arguments: [
      #"{"success": false, "error": "busy"}"#, #"{"error": {"message": "busy"}}"#, #"{"errors": [{"detail": "busy"}]}"#,
      #"{"status": "error", "message": "busy"}"#,
    ])
  func failuresUnderSuccess(body: String) {
    let bytes = Array(body.utf8)
    for request in [APIRequest.me, .deletePhoto(id: 1), .logOut(refreshToken: "r")] {
      guard case .failure(let error) = APIResponse(status: 200, body: bytes, for: request) else {
        Issue.record("\(request)")
        continue
      }
      #expect(error.message == "busy")
      #expect(
        ReplyProblem.first(in: bytes, for: request.endpoint)?.finding.hasSuffix("in a reply with a success status")
          == true)
    }
    #expect(APIResponse(status: 200, body: Array(#"{"status": "fail"}"#.utf8), for: .health) == .done)
    #expect(ReplyProblem.first(in: Array(#"{"data": {"id"#.utf8), for: .me)?.text == "the body is JSON that is cut off")
  }

  @Test("Reply problems name a list in place of an object, and a null in place of a required value") func unreadable() {
    func first(_ text: String, _ endpoint: Endpoint) -> String? {
      ReplyProblem.first(in: Array(text.utf8), for: endpoint)?.text
    }
    #expect(
      first(#"{"data": {"streak": [{"currentStreak": 1}]}}"#, .streak)
        == "streak is a list, no object, at $.data.streak")
    #expect(first(#"{"data": {"id": null, "email": "a@b.c"}}"#, .me) == "id is null at $.data.id")
  }

  @Test("A backend's values and times are translated in both directions") func valuesAreTranslated() throws {
    var names = EndpointNames()
    names.values = [NameChange("lose_weight", "LOSE")]
    names.times = [NameChange("*", "seconds"), NameChange("dateOfBirth", "date")]
    let values = FieldValues(names.values, times: names.times)
    let ours: JSONValue = [
      "primaryGoal": "lose_weight", "dateOfBirth": "1990-05-01T00:00:00.000Z", "name": "lose_weight",
      "computedAt": "2026-01-01T00:00:00.000Z",
    ]
    let theirs: JSONValue = [
      "primaryGoal": "LOSE", "dateOfBirth": "1990-05-01", "name": "lose_weight", "computedAt": 1_767_225_600,
    ]
    #expect(values.outward(ours) == theirs && values.inward(theirs) == ours)
  }

  @Test("Unknown values and forms in a map are rejected with a list of the known ones")
  func mapsAreChecked() throws {
    let good = try Scenario.parse(
      #"{"load": {"rate": 1, "map": {"*": {"values": {"lose_weight": "L"}, "times": {"*": "seconds"}}}}}"#)
    #expect(good.load?.map.all.values == [NameChange("lose_weight", "L")])
    let names = #"{"request": {"offset": null}, "ids": "text", "added": {"a.b": "c"}}"#
    let photos = try Scenario.parse(#"{"load": {"rate": 1, "map": {"photos": \#(names)}}}"#)
    #expect(photos.load?.map.names(of: .photos).request == [NameChange("offset", "")])
    #expect(try Scenario.parse(photos.resolved.text).load?.map == photos.load?.map)
    for bad in [
      #""fields": {"offset": null}"#, #""emptyReply": true"#, #""added": {"a[]": "c"}"#, #""replyHeaders": {"x": "Y"}"#,
      #""values": {"loose_weight": "L"}"#, #""times": {"computedAt": "weeks"}"#, #""times": {"id": "date"}"#,
    ] {
      #expect(throws: (any Error).self) {
        try Scenario.parse(#"{"load": {"rate": 1, "map": {"*": {\#(bad)}}}}"#)
      }
    }
  }
}
