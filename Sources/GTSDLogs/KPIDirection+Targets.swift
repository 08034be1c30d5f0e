package import GTSDModel
import Statistics

extension KPIDirection {
  /// Determines the direction that the targets of an indicator imply. `none` if they ask for a range, for both
  /// directions, or for nothing.
  package init(_ targets: [KPITarget]) {
    let ways = targets.map { target in
      switch target.comparison {
      case .atLeast, .above: KPIDirection.higherIsBetter
      case .atMost, .below: KPIDirection.lowerIsBetter
      case .between: KPIDirection.none
      }
    }
    self = ways.first.map { first in ways.allSatisfy { $0 == first } ? first : .none } ?? .none
  }
}
