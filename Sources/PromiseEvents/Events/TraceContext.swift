extension PromiseEvent {
  /// The identity of a span in a distributed trace, as the W3C recommendation *Trace Context* defines
  /// it: the trace, the span, and whether the trace is sampled.
  ///
  /// ```swift
  /// let header = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
  /// if let context = PromiseEvent.TraceContext(traceparent: header) {
  ///   print(context.traceID, context.spanID, context.isSampled)
  /// }
  /// // Prints "4bf92f3577b34da6a3ce929d0e0e4736 00f067aa0ba902b7 true"
  /// ```
  public struct TraceContext: Hashable, Sendable {
    /// The halves of the trace's 16 bytes, and the span's 8 bytes; 0 in a context that is not valid.
    private var high: UInt64
    private var low: UInt64
    private var span: UInt64
    /// Whether the caller may have recorded the trace: the lowest bit of the flags.
    public var isSampled: Bool

    /// Creates a context from the numbers of a trace and a span.
    ///
    /// - Returns: `nil` if the trace or the span is 0, which the recommendation forbids.
    public init?(trace: (high: UInt64, low: UInt64), span: UInt64, isSampled: Bool = true) {
      guard trace.high | trace.low != 0, span != 0 else { return nil }
      self.init(trace.high, trace.low, span, isSampled)
    }

    private init(_ high: UInt64, _ low: UInt64, _ span: UInt64, _ isSampled: Bool) {
      (self.high, self.low, self.span, self.isSampled) = (high, low, span, isSampled)
    }

    /// Reads the header `traceparent`. A version newer than 00 is read as far as this one goes.
    ///
    /// - Returns: `nil` if the header is not valid, such as one with uppercase letters, the version
    ///   `ff`, or a trace or a span of zeros.
    public init?(traceparent: String) {
      let bytes = Array(traceparent.utf8.prefix(56))
      let dash = UInt8(ascii: "-")
      guard bytes.count >= 55, bytes[2] == dash, bytes[35] == dash, bytes[52] == dash,
        let version = Self.number(bytes[0..<2]), version != 0xFF,
        version == 0 ? bytes.count == 55 : bytes.count == 55 || bytes[55] == dash,
        let high = Self.number(bytes[3..<19]), let low = Self.number(bytes[19..<35]),
        let span = Self.number(bytes[36..<52]), let flags = Self.number(bytes[53..<55])
      else { return nil }
      self.init(trace: (high, low), span: span, isSampled: flags & 1 == 1)
    }

    /// Reads the text of a trace. A text that is not a context becomes one that is not valid.
    package init(readable text: String) {
      self = Self(traceparent: text) ?? Self(0, 0, 0, false)
    }

    /// Whether the context names a trace and a span. One that was read from a damaged trace may not.
    public var isValid: Bool { high | low != 0 && span != 0 }

    /// The trace as 32 lowercase hexadecimal digits.
    public var traceID: String { Self.digits(high) + Self.digits(low) }

    /// The span as 16 lowercase hexadecimal digits.
    public var spanID: String { Self.digits(span) }

    /// The header `traceparent`, in version 00.
    public var traceparent: String { "00-\(traceID)-\(spanID)-\(isSampled ? "01" : "00")" }

    /// Returns the context of another span of the same trace.
    ///
    /// ```swift
    /// let parent = PromiseEvent.TraceContext(trace: (0, 10), span: 1)
    /// print(parent?.with(span: 2)?.spanID ?? "none")
    /// // Prints "0000000000000002"
    /// ```
    ///
    /// - Returns: `nil` if `span` is 0.
    public func with(span: UInt64) -> TraceContext? {
      TraceContext(trace: (high, low), span: span, isSampled: isSampled)
    }

    private static func digits(_ number: UInt64) -> String {
      let digits = String(number, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Reads lowercase hexadecimal digits.
    private static func number(_ digits: ArraySlice<UInt8>) -> UInt64? {
      var number: UInt64 = 0
      for digit in digits {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
          number = number << 4 | UInt64(digit - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"):
          number = number << 4 | UInt64(digit - UInt8(ascii: "a") + 10)
        default: return nil
        }
      }
      return number
    }
  }

  /// What a span of a distributed trace is to a promise.
  ///
  /// ```swift
  /// func crosses(_ role: PromiseEvent.SpanRole) -> Bool { role != .covering }
  /// ```
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum SpanRole: String, Hashable, Sendable, Codable, CaseIterable {
    /// The span lasts as long as the promise is pending.
    case covering
    /// The promise stands for a request that carries the context to another process.
    case sent
    /// The promise stands for the handling of a request that carried the context.
    case received
  }
}

extension PromiseEvent.TraceContext: CustomStringConvertible {
  /// The header `traceparent`.
  public var description: String { traceparent }
}
