package import PromiseGraph
import PromiseKitLite

extension PromiseNode {
  /// What the screens call it: `.then fetch`, `all`; a root by its label alone.
  package var screenName: String {
    creation.operation.isLink ? title : creation.label ?? title
  }

  /// The sign of its state.
  package var glyph: Glyph {
    if unhandled != nil { return .unhandled }
    if skipped != nil { return .passed }
    return switch state {
    case .pending: .pending
    case .queued: .queued
    case .running: .running
    case .lockedIn, .forwarded: .lockedIn
    case .fulfilled: .fulfilled
    case .rejected: .rejected
    case .cancelled: .cancelled
    case .lost: .lost
    case .unknown: .unknown
    }
  }

  /// What its state means for a theme.
  package var role: Role {
    if unhandled != nil { return .rejected }
    if skipped != nil { return .passed }
    return switch state {
    case .pending, .unknown: .pending
    case .queued: .queued
    case .running: .running
    case .lockedIn, .forwarded: .lockedIn
    case .fulfilled: .fulfilled
    case .rejected: .rejected
    case .cancelled: .cancelled
    case .lost: .lost
    }
  }
}

extension PromiseEvent.Operation {
  /// It is chained on a promise, and written with a point before it.
  fileprivate var isLink: Bool { spelling.first == "." }
}
