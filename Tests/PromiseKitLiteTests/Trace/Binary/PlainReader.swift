import TestSupport
import Testing

@testable import PromiseEvents
@testable import PromiseKitLite

/// Reads a binary trace as docs/reference/binary-traces.md describes it, with nothing of the project's reader:
/// its events as objects of JSON Lines, without numbers and times.
struct PlainReader {
  private let bytes: [UInt8]
  /// The lists of words on the page, by `kind.key`.
  private let words: [String: [String]]
  /// The fields of each record, by its code: key, marks, letter, condition.
  private var table: [Int: (name: String, fields: [TableField])] = [:]
  private var files: [UInt64: String] = [:]

  private typealias TableField = (key: String, mark: Character?, type: Character, condition: Int?)

  init(_ bytes: [UInt8], words: [String: [String]]) throws {
    (self.bytes, self.words) = (bytes, words)
    let count = Int(number32(1192))
    for line in String(decoding: bytes[1196..<(1196 + count)], as: UTF8.self).split(separator: "\n")
    {
      let words = line.split(separator: " ")
      let fields = try words.dropFirst(2).map { word -> TableField in
        let parts = word.split(separator: ":")
        let marks = parts[1].split(separator: "@")
        let type = try #require(marks[0].last)
        return (
          String(parts[0]), marks[0].count > 1 ? marks[0].first : nil, type,
          marks.count > 1 ? Int(marks[1]) : nil
        )
      }
      table[try #require(Int(words[0]))] = (String(words[1]), fields)
    }
  }

  private func number32(_ place: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(bytes[place + $1]) << UInt32(8 * $1) }
  }

  private func number64(_ place: Int) -> UInt64 {
    (0..<8).reduce(0) { $0 | UInt64(bytes[place + $1]) << UInt64(8 * $1) }
  }

  /// The events of all chunks, merged by their stamps.
  mutating func events() throws -> [JSONValue] {
    let (headerSize, chunkSize) = (Int(number32(12)), Int(number32(16)))
    var records: [(stamp: UInt64, chunk: Int, event: JSONValue)] = []
    var chunks: [Int] = []
    var place = headerSize
    while place < headerSize + Int(number64(48)) * chunkSize {
      switch number32(place + 8) {
      case 1: chunks.append(place)
      case 2: readNames(place)
      default: break
      }
      place += max(1, Int(number32(place + 4))) * chunkSize
    }
    for chunk in chunks { records += try self.records(chunk) }
    records.sort { ($0.stamp, $0.chunk) < ($1.stamp, $1.chunk) }
    var numbers = Renumbering()
    return records.map { numbers.apply($0.event) }
  }

  private mutating func readNames(_ chunk: Int) {
    var place = chunk + 48
    while place < chunk + 48 + Int(number32(chunk)) {
      let count = Int(number64(place + 8))
      files[number64(place)] = String(
        decoding: bytes[(place + 16)..<(place + 16 + count)], as: UTF8.self)
      place += 16 + count
    }
  }

  private func records(_ chunk: Int) throws -> [(stamp: UInt64, chunk: Int, event: JSONValue)] {
    var records: [(stamp: UInt64, chunk: Int, event: JSONValue)] = []
    var place = chunk + 48
    let end = place + Int(number32(chunk))
    var (written, stamp) = (number64(chunk + 16), UInt64(0))
    var (queue, thread) = (0, Int(number32(chunk + 12)))
    while place < end {
      let code = bytes[place]
      let isShort = (48...60).contains(code & 0x3F)
      if isShort {
        written += UInt64(number32(place) >> 8)
        place += 4
      } else {
        place += 1
        written &+= UInt64(bitPattern: Int64(number(&place)))
      }
      stamp = max(stamp, written)
      if code & 0x80 == 0 { queue = number(&place) }
      let record = try #require(table[Int(code & 0x3F)])
      var fields = [JSONField(key: "k", value: .string(record.name))]
      if queue != 0 { fields.append(JSONField(key: "q", value: .integer(queue))) }
      var word = 0
      for field in record.fields where field.condition == nil || field.condition == word {
        fields += try read(field, record.name, &place, &word)
      }
      // JSON Lines has it in the header.
      fields.removeAll { $0.key == "lang" }
      switch code & 0x3F {
      case 61: if case .integer(let number) = fields.last?.value { thread = number }
      case 62: break
      default:
        if isShort { fields = try long(fields) }
        fields.append(JSONField(key: "th", value: .integer(thread)))
        records.append((stamp, chunk, .object(fields)))
      }
    }
    #expect(place == end)
    return records
  }

