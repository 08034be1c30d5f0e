import GTSDModel
import GTSDWorld
import Interleaving

/// Sends probes for one user: requests that a correct server refuses, such as requests with used tokens or for another
/// account's data.
///
/// Probes are not included in any figure, and the checker of replies does not receive them.
final class ServerProbes {
  /// The receivers of findings.
  struct Handlers {
    /// Receives the kind of each answered probe, and a description of a wrong answer.
    var judged: (ProbeKind, Endpoint, _ wrong: String?) -> Void
    /// Receives a breach of the contract in a single reply, with a sample.
    var breach: (Endpoint, BadReply) -> Void
  }

  let person: PersonModel
  let caller: Caller
  private let backend: HTTPBackend
  private let timeout: Int64
  private let handlers: Handlers
  /// The number of the latest probe. Numbers begin after those of any tour.
  private var calls: Int32 = ServerProbes.firstCall
  /// The server's id of the account; nil before it is known.
  var accountID: Int?
  /// The number of the user's latest request, to name in findings.
  var latest: Int32 = 0

  /// The number before that of the first probe. It is greater than the numbers of the user's other requests.
  static let firstCall: Int32 = 10_000
  /// The ordinal of the account that is created only to be deleted.
  private static let throwaway: UInt8 = 200

  init(_ person: PersonModel, caller: Caller, backend: HTTPBackend, timeout: Int64, handlers: Handlers) {
    (self.person, self.caller, self.backend) = (person, caller, backend)
    (self.timeout, self.handlers) = (timeout, handlers)
  }

  // MARK: Sessions

  /// Sends requests without a valid token or password, and a sign-up with the address that is taken.
  func access(_ token: String?, hasAccounts: Bool = false) async {
    let identity = person.identity
    await refused(.noToken, .me, token: nil)
    if let token { await refused(.forgedToken, .me, token: Self.forged(token)) }
    // The wrong password is sent for an address without an account, since it could lock a real account.
    guard !hasAccounts else { return }
    await refused(.wrongPassword, .logIn(email: identity.email, password: identity.password + "x"), token: nil)
    await refused(
      .takenAddress,
      .signUp(SignUpRequest(email: identity.email, password: identity.password, name: identity.name)), token: nil)
  }

  /// A token that the server has not issued. In a signed token, only the signature is replaced.
  static func forged(_ token: String) -> String {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3 else { return String(token.reversed()) + "x" }
    let signature = String(parts[2].reversed())
    return "\(parts[0]).\(parts[1])." + (signature == parts[2] ? "x" + signature.dropFirst() : signature)
  }

  /// Sends requests with the tokens of a session that was logged out.
  func afterLogOut(accessToken: String?, refreshToken: String) async {
    await refused(.loggedOutToken, .refresh(refreshToken: refreshToken), token: nil)
    guard let accessToken, case .me? = await send(.me, token: accessToken)?.body else { return }
    // By the contract, a signed token is valid until it expires. The server can revoke any other token.
    guard TokenClaims(accessToken) == nil else { return }
    breach("an access token is still valid after log-out; the contract allows this until it expires", .logOut, .remark)
  }

  /// Exchanges a refresh token twice, in a session of its own.
  func exchangeTwice() async {
    let identity = person.identity
    guard
      case .session(let session)? = await send(
        .logIn(email: identity.email, password: identity.password), token: nil)?.body,
      case .tokens? = await send(.refresh(refreshToken: session.refreshToken), token: session.accessToken)?.body
    else { return }
    await refused(.usedRefreshToken, .refresh(refreshToken: session.refreshToken), token: nil)
  }

  // MARK: An account created to be deleted

  /// Sends values that the contract refuses, for a separate account. Then deletes that account and requests its data.
  func deletion() async {
    guard !backend.isLeftOut(.deleteAccount), !backend.isLeftOut(.signUp) else { return }
    var identity = SignUpRequest(
      email: "gone-" + person.identity.email, password: person.identity.password, name: person.identity.name)
    await invalid(
      "an address without @", .signUp(SignUpRequest(email: "nobody", password: identity.password, name: "N")))
    identity.password = "a"
    await invalid("the password `a`", .signUp(identity))
    identity.password = person.identity.password
    guard case .session(let session)? = await send(.signUp(identity), token: nil, Self.throwaway)?.body else { return }
    let token = session.accessToken
    var body = person.body.onboarding
    body.profile.height = -1
    await invalid("a height of -1", .onboard(body), token: token)
    _ = await send(.onboard(person.body.onboarding), token: token, Self.throwaway)
    await invalid("0 meals per day", .updatePreferences(PreferencesUpdate(mealsPerDay: 0)), token: token)
    guard let deletion = await send(.deleteAccount, token: token, Self.throwaway) else { return }
    if [404, 405, 501].contains(deletion.status) {
      return breach("an account cannot be deleted: status \(deletion.status)", .deleteAccount)
    }
    guard deletion.isCarriedOut else { return }
    await refused(.deletedSession, .me, token: token, Self.throwaway)
    await refused(.deletedToken, .refresh(refreshToken: session.refreshToken), token: nil, Self.throwaway)
    await refused(.deletedLogIn, .logIn(email: identity.email, password: identity.password), token: nil, Self.throwaway)
  }

