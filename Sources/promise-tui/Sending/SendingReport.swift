import PromiseGraph
import PromiseInsight
import PromiseKitLite

/// What became of the spans that were to be sent.
struct SendingReport: Hashable, Sendable {
  /// The spans that the receiver has accepted.
  private(set) var accepted = 0
  /// Those that it rejected in a message that it accepted otherwise, and why.
  private(set) var rejected = 0
  private(set) var remark = ""
  /// Those in messages that it refused, and why it refused the first one.
  private(set) var refused = 0
  private(set) var refusal = ""
  /// Those that were not sent, and why an attempt failed last.
  private(set) var left = 0
  private(set) var failure = ""
  /// Those that did not fit into the queue while the receiver did not answer.
  var dropped = 0
  /// Whether more spans were not sent than were counted.
  var isIncomplete = false

  /// Whether every span was accepted.
  var isComplete: Bool { rejected + refused + left + dropped == 0 && !isIncomplete }

  mutating func accept(_ spans: Int, rejected: Int, _ message: String) {
    let rejected = min(rejected, spans)
    accepted += spans - rejected
    self.rejected += rejected
    if remark.isEmpty { remark = message }
  }

  mutating func refuse(_ spans: Int, _ reason: String) {
    refused += spans
    if refusal.isEmpty { refusal = reason }
  }

  mutating func fail(_ reason: String) { failure = reason }
  mutating func leave(_ spans: Int) { left += spans }

  /// Returns the report in sentences. `again` is the command that sends everything once more.
  func sentences(to address: OTLPAddress, again: String) -> [String] {
    var sentences: [String] = []
    if accepted > 0 || isComplete {
      sentences.append("sent \(plural(accepted, "span")) to \(address)")
    }
    if rejected > 0 {
      sentences.append(
        "\(address) rejected \(plural(rejected, "span"))\(remark.isEmpty ? "" : ": \(remark)")")
    } else if !remark.isEmpty {
      sentences.append("\(address) accepted them, and says: \(remark)")
    }
    if refused > 0 {
      sentences.append(
        "\(address) \(refusal). \(plural(refused, "span")) \(refused == 1 ? "was" : "were") refused, "
          + "and sending them again will not help: see the log of that receiver")
    }
    if left + dropped > 0 || isIncomplete {
      let count = left + dropped
      let spans =
        count == 0
        ? "some spans" : (isIncomplete ? "at least " : "") + plural(count, "span")
      let reason = failure.isEmpty ? "" : "\(address) \(failure). "
      let full = dropped > 0 ? ", \(grouped(dropped)) of them because the queue was full" : ""
      sentences.append(
        "\(reason)\(spans) \(count == 1 ? "was" : "were") not sent\(full): '\(again)' sends all of "
          + "them, with the same IDs")
    }
    return sentences
  }
}
