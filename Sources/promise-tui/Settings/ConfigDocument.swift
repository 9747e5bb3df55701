import TOMLKit

/// A place in a file. Columns count characters; both numbers begin at 1.
struct FilePlace: Hashable, Sendable, Comparable {
  var line: Int
  var column: Int

  static func < (a: Self, b: Self) -> Bool { (a.line, a.column) < (b.line, b.column) }
}

/// A mistake in the configuration file: where it is, and a sentence.
struct ConfigProblem: Error, Hashable, Sendable {
  var place: FilePlace
  var sentence: String

  /// Returns the problem as compilers write it: `config.toml:3:1: …`.
  func line(in file: String) -> String { "\(file):\(place.line):\(place.column): \(sentence)" }
}

/// A value of the configuration file, and where it begins.
struct ConfigValue: Hashable, Sendable {
  /// What a value is.
  enum Kind: Hashable, Sendable {
    case text(String)
    case number(Int)
    case flag(Bool)
    case list([ConfigValue])
    case table([ConfigEntry])
    /// A kind that no option takes, such as a date.
    case other(String)

    /// The name of the kind, with its article.
    var name: String {
      switch self {
      case .text: "a string"
      case .number: "an integer"
      case .flag: "a boolean"
      case .list: "an array"
      case .table: "a table"
      case .other(let name): name
      }
    }
  }

  var place: FilePlace
  var kind: Kind
}

/// A key of the configuration file with its value.
struct ConfigEntry: Hashable, Sendable {
  var key: String
  /// Where the key begins.
  var place: FilePlace
  var value: ConfigValue
}

/// The contents of a TOML file, with the place of each key and value.
struct ConfigDocument: Hashable, Sendable {
  /// The keys at the top, in the order of the file.
  let entries: [ConfigEntry]

  /// The size of the largest file that is read. One with every key and color has less than 20 kB.
  static let mostBytes = 1 << 20

  /// Parses the bytes of a file.
  init(_ bytes: [UInt8]) throws(ConfigProblem) {
    guard bytes.count <= Self.mostBytes else {
      throw ConfigProblem(
        place: FilePlace(line: 1, column: 1),
        sentence: "the file is larger than 1 MiB; is it a configuration file?")
    }
    let text = try Self.text(bytes)
    let table: TOMLTable
    do {
      table = try TOMLTable(string: text)
    } catch let error as TOMLParseError {
      throw ConfigProblem(error)
    } catch {
      throw ConfigProblem(place: FilePlace(line: 1, column: 1), sentence: "\(error)")
    }
    let places = TOMLPlaces(of: text)
    entries = Self.entries(of: table, at: [], places, FilePlace(line: 1, column: 1))
  }

  /// Returns the bytes as text, which must be UTF-8 without the control characters that end a C string.
  private static func text(_ bytes: [UInt8]) throws(ConfigProblem) -> String {
    let text = String(validating: bytes, as: UTF8.self)
    let bad = text == nil ? firstInvalidByte(of: bytes) : bytes.firstIndex(of: 0)
    guard let bad else { return text ?? "" }
    let before = String(decoding: bytes[..<bad], as: UTF8.self).unicodeScalars
    let column = before.reversed().prefix { $0 != "\n" }.count + 1
    throw ConfigProblem(
      place: FilePlace(line: before.count { $0 == "\n" } + 1, column: column),
      sentence: text == nil
        ? "invalid UTF-8: save the file as UTF-8 text" : "a NUL byte: this is not a text file")
  }

  /// Returns the index of the first byte that is not part of a UTF-8 character.
  private static func firstInvalidByte(of bytes: [UInt8]) -> Int {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var index = 0
    while case .scalarValue(let scalar) = decoder.decode(&iterator) {
      index += UTF8.width(scalar)
    }
    return min(index, max(0, bytes.count - 1))
  }

  private static func entries(
    of table: TOMLTable, at path: [String], _ places: TOMLPlaces, _ parent: FilePlace
  ) -> [ConfigEntry] {
    table.keys.compactMap { key in
      guard let value = table[key] else { return nil }
      let path = path + [key]
      let place = places.keys[path] ?? parent
      return ConfigEntry(key: key, place: place, value: Self.value(value, at: path, places, place))
    }.sorted { $0.place < $1.place }
  }

  private static func value(
    _ value: any TOMLValueConvertible, at path: [String], _ places: TOMLPlaces, _ parent: FilePlace
  ) -> ConfigValue {
    let place = places.values[path] ?? parent
    let kind: ConfigValue.Kind
    switch value.type {
    case .string: kind = .text(value.string ?? "")
    case .int: kind = .number(value.int ?? 0)
    case .bool: kind = .flag(value.bool ?? false)
    case .table:
      kind = .table(value.table.map { entries(of: $0, at: path, places, place) } ?? [])
    case .array:
      guard let array = value.array else { return ConfigValue(place: place, kind: .list([])) }
      kind = .list(
        array.enumerated().map { index, item in
          Self.value(item, at: path + [TOMLPlaces.item(index)], places, place)
        })
    case .double: kind = .other("a floating-point number")
    case .date: kind = .other("a date")
    case .time: kind = .other("a time")
    case .dateTime: kind = .other("a date and time")
    }
    return ConfigValue(place: place, kind: kind)
  }
}

extension ConfigProblem {
  /// Creates a problem from what the TOML library reports, whose sentence repeats the place in
  /// parentheses.
  fileprivate init(_ error: TOMLParseError) {
    let begin = error.source.begin
    place = FilePlace(line: max(1, begin.line), column: max(1, begin.column))
    let text = error.description
    let end = text.ranges(of: " (at line ").last?.lowerBound ?? text.endIndex
    sentence = text[..<end].prefix(1).lowercased() + text[..<end].dropFirst()
  }
}
