package import PromiseEvents

/// What followed from a mistake that a ``Lint`` found.
package struct Consequences: Hashable, Sendable {
  /// What it changed.
  package var effect: Effect
  /// What it harmed. Findings of other lints about that are its consequences, and listed under it.
  package var harm: [Harm]

  /// What a mistake changed, the least first. Warnings are ranked by it.
  package enum Effect: Int, Comparable, Hashable, Sendable {
    /// Nothing in this run.
    case nothing
    /// Something happened later than it would have.
    case delayed
    /// An error or a value was lost, or a promise never settles.
    case lost
    /// A promise was fulfilled with another value, or handlers had their effects in another order.
    case changed
    /// A promise was rejected that would have been fulfilled.
    case rejected

    package static func < (a: Effect, b: Effect) -> Bool { a.rawValue < b.rawValue }
  }

  package init(_ effect: Effect = .nothing, harm: [Harm] = []) {
    (self.effect, self.harm) = (effect, harm)
  }
}

/// Something that a mistake can harm.
package enum Harm: Hashable, Sendable {
  /// A promise: it settled as it did, or not at all, because of the mistake.
  case promise(PromiseID)
  /// The jobs of a queue between two events: it could not run them.
  case queue(QueueID, during: ClosedRange<Int>)
}
