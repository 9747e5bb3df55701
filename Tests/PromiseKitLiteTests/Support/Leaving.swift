/// A value or an error that runs code when it is freed.
final class Leaving: Error {
  private let end: @Sendable () -> Void
  init(_ end: @escaping @Sendable () -> Void) { self.end = end }
  deinit { end() }
}
