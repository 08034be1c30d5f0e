package import GTSDModel
import Statistics

extension KPIDirection {
  /// What the demands on an indicator say; none where they ask for a range, for both ways, or for nothing.
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
