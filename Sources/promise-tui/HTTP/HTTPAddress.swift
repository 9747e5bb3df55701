/// The address of an HTTP server, and a path on it: `http://localhost:4318/v1/traces`.
struct HTTPAddress: Hashable, Sendable {
  /// The name or the number of the host; an IPv6 number without brackets.
  var host: String
  var port: UInt16
  /// The path, with the query if there is one. It begins with a slash.
  var path: String

  /// Why a text is not such an address.
  enum Problem: Error, Hashable {
    /// It begins with neither `http://` nor `https://`.
    case noScheme
    /// It begins with `https://`.
    case secure
    /// It contains a name and a password.
    case credentials
    /// Anything else.
    case malformed
  }

  /// Reads an address. The port is 80 unless it is given.
  init(_ text: String) throws(Problem) {
    let lower = text.lowercased()
    if lower.hasPrefix("https://") { throw .secure }
    guard lower.hasPrefix("http://") else { throw .noScheme }
    let isPrintable: (UInt8) -> Bool = { $0 > 0x20 && $0 < 0x7F }
    guard text.utf8.allSatisfy(isPrintable) else { throw .malformed }
    var rest = text.dropFirst("http://".count)
    if let fragment = rest.firstIndex(of: "#") { rest = rest[..<fragment] }
    let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
    let authority = rest[..<end]
    path = (rest[end...].first == "/" ? "" : "/") + rest[end...]
    if authority.contains("@") { throw .credentials }
    var number: Substring
    if authority.first == "[" {
      guard let bracket = authority.firstIndex(of: "]") else { throw .malformed }
      host = String(authority[authority.index(after: authority.startIndex)..<bracket])
      number = authority[authority.index(after: bracket)...]
    } else {
      let colon = authority.firstIndex(of: ":") ?? authority.endIndex
      host = String(authority[..<colon])
      number = authority[colon...]
    }
    if number.first == ":" { number.removeFirst() } else if !number.isEmpty { throw .malformed }
    guard !host.isEmpty, !host.contains("[") else { throw .malformed }
    guard number.isEmpty || number.allSatisfy(\.isNumber),
      let port = UInt16(number.isEmpty ? "80" : number),
      port > 0
    else { throw .malformed }
    self.port = port
  }

  /// The host and the port, as in the header `Host`.
  var authority: String {
    let host = host.contains(":") ? "[\(host)]" : host
    return port == 80 ? host : "\(host):\(port)"
  }
}

extension HTTPAddress: CustomStringConvertible {
  var description: String { "http://\(authority)\(path)" }
}
