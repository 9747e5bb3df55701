package import PromiseEvents

/// A file with the orders that runs are expected to have: one order, or sections `[NAME]` with one each, such as
/// those of a demo and its variants.
package struct GoldenOrders: Hashable, Sendable {
  /// The sections in the order of the file; the part above the first name is a section without a name.
  package var sections: [Section] = []
  /// The comments at the end.
  package var ending: [String] = []

  /// The expected order of one run.
  package struct Section: Hashable, Sendable {
    package var name: String?
    /// The comments and blank lines above the name.
    package var comments: [String] = []
    package var order: GoldenOrder

    package init(name: String?, comments: [String] = [], order: GoldenOrder) {
      self.name = name
      self.comments = comments
      self.order = order
    }
  }

  package init(_ sections: [Section] = []) { self.sections = sections }

  /// The order of a section; `nil` if there is no such section.
  package subscript(name: String?) -> GoldenOrder? { sections.first { $0.name == name }?.order }

  /// The section to use if none is named: the one without a name, or else the only one.
  package var unnamed: Section? {
    sections.first { $0.name == nil } ?? (sections.count == 1 ? sections.first : nil)
  }

  /// Replaces the order of a section, or adds the section.
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

extension GoldenOrders {
  /// Reads the text of a file.
  ///
  /// - Throws: `InputError`, with the line: an unmatched brace, a duplicate section, an expectation between
  ///   braces, or text that is not an order at all.
  package init(_ text: String) throws(InputError) {
    var reading = Reading()
    var number = 0
    let text = text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...]
    try Self.refuseOthers(text)
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    for line in lines.last == "" ? lines.dropLast() : lines {
      number += 1
      try reading.take(line, number)
    }
    try reading.finish()
    self = reading.orders
  }

  /// Rejects files given by mistake, so that they are not read as an order and then overwritten.
  private static func refuseOthers(_ text: Substring) throws(InputError) {
    if text.drop(while: \.isWhitespace).hasPrefix("{\"") {
      throw InputError("this is a trace, not an order", line: 1)
    }
    if text.utf8.contains(0) {
      throw InputError("this is not text, so it is not an order", line: 1)
    }
  }
}

/// The state of the reader.
private struct Reading {
  var orders = GoldenOrders()
  /// The comments and blank lines above the next line.
  private var comments: [String] = []
  /// The block that is open, and the line of its brace.
  private var block: (item: GoldenOrder.Item, line: Int)?

  mutating func take(_ line: Substring, _ number: Int) throws(InputError) {
    let raw = line.trimmedBlanks
    let text = raw.drop { $0 == " " || $0 == "\t" }
    if text.isEmpty || text.first == "#" {
      comments.append(String(raw))
    } else if text == "{" {
      guard block == nil else {
        throw InputError("a block inside a block: close it with } first", line: number)
      }
      block = (GoldenOrder.Item(comments: takeComments(), lines: [], isBlock: true), number)
    } else if text == "}" {
      guard var item = block?.item else {
        throw InputError("} without a matching {", line: number)
      }
      block = nil
      // A comment before the closing brace is written above the block.
      item.comments += takeComments()
      if !item.lines.isEmpty { add(item) } else { comments = item.comments }
    } else if text.first == "[", text.last == "]", block == nil {
      try begin(String(text.dropFirst().dropLast()), number)
    } else if text.hasPrefix(GoldenExpectation.mark) {
      try expect(raw, number)
    } else if block != nil {
      let above = takeComments()
      block?.item.comments += above
      let indent = line.hasPrefix("  ") ? 2 : line.hasPrefix("\t") ? 1 : 0
      block?.item.lines.append(GoldenLine(String(line.dropFirst(indent))))
    } else {
      add(GoldenOrder.Item(comments: takeComments(), lines: [GoldenLine(String(line))]))
    }
  }

  mutating func finish() throws(InputError) {
    if let block {
      throw InputError(
        "the block that begins here is not closed with }",
        line: block.line)
    }
    orders.ending = comments
  }

  private mutating func begin(_ name: String, _ number: Int) throws(InputError) {
    guard orders[name] == nil else {
      throw InputError("there are two sections [\(name)]", line: number)
    }
    orders.sections.append(
      .init(name: name, comments: takeComments(), order: GoldenOrder()))
  }

  /// Adds a sentence. It is about the whole run: once an order has items, it is kept below all of them.
  private mutating func expect(_ raw: Substring, _ number: Int) throws(InputError) {
    guard block == nil else {
      throw InputError(
        "an expectation is about the whole run: put it above or below the block, not in it",
        line: number)
    }
    let line = GoldenExpectation(comments: takeComments(), raw: String(raw), line: number)
    change { order in
      if order.items.isEmpty { order.above.append(line) } else { order.below.append(line) }
    }
  }

  private mutating func add(_ item: GoldenOrder.Item) { change { $0.items.append(item) } }

  /// Changes the order that is being read.
  private mutating func change(_ body: (inout GoldenOrder) -> Void) {
    if orders.sections.isEmpty { orders.sections.append(.init(name: nil, order: GoldenOrder())) }
    body(&orders.sections[orders.sections.count - 1].order)
  }

  private mutating func takeComments() -> [String] {
    defer { comments = [] }
    return comments
  }
}
