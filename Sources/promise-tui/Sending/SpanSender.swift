import PromiseGraph
import PromiseInsight

/// Sends batches of spans, one after another, and sends a batch again if that can help.
struct SpanSender {
  var backoff = Backoff()
  /// How long a batch is sent again after it first failed, in nanoseconds; `nil` for no limit.
  var patience: Int64?
  /// Called before each pause, with the reason and the length of the pause.
  var waiting: (String, Int64) -> Void = { _, _ in }
  private(set) var report = SendingReport()

  private let curl: Curl
  private let clock: SendingClock

  init(_ curl: Curl, clock: SendingClock) {
    (self.curl, self.clock) = (curl, clock)
  }

  /// What became of a batch.
  enum Delivery: Hashable {
    /// The receiver has answered: the spans were accepted or refused.
    case answered
    /// It does not accept anything, or cannot be trusted.
    case hopeless
    /// There was no answer for as long as the sender waits.
    case gaveUp
  }

  /// Sends a batch. The receiver may get it twice, if an answer was lost.
  mutating func send(_ batch: SpanBatch) -> Delivery {
    var failures = 0
    var firstFailure: Int64?
    while true {
      let reason: String
      var pause: Int64?
      switch attempt(batch) {
      case .accepted(let rejected, let message):
        report.accept(batch.spans, rejected: rejected, message)
        return .answered
      case .refused(let sentence, let isFinal):
        report.refuse(batch.spans, sentence)
        return isFinal ? .hopeless : .answered
      case .later(let sentence, let seconds):
        reason = sentence
        pause = seconds.map { $0 * 1_000_000_000 }
      case .unsendable(let sentence):
        report.fail(sentence)
        report.leave(batch.spans)
        return .hopeless
      }
      failures += 1
      report.fail(reason)
      let wait = pause ?? backoff.pause(after: failures, chance: clock.chance())
      let begin = firstFailure ?? clock.now()
      firstFailure = begin
      if let patience, clock.now() - begin + wait > patience { return giveUp(batch) }
      waiting(reason, wait)
      guard clock.pause(wait) else { return giveUp(batch) }
    }
  }

  private mutating func giveUp(_ batch: SpanBatch) -> Delivery {
    report.leave(batch.spans)
    return .gaveUp
  }

  private func attempt(_ batch: SpanBatch) -> SpanAnswer {
    do throws(SendingFailure) {
      return SpanAnswer(try curl.post(batch.bytes), date: clock.date())
    } catch {
      return SpanAnswer(error)
    }
  }

  /// Counts spans that are not sent.
  mutating func leave(_ spans: Int) { report.leave(spans) }
}
