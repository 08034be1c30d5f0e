import GTSDModel
import GTSDWorld

extension SoakGenerator {
  // MARK: Stories

  /// The largest number of steps of a story.
  private static let longest = 10

  mutating func story() -> SoakCase {
    var result = SoakCase(kind: .story, seed: seed)
    result.devices = happens(0.4) ? 2 : 1
    let activity = pick(ActivityLevel.allCases).rawValue
    let answered = [#""do": "onboard""#, #""activity": "\#(activity)""#] + answers()
    let onboard = "{\(answered.joined(separator: ", "))}"
    result.given = [pick([#""onboard""#, onboard, #""onboard""#, #""skipThrough""#])]
    result.people = result.devices == 2 && happens(0.25) ? 2 : 1
    if result.devices == 2, happens(0.8) {
      let arrival = result.people == 1 ? "signInHere" : pick(["onboard", "onboard", "skipThrough"])
      result.given.append(#"{"do": "\#(arrival)", "on": 2}"#)
    }
    if happens(0.4) {
      result.given.append(#"{"do": "openTab", "tab": "plans"}"#)
      if happens(0.7) { result.given.append(#""acknowledge""#) }
      if happens(0.5) { result.given.append(#"{"do": "openTab", "tab": "home"}"#) }
    }
    if happens(0.3) { result.given.append(#"{"do": "openTab", "tab": "profile"}"#) }
    if happens(0.3) { result.given.append(#"{"do": "rest", "after": "\#(span(Self.second, 2 * Self.hour))ms"}"#) }
    // Most stories stay in one place for a while, since many defects need several taps there.
    var place = [StoryPlace](repeating: pick([.tabs, .tabs, .form, .photos, .ended, .tasks, .profile]), count: 2)
    switch place[0] {
    case .tabs, .closedForm, .closedPhotos, .signedOut, .onboarding, .summary, .background: break
    case .tasks: result.given.append(#"{"do": "openTab", "tab": "tasks"}"#)
    case .profile: result.given.append(#"{"do": "openTab", "tab": "profile"}"#)
    case .ended: result.given.append(#""terminate""#)
    case .form:
      result.given.append(#"{"do": "openTab", "tab": "profile"}"#)
      result.steps.append(#"{"do": "openEdit"}"#)
    case .photos where happens(0.6):
      result.given += [#"{"do": "openPhotos", "task": 1}"#, #"{"do": "pickPhotos", "count": 2}"#]
    case .photos: result.steps.append(#"{"do": "openPhotos", "task": 1}"#)
    }
    var aims: Set<Endpoint> = []
    let count = number(2...Self.longest)
    while result.steps.count < count {
      let device = result.devices == 2 ? number(1...2) : 1
      for action in actions(at: &place[device - 1]) where result.steps.count < Self.longest {
        var members = action
        aims.formUnion(Self.endpoints.first { members[0].contains($0.key) }?.value ?? [])
        if device == 2 { members.append(#""on": 2"#) }
        if happens(0.85) { members.append(#""after": "\#(span(1, 6 * Self.second))ms""#) }
        if happens(0.25), !members.contains(where: { $0.hasPrefix(#""until""#) }) {
          members.append(#""until": "\#(pick(StoryCondition.allCases).rawValue)""#)
        }
        result.steps.append("{\(members.joined(separator: ", "))}")
      }
    }
    result.settings =
      backend(tokens: 0.3, longest: 600 * Self.second) + strategies(Self.choices.filter { !Self.refusesGiven($0) })
    if happens(0.08) { result.settings.append("story.kill=anywhere") }
    for _ in 0..<(happens(0.6) ? number(1...3) : 0) {
      result.faults.append(fault(horizon: Self.hour, times: true, aims: aims.ordered { $0.rawValue < $1.rawValue }))
    }
    return result
  }

  /// Whether a choice of the generation may refuse the first steps of a story, so that its search never begins.
  private static func refusesGiven(_ choice: String) -> Bool {
    choice.hasPrefix("onboarding.skip") || choice.hasPrefix("limits.")
  }

  /// Draws the person's next actions: mostly one tap, sometimes a whole task from beginning to end. Taps alone rarely
  /// reach a state that builds on stored data.
  private mutating func actions(at place: inout StoryPlace) -> [[String]] {
    switch place {
    case .tabs, .tasks, .profile, .closedForm: if happens(0.25) { return deed(&place) }
    case .form:
      if happens(0.25) { return edit() + (happens(0.3) ? edit() : []) + (happens(0.5) ? closing(&place) : []) }
    default: break
    }
    return [tap(at: &place)]
  }

  private func bare(_ name: String, until condition: StoryCondition? = nil) -> [String] {
    [#""do": "\#(name)""#] + (condition.map { [#""until": "\#($0.rawValue)""#] } ?? [])
  }

  private func open(_ tab: String) -> [String] { bare("openTab") + [#""tab": "\#(tab)""#] }

  /// Steps of one complete action.
  private mutating func deed(_ place: inout StoryPlace) -> [[String]] {
    switch number(0...8) {
    case 0, 1, 2:
      let begin = place == .profile || place == .closedForm ? [] : [open("profile")]
      place = .form
      return begin + [bare("openEdit")] + edit() + (happens(0.6) ? closing(&place) : [])
    case 3:
      let begin = place == .profile ? [] : [open("profile")]
      place = .profile
      let deletion = begin + [bare("deleteHealthData"), bare("rest", until: .saveSettled)]
      guard happens(0.5) else { return deletion }
      // A person who removes entries usually adds others.
      place = .form
      return deletion + [bare("openEdit")] + edit(#""weight": \#(number(50...120))"#)
    case 4:
      place = .tabs
      return [open("plans"), bare("acknowledge", until: .tabSettled), bare("rest", until: .acknowledgeSettled)]
    case 5:
      let begin = place == .profile ? [] : [open("profile")]
      place = .profile
      return begin + [bare("exportData", until: .tabSettled), bare("rest")]
    case 6:
      // A person who notices a mistake opens the form again, whatever the result of the save.
      let begin = place == .profile || place == .closedForm ? [] : [open("profile")]
      place = .form
      let again = [bare("closeEdit"), bare("openEdit"), bare("typeEdit", until: .editReady) + [typing()]]
      return begin + [bare("openEdit")] + edit() + again + [bare("saveEdit")]
    case 7: return farewell(&place)
    default:
      place = .tabs
      return [open(pick(["home", "plans", "profile"])), bare("pullToRefresh", until: .tabSettled)]
    }
  }

  /// Steps that delete an account while the person continues, or after which the person comes back and starts again.
  private mutating func farewell(_ place: inout StoryPlace) -> [[String]] {
    let photos = [bare("openPhotos") + [#""task": 1"#], bare("pickPhotos") + [#""count": 2"#]]
    let deletion = [open("profile"), bare("deleteAccount")]
    if happens(0.4) {
      place = happens(0.6) ? .photos : .tabs
      return deletion + (place == .photos ? photos : [open("plans"), bare("acknowledge")])
    }
    let answer = bare(pick(["completeOnboarding", "skipOnboarding"]), until: .signedIn)
    let signUp = bare("signUp", until: .signedOut) + [#""account": 1"#]
    place = .tabs
    let last = happens(0.5) ? photos[0] : open(pick(["plans", "profile"]))
    return (happens(0.4) ? photos + [bare("closePhotos")] : []) + deletion + [signUp, answer, last]
  }

  /// Draws an edit in the open form, in most cases followed by a wait until it is stored.
  private mutating func edit(_ typed: String? = nil) -> [[String]] {
    var type = bare("typeEdit", until: .editReady) + [typed ?? typing()]
    type += meals()
    return [type, bare("saveEdit")] + (happens(0.6) ? [bare("rest", until: .saveSettled)] : [])
  }

  /// Leaves the form, in places where the stored data matter.
  private mutating func closing(_ place: inout StoryPlace) -> [[String]] {
    place = .tabs
    guard happens(0.75) else { return [bare("closeEdit"), open("home")] }
    let acknowledgment = [bare("acknowledge", until: .tabSettled), bare("rest", until: .acknowledgeSettled)]
    return [bare("closeEdit"), open("plans")] + (happens(0.5) ? acknowledgment : [])
  }

  /// The approximate state of a phone, so that most following taps are possible.
  package enum StoryPlace {
    case tabs, tasks, profile, form, closedForm, photos, closedPhotos, ended, signedOut, onboarding, summary, background
  }

  /// The requests that an action usually causes.
  private static let endpoints: KeyValuePairs<String, [Endpoint]> = [
    #""launch""#: [.me, .refresh], #""foreground""#: [.me, .todayMetrics], #""logIn""#: [.logIn, .me],
    #""logOut""#: [.logOut],
    #""openTab""#: [.todayMetrics, .generatePlan, .tasksToday, .streak, .profile],
    #""pullToRefresh""#: [.todayMetrics, .tasksToday, .streak, .howItWorks],
    #""acknowledge""#: [.acknowledge, .todayMetrics, .generatePlan],
    #""retryAcknowledge""#: [.acknowledge, .todayMetrics], #""retryPlan""#: [.todayMetrics, .generatePlan],
    #""refreshPlan""#: [.generatePlan, .howItWorks], #""reviewCard""#: [.todayMetrics],
    #""openEdit""#: [.profile], #""deleteHealthData""#: [.updateProfile, .profile],
    #""deleteAccount""#: [.deleteAccount], #""exportData""#: [.exportData], #""signUp""#: [.signUp, .me],
    #""saveEdit""#: [.updateProfile, .updateBasicProfile, .updatePreferences, .profile],
    #""openPhotos""#: [.photos], #""retryPhotos""#: [.photos, .uploadPhoto], #""pickPhotos""#: [.uploadPhoto, .photos],
    #""deletePhoto""#: [.deletePhoto, .photos], #""completeTask""#: [.submitEvidence, .tasksToday],
    #""filterTasks""#: [.tasksToday],
    #""completeProfile""#: [.onboard], #""completeOnboarding""#: [.onboard, .howItWorks],
    #""exitSummary""#: [.howItWorks],
  ]

  /// Steps that set the phone's clock or move it to another time zone.
  private mutating func clock() -> [String] {
    guard happens(0.6) else { return bare("setTimeZone") + [#""offset": "\#(number(-24...28) * 30)m""#] }
    return bare("setClock") + [#""by": "\#(happens(0.5) ? "-" : "")\#(span(Self.second, 48 * Self.hour))ms""#]
  }

  mutating func tap(at place: inout StoryPlace) -> [String] {
    if happens(0.06) {
      let (name, next) = pick([
        ("logOut", StoryPlace.signedOut), ("terminate", .ended), ("launch", .tabs), ("background", .background),
        ("foreground", .tabs),
      ])
      place = next
      return bare(name)
    }
    if happens(0.05) { return bare(pick(["airplaneModeOn", "airplaneModeOff", "restartServer", "midnight", "push"])) }
    if happens(0.02) { return clock() }
    if happens(0.03) { return bare("logIn") + [#""account": \#(number(1...2))"#] }
    switch place {
    // A person who leaves usually returns, since the following steps would otherwise do nothing.
    case .ended:
      place = .tabs
      return bare("launch")
    case .background:
      if happens(0.2) {
        place = .ended
        return bare("lowMemory")
      }
      place = .tabs
      return bare("foreground")
    case .signedOut:
      place = .tabs
      guard happens(0.3) else { return bare("logIn") + [#""account": 1"#] }
      place = .onboarding
      return bare("signUp") + [#""account": \#(number(1...2))"#]
    case .onboarding:
      if happens(0.5) {
        let step = pick(["nextStep", "nextStep", "nextStep", "previousStep", "confirmOnboarding"])
        return bare(step) + (step == "nextStep" ? answers() : [])
      }
      place = happens(0.3) ? .summary : .tabs
      let end = pick(["completeOnboarding", "completeOnboarding", "skipOnboarding", "abandonOnboarding"])
      return bare(end) + (end == "completeOnboarding" ? answers() : [])
    case .summary:
      switch number(0...4) {
      case 0, 1: return bare("scrollSummary") + [#""depth": \#(number(0...100))"#]
      case 2: return bare("expandSummary") + [#""section": "\#(pick(SummarySection.allCases).label)""#]
      default:
        place = .tabs
        return bare("exitSummary") + (happens(0.5) ? [#""exit": "\#(pick(SummaryExit.allCases).label)""#] : [])
      }
    case .form:
      // A person who closes the form, or the photos, usually opens it again, so that running work overlaps with new
      // work.
      switch number(0...8) {
      case 0...2: return bare("typeEdit") + [typing()] + meals()
      case 3, 4: return bare("saveEdit")
      case 5, 6:
        place = pick([.tabs, .profile, .closedForm, .closedForm, .closedForm])
        return bare("closeEdit")
      case 7: return bare("deleteHealthData")
      default: return bare("openEdit")
      }
    case .closedForm:
      place = .form
      return bare("openEdit")
    case .photos:
      switch number(0...6) {
      case 0, 1:
        let unfit = [
          #""megabytes": 11"#, #""megabytes": 10"#, #""megabytes": 10.1"#, #""pixels": 4097"#, #""isImage": false"#,
        ]
        return bare("pickPhotos") + [#""count": \#(number(1...5))"#] + (happens(0.15) ? [pick(unfit)] : [])
      case 2: return bare("retryPhotos")
      case 3: return bare("removePhoto") + [#""index": \#(number(0...2))"#]
      case 4: return bare("deletePhoto") + [#""index": \#(number(0...2))"#]
      case 5: return bare("openPhotos") + [#""task": \#(number(1...3))"#]
      default:
        place = happens(0.3) ? .tabs : .closedPhotos
        return bare("closePhotos")
      }
    case .closedPhotos:
      place = .photos
      return bare("openPhotos") + [#""task": \#(number(1...2))"#]
    case .tasks:
      switch number(0...5) {
      case 0, 1: return bare("completeTask") + [#""task": \#(number(1...3))"#]
      case 2: return bare("filterTasks") + [#""category": \#(number(0...3))"#]
      case 3: return bare("openTab") + [#""tab": "\#(pick(["streaks", "home"]))""#]
      case 4: return bare("openTab") + [#""tab": "tasks""#]
      default: return bare("pullToRefresh")
      }
    case .profile:
      switch number(0...7) {
      case 0, 1: return bare("deleteHealthData")
      case 2: return bare("pullToRefresh")
      case 3: return bare("exportData")
      case 4:
        place = .signedOut
        return bare("deleteAccount")
      case 5: return bare("openTab") + [#""tab": "\#(pick(["plans", "profile"]))""#]
      default:
        place = .form
        return bare("openEdit")
      }
    case .tabs:
      switch number(0...19) {
      case 0...5: return bare("openTab") + [#""tab": "\#(pick(["home", "plans", "tasks", "streaks", "profile"]))""#]
      case 6, 7: return bare("pullToRefresh")
      case 8, 9: return bare("acknowledge")
      case 10: return bare(pick(["reviewCard", "dismissCard"]))
      case 11: return bare(pick(["retryAcknowledge", "retryPlan"]))
      case 12: return bare("refreshPlan")
      case 13: return bare(pick(["exitSummary", "continueSummary", "maybeLater"]))
      case 14: return happens(0.5) ? bare("completeProfile") : bare("completeOnboarding") + answers()
      case 15: return happens(0.3) ? bare("deleteHealthData") : bare("completeOnboarding") + answers()
      case 16: return bare("completeTask") + [#""task": \#(number(1...3))"#]
      case 17: return bare("filterTasks") + [#""category": \#(number(0...3))"#]
      case 18:
        place = .photos
        return bare("openPhotos") + [#""task": \#(number(1...3))"#]
      default:
        place = .form
        return bare("openEdit")
      }
    }
  }

  /// Draws a value at a limit of the contract or beyond it.
  private mutating func extreme() -> String {
    func words(_ count: Int) -> String { (1...count).map { "\"word \($0)\"" }.joined(separator: ", ") }
    switch number(0...6) {
    case 0, 1: return #""weight": \#(pick(["19.9", "20", "29.9", "30", "300", "300.1", "500", "500.1"]))"#
    case 2, 3: return #""height": \#(pick([49, 50, 99, 100, 250, 251, 300, 301]))"#
    case 4: return #""age": \#(pick([12, 13, 119, 120, 121]))"#
    case 5: return #""allergies": [\#(words(pick([10, 11, 20, 21])))]"#
    default: return #""dietaryPreferences": [\#(words(pick([9, 10, 11])))]"#
    }
  }

  /// Draws the meals that are typed with something else, mostly none.
  private mutating func meals() -> [String] {
    happens(0.3) ? [#""mealsPerDay": \#(happens(0.1) ? pick([0, 10, 11]) : number(1...8))"#] : []
  }

  /// Draws what somebody answers to onboarding, in addition to the usual answers.
  private mutating func answers() -> [String] {
    var result: [String] = []
    if happens(0.3) { result.append(#""weight": \#(number(40...140)).\#(number(0...9))"#) }
    if happens(0.2) { result.append(#""age": \#(number(14...90))"#) }
    if happens(0.2) { result.append(#""goal": "\#(pick(Goal.allCases).rawValue)""#) }
    if happens(0.2) { result.append(#""gender": "\#(pick(Gender.allCases).rawValue)""#) }
    if happens(0.2) { result.append(#""dietaryPreferences": ["vegan"]"#) }
    return result
  }

  private mutating func typing() -> String {
    if happens(0.12) { return extreme() }
    return switch number(0...9) {
    case 0, 7: #""name": "Ann \#(number(1...9))""#
    case 1, 2: #""weight": \#(number(50...120)).\#(number(0...9))"#
    case 3: #"\#(happens(0.5) ? #""weight": \#(number(50...120)), "# : "")"height": \#(number(140...210))"#
    case 4: #""gender": "\#(pick(Gender.allCases).rawValue)""#
    case 5: #""goal": "\#(pick(Goal.allCases).rawValue)""#
    case 6: happens(0.5) ? #""age": \#(number(14...90))"# : #""targetDays": \#(number(1...300))"#
    case 8: #""allergies": [\#(pick(["", "\"nuts\"", "\"milk\", \"fish\""]))]"#
    default: #""add": "\#(pick(["vegan", "halal", "spicy"]))""#
    }
  }
}
