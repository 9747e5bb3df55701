import Foundation

/// Why a test cannot continue.
struct Failure: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }
}

/// Yields the machine for a moment, between two checks of a condition.
func pause(milliseconds: Int32) { poll(nil, 0, milliseconds) }

/// Repeats `look` until it returns a value, however long that takes: a limit for the whole run ends a wait for something
/// that never happens. Every minute it prints `what` is waited for, and what `state` returns.
@discardableResult
func wait<Answer>(
  for what: String, every milliseconds: Int32 = 10, showing state: () -> String = { "" },
  _ look: () throws -> Answer?
) throws -> Answer {
  var looks = 0
  while true {
    if let answer = try look() { return answer }
    pause(milliseconds: milliseconds)
    looks += 1
    if looks % (60_000 / Int(milliseconds)) == 0 {
      FileHandle.standardError.write(Data("still waiting for \(what)\n\(state())".utf8))
    }
  }
}
