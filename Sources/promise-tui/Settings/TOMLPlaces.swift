/// Where the keys and values of a TOML document are.
///
/// The TOML library reports the places of syntax errors only. This scanner finds those of keys and
/// values, in text that the library has accepted.
struct TOMLPlaces {
  /// The places of the keys, by their path from the top.
  private(set) var keys: [[String]: FilePlace] = [:]
  /// The places of the values, by the path of their key, followed by ``item(_:)`` in arrays.
  private(set) var values: [[String]: FilePlace] = [:]

  private let text: [Unicode.Scalar]
  private var index = 0
  private var place = FilePlace(line: 1, column: 1)

  /// The component of a path that stands for an item of an array.
  static func item(_ index: Int) -> String { "[\(index)]" }

  /// Scans `text`, which must be valid TOML.
  init(of text: String) {
    self.text = Array(text.unicodeScalars)
    if self.text.first == "\u{FEFF}" { index = 1 }
    scan()
  }

  private mutating func scan() {
    var table: [String] = []
    var counts: [[String]: Int] = [:]
    while true {
      skipBlanks()
      guard let next else { return }
      guard next == "[" else {
        entry(in: table)
        continue
      }
      advance()
      let isItem = self.next == "["
      if isItem { advance() }
      skipBlanks()
      table = key(in: [])
      if isItem {
        let number = counts[table, default: 0]
        counts[table] = number + 1
        table.append(Self.item(number))
      }
      while let next = self.next, next != "\n" { advance() }
    }
  }

  /// Scans `key = value`.
  private mutating func entry(in table: [String]) {
    let start = index
    let path = key(in: table)
    skipBlanks()
    if next == "=" { advance() }
    skipBlanks()
    value(at: path)
    if index == start { advance() }
  }

  /// Scans a key, which may have several parts, and returns its path.
  private mutating func key(in table: [String]) -> [String] {
    var path = table
    while true {
      skipSpaces()
      let place = place
      path.append(part())
      if keys[path] == nil { keys[path] = place }
      if values[path] == nil { values[path] = place }
      skipSpaces()
      guard next == "." else { return path }
      advance()
    }
  }

  /// Scans one part of a key: a word, or a string.
  private mutating func part() -> String {
    var part = String.UnicodeScalarView()
    if let quote = next, quote == "\"" || quote == "'" {
      advance()
      while let next, next != quote {
        if next == "\\", quote == "\"" { advance() }
        if let next = self.next { part.append(next) }
        advance()
      }
      advance()
    } else {
      while let next, next != ".", next != "=", next != "]", next != " ", next != "\t",
        next != "\n"
      {
        part.append(next)
        advance()
      }
    }
    return String(part)
  }

  private mutating func value(at path: [String]) {
    values[path] = place
    switch next {
    case "\"", "'": string()
    case "[":
      advance()
      var number = 0
      while true {
        skipBlanks()
        guard let next else { return }
        if next == "]" { return advance() }
        if next == "," {
          advance()
        } else {
          let start = index
          value(at: path + [Self.item(number)])
          number += 1
          if index == start { advance() }
        }
      }
    case "{":
      advance()
      while true {
        skipBlanks()
        guard let next else { return }
        if next == "}" { return advance() }
        if next == "," { advance() } else { entry(in: path) }
      }
    default:
      while let next, next != ",", next != "]", next != "}", next != "#", next != "\n" {
        advance()
      }
    }
  }

  /// Skips a string in one or three quotes.
  private mutating func string() {
    guard let quote = next else { return }
    var length = 0
    while next == quote, length < 3 {
      advance()
      length += 1
    }
    if length == 2 { return }
    while next != nil {
      if next == "\\", quote == "\"" {
        advance()
        advance()
        continue
      }
      guard next == quote else {
        advance()
        continue
      }
      // A string in three quotes may end with two more of its own.
      var count = 0
      while next == quote, length == 1 ? count < 1 : count < 5 {
        advance()
        count += 1
      }
      if count >= length { return }
    }
  }

  private var next: Unicode.Scalar? { index < text.count ? text[index] : nil }

  private mutating func advance() {
    guard let next else { return }
    index += 1
    if next == "\n" {
      place = FilePlace(line: place.line + 1, column: 1)
    } else {
      place.column += 1
    }
  }

  private mutating func skipSpaces() {
    while next == " " || next == "\t" { advance() }
  }

  /// Skips spaces, line breaks, and comments.
  private mutating func skipBlanks() {
    while let next {
      if next == "#" {
        while let next = self.next, next != "\n" { advance() }
      } else if next == " " || next == "\t" || next == "\n" || next == "\r" {
        advance()
      } else {
        return
      }
    }
  }
}
