package import PromiseKitLite

/// The fold of the first events of a stream: everything that a view shows.
package struct Graph: Sendable {
  /// The number and time of the last event that was applied.
  package private(set) var sequence = 0
  package private(set) var time: Int64 = 0

  package init() {}

  /// Takes the next event in.
  package mutating func apply(_ event: PromiseEvent) {
    sequence = event.sequence
    time = event.time
  }
}
