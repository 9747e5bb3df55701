/// The URL of a receiver of spans: `https://collector.example:4318/v1/traces`.
struct OTLPAddress: Hashable, Sendable {
  /// `http://` or `https://`.
  let scheme: String
  /// The host, an IPv6 number in brackets, and the port if there is one.
  let authority: String
  /// The path, with the query if there is one. It begins with a slash.
  var path: String

  /// The default of OTLP over HTTP.
  static let local = "http://localhost:4318"

  /// Reads a URL.
  ///
  /// - Throws: What is wrong with it.
  init(_ text: String) throws(CommandError) {
    let malformed = usageError("this is not a URL of a host, such as \(Self.local)")
    let lower = text.lowercased()
    guard let scheme = ["http://", "https://"].first(where: { lower.hasPrefix($0) }) else {
      throw usageError(
        "expected a URL that begins with http:// or https://, such as \(Self.local)")
    }
    let isPrintable: (UInt8) -> Bool = { $0 > 0x20 && $0 < 0x7F }
    guard text.utf8.allSatisfy(isPrintable) else { throw malformed }
    var rest = text.dropFirst(scheme.count)
    if let fragment = rest.firstIndex(of: "#") { rest = rest[..<fragment] }
    let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
    self.scheme = scheme
    authority = String(rest[..<end])
    path = (rest[end...].first == "/" ? "" : "/") + rest[end...]
    if authority.contains("@") {
      throw usageError(
        "a name and a password are not sent from the URL: use "
          + "\(OTLPEnvironment.headersVariable)='Authorization=Basic …', with NAME:PASSWORD in Base64"
      )
    }
    let port = authority.dropFirst(host.count)
    guard !host.isEmpty, host.dropFirst().allSatisfy({ $0 != "[" }) else { throw malformed }
    guard port.isEmpty || port.first == ":" && Self.isPort(port.dropFirst()) else {
      throw malformed
    }
  }

  private static func isPort(_ text: Substring) -> Bool {
    text.allSatisfy(\.isNumber) && UInt16(text).map { $0 > 0 } == true
  }

  /// The host; empty if its bracket is not closed.
  private var host: Substring {
    guard authority.first == "[" else { return authority.prefix { $0 != ":" } }
    return authority.firstIndex(of: "]").map { authority[...$0] } ?? ""
  }

  /// Whether the receiver is on this machine.
  var isLocal: Bool { ["localhost", "[::1]"].contains(host) || host.hasPrefix("127.") }
}

extension OTLPAddress: CustomStringConvertible {
  var description: String { scheme + authority + path }
}
