import PromiseKitLite

/// The answer to a request.
struct HTTPAnswer: Hashable, Sendable {
  var status: Int
  /// The headers by their names in lowercase; of several with one name, the first.
  var headers: [String: String] = [:]
  /// The beginning of the body.
  var body: [UInt8] = []

  /// Whether the connection can be used for another request.
  var keepsConnection = false

  /// The most that is kept of a body.
  static let mostBody = 1 << 16
}

/// Reads an answer while its bytes arrive.
struct HTTPAnswerReader {
  /// What follows in the bytes.
  private enum Part: Hashable {
    case statusLine, headers
    /// The rest of a body of known length.
    case body(Int)
    /// A body that ends with the connection.
    case endlessBody
    case chunkSize
    case chunk(Int)
    case chunkEnd
    case trailers
    case over
  }

  private var part = Part.statusLine
  private var line: [UInt8] = []
  private var answer = HTTPAnswer(status: 0)
  private var isVersion10 = false
  /// The bytes of the headers so far, and those of the body.
  private var headerBytes = 0
  private var bodyBytes = 0

  /// Whether any byte has arrived.
  private(set) var hasBegun = false

  /// The answer, once it is complete.
  var complete: HTTPAnswer? { part == .over ? answer : nil }

  private static let mostHeaders = 1 << 16
  /// A longer body is not an answer to an export.
  private static let longestBody = 16 << 20

  /// Takes bytes of the answer. What follows its end is ignored.
  mutating func take(_ bytes: ArraySlice<UInt8>) throws(HTTPFailure) {
    var rest = bytes
    hasBegun = hasBegun || !bytes.isEmpty
    while !rest.isEmpty, part != .over {
      switch part {
      case .body(let count): part = after(try takeBody(count, &rest), .over) { .body($0) }
      case .chunk(let count): part = after(try takeBody(count, &rest), .chunkEnd) { .chunk($0) }
      case .endlessBody: _ = try takeBody(.max, &rest)
      case .statusLine, .headers, .chunkSize, .chunkEnd, .trailers:
        guard let text = try takeLine(&rest) else { return }
        try read(text)
      case .over: return
      }
    }
  }

  /// Takes the end of the connection, and returns the answer.
  mutating func finish() throws(HTTPFailure) -> HTTPAnswer {
    if part == .endlessBody { part = .over }
    guard part == .over else { throw .closed }
    return answer
  }

  private func after(_ left: Int, _ next: Part, _ more: (Int) -> Part) -> Part {
    left == 0 ? next : more(left)
  }

  /// Takes as much of a body as there is, and returns how much of it is missing.
  private mutating func takeBody(
    _ count: Int, _ rest: inout ArraySlice<UInt8>
  ) throws(HTTPFailure) -> Int {
    let piece = rest.prefix(count)
    rest = rest.dropFirst(piece.count)
    bodyBytes += piece.count
    guard bodyBytes <= Self.longestBody else { throw .garbage("a body without end") }
    answer.body += piece.prefix(max(0, HTTPAnswer.mostBody - answer.body.count))
    return count - piece.count
  }

  /// Takes a line; `nil` if its end has not arrived.
  private mutating func takeLine(_ rest: inout ArraySlice<UInt8>) throws(HTTPFailure) -> String? {
    let end = rest.firstIndex(of: UInt8(ascii: "\n"))
    let piece = rest[..<(end ?? rest.endIndex)]
    headerBytes += piece.count + 1
    guard headerBytes <= Self.mostHeaders else { throw .garbage("headers without end") }
    line += piece
    rest = end.map { rest[($0 + 1)...] } ?? []
    guard end != nil else { return nil }
    defer { line = [] }
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    return String(decoding: line, as: UTF8.self)
  }

  private mutating func read(_ text: String) throws(HTTPFailure) {
    switch part {
    case .statusLine: try readStatus(text)
    case .headers: if text.isEmpty { try beginBody() } else { try readHeader(text) }
    case .chunkSize:
      let digits = text.prefix { $0 != ";" }.trimmed
      guard digits.count <= 8, let size = Int(digits, radix: 16), size >= 0 else {
        throw .garbage("the size of a chunk is '\(quotable(String(digits)))'")
      }
      part = size == 0 ? .trailers : .chunk(size)
    case .chunkEnd:
      guard text.isEmpty else { throw .garbage("a chunk is longer than its size") }
      part = .chunkSize
    case .trailers: if text.isEmpty { part = .over }
    case .body, .endlessBody, .chunk, .over: break
    }
  }

  private mutating func readStatus(_ text: String) throws(HTTPFailure) {
    let parts = text.split(separator: " ", maxSplits: 2)
    guard parts.count >= 2, parts[0].hasPrefix("HTTP/1."), parts[1].count == 3,
      let status = Int(parts[1]), status >= 100
    else { throw .garbage("'\(quotable(text))'") }
    answer = HTTPAnswer(status: status)
    isVersion10 = parts[0] == "HTTP/1.0"
    part = .headers
  }

  private mutating func readHeader(_ text: String) throws(HTTPFailure) {
    guard let colon = text.firstIndex(of: ":") else {
      throw .garbage("the header '\(quotable(text))'")
    }
    let name = text[..<colon].lowercased()
    if answer.headers[name] == nil {
      answer.headers[name] = String(text[text.index(after: colon)...].trimmed)
    }
  }

  private mutating func beginBody() throws(HTTPFailure) {
    let status = answer.status
    let connection = answer.headers["connection"]?.lowercased() ?? ""
    answer.keepsConnection =
      isVersion10 ? connection.contains("keep-alive") : !connection.contains("close")
    if status < 200 {
      // An interim answer; the real one follows.
      part = .statusLine
    } else if status == 204 || status == 304 {
      part = .over
    } else if answer.headers["transfer-encoding"]?.lowercased().contains("chunked") == true {
      part = .chunkSize
    } else if let length = answer.headers["content-length"] {
      guard let count = Int(length), count >= 0 else {
        throw .garbage("the length of the body is '\(quotable(length))'")
      }
      part = count == 0 ? .over : .body(count)
    } else {
      answer.keepsConnection = false
      part = .endlessBody
    }
  }
}

extension StringProtocol {
  /// The text without spaces and tabs at its ends.
  fileprivate var trimmed: SubSequence {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    let start = firstIndex { !isBlank($0) } ?? endIndex
    let end = lastIndex { !isBlank($0) }.map { index(after: $0) } ?? start
    return self[start..<Swift.max(start, end)]
  }
}
