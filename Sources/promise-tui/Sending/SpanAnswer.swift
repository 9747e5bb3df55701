import PromiseEvents
import PromiseGraph
import PromiseInsight
import PromiseKitLite

/// What an answer means for the spans that were sent.
enum SpanAnswer: Hashable {
  /// They were accepted, except for so many; with what the receiver says.
  case accepted(rejected: Int, message: String)
  /// They will never be accepted. `isFinal` if that holds for all others as well.
  case refused(reason: String, isFinal: Bool)
  /// They may be accepted later; after so many seconds, if the receiver says so.
  case later(reason: String, seconds: Int64?)
  /// They cannot be sent there, nor can any others.
  case unsendable(reason: String)

  /// Interprets an answer. `date` is the time now, in seconds since 1970.
  init(_ answer: ReceiverAnswer, date: Int64) {
    let isJSON = answer.headers["content-type"]?.lowercased().contains("json") == true
    switch answer.status {
    case 200..<300:
      let (rejected, message) = isJSON ? Self.partJSON(answer.body) : Self.part(answer.body)
      self = .accepted(rejected: rejected, message: Self.shown(message))
    case 429, 502, 503, 504:
      self = .later(
        reason: "answers \(answer.status)\(Self.text(answer, isJSON))",
        seconds: answer.headers["retry-after"].flatMap { Self.seconds($0, date) })
    case 300..<400:
      let place = answer.headers["location"].map { " and points to \(quotable($0))" } ?? ""
      self = .refused(reason: "answers \(answer.status)\(place)", isFinal: true)
    case 415:
      self = .refused(
        reason: "answers 415\(Self.text(answer, isJSON)). It reads the other encoding: use "
          + "--as otlp-proto instead of --as otlp, or the other way round",
        isFinal: true)
    default:
      self = .refused(
        reason: "answers \(answer.status)\(Self.text(answer, isJSON))",
        // The address or the key is wrong, so that nothing can be accepted.
        isFinal: [401, 403, 404, 405].contains(answer.status))
    }
  }

  /// Interprets that there is no answer.
  init(_ failure: SendingFailure) {
    self =
      failure.isLasting
      ? .unsendable(reason: failure.reason) : .later(reason: failure.reason, seconds: nil)
  }

  /// Returns the seconds that the header `Retry-After` asks for.
  private static func seconds(_ text: String, _ date: Int64) -> Int64? {
    if let seconds = Int64(text) { return seconds >= 0 ? min(seconds, 1_000_000) : nil }
    return CivilDate.http(text).map { max(0, $0 - date) }
  }

  /// What the answer to a refused request says, after a colon; empty if it says nothing.
  private static func text(_ answer: ReceiverAnswer, _ isJSON: Bool) -> String {
    let isMessage = answer.headers["content-type"]?.contains("protobuf") == true
    let text =
      isMessage ? status(answer.body) : isJSON ? statusJSON(answer.body) : plain(answer.body)
    let shown = shown(text ?? plain(answer.body) ?? "")
    return shown.isEmpty ? "" : ": \(shown)"
  }

  private static func shown(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    return sanitized(line).cut(to: 200)
  }

  private static func plain(_ body: [UInt8]) -> String? {
    String(decoding: body.prefix(1000), as: UTF8.self)
  }

  // MARK: - Messages

  /// Returns the fields of `ExportTraceServiceResponse.partial_success`.
  private static func part(_ body: [UInt8]) -> (Int, String) {
    var reader = ProtobufReader(body[...])
    var (rejected, message) = (0, "")
    while let (field, content) = reader.next() {
      guard field == 1, case .bytes(let part) = content else { continue }
      var fields = ProtobufReader(part)
      while let (field, content) = fields.next() {
        switch (field, content) {
        case (1, .number(let count)): rejected = Int(clamping: Int64(bitPattern: count))
        case (2, .bytes(let text)): message = String(decoding: text, as: UTF8.self)
        default: break
        }
      }
    }
    return (max(0, rejected), message)
  }

  private static func partJSON(_ body: [UInt8]) -> (Int, String) {
    guard case .object(let fields)? = try? JSONScanner.value(of: body[...]),
      let part = fields.fields("partialSuccess")
    else { return (0, "") }
    let rejected = part.integer("rejectedSpans") ?? part.text("rejectedSpans").flatMap { Int($0) }
    return (max(0, rejected ?? 0), part.text("errorMessage") ?? "")
  }

  /// Returns `google.rpc.Status.message`; `nil` if the bytes are something else.
  private static func status(_ body: [UInt8]) -> String? {
    var reader = ProtobufReader(body[...])
    var message: String?
    while let (field, content) = reader.next() {
      if field == 2, case .bytes(let text) = content {
        message = String(decoding: text, as: UTF8.self)
      }
    }
    return reader.isBroken ? nil : message
  }

  private static func statusJSON(_ body: [UInt8]) -> String? {
    guard case .object(let fields)? = try? JSONScanner.value(of: body[...]) else { return nil }
    return fields.text("message")
  }
}
