import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseSystem

/// The environment variables with which OpenTelemetry's exporters are configured.
struct OTLPEnvironment {
  /// Returns the value of a variable; `nil` if it is not set.
  var variable: (String) -> String?

  /// The variables of this process.
  static var current: Self {
    Self { name in getenv(name).map { String(cString: $0) } }
  }

  /// Returns the value of a variable for traces, or else of the one for all signals. An empty value
  /// counts as unset.
  private func value(_ name: String) -> String? {
    for variable in ["OTEL_EXPORTER_OTLP_TRACES_\(name)", "OTEL_EXPORTER_OTLP_\(name)"] {
      if let value = self.variable(variable), !value.isEmpty { return value }
    }
    return nil
  }

  private func text(_ name: String) -> String? {
    variable(name).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The URL for traces, used as it is.
  var tracesEndpoint: String? { text("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") }
  /// The base URL for all signals.
  var endpoint: String? { text("OTEL_EXPORTER_OTLP_ENDPOINT") }
  /// Whether the environment asks for gRPC.
  var isGRPC: Bool { value("PROTOCOL") == "grpc" }

  var encoding: SpanEncoding? {
    switch value("PROTOCOL") {
    case "http/json": .json
    case "http/protobuf": .protobuf
    default: nil
    }
  }

  /// How long an answer may take, in nanoseconds; the variable has milliseconds.
  var timeout: Int64? {
    value("TIMEOUT").flatMap { Int64($0) }.flatMap {
      $0 > 0 && $0 < 1_000_000_000 ? $0 * 1_000_000 : nil
    }
  }

  /// The headers: `name=value` with percent escapes, separated by commas; the last one of each name counts.
  var headers: [(name: String, value: String)] {
    var names: Set<String> = []
    return Self.pairs(value("HEADERS") ?? "").reversed()
      .filter { names.insert($0.name.lowercased()).inserted }.reversed()
  }

  /// The first of the headers that has no name or no value; `nil` if there is none.
  var malformedHeader: String? {
    let texts = value("HEADERS")?.split(separator: ",") ?? []
    return texts.first { Self.pair($0) == nil }.map(String.init)
  }

  /// The variable for the headers of all signals.
  static let headersVariable = "OTEL_EXPORTER_OTLP_HEADERS"

  /// A file with the certificates that are trusted.
  var certificate: String? { value("CERTIFICATE") }

  /// The name of the service.
  var service: String? { text("OTEL_SERVICE_NAME") ?? resource["service.name"] }

  /// The attributes of the resource, without the name of the service.
  var attributes: [ExportedSpan.Attribute] {
    resource.filter { $0.key != "service.name" }.sorted { $0.key < $1.key }
      .map { ExportedSpan.Attribute($0.key, .text($0.value)) }
  }

  private var resource: [String: String] {
    let pairs = Self.pairs(text("OTEL_RESOURCE_ATTRIBUTES") ?? "")
    return Dictionary(pairs.map { ($0.name, $0.value) }) { first, _ in first }
  }

  private static func pairs(_ text: String) -> [(name: String, value: String)] {
    text.split(separator: ",").compactMap(pair)
  }

  /// Returns the name and the value of `name=value`, in which percent escapes are replaced; `nil` if there is no
  /// name.
  private static func pair(_ text: Substring) -> (name: String, value: String)? {
    guard let equals = text.firstIndex(of: "=") else { return nil }
    let name = text[..<equals].withoutBlanks
    let value = text[text.index(after: equals)...].withoutBlanks
    guard !name.isEmpty else { return nil }
    return (decoded(name), decoded(value))
  }

  /// Returns the text with its percent escapes replaced.
  private static func decoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2,
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Substring {
  /// The text without blanks at its ends.
  var withoutBlanks: String {
    let rest = drop { $0 == " " || $0 == "\t" }
    return String(String(rest.reversed()).drop { $0 == " " || $0 == "\t" }.reversed())
  }
}
