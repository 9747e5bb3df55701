/// What a handler touches of what the program's handlers share: how an exploration of schedules knows
/// which of them need to be tried in both orders.
///
/// ```swift
/// let stock: Touching = .only(["stock"])
/// ```
///
/// Promises, notes and timers need no declaration: the library knows what a handler does to these.
public enum Touching: Hashable, Sendable {
  /// Nobody knows.
  case anything
  /// The state of these names, and nothing else.
  case only(Set<String>)

  /// Nothing but promises, notes and timers.
  public static let nothing = Touching.only([])
}
