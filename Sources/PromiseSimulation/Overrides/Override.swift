package import PromiseKitLite

/// One change that a what-if makes to a simulated run.
package struct Override: Hashable, Sendable {
  /// The promise to change.
  package var promise: PromiseKey
  package var change: Change

  /// A change to a promise.
  package enum Change: Hashable, Sendable {
    /// The timer with this index, counted from 0 among those that the promise waits for, takes this
    /// long.
    case timer(Int, nanoseconds: Int64)
    /// Its handler or body takes this long.
    case work(nanoseconds: Int64)
    /// Its body, resolver, or handler fails instead of succeeding, or the other way around.
    case flip
    /// It is settled at the end of the turn that contains the event with this number.
    case settle(PromiseEvent.Outcome, after: Int)
  }

  package init(_ promise: PromiseKey, _ change: Change) {
    self.promise = promise
    self.change = change
  }

  /// Returns whether both change the same thing, so that the later one replaces the earlier one.
  package func isAlike(_ other: Override) -> Bool {
    guard promise == other.promise else { return false }
    return switch (change, other.change) {
    case (.timer(let one, _), .timer(let two, _)): one == two
    case (.work, .work), (.flip, .flip), (.settle, .settle): true
    default: false
    }
  }

  /// The length that it sets, if it sets one.
  package var length: Int64? {
    switch change {
    case .timer(_, let length), .work(let length): length
    case .flip, .settle: nil
    }
  }
}

extension Override: CustomStringConvertible {
  /// A description: `timeout takes 90 ms`, `GET /ads has the opposite outcome`, `login is rejected
  /// at 22`.
  package var description: String { "\(promise.name) \(predicate)" }

  /// The description without the promise.
  package var predicate: String {
    switch change {
    case .timer(0, let length), .work(let length): "takes \(shortMilliseconds(length)) ms"
    case .timer(let number, let length):
      "waits \(shortMilliseconds(length)) ms the \(ordinal(number + 1)) time"
    case .flip: "has the opposite outcome"
    case .settle(let outcome, let event): "is \(outcome.rawValue) at \(event)"
    }
  }

  private func ordinal(_ number: Int) -> String {
    let isTeen = (11...13).contains(number % 100)
    return switch isTeen ? 0 : number % 10 {
    case 1: "\(number)st"
    case 2: "\(number)nd"
    case 3: "\(number)rd"
    default: "\(number)th"
    }
  }
}

/// Returns nanoseconds as milliseconds, with as many decimals as needed, at most six.
package func shortMilliseconds(_ nanoseconds: Int64) -> String {
  let (whole, rest) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
  let sign = nanoseconds < 0 ? "-" : ""
  guard rest > 0 else { return "\(sign)\(whole)" }
  let digits = String(rest)
  let padded = String(repeating: "0", count: 6 - digits.count) + digits
  let end = padded.lastIndex { $0 != "0" } ?? padded.startIndex
  return "\(sign)\(whole).\(padded[...end])"
}

/// The error of a promise that a what-if rejects.
struct RejectedByHand: Error, CustomStringConvertible {
  var description: String { "what if: rejected" }
}
