import PromiseEvents

extension PromiseEvent.Creation {
  /// The operation in one word, as in a golden order: `then`; in JavaScript also `catch` and `finally`.
  package var word: String {
    switch (language, operation) {
    case (.javaScript, .recover): PromiseEvent.Operation.catch.rawValue
    case (.javaScript, .ensureThen): PromiseEvent.Operation.finally.rawValue
    default: operation.rawValue
    }
  }
}

/// Where the source attaches a handler without a label: `map at Feed.swift:12`.
package struct HandlerPlace: Hashable, Sendable, CustomStringConvertible {
  /// The operation of its promise, as in ``PromiseEvent/Operation``.
  package var operation: String
  /// The name of the file.
  package var file: String
  package var line: Int

  /// Creates the place of a promise; `nil` if it has a label, or the place is not known.
  init?(_ creation: PromiseEvent.Creation) {
    guard creation.label == nil, let site = creation.site else { return nil }
    operation = creation.word
    file = sanitized(String(site.file.split(separator: "/").last ?? ""))
    line = site.line
  }

  /// Reads the place at the start of a line of a golden order, `map at Feed.swift:12 on net`; `nil` if there is
  /// none.
  init?(reading text: String) {
    let words = text.split(separator: " ", maxSplits: 2)
    guard words.count == 3, words[1] == "at",
      PromiseEvent.Operation(rawValue: String(words[0])) != nil,
      let end = words[2].firstRange(of: " on "),
      let colon = words[2][..<end.lowerBound].lastIndex(of: ":"),
      let line = Int(words[2][words[2].index(after: colon)..<end.lowerBound])
    else { return nil }
    (operation, file) = (String(words[0]), String(words[2][..<colon]))
    self.line = line
  }

  package var description: String { "\(operation) at \(file):\(line)" }

  /// The order in a file.
  static func < (a: HandlerPlace, b: HandlerPlace) -> Bool {
    (a.line, a.operation) < (b.line, b.operation)
  }
}

extension GoldenOrder {
  /// Returns the order with the places of handlers in its lines as they are in these runs: a line above a handler
  /// in its file that was added or removed moves it, which is no difference.
  ///
  /// The handlers of a file have moved if the runs have as many without a label there, with the same operations in
  /// the order of their lines. Otherwise it is not known which is which, and the lines stay as they are.
  package func moved(to orders: [HandlerOrder]) -> GoldenOrder {
    let old = Set(items.flatMap { $0.lines.compactMap(\.place) })
    guard !old.isEmpty else { return self }
    let new = Set(orders.flatMap { $0.steps.compactMap(\.place) })
    guard !old.isSubset(of: new) else { return self }
    let files = (Dictionary(grouping: old, by: \.file), Dictionary(grouping: new, by: \.file))
    var targets: [HandlerPlace: HandlerPlace] = [:]
    for (file, places) in files.0 {
      let before = places.sorted(by: <)
      let after = (files.1[file] ?? []).sorted(by: <)
      guard before.map(\.operation) == after.map(\.operation) else { continue }
      for (one, other) in zip(before, after) where one != other { targets[one] = other }
    }
    guard !targets.isEmpty else { return self }
    var order = self
    for item in order.items.indices {
      order.items[item].lines = order.items[item].lines.map { line in
        line.place.flatMap { targets[$0] }.map { line.moved(to: $0) } ?? line
      }
    }
    return order
  }
}

extension GoldenLine {
  /// Returns whether the line names that handler by its operation only.
  func isWithoutPlace(_ step: HandlerOrder.Step) -> Bool {
    guard let place = step.place, text.hasPrefix(place.operation) else { return false }
    return text == step.textWithoutPlace
  }

  /// The place of a handler without a label, if the line has one.
  var place: HandlerPlace? { text.contains(" at ") ? HandlerPlace(reading: text) : nil }

  /// Returns the line with another place, and otherwise as it is.
  func moved(to place: HandlerPlace) -> GoldenLine {
    guard let old = self.place, let range = raw.firstRange(of: "\(old) on ") else { return self }
    return GoldenLine(raw[..<range.lowerBound] + "\(place) on " + raw[range.upperBound...])
  }
}
