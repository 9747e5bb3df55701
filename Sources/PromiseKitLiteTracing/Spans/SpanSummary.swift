#if Tracing
  import PromiseKitLite
  import Tracing

  /// How a promise of a span ended.
  enum MemberEnding: Sendable {
    case fulfilled
    case rejected
    case cancelled
    /// It was freed while pending, so it never settles.
    case lost
    /// Another promise has taken its place, or nothing more is known of it.
    case unknown
  }

  /// An error that rejected a promise, as a span records it.
  ///
  /// Events contain the text of an error rather than the error itself.
  ///
  /// ```swift
  /// func isOfPromise(_ error: any Error) -> Bool { error is PromiseSpanError }
  /// ```
  public struct PromiseSpanError: Error, Sendable, CustomStringConvertible {
    /// The text of the error; a general one if errors are left out.
    public let description: String
  }

  /// What a span says about its promises when it ends.
  struct SpanSummary: Sendable {
    /// How many promises it has had.
    var promises = 0
    /// How many promises are rejected and have no link that follows.
    var rejectedEnds = 0
    private var cancelled = 0
    private var lost = 0
    private var events = 0
    private var leftOut = 0
    var waits = QueueWaits()

    /// Counts the ending of a promise.
    mutating func count(_ ending: MemberEnding) {
      switch ending {
      case .fulfilled, .unknown: break
      case .rejected: rejectedEnds += 1
      case .cancelled: cancelled += 1
      case .lost: lost += 1
      }
    }

    /// Counts an event of the span. Returns whether there is room for it.
    mutating func countEvent() -> Bool {
      if events < Self.mostEvents { events += 1 } else { leftOut += 1 }
      return leftOut == 0
    }

    /// How many events a span has at most.
    static var mostEvents: Int { 128 }

    /// Adds the attributes of the span.
    func write(to attributes: inout SpanAttributes) {
      attributes["promise.count"] = promises
      if cancelled > 0 { attributes["promise.cancelled"] = true }
      if lost > 0 { attributes["promise.never_settled"] = lost }
      if leftOut > 0 { attributes["promise.events_left_out"] = leftOut }
      waits.write(to: &attributes)
    }

    /// Returns the status of a span; `nil` to leave it unset.
    func status(pending: Int, isStopped: Bool) -> SpanStatus? {
      if rejectedEnds > 0 {
        return SpanStatus(code: .error, message: "no handler handled an error")
      }
      if lost > 0 {
        return SpanStatus(code: .error, message: "a promise was freed while pending")
      }
      if isStopped, pending > 0 {
        return SpanStatus(
          code: .error, message: "still pending when the tracing of promises was stopped")
      }
      return nil
    }
  }

  /// How long the jobs of a span waited in their queues.
  struct QueueWaits: Sendable {
    private var count = 0
    private var total: Int64 = 0
    private var longest: Int64 = -1
    private var queue = ""

    mutating func add(_ nanoseconds: Int64, in queue: String) {
      count += 1
      total += nanoseconds
      if nanoseconds > longest { (longest, self.queue) = (nanoseconds, queue) }
    }

    func write(to attributes: inout SpanAttributes) {
      guard count > 0 else { return }
      attributes["promise.queue_wait.count"] = count
      attributes["promise.queue_wait.total_ms"] = Double(total) / 1e6
      attributes["promise.queue_wait.longest_ms"] = Double(longest) / 1e6
      attributes["promise.queue_wait.longest_queue"] = queue
    }
  }
#endif
