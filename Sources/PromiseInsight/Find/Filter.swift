package import PromiseEvents
package import PromiseGraph

/// A filter for promises: terms that must all hold.
///
/// `state:rejected`, `queue:main`, `name:fetch`, `source:Login.swift`, `value:503`, `tag:7f3`, `process:store`; a single word
/// can be any of them. A comma means "or": `state:pending,queued`. `!` before a term negates it, and a separate
/// `!` before all terms negates the whole filter. A value with spaces, commas or colons must be in quotation
/// marks.
package struct Filter: Hashable, Sendable {
  /// The property that a term tests.
  package enum Key: String, Hashable, Sendable, CaseIterable {
    case state, queue, name, source, value, tag, process
  }

  /// One condition.
  struct Term: Hashable, Sendable {
    /// The property that it tests; `nil` for all of them.
    var key: Key?
    /// The texts of which one must occur there.
    var patterns: [SearchPattern]
    /// The states that it names.
    var states: Set<Filter.State>
    /// Whether it is negated.
    var isInverted: Bool
  }

  /// The text as typed, without surrounding spaces.
  package let text: String
  let terms: [Term]
  /// Whether the whole filter is negated.
  let isInverted: Bool

  /// Whether it matches everything.
  package var isEmpty: Bool { terms.isEmpty }

  init(text: String, terms: [Term], isInverted: Bool) {
    self.text = text
    self.terms = terms
    self.isInverted = isInverted
  }

  /// Returns whether a promise of `graph` matches. O(texts of the promise)
  package func matches(_ node: PromiseNode, in graph: Graph) -> Bool {
    guard !terms.isEmpty else { return true }
    return terms.allSatisfy { $0.holds(for: node, in: graph) } != isInverted
  }

  /// The texts to highlight in a matching promise.
  package var shownPatterns: [SearchPattern] {
    guard !isInverted else { return [] }
    return terms.filter {
      !$0.isInverted && $0.key != .state && $0.key != .queue && $0.key != .process
    }
    .flatMap(\.patterns)
  }
}

extension Filter.Term {
  fileprivate func holds(for node: PromiseNode, in graph: Graph) -> Bool {
    let holds =
      if let key {
        has(key, node, graph)
      } else {
        Filter.Key.allCases.contains { has($0, node, graph) }
      }
    return holds != isInverted
  }

  private func has(_ key: Filter.Key, _ node: PromiseNode, _ graph: Graph) -> Bool {
    switch key {
    case .state: return states.contains { $0.holds(for: node) }
    case .queue: return node.queue.map { stand(in: graph.queueName($0)) } ?? false
    case .process:
      guard let process = graph.process(of: node.id) else { return false }
      return stand(in: graph.name(of: process))
        || graph.process(process)?.systemID.map { stand(in: "\($0)") } ?? false
    case .name: return stand(in: node.creation.title)
    case .source: return node.creation.site.map { stand(in: $0.fileAndLine) } ?? false
    case .tag: return node.creation.tag.map { stand(in: $0) } ?? false
    case .value:
      guard let text = node.settlement?.description, !text.isEmpty else { return false }
      return stand(in: text)
    }
  }

  private func stand(in text: String) -> Bool { patterns.contains { $0.matches(text) } }
}

extension Filter {
  /// A state in a filter; some names stand for several states.
  enum State: String, Hashable, Sendable, CaseIterable {
    case pending, queued, running, locked, fulfilled, rejected, cancelled, freed, forwarded, unknown
    /// A task that awaits nothing.
    case idle
    /// Fulfilled, rejected or cancelled.
    case settled
    /// Rejected and unhandled.
    case unhandled
    /// Skipped by a settlement, without running its handler.
    case passed

    /// Returns whether a promise is in this state.
    func holds(for node: PromiseNode) -> Bool {
      switch (self, node.state) {
      case (.pending, .pending), (.queued, .queued), (.running, .running), (.locked, .lockedIn),
        (.fulfilled, .fulfilled), (.rejected, .rejected), (.cancelled, .cancelled),
        (.freed, .lost), (.forwarded, .forwarded), (.unknown, .unknown), (.idle, .idle),
        (.settled, .fulfilled), (.settled, .rejected), (.settled, .cancelled):
        true
      case (.unhandled, _): node.unhandled != nil
      case (.passed, _): node.skipped != nil
      default: false
      }
    }
  }
}

