import GTSDModel

@testable import GTSDWorld

/// The hand-written history of one phone of the correct app, passed to its reference model.
struct PhoneTale {
  let options: ReferenceOptions
  var phone = ReferencePhone()
  var now: Int64 = Nanoseconds.hour
  private var request: Int32 = 0
  private(set) var found: [Divergence] = []

  /// Creates a phone of a generation with a signed-in account and Home on screen.
  init(_ generation: String = #""correct""#) throws {
    options = ReferenceOptions(try Scenario.parse(#"{"generation": \#(generation)}"#))
    phone.account = 0
    show(.signedIn, 1)
    show(.onboarded, 1)
    show(.tab, Tab.home.published)
    settle()
    found = []
  }

  mutating func show(_ variable: StateVariable, _ value: Int64, _ cause: Cause = .reply) {
    phone.rendered(variable, value, cause, at: now, options, &found)
  }

  /// Shows a value together with what was drawn for it.
  mutating func render(_ variable: StateVariable, _ value: Int64, _ cause: Cause = .reply) {
    phone.willRender(variable, value, options, &found)
    show(variable, value, cause)
  }

  mutating func tap(_ action: UserAction) {
    phone.tapped(action, at: now, options)
    phone.acted(action.kind, at: now, options)
  }

  mutating func ignore(_ work: OngoingWork) { phone.ignored(work, options, &found) }

  mutating func ignoreSave() { phone.ignoredSave(options, &found) }

  mutating func refuse(_ action: UserAction) { phone.refused(action, options, &found) }

  /// Opens the photos of a task, which then has an error or none, and closes them again.
  mutating func visitPhotos(of task: Int, error: Int64) {
    tap(.openPhotos(taskID: task))
    show(.photosTask, Int64(task), .person)
    show(.photosError, error, .person)
    settle()
    show(.photosTask, 0, .person)
    settle()
  }

  mutating func draw(_ form: DrawnForm) { phone.drew(form, options, &found) }

  mutating func begin(_ operation: GTSDWorld.Operation) { phone.began(operation, at: now, options) }

  /// Reads once for an operation; the reply has this revision.
  mutating func read(_ request: APIRequest, for operation: GTSDWorld.Operation, _ reply: APIResponse, asOf: Int32) {
    begin(operation)
    let call = send(request, for: operation)
    receive(call, reply, version: asOf)
    phone.notes.replied(request.endpoint, 200, revision: asOf, at: now)
    settle()
  }

  mutating func report(_ event: AnalyticsEvent) { phone.reported(event, at: now, options, &found) }

  mutating func photo(_ item: Int32, _ state: PhotoItemState) {
    phone.reports.photo(PhotoItemID(item), state, at: now)
    phone.notes.photo(PhotoItemID(item), state)
  }

  /// Shows a photo's progress in percent; nil ends it.
  mutating func progress(_ item: Int32, _ percent: UInt8?) {
    phone.notes.uploads.progressed(PhotoItemID(item), percent)
  }

  /// Opens the photos of a task and picks photos there.
  mutating func pick(_ picks: [PhotoPick], for task: Int = 1) {
    tap(.openPhotos(taskID: task))
    show(.photosTask, Int64(task), .person)
    settle()
    tap(.pickPhotos(picks))
  }

  mutating func send(_ body: APIRequest, for operation: GTSDWorld.Operation, key: UInt64 = 0) -> WireCall {
    request += 1
    let call = WireCall(id: request, body: body, accessToken: "access", key: key, operation: operation)
    phone.sent(call, at: now, options, &found)
    return call
  }

  /// Receives a reply, which may show that targets and tasks were changed at some versions.
  mutating func receive(
    _ call: WireCall, status: Int = 200, _ reply: APIResponse? = .done, version: Int32 = 1, targets: Int32 = 0,
    tasks: Int32 = 0
  ) {
    let read = ReferenceServer.Read(
      account: 0, version: version, profileVersion: version, targetsVersion: targets, tasksVersion: tasks,
      day: ReferencePhone.day(at: now))
    phone.received(call, status: status, reply, read, isCancelled: status < 0, at: now, options)
  }

  /// Ends the instant; the next one is some time later.
  mutating func settle(isQuiet: Bool = true, after pause: Int64 = Nanoseconds.second) {
    phone.settle(isQuiet: isQuiet, isInFront: true, options, &found)
    now += pause
  }
}
