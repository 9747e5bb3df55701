import PromiseSystem

/// Tells the real thread that steps a simulation from every other one.
struct ThreadMark: Hashable, Sendable {
  private let bits: UInt

  /// The thread that asks.
  static var current: ThreadMark {
    #if canImport(Darwin)
      ThreadMark(bits: UInt(bitPattern: pthread_self()))
    #else
      ThreadMark(bits: UInt(pthread_self()))
    #endif
  }
}
