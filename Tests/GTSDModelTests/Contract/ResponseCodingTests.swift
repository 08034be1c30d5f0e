import Foundation
import GTSDModel
import GTSDModelTestSupport
import Testing

/// Every combination of the wire switches.
private let shapes: [Generation.Wire] = {
  var shapes: [Generation.Wire] = []
  for metrics in Generation.Wire.Metrics.allCases {
    for ack in Generation.Wire.Ack.allCases {
      for me in Generation.Wire.Me.allCases {
        var wire = Generation.preset(.correct).wire
        wire.metrics = metrics
        wire.ack = ack
        wire.me = me
        shapes.append(wire)
      }
    }
  }
  return shapes
}()

struct ResponseCodingTests {
  @Test(arguments: Endpoint.allCases)
  func decodingUndoesEncodingInEveryShape(endpoint: Endpoint) {
    var random = RandomValues(seed: 1000 + UInt64(endpoint.rawValue))
    for wire in shapes {
      for _ in 0..<8 {
        let request = random.request(endpoint)
        var response = random.response(to: request)
        let context = ResponseContext(
          wire: wire, now: sampleNow, user: random.maybe { $0.user() }, profile: random.maybe { $0.profile() },
          baseURL: "http://127.0.0.1:3000")
        let body = response.encoded(for: request, context: context).body
        if wire.me == .head, case .me(var me) = response {
          me.hasCompletedOnboarding = nil
          me.preferences = nil
          response = .me(me)
        }
        #expect(APIResponse(status: 200, body: body, for: request) == response)
        #expect(APIResponse(status: 201, body: body, for: request) == response)
      }
    }
  }

  @Test(arguments: Endpoint.allCases)
  func errorsOfEveryReasonComeBack(endpoint: Endpoint) {
    var random = RandomValues(seed: 5)
    let request = random.request(endpoint)
    for reason in APIErrorPayload.Reason.allCases {
      // Only the read of today's metrics distinguishes "not ready" from "not found", by a 404 of its own.
      if reason == .notReady && endpoint != .todayMetrics || reason == .notFound && endpoint == .todayMetrics {
        continue
      }
      let error = APIErrorPayload(reason)
      let context = ResponseContext(wire: shapes[0], now: sampleNow)
      let wire = APIResponse.failure(error).encoded(for: request, context: context)
      #expect(APIResponse(status: reason.status, body: wire.body, for: request) == .failure(error))
    }
  }

  /// A reply that is cut off anywhere is never accepted.
  @Test(arguments: Endpoint.allCases)
  func truncatedRepliesAreUndecodable(endpoint: Endpoint) {
    var random = RandomValues(seed: 2000 + UInt64(endpoint.rawValue))
    let request = random.request(endpoint)
    let response = random.response(to: request)
    if response == .done { return }
    let body = response.encoded(for: request, context: ResponseContext(wire: shapes[0], now: sampleNow)).body
    for _ in 0..<20 {
      let cut = Array(body.prefix(random.int(0...body.count - 1)))
      #expect(APIResponse(status: 200, body: cut, for: request) == .undecodable)
    }
  }

  @Test func metricsAreNestedOrFlat() {
    let payload = MetricsPayload(
      metrics: HealthMetrics(bmi: 24.69, bmr: 1760, tdee: 2728, computedAt: sampleNow, version: 1),
      acknowledged: false)
    let row = #""bmi":24.69,"bmr":1760,"computedAt":"2025-11-02T08:15:30.412Z""#
    let explanations = """
      "explanations":{"bmi":"Your body mass index is 24.69, which counts as normal.",\
      "bmr":"Your body uses about 1760 kcal a day at rest.",\
      "tdee":"With your activity you use about 2728 kcal a day."}
      """
    let nested = """
      {"data":{"acknowledged":false,"acknowledgement":null,\(explanations),\
      "metrics":{\(row),"tdee":2728,"version":1}},"success":true}
      """
    let flat = """
      {"data":{"acknowledged":false,"acknowledgement":null,\(row),\(explanations),\
      "tdee":2728,"version":1},"success":true}
      """
    #expect(written(.metrics(payload), to: .todayMetrics) { $0.metrics = .nested } == nested)
    #expect(written(.metrics(payload), to: .todayMetrics) { $0.metrics = .flat } == flat)
  }

  @Test func acknowledgeRepliesHaveThreeShapes() {
    let request = APIRequest.acknowledge(version: 1, metricsComputedAt: sampleNow)
    let reply = APIResponse.acknowledged(Acknowledgement(acknowledgedAt: sampleNow, version: 1))
    let at = #""acknowledgedAt":"2025-11-02T08:15:30.412Z""#
    #expect(
      written(reply, to: request) { $0.ack = .head } == #"{"data":{\#(at),"success":true},"success":true}"#)
    #expect(
      written(reply, to: request) { $0.ack = .documented }
        == #"{"data":{"acknowledged":true,"acknowledgement":{\#(at),"version":1}},"success":true}"#)
    let both = #"{"acknowledged":true,\#(at),"acknowledgement":{\#(at),"version":1},"success":true}"#
    #expect(written(reply, to: request) { $0.ack = .union } == #"{"data":\#(both),"success":true}"#)
  }

  @Test func presignedLimitsAnswerInPlainText() {
    var random = RandomValues(seed: 6)
    let context = ResponseContext(wire: shapes[0], now: sampleNow)
    let limited = APIResponse.failure(APIErrorPayload(.rateLimited))
    let presign = limited.encoded(for: random.request(.presignPhoto), context: context)
    #expect(presign.contentType.hasPrefix("text/plain"))
    #expect(String(decoding: presign.body, as: UTF8.self) == "Too many requests, please try again later")
    #expect(limited.encoded(for: .todayMetrics, context: context).contentType.hasPrefix("application/json"))
  }

  @Test func errorsAreNamedByTheirRequest() {
    let context = ResponseContext(wire: shapes[0], now: sampleNow, requestID: "r-7")
    let refused = APIResponse.failure(APIErrorPayload(.unauthorized)).encoded(for: .todayMetrics, context: context)
    #expect(JSONValue(parsing: refused.body)?["error"]["requestId"].string == "r-7")
  }

  @Test func presignRepliesTellWhereTheBytesGo() {
    var random = RandomValues(seed: 7)
    let context = ResponseContext(wire: shapes[0], now: sampleNow, baseURL: "http://localhost:3000")
    let reply = APIResponse.presigned(fileKey: "progress-photos/7/1-photo-0.jpg")
      .encoded(for: random.request(.presignPhoto), context: context)
    #expect(APIResponse.uploadURL(in: reply.body) == "http://localhost:3000/storage/progress-photos/7/1-photo-0.jpg")
  }

  private func written(
    _ response: APIResponse, to request: APIRequest, _ change: (inout Generation.Wire) -> Void
  ) -> String {
    var wire = Generation.preset(.correct).wire
    change(&wire)
    let body = response.encoded(for: request, context: ResponseContext(wire: wire, now: sampleNow)).body
    return String(decoding: body, as: UTF8.self)
  }
}