extension Filter {
  /// Parses a filter; a blank text is the empty filter.
  package init(_ text: String) throws(InputError) {
    var words = try Self.words(of: text)
    let isInverted = words.first == Word(text: "!")
    if isInverted { words.removeFirst() }
    var terms: [Term] = []
    for word in words { terms.append(try Term(word)) }
    if isInverted, terms.isEmpty { throw InputError("! needs a value") }
    self.init(
      text: text.split(whereSeparator: \.isWhitespace).joined(separator: " "), terms: terms,
      isInverted: isInverted)
  }

  /// A part of a filter between spaces; quoted characters are literal.
  struct Word: Hashable {
    /// Its characters, each with whether it was quoted.
    struct Character: Hashable {
      var value: Swift.Character
      var isQuoted: Bool
    }
    var characters: [Character] = []

    init() {}
    init(text: String) {
      characters = text.map { Character(value: $0, isQuoted: false) }
    }
    init(_ characters: some Sequence<Character>) { self.characters = Array(characters) }

    var text: String { String(characters.map(\.value)) }

    /// Returns the parts between unquoted separators.
    func parts(at separator: Swift.Character, most: Int = .max) -> [Word] {
      characters.split(
        maxSplits: most, omittingEmptySubsequences: false,
        whereSeparator: { $0 == Character(value: separator, isQuoted: false) }
      ).map { Word($0) }
    }
  }

  private static func words(of text: String) throws(InputError) -> [Word] {
    var words: [Word] = []
    var word: Word?
    var isQuoted = false
    for character in text {
      if character == "\"" {
        isQuoted.toggle()
        word = word ?? Word()
      } else if character.isWhitespace, !isQuoted {
        if let word { words.append(word) }
        word = nil
      } else {
        word = word ?? Word()
        word?.characters.append(Word.Character(value: character, isQuoted: isQuoted))
      }
    }
    if isQuoted { throw InputError("a quotation mark is not closed") }
    if let word { words.append(word) }
    return words
  }
}

extension Filter.Term {
  /// Parses `!key:value,value` or a word.
  fileprivate init(_ word: Filter.Word) throws(InputError) {
    var word = word
    isInverted = word.characters.first == Filter.Word.Character(value: "!", isQuoted: false)
    if isInverted { word.characters.removeFirst() }
    let parts = word.parts(at: ":", most: 1)
    let values: Filter.Word
    if parts.count == 2, parts[0].isName {
      key = try Filter.Key(named: parts[0].text)
      values = parts[1]
    } else {
      key = nil
      values = word
    }
    let texts = values.parts(at: ",").map(\.text)
    patterns = texts.compactMap { SearchPattern($0) }
    states = []
    guard !patterns.isEmpty else {
      throw InputError("\(key.map { "\($0):" } ?? "!") needs a value")
    }
    for pattern in patterns where key == .state || key == nil {
      let name = pattern.text.lowercased()
      let named = Filter.State.allCases.filter {
        key == nil ? $0.rawValue == name : $0.rawValue.hasPrefix(name)
      }
      if key == .state, named.isEmpty {
        throw unknown("state", pattern.text, among: Filter.State.allCases.map(\.rawValue))
      }
      states.formUnion(named)
    }
  }
}

extension Filter.Word {
  /// Whether it could be the name of a key: only unquoted letters.
  fileprivate var isName: Bool {
    !characters.isEmpty && characters.allSatisfy { $0.value.isLetter && !$0.isQuoted }
  }
}

extension Filter.Key {
  fileprivate init(named name: String) throws(InputError) {
    switch name.lowercased() {
    case "file": self = .source
    case "label": self = .name
    case "error": self = .value
    case let name:
      guard let key = Self(rawValue: name) else {
        throw unknown("key", name, among: Self.allCases.map(\.rawValue))
      }
      self = key
    }
  }
}

/// Returns an error that lists the names: `a, b or c`.
private func unknown(_ kind: String, _ name: String, among names: [String]) -> InputError {
  let others = names.dropLast().joined(separator: ", ")
  return InputError("unknown \(kind) \(name): use \(others) or \(names.last ?? "")")
}
