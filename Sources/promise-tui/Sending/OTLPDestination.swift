import PromiseGraph
import PromiseInsight
import PromiseKitLite

/// Where spans are sent, and how: the URL of a collector or a tracing backend that receives OTLP over
/// HTTP.
struct OTLPDestination: Sendable {
  let address: OTLPAddress
  var headers: [(name: String, value: String)] = []
  /// How long an answer may take, in nanoseconds.
  var timeout: Int64 = 10_000_000_000
  var encoding = SpanEncoding.protobuf
  /// A file with the certificates that are trusted; `nil` for those of the system.
  var certificate: String?

  init(_ address: OTLPAddress) { self.address = address }

  /// Reads the options of a command, and the variables of OpenTelemetry for what they leave open.
  ///
  /// - Parameters:
  ///   - url: The base URL, to which `/v1/traces` is added; or `env` for that of the environment.
  ///   - encoding: The encoding; `nil` for that of the environment, or else Protocol Buffers.
  /// - Throws: What is wrong, with the next step.
  init(
    _ url: String, encoding: SpanEncoding?, _ environment: OTLPEnvironment
  ) throws(CommandError) {
    address = try Self.address(url, environment)
    if let text = environment.malformedHeader {
      throw CommandError(
        "\(OTLPEnvironment.headersVariable): \(quotable(text)) is not of the form name=value, such as "
          + "Authorization=Bearer%20KEY", status: 64)
    }
    headers = environment.headers
    if let bad = headers.first(where: { !Self.isValid($0) }) {
      throw CommandError(
        "\(quotable(bad.name)): this header cannot be sent: a name consists of letters, digits and "
          + "dashes, and neither it nor the value contains a control character", status: 64)
    }
    if let timeout = environment.timeout { self.timeout = timeout }
    self.encoding = encoding ?? environment.encoding ?? .protobuf
    certificate = environment.certificate
  }

  private static func address(
    _ url: String, _ environment: OTLPEnvironment
  ) throws(CommandError) -> OTLPAddress {
    guard url == "env" else { return try address(url, isBase: true, "--otlp \(shown(url))") }
    guard !environment.isGRPC else {
      throw CommandError(
        "OTEL_EXPORTER_OTLP_PROTOCOL is grpc, and promise-tui sends OTLP over HTTP: give the URL of "
          + "that receiver, such as --otlp \(OTLPAddress.local)", status: 64)
    }
    if let own = environment.tracesEndpoint {
      return try address(own, isBase: false, "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT=\(shown(own))")
    }
    let base = environment.endpoint ?? OTLPAddress.local
    return try address(base, isBase: true, "OTEL_EXPORTER_OTLP_ENDPOINT=\(shown(base))")
  }

  private static func address(
    _ text: String, isBase: Bool, _ source: String
  ) throws(CommandError) -> OTLPAddress {
    var address: OTLPAddress
    do { address = try OTLPAddress(text) } catch { throw error.about(source) }
    if isBase { address.path = tracesPath(below: address.path) }
    return address
  }

  /// Returns the path of traces below that of a base URL.
  private static func tracesPath(below path: String) -> String {
    let parts = path.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var base = String(parts[0])
    while base.hasSuffix("/") { base.removeLast() }
    let query = parts.count > 1 ? "?\(parts[1])" : ""
    return (base.hasSuffix("/v1/traces") ? base : base + "/v1/traces") + query
  }

  /// Returns what an error shows of a URL: not a name and a password before the host.
  private static func shown(_ url: String) -> String {
    quotable(url.lastIndex(of: "@").map { "…" + url[$0...] } ?? url)
  }

  private static func isValid(_ header: (name: String, value: String)) -> Bool {
    let isToken: (UInt8) -> Bool = { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
      }
    }
    // These describe the message, and are set by what sends it.
    let isOwn = ["host", "content-length", "content-type", "transfer-encoding", "connection"]
      .contains(header.name.lowercased())
    return !header.name.isEmpty && header.name.utf8.allSatisfy(isToken) && !isOwn
      && header.value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
  }

  /// The headers of a request.
  var allHeaders: [(name: String, value: String)] {
    [
      ("Content-Type", encoding == .json ? "application/json" : "application/x-protobuf"),
      ("User-Agent", "promise-tui/\(programVersion)"),
    ] + headers.filter { $0.name.lowercased() != "user-agent" }
  }
}
