extension Filter {
  /// Reads a filter as it is typed; a blank text is the empty filter.
  package init(_ text: String) throws(FilterProblem) {
    var words = try Self.words(of: text)
    let isInverted = words.first == Word(text: "!")
    if isInverted { words.removeFirst() }
    var terms: [Term] = []
    for word in words { terms.append(try Term(word)) }
    if isInverted, terms.isEmpty { throw .missingValue(after: "!") }
    self.init(
      text: text.split(whereSeparator: \.isWhitespace).joined(separator: " "), terms: terms,
      isInverted: isInverted)
  }

  /// A part of a filter between blanks; characters that stood in quotation marks mean themselves.
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

    /// The parts between the places where `separator` stands and is not quoted.
    func parts(at separator: Swift.Character, most: Int = .max) -> [Word] {
      characters.split(
        maxSplits: most, omittingEmptySubsequences: false,
        whereSeparator: { $0 == Character(value: separator, isQuoted: false) }
      ).map { Word($0) }
    }
  }

  private static func words(of text: String) throws(FilterProblem) -> [Word] {
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
    if isQuoted { throw .openQuotation }
    if let word { words.append(word) }
    return words
  }
}

extension Filter.Term {
  /// Reads `!key:value,value` or a word.
  fileprivate init(_ word: Filter.Word) throws(FilterProblem) {
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
    guard !patterns.isEmpty else { throw .missingValue(after: key.map { "\($0):" } ?? "!") }
    for pattern in patterns where key == .state || key == nil {
      let name = pattern.text.lowercased()
      let named = Filter.State.allCases.filter {
        key == nil ? $0.rawValue == name : $0.rawValue.hasPrefix(name)
      }
      if key == .state, named.isEmpty { throw .unknownState(pattern.text) }
      states.formUnion(named)
    }
  }
}

extension Filter.Word {
  /// It could be the name of a key: letters, none of them quoted.
  fileprivate var isName: Bool {
    !characters.isEmpty && characters.allSatisfy { $0.value.isLetter && !$0.isQuoted }
  }
}

extension Filter.Key {
  fileprivate init(named name: String) throws(FilterProblem) {
    switch name.lowercased() {
    case "file": self = .source
    case "label": self = .name
    case "error": self = .value
    case let name:
      guard let key = Self(rawValue: name) else { throw .unknownKey(name) }
      self = key
    }
  }
}
