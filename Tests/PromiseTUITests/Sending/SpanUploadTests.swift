import Foundation
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import Testing

@testable import promise_tui

/// Spans that are sent while a program is recorded.
@Suite(.enabled(if: hasCurl, "curl is not installed"))
struct SpanUploadTests {
  private func trace(_ promises: ClosedRange<Int>) -> [UInt8] {
    var header = TraceHeader(isVirtual: false, title: "live")
    header.origin = .init(boot: "b", monotonic: 1, unix: 1_790_000_000_000_000_000)
    let events = promises.flatMap { number in
      [
        PromiseEvent(
          sequence: 2 * number - 1, time: Int64(number), thread: 1, queue: nil,
          kind: .created(.init(promise: PromiseID(number), operation: .pending))),
        PromiseEvent(
          sequence: 2 * number, time: Int64(number), thread: 1, queue: nil,
          kind: .settled(.init(promise: PromiseID(number), outcome: .fulfilled))),
      ]
    }
    return TraceWriter().bytes(header, events)
  }

  private func upload(
    _ bytes: [UInt8], to behaviors: [Receiver.Behavior], patience: Int64 = 3_600_000_000_000,
    queue: SpanQueue? = SpanQueue(), arrived: (Receiver) -> Void = { _ in }
  ) throws -> (report: SendingReport, requests: [String]) {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "run.jsonl").path
    try Data(bytes).write(to: URL(filePath: path))
    let receiver = try #require(Receiver(behaviors))
    defer { receiver.stop() }
    let upload = try #require(
      SpanUpload(
        of: { [path] }, as: SpanUpload.Resource(program: "prog"),
        to: OTLPDestination(try OTLPAddress("\(receiver.address)/v1/traces")), queue: queue))
    arrived(receiver)
    let report = upload.finish(within: patience)
    // If curl were left, it would still wait for an answer.
    receiver.waitForEnd()
    return (report, receiver.requests)
  }

  @Test("A request that is not answered is ended with the sending, and its spans are counted")
  func unanswered() throws {
    let sent = try upload(
      trace(1...600), to: [.silence], patience: 0, arrived: { $0.waitForRequest() })
    #expect(sent.requests.count == 1 && sent.report.accepted == 0)
    #expect(sent.report.left == 600 || sent.report.isIncomplete)
  }

  @Test("Everything that was recorded is sent when the program ends")
  func whole() throws {
    let sent = try upload(trace(1...2000), to: [.answer(answer(200))])
    #expect(sent.report.accepted == 2000 && sent.report.isComplete)
    // A span is not kept waiting for others for long.
    #expect(!sent.requests.isEmpty && sent.requests.allSatisfy { $0.contains("live") })
  }

  @Test("A full queue waits for a receiver that answers, and drops nothing")
  func backpressure() throws {
    let sent = try upload(
      trace(1...3000), to: [.answer(answer(200))], queue: SpanQueue(spans: 512))
    #expect(sent.report.accepted == 3000 && sent.report.isComplete)
  }

  @Test("A receiver that does not answer ends the wait in time, and every span is counted")
  func silent() throws {
    let sent = try upload(
      trace(1...3000), to: [.silence], patience: 50_000_000, queue: SpanQueue(spans: 512))
    #expect(sent.report.accepted == 0 && !sent.report.isComplete)
    let text = sent.report.sentences(
      to: try OTLPAddress("http://h"), again: "again"
    ).joined()
    #expect(text.contains("not sent"))
  }

  @Test("A batch that does not fit is dropped and counted while the receiver does not answer")
  func dropping() throws {
    let queue = try #require(SpanQueue(spans: 10, bytes: 100))
    let batch = SpanBatch([1], spans: 6)
    queue.setFailing(true)
    queue.add(batch, until: .max)
    queue.add(batch, until: .max)
    #expect(queue.waiting == 6 && queue.dropped == 6)
    #expect(queue.take() == batch)
    // A batch that is larger than the queue is sent alone.
    let large = SpanBatch(Array(repeating: 1, count: 200), spans: 6)
    queue.add(large, until: .max)
    #expect(queue.waiting == 6 && queue.take() == large)
    queue.close()
    queue.add(batch, until: .max)
    #expect(queue.take() == nil && queue.dropped == 12)
  }
}
