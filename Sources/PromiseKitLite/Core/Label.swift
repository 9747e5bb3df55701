/// A name that the program gave a promise. Most promises have none.
@usableFromInline
package final class Label: Sendable {
  let text: String
  @usableFromInline package init(_ text: String) { self.text = text }

  /// Returns the label with that text; `nil` if there is no text.
  @inlinable
  package static func named(_ text: String?) -> Label? {
    guard let text else { return nil }
    return Label(text)
  }
}
