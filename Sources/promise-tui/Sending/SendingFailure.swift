import PromiseGraph
import PromiseInsight
import PromiseKitLite

/// Why a request got no answer.
struct SendingFailure: Error, Hashable {
  /// The reason in words that follow the address: `http://localhost:4318 does not answer in time`.
  var reason: String
  /// Whether another attempt does not help.
  var isLasting = false

  static let timeout = Self(reason: "does not answer in time")
  static let closed = Self(reason: "closed the connection before its answer was complete")

  /// The answer is not HTTP, or has no end; `what` says what is wrong with it.
  static func garbage(_ what: String) -> Self {
    Self(reason: "answers with something else than HTTP: \(what)")
  }

  /// Anything else.
  static func other(_ reason: String) -> Self { Self(reason: "gives no answer: \(reason)") }
}

extension SendingFailure {
  /// Reads why curl failed, in its exit status and in the message that it printed.
  init(_ ending: ChildProcess.Ending, printing message: [UInt8]) {
    let lines = String(decoding: message, as: UTF8.self).split(whereSeparator: \.isNewline)
    let line = lines.last { $0.hasPrefix("curl: (") } ?? ""
    let words = sanitized(String(line.drop { $0 != ")" }.dropFirst(2))).cut(to: 200)
    switch ending.status {
    case 6: self.init(reason: "is not known: \(words)")
    case 5, 7: self.init(reason: "cannot be reached: \(words)")
    case 28: self = .timeout
    case 60, 77:
      self.init(
        reason: "has a certificate that is not trusted: \(words). "
          + "OTEL_EXPORTER_OTLP_CERTIFICATE can name a file with its authority",
        isLasting: true)
    case 18, 52, 55: self = .closed
    case 56 where words.contains("Recv failure"): self = .closed
    case 1 where words.contains("HTTP"): self = .garbage(words)
    case 8: self = .garbage(words)
    case 27, 100: self = .garbage("headers without end")
    default: self = .other(words.isEmpty ? "curl ended with status \(ending.status)" : words)
    }
  }
}
