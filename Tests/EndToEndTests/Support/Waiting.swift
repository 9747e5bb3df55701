import Foundation

/// Why a test cannot go on.
struct Failure: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }
}

/// A point in time after which waiting ends.
struct Deadline {
  private let end: ContinuousClock.Instant

  init(_ seconds: Double) { end = .now + .seconds(seconds) }

  var hasPassed: Bool { ContinuousClock.now >= end }
}

/// Gives the machine to the others for a moment, between two looks at a condition.
func pause(milliseconds: Int32) { poll(nil, 0, milliseconds) }

/// Looks again and again until `look` answers something; fails, with `what` was waited for, when the
/// deadline passes.
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
