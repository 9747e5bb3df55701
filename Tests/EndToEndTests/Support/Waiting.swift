import Foundation

/// Why a test cannot continue.
struct Failure: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }
}

/// The time at which waiting ends.
struct Deadline {
  private let end: ContinuousClock.Instant

  init(_ seconds: Double) { end = .now + .seconds(seconds) }

  var hasPassed: Bool { ContinuousClock.now >= end }
}

/// Yields the machine for a moment, between two checks of a condition.
func pause(milliseconds: Int32) { poll(nil, 0, milliseconds) }

/// Repeats `look` until it returns a value; fails at the deadline, with `what` was waited for.
@discardableResult
func wait<Answer>(
  for what: String, within seconds: Double = 60, _ look: () throws -> Answer?
) throws -> Answer {
  let deadline = Deadline(seconds)
  while true {
    if let answer = try look() { return answer }
    guard !deadline.hasPassed else { throw Failure("waited \(seconds) s for \(what)") }
    pause(milliseconds: 10)
  }
}