  private func number(_ place: inout Int) -> Int {
    var (value, shift) = (UInt64(0), UInt64(0))
    while true {
      let byte = UInt64(bytes[place])
      place += 1
      value |= (byte & 0x7F) << shift
      shift += 7
      if byte < 0x80 { break }
    }
    return Int(bitPattern: UInt(value >> 1)) ^ (value & 1 == 1 ? -1 : 0)
  }

  private func text(_ place: inout Int) -> String {
    let count = number(&place)
    defer { place += count }
    return String(decoding: bytes[place..<(place + count)], as: UTF8.self)
  }

  /// Returns the fields as JSON Lines have them: empty, false, and missing ones are left out.
  private func read(
    _ field: TableField, _ kind: String, _ place: inout Int, _ word: inout Int
  ) throws -> [JSONField] {
    if field.mark == "?" {
      place += 1
      if bytes[place - 1] == 0 { return [] }
    }
    if field.mark == "*" {
      let values = try (0..<number(&place)).map { _ in
        try self.value(field, kind, &place, &word)
      }
      return values.isEmpty && field.key != "names" && field.key != "options"
        ? [] : [JSONField(key: field.key, value: .array(values))]
    }
    if field.type == "s" { return site(&place) }
    let value = try self.value(field, kind, &place, &word)
    if case .bool(false) = value { return [] }
    return [JSONField(key: field.key, value: value)]
  }

