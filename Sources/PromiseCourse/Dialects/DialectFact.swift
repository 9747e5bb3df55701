/// What is known of a chain in one library, besides the rules of its dialect.
package struct DialectFact: Hashable, Sendable {
  /// The order that was seen, or that the source gives; `nil` if there is none.
  package let lines: [String]?
  /// Why the library has no such chain; `nil` if it has one.
  package let absence: String?
  /// The library, its version, and how this is known.
  package let evidence: String

  /// The order is `lines`.
  static func order(_ lines: String..., from evidence: String) -> DialectFact {
    DialectFact(lines: lines, absence: nil, evidence: evidence)
  }

  /// The library has no such chain.
  static func absent(_ reason: String, from evidence: String) -> DialectFact {
    DialectFact(lines: nil, absence: reason, evidence: evidence)
  }
}
