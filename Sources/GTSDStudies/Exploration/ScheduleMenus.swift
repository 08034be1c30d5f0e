import GTSDWorld

/// The choices of a schedule besides its order: the faults that are on, and the optional steps that are left out.
struct ScheduleMenu: Hashable, Sendable {
  var faults = FaultSet()
  var leftOut: UInt64 = 0

  /// The schedule in natural order with the faults and optional steps of this menu, and with the draws of the first
  /// schedule.
  var schedule: Schedule {
    Schedule(number: 0, order: .natural, drawsLatencies: false, faults: faults, leftOut: leftOut)
  }
}

/// The menus of a subject, which are choices of faults and optional steps. Small menus come first: the empty one, then
/// single elements, then pairs, and so on.
struct ScheduleMenus: Sequence, IteratorProtocol {
  private enum MenuItem {
    case fault(Int)
    case leavingOut(Int)
  }

  private let items: [MenuItem]
  /// The indices of the elements of the next menu, ascending; nil after the last menu.
  private var upcoming: [Int]? = []

  init(faults: Int, optionalSteps: UInt64) {
    items =
      (0..<faults).map(MenuItem.fault)
      + (0..<64).filter { optionalSteps >> UInt64($0) & 1 == 1 }.map(MenuItem.leavingOut)
  }

  mutating func next() -> ScheduleMenu? {
    guard let places = upcoming else { return nil }
    upcoming = successor(of: places)
    var menu = ScheduleMenu()
    for place in places {
      switch items[place] {
      case .fault(let fault): menu.faults.insert(fault)
      case .leavingOut(let step): menu.leftOut |= 1 << UInt64(step)
      }
    }
    return menu
  }

  /// The next combination of the same size, or the first of the next size.
  private func successor(of places: [Int]) -> [Int]? {
    var places = places
    for index in places.indices.reversed() where places[index] < items.count - (places.count - index) {
      places[index] += 1
      for later in places.indices where later > index { places[later] = places[later - 1] + 1 }
      return places
    }
    return places.count < items.count ? Array(0...places.count) : nil
  }
}
