/// The orders that a demo and its variants are expected to run in: sections `[standard]` and `[VARIANT]`
/// with the lines of a ``HandlerOrder``.
package struct GoldenOrders: Hashable, Sendable {
  /// The sections in the order of the file.
  package var sections: [Section] = []

  /// What one run is expected to do.
  package struct Section: Hashable, Sendable {
    package var name: String
    package var lines: [String]

    package init(name: String, lines: [String]) {
      self.name = name
      self.lines = lines
    }
  }

  package init(_ sections: [Section]) { self.sections = sections }

  /// Reads the text of a file; lines before the first section are left out.
  package init(_ text: String) {
    for line in text.split(separator: "\n") {
      if line.hasPrefix("["), line.hasSuffix("]") {
        sections.append(Section(name: String(line.dropFirst().dropLast()), lines: []))
      } else if !sections.isEmpty {
        sections[sections.count - 1].lines.append(String(line))
      }
    }
  }

  /// The lines of that section; none if there is no such section.
  package subscript(name: String) -> [String]? { sections.first { $0.name == name }?.lines }

  /// The text of the file.
  package var text: String {
    sections.map { "[\($0.name)]\n" + $0.lines.map { $0 + "\n" }.joined() }.joined(separator: "\n")
  }
}
