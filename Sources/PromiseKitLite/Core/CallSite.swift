/// Where an operator was written, as the compiler passes it: kept as it is until an event needs it.
@usableFromInline
package struct CallSite: Sendable {
  private let file: StaticString
  private let line: UInt32
  private let column: UInt32

  @usableFromInline
  package init(_ file: StaticString, _ line: UInt, _ column: UInt) {
    self.file = file
    self.line = UInt32(clamping: line)
    self.column = UInt32(clamping: column)
  }

  /// The place as events carry it.
  package var resolved: SourceSite {
    SourceSite(file: file.description, line: Int(line), column: Int(column))
  }
}

/// A name that the program gave a promise; most have none and pay one empty reference.
@usableFromInline
package final class Label: Sendable {
  let text: String
  @usableFromInline package init(_ text: String) { self.text = text }
}
