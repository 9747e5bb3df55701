import PromiseEvents
import PromiseGraph

/// The trace and the span that a promise is in a tracing backend.
package struct SpanIdentity: Hashable, Sendable {
  /// The trace: 16 bytes.
  package var trace: TraceNumber
  /// The span.
  package var span: UInt64
  /// Whether a caller may have recorded the trace; see ``PromiseEvent/TraceContext``.
  package var isSampled = true

  /// A trace of a tracing backend.
  package struct TraceNumber: Hashable, Sendable {
    package var high: UInt64
    package var low: UInt64
  }

  init(trace: TraceNumber, span: UInt64, isSampled: Bool = true) {
    (self.trace, self.span, self.isSampled) = (trace, span, isSampled)
  }

  /// The identity that a W3C trace context names; `nil` if it is not valid.
  init?(_ context: PromiseEvent.TraceContext) {
    guard context.isValid, let high = UInt64(context.traceID.prefix(16), radix: 16),
      let low = UInt64(context.traceID.suffix(16), radix: 16),
      let span = UInt64(context.spanID, radix: 16)
    else { return nil }
    self.init(
      trace: TraceNumber(high: high, low: low), span: span, isSampled: context.isSampled)
  }

  /// The lowest byte of the field `flags`: that of a `traceparent`.
  var flags: UInt32 { isSampled ? 1 : 0 }
}

/// Derives the traces and spans of promises that are in no distributed trace from the trace that
/// recorded them, so that a run has the same ones whenever it is exported.
struct DerivedIdentities: Sendable {
  private let seeds: (high: UInt64, low: UInt64, span: UInt64)

  /// Creates the identities of a run whose time 0 was at `epoch`, unless its header says when that was.
  init(_ header: TraceHeader, epoch: Int64) {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func mix(_ text: String) {
      for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      hash = (hash ^ 0xFF) &* 0x100_0000_01B3
    }
    mix(header.title ?? "")
    mix("\(header.pid ?? 0)")
    if let origin = header.origin {
      mix("\(origin.boot) \(origin.monotonic) \(origin.unix)")
    } else {
      mix("\(epoch)")
    }
    seeds = (Self.scramble(hash), Self.scramble(hash ^ 1), Self.scramble(hash ^ 2))
  }

  /// Returns the trace that begins with a promise.
  func trace(from root: PromiseID) -> SpanIdentity.TraceNumber {
    let number = UInt64(bitPattern: Int64(root.rawValue))
    let (high, low) = (Self.scramble(number ^ seeds.high), Self.scramble(number ^ seeds.low))
    return SpanIdentity.TraceNumber(high: high, low: high | low == 0 ? 1 : low)
  }

  /// Returns the span of a promise. Different promises have different spans.
  func span(of promise: PromiseID) -> UInt64 {
    let span = Self.scramble(UInt64(bitPattern: Int64(promise.rawValue)) ^ seeds.span)
    return span == 0 ? Self.scramble(.max ^ seeds.span) : span
  }

  /// Returns a number in which every bit depends on every bit of `number`, and from which `number`
  /// follows.
  private static func scramble(_ number: UInt64) -> UInt64 {
    var bits = number &+ 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
