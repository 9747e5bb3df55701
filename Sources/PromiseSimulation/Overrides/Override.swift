package import PromiseKitLite

/// One thing that is supposed to be otherwise in a simulated run.
package struct Override: Hashable, Sendable {
  /// The promise that it is done to.
  package var promise: PromiseKey
  package var change: Change

  /// What is done to a promise.
  package enum Change: Hashable, Sendable {
    /// The timer of that number, counted from 0 among those that the promise waits for, takes so long.
    case timer(Int, nanoseconds: Int64)
    /// Its handler or body takes so long.
    case work(nanoseconds: Int64)
    /// Its body, resolver or handler fails where it would succeed, and the other way round.
    case flip
    /// It is settled by hand, as soon as the turn with the event of that number is over.
    case settle(PromiseEvent.Outcome, after: Int)
  }

  package init(_ promise: PromiseKey, _ change: Change) {
    self.promise = promise
    self.change = change
  }

  /// A later one takes its place: both are about the same thing.
  package func isAlike(_ other: Override) -> Bool {
    guard promise == other.promise else { return false }
    return switch (change, other.change) {
    case (.timer(let one, _), .timer(let two, _)): one == two
    case (.work, .work), (.flip, .flip), (.settle, .settle): true
    default: false
    }
  }

  /// How long something takes, if it is about that.
  package var length: Int64? {
    switch change {
    case .timer(_, let length), .work(let length): length
    case .flip, .settle: nil
    }
  }
}

extension Override: CustomStringConvertible {
  /// `timeout takes 90 ms`, `GET /ads turns out otherwise`, `login is rejected at 22`.
  package var description: String { "\(promise.name) \(predicate)" }

  /// The same without the promise.
  package var predicate: String {
    switch change {
    case .timer(0, let length), .work(let length): "takes \(shortMilliseconds(length)) ms"
    case .timer(let number, let length):
      "waits \(shortMilliseconds(length)) ms the \(ordinal(number + 1)) time"
    case .flip: "turns out otherwise"
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

/// Nanoseconds as milliseconds, with as many digits after the point as it takes, six at most.
package func shortMilliseconds(_ nanoseconds: Int64) -> String {
  let (whole, rest) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
  let sign = nanoseconds < 0 ? "-" : ""
  guard rest > 0 else { return "\(sign)\(whole)" }
  let digits = String(rest)
  let padded = String(repeating: "0", count: 6 - digits.count) + digits
  let end = padded.lastIndex { $0 != "0" } ?? padded.startIndex
  return "\(sign)\(whole).\(padded[...end])"
}

/// The error of a promise that is rejected by hand.
struct RejectedByHand: Error, CustomStringConvertible {
  var description: String { "what if: rejected" }
}