  private func invalid(_ what: String, _ request: APIRequest, token: String? = nil) async {
    guard let reply = await send(request, token: token, Self.throwaway), reply.isCarriedOut else { return }
    breach("\(what) is accepted, although the contract requires a 400", request.endpoint)
  }

  // MARK: Other accounts

  /// Requests another account's data with this user's token, if paths contain the account's id. Also tries to delete
  /// that account's photo.
  func trespass(on other: ServerProbes, photo: Int?, token: String?, othersToken: String?, othersID: Int?) async {
    guard let token, let othersToken else { return }
    if let othersID, backend.translation?.needsUser == true {
      let reply = await send(.me, token: token, of: other.caller)
      let isOthers = if case .me(let me)? = reply?.body { me.id == othersID } else { false }
      judge(.anothersData, .me, isWrong: isOthers, of: other.caller)
    }
    guard let photo, let reply = await send(.deletePhoto(id: photo), token: token) else { return }
    var isGone = false
    if reply.isCarriedOut,
      case .photos(let list)? = await other.send(.photos(taskID: nil, limit: 50, offset: 0), token: othersToken)?.body
    {
      isGone = !list.contains { $0.id == photo }
    }
    judge(.anothersPhoto, .deletePhoto, isWrong: isGone)
  }

  // MARK: Lists

  /// Reads the list of photos in pages of one photo.
  func pages(of list: [PhotoPayload], token: String?) async {
    guard list.count >= 2, backend.translation?[.photos]?.hasPages ?? true else { return }
    var found: [Int] = []
    for offset in 0..<2 {
      guard case .photos(let page)? = await send(.photos(taskID: nil, limit: 1, offset: offset), token: token)?.body
      else { return }
      // A photo that the list does not have belongs to another account, or one of the lists does.
      guard page.allSatisfy({ photo in list.contains { $0.id == photo.id } }) else { return }
      guard page.count <= 1 else {
        return judge(.pages, .photos, isWrong: true, "a page of at most 1 has \(page.count) photos")
      }
      found += page.map(\.id)
    }
    let expected = list.prefix(2).map(\.id)
    let words =
      found.count == 2 && found[0] == found[1]
      ? "photo \(found[0]) is on two pages of 1"
      : "pages of 1 have photos \(found), where the list begins with \(expected)"
    judge(.pages, .photos, isWrong: found != expected, words)
  }

  // MARK: One question

  /// Records the result of a probe.
  ///
  /// - Parameter other: the user whose data the latest request asked for; nil for this user.
  func judge(_ kind: ProbeKind, _ endpoint: Endpoint, isWrong: Bool, _ words: String? = nil, of other: Caller? = nil) {
    let request = RequestID.text(other ?? caller, latest)
    handlers.judged(
      kind, endpoint, isWrong ? "\(endpoint.name) \(request) \(kind.words)\(words.map { ": \($0)" } ?? "")" : nil)
  }

  /// Records a breach of the contract, or a remark, about the latest request.
  func breach(_ problem: String, _ endpoint: Endpoint, _ grade: BadReply.Grade = .breach) {
    handlers.breach(
      endpoint, BadReply(problem: problem, sample: "", request: RequestID.text(caller, latest), grade: grade))
  }

  private func refused(_ kind: ProbeKind, _ request: APIRequest, token: String?, _ account: UInt8? = nil) async {
    guard let reply = await send(request, token: token, account) else { return }
    judge(kind, request.endpoint, isWrong: reply.isCarriedOut)
  }

  /// Sends a probe and returns its reply; nil if there is none, or if the server does not have the endpoint.
  private func send(
    _ request: APIRequest, token: String?, _ account: UInt8? = nil, of other: Caller? = nil
  ) async -> APIReply? {
    guard !backend.isLeftOut(request.endpoint) else { return nil }
    calls += 1
    // The numbers begin after those of the other user's probes.
    latest = other == nil ? calls : calls + Self.firstCall
    var caller = other ?? caller
    if let account { caller.account = account }
    return try? await backend.respond(
      to: APICall(request: request, accessToken: token, caller: caller, id: latest, timeout: timeout), scheduledAt: 0,
      for: .question)
  }
}