  private func value(
    _ field: TableField, _ kind: String, _ place: inout Int, _ word: inout Int
  ) throws -> JSONValue {
    switch field.type {
    case "n", "p", "j": return .integer(number(&place))
    case "1", "2", "4", "8":
      let size = try #require(field.type.wholeNumberValue)
      defer { place += size }
      return .integer(
        (0..<size).reduce(0) {
          $0 | Int(truncatingIfNeeded: UInt64(bytes[place + $1]) << UInt64(8 * $1))
        })
    case "t": return .string(text(&place))
    case "f":
      place += 1
      return .bool(bytes[place - 1] != 0)
    case "w":
      word = Int(bytes[place])
      place += 1
      return .string(try #require(words["\(kind).\(field.key)"])[word])
    case "c":
      let form = bytes[place]
      place += 1
      let first = number(&place)
      let keys = ["resume", "on", "end", "fire"]
      var fields = [JSONField(key: keys[Int(form)], value: .integer(first))]
      if form == 1 { fields.append(JSONField(key: "start", value: .integer(number(&place)))) }
      return .object(fields)
    default: throw UnknownType()
    }
  }

  private struct UnknownType: Error {}

  /// Returns the fields of an event whose record is short.
  private func long(_ fields: [JSONField]) throws -> [JSONField] {
    var long: [JSONField] = []
    func word(_ kind: String, _ key: String, _ value: JSONValue) throws -> JSONField {
      guard case .integer(let number) = value else { throw UnknownType() }
      return JSONField(key: key, value: .string(try #require(words["\(kind).\(key)"])[number]))
    }
    for field in fields {
      switch (field.key, field.value) {
      case ("k", .string(let name)): long += Self.kind(name)
      case ("op", let value): long.append(try word("created", "op", value))
      case ("end", let value): long.append(try word("jobEnded", "end", value))
      case ("guarantee", let value):
        if value != .integer(0) { long.append(JSONField(key: "guarantee", value: .bool(true))) }
      case ("file", .integer(let address)):
        let file = files[UInt64(bitPattern: Int64(address))]
        long.append(JSONField(key: "file", value: .string(file ?? "")))
      case ("column", let value): long.append(JSONField(key: "col", value: value))
      case ("integer", .integer(let number)):
        long.append(JSONField(key: "text", value: .string("\(number)")))
      case ("parent", let value) where fields[0].value == .string("shortCreated"):
        long.append(JSONField(key: "parents", value: .array([value])))
      case ("p", .integer(0)): break
      default: long.append(field)
      }
    }
    return long
  }

  /// The kind of event for which a short record stands, and the fields that it always has.
  private static func kind(_ name: String) -> [JSONField] {
    let kinds: [String: (String, [(String, String)])] = [
      "shortCreated": ("created", []), "shortAttached": ("handlerAttached", []),
      "shortEnqueued": ("jobEnqueued", []), "shortStarted": ("jobStarted", []),
      "shortEnded": ("jobEnded", []), "shortFulfilled": ("settled", [("out", "fulfilled")]),
      "shortDeallocated": ("deallocated", [("state", "settled")]),
    ]
    let (kind, others) = kinds[name] ?? (name, [])
    return ([("k", kind)] + others).map { JSONField(key: $0.0, value: .string($0.1)) }
  }

  private func site(_ place: inout Int) -> [JSONField] {
    let form = bytes[place]
    place += 1
    let (file, line, column): (String, Int, Int)
    switch form {
    case 1: (file, line, column) = (text(&place), number(&place), number(&place))
    case 2:
      file = files[number64(place)] ?? ""
      line = Int(number32(place + 8))
      column = Int(number32(place + 12) & 0xFFFF)
      place += 16
    default: return []
    }
    return [
      JSONField(key: "file", value: .string(file)), JSONField(key: "line", value: .integer(line)),
      JSONField(key: "col", value: .integer(column)),
    ]
  }
}

/// Numbers promises and jobs in the order in which they appear.
struct Renumbering {
  private var promises: [Int: Int] = [:]
  private var jobs: [Int: Int] = [:]

  /// Returns the event with other numbers, without its own number and its time, and with its fields
  /// in the order of their names.
  mutating func apply(_ event: JSONValue) -> JSONValue {
    let fields = event.fields.compactMap { field -> JSONField? in
      if field.key == "n" || field.key == "t" { return nil }
      return JSONField(key: field.key, value: renumber(field.value, field.key))
    }
    return .object(fields.filter { $0.value != .string("") }.sorted { $0.key < $1.key })
  }

  private mutating func renumber(_ value: JSONValue, _ key: String) -> JSONValue {
    switch value {
    case .integer(let number):
      switch key {
      case "p", "parent", "inner", "by", "origin", "from", "to", "input", "parents", "waiting":
        return .integer(Self.number(number, &promises))
      case "j", "resume", "start", "end": return .integer(Self.number(number, &jobs))
      default: return value
      }
    case .array(let values): return .array(values.map { renumber($0, key) })
    case .object(let fields):
      return .object(
        fields.map { JSONField(key: $0.key, value: renumber($0.value, $0.key)) }
          .sorted { $0.key < $1.key })
    case .null, .bool, .real, .string: return value
    }
  }

  private static func number(_ number: Int, _ known: inout [Int: Int]) -> Int {
    let new = known[number] ?? known.count + 1
    known[number] = new
    return new
  }

  /// Returns events as JSON Lines have them, with other numbers.
  static func lines(_ events: [PromiseEvent]) throws -> [JSONValue] {
    var numbers = Renumbering()
    return try events.map {
      numbers.apply(try JSONScanner.value(of: Array(TraceWriter().line($0).dropLast())[...]))
    }
  }
}
