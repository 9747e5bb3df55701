/// How bad it is what a ``Lint`` finds.
package enum Severity: Int, Comparable, Hashable, Sendable, CaseIterable {
  /// It may be meant so.
  case advice
  /// It is likely a mistake.
  case warning
  /// Something is lost: an error, or a promise that never settles.
  case error

  package static func < (a: Severity, b: Severity) -> Bool { a.rawValue < b.rawValue }
}
