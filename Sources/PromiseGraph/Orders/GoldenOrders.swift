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

/// What is wrong with a golden order.
package struct GoldenProblem: Error, Hashable, CustomStringConvertible {
  /// The line, counted from 1.
  package let line: Int
  package let sentence: String

  package init(line: Int, sentence: String) { (self.line, self.sentence) = (line, sentence) }

  package var description: String { "line \(line): \(sentence)" }
}

extension GoldenOrders {
  /// Reads the text of a file.
  ///
  /// - Throws: what is wrong in which line: a brace without its other one, a section that is there twice, an
  ///   expectation between braces, or a text that is no order at all.
  package init(_ text: String) throws(GoldenProblem) {
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

  /// What is given by mistake is not to be taken for lines of an order, and then written over.
  private static func refuseOthers(_ text: Substring) throws(GoldenProblem) {
    if text.drop(while: \.isWhitespace).hasPrefix("{\"") {
      throw GoldenProblem(line: 1, sentence: "this is a trace, not an order")
    }
    if text.utf8.contains(0) {
      throw GoldenProblem(line: 1, sentence: "this is no text, and so not an order")
    }
  }
}

/// How far the reader is.
private struct Reading {
  var orders = GoldenOrders()
  /// The comments and blank lines that belong to what comes next.
  private var comments: [String] = []
  /// The block that is open, and the line of its brace.
  private var block: (item: GoldenOrder.Item, line: Int)?

  mutating func take(_ line: Substring, _ number: Int) throws(GoldenProblem) {
    let raw = line.trimmedBlanks
    let text = raw.drop { $0 == " " || $0 == "\t" }
    if text.isEmpty || text.first == "#" {
      comments.append(String(raw))
    } else if text == "{" {
      guard block == nil else {
        throw GoldenProblem(line: number, sentence: "a block inside a block: close it with } first")
      }
      block = (GoldenOrder.Item(comments: takeComments(), lines: [], isBlock: true), number)
    } else if text == "}" {
      guard var item = block?.item else {
        throw GoldenProblem(line: number, sentence: "} closes nothing: a block begins with {")
      }
      block = nil
      // A comment before the brace stands above the block when it is written again.
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

  mutating func finish() throws(GoldenProblem) {
    if let block {
      throw GoldenProblem(
        line: block.line, sentence: "the block that begins here is not closed with }")
    }
    orders.ending = comments
  }

  private mutating func begin(_ name: String, _ number: Int) throws(GoldenProblem) {
    guard orders[name] == nil else {
      throw GoldenProblem(line: number, sentence: "there are two sections [\(name)]")
    }
    orders.sections.append(
      .init(name: name, comments: takeComments(), order: GoldenOrder()))
  }

  /// A sentence is about the whole run: below the first step of an order it stands below all of them.
  private mutating func expect(_ raw: Substring, _ number: Int) throws(GoldenProblem) {
    guard block == nil else {
      throw GoldenProblem(
        line: number,
        sentence:
          "an expectation is about the whole run: it stands above or below the block, not in it")
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
