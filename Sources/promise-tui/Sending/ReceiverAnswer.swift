/// What a receiver answers to a request.
struct ReceiverAnswer: Hashable, Sendable {
  private(set) var status = 0
  /// The headers by their names in lowercase; of several with one name, the first.
  private(set) var headers: [String: String] = [:]
  /// The beginning of the body.
  private(set) var body: [UInt8] = []

  /// Reads the lines of the headers, which interim answers precede and trailers follow; `nil` if they are
  /// not complete.
  init?(headers: [UInt8], body: [UInt8]) {
    let text = String(decoding: headers, as: UTF8.self)
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    // What follows the last newline is not a line.
    for line in lines.dropLast() {
      if line.hasPrefix("HTTP/") {
        let parts = line.split(separator: " ", maxSplits: 2)
        (status, self.headers) = (parts.count > 1 ? Int(parts[1]) ?? 0 : 0, [:])
      } else if line.isEmpty, status >= 200 {
        self.body = body
        return
      } else if let colon = line.firstIndex(of: ":") {
        let (name, value) = (line[..<colon].lowercased(), line[line.index(after: colon)...])
        if self.headers[name] == nil { self.headers[name] = value.withoutBlanks }
      }
    }
    return nil
  }
}
