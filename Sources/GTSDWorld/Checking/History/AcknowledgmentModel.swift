/// The newest metrics row and whether it is acknowledged: a register of rows with a compare-and-set.
struct AcknowledgmentModel: SequentialModel {
  enum Call: Sendable {
    /// The server has computed a row.
    case compute(row: Int64)
    case acknowledge(row: Int64)
    /// Whether an acknowledgment is needed.
    case read
  }

  enum Result: Sendable {
    case done
    /// The row does not exist, or is not the newest.
    case refused
    case needed(Bool)
  }

  /// The initial state; see `state(row:isAcknowledged:)`.
  var initial: Int64 = none

  static let none: Int64 = -1

  static func state(row: Int64, isAcknowledged: Bool) -> Int64 { row * 2 + (isAcknowledged ? 1 : 0) }

  static func isNeeded(_ state: Int64) -> Bool { state >= 0 && state & 1 == 0 }

  static func row(_ state: Int64) -> Int64 { state < 0 ? -1 : state >> 1 }

  func step(_ state: Int64, _ call: Call, _ result: Result?) -> Int64? {
    switch call {
    case .compute(let row):
      return Self.row(state) == row ? state : Self.state(row: row, isAcknowledged: false)
    case .acknowledge(let row):
      let isNewest = Self.row(state) == row
      switch result {
      case .done: return isNewest ? state | 1 : nil
      case .refused: return isNewest ? nil : state
      default: return isNewest ? state | 1 : state
      }
    case .read:
      guard case .needed(let isNeeded) = result else { return state }
      return isNeeded == Self.isNeeded(state) ? state : nil
    }
  }
}
