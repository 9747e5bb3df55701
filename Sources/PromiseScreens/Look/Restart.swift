/// The stages of restarting a program.
enum Restart: Hashable, Sendable {
  /// It is still running, and is ended only if the user asks again.
  case asked
  /// It is being ended.
  case ending
  /// It is starting again.
  case begun
}
