/// The orders that runs are expected to have: a file. It holds one order, or sections `[NAME]` with one
/// each, such as those of a demo and its variants.
package struct GoldenOrders: Hashable, Sendable {
  /// The sections in the order of the file; a section without a name is what stands above the first.
  package var sections: [Section] = []
  /// The comments at the end.
  package var ending: [String] = []

  /// What one run is expected to do.
  package struct Section: Hashable, Sendable {
    package var name: String?
    /// The comments and blank lines above its name.
    package var comments: [String] = []
    package var order: GoldenOrder

    package init(name: String?, comments: [String] = [], order: GoldenOrder) {
      self.name = name
      self.comments = comments
      self.order = order
    }
  }

  package init(_ sections: [Section] = []) { self.sections = sections }

  /// The order of that section; none if there is no such section.
  package subscript(name: String?) -> GoldenOrder? { sections.first { $0.name == name }?.order }

  /// The section that is meant where none is named: the one without a name, or else the only one.
  package var unnamed: Section? {
    sections.first { $0.name == nil } ?? (sections.count == 1 ? sections.first : nil)
  }

  /// Puts an order in place of that section's, or adds the section.
  package mutating func set(_ order: GoldenOrder, for name: String?) {
    if let index = sections.firstIndex(where: { $0.name == name }) {
      sections[index].order = order
    } else if name == nil {
      sections.insert(Section(name: nil, order: order), at: 0)
    } else {
      let comments = sections.isEmpty ? [] : [""]
      sections.append(Section(name: name, comments: comments, order: order))
    }
  }

  /// The text of the file.
  package var text: String {
    sections.map { section in
      section.comments.map { $0 + "\n" }.joined() + (section.name.map { "[\($0)]\n" } ?? "")
        + section.order.text
    }.joined() + ending.map { $0 + "\n" }.joined()
  }
}
