import PromiseGraph
import PromiseInsight
import PromiseSystem
import Synchronization
import Testing

@testable import promise_tui

/// What becomes of a batch, by what the receiver does. Pauses take no time: the clock of the sender is
/// virtual.
@Suite(.enabled(if: hasCurl, "curl is not installed"))
struct SpanSenderTests {
  /// A clock that pauses advance.
  private final class VirtualClock {
    var now: Int64 = 0
    var pauses: [Int64] = []
    /// How many pauses there may be.
    var limit = 20

    var clock: SendingClock {
      SendingClock(
        now: { self.now },
        pause: { time in
          self.now += time
          self.pauses.append(time)
          return self.pauses.count < self.limit
        },
        chance: { 1 }, date: { 1_792_567_680 })
    }
  }

  private func send(
    _ behaviors: [Receiver.Behavior], patience: Int64? = nil, timeout: Int64 = 3_600_000_000_000,
    batches: Int = 1
  ) throws -> (
    deliveries: [SpanSender.Delivery], report: SendingReport, pauses: [Int64], receiver: Receiver
  ) {
    let receiver = try #require(Receiver(behaviors))
    defer { receiver.stop() }
    var destination = OTLPDestination(try OTLPAddress("\(receiver.address)/v1/traces"))
    destination.timeout = timeout
    destination.headers = [("X-Key", "k")]
    let clock = VirtualClock()
    var sender = SpanSender(Curl(destination: destination), clock: clock.clock)
    sender.patience = patience
    let batch = SpanBatch(Array("spans".utf8), spans: 3)
    let deliveries = (0..<batches).map { _ in sender.send(batch) }
    return (deliveries, sender.report, clock.pauses, receiver)
  }

  @Test("Each batch is posted, with its type and the headers")
  func accepted() throws {
    let sent = try send([.answer(answer(200))], batches: 3)
    #expect(sent.deliveries == [.answered, .answered, .answered] && sent.report.accepted == 9)
    #expect(sent.receiver.requests.count == 3)
    let request = try #require(sent.receiver.requests.first)
    #expect(request.hasPrefix("POST /v1/traces HTTP/1.1\r\nHost: 127.0.0.1:"))
    #expect(request.contains("\r\nContent-Type: application/x-protobuf\r\n"))
    #expect(request.contains("\r\nX-Key: k\r\n") && request.hasSuffix("\r\n\r\nspans"))
  }

  @Test("A chunked answer, one without a length, and an interim one are understood")
  func forms() throws {
    let chunked =
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
      + "2;x=y\r\nab\r\n3\r\ncde\r\n0\r\nTrailer: t\r\n\r\n"
    let sent = try send(
      [
        .answer(chunked), .answerAndClose("HTTP/1.0 200 OK\r\n\r\nsomething"), .answer(answer(204)),
      ],
      batches: 3)
    #expect(sent.report.accepted == 9 && sent.pauses.isEmpty)
  }

  @Test("A refused message is not sent again, and the text of the answer is reported")
  func refused() throws {
    let sent = try send([.answer(answer(400, "no such tenant\nline 2"))], batches: 2)
    #expect(sent.deliveries == [.answered, .answered] && sent.pauses.isEmpty)
    #expect(sent.receiver.requests.count == 2 && sent.report.refused == 6)
    #expect(sent.report.refusal == "answers 400: no such tenant line 2")
    let long = try send([.answer(answer(404, String(repeating: "x", count: 9000)))])
    #expect(long.deliveries == [.hopeless] && long.report.refusal.count < 250)
  }

  @Test("The message of a Status is taken from either encoding")
  func status() throws {
    let protobuf = answer(
      400, "\u{8}\u{3}\u{12}\u{5}wrong", headers: ["Content-Type: application/x-protobuf"])
    #expect(try send([.answer(protobuf)]).report.refusal == "answers 400: wrong")
    let json = answer(
      400, #"{"code":3,"message":"wrong"}"#, headers: ["Content-Type: application/json"])
    #expect(try send([.answer(json)]).report.refusal == "answers 400: wrong")
  }

  @Test("A batch is sent again after the time that the receiver asks for")
  func later() throws {
    let sent = try send([
      .answer(answer(429, headers: ["Retry-After: 7"])),
      .answer(answer(503, headers: ["Retry-After: Wed, 21 Oct 2026 07:28:20 GMT"])),
      .answer(answer(200)),
    ])
    #expect(sent.deliveries == [.answered] && sent.report.accepted == 3)
    #expect(sent.pauses == [7_000_000_000, 20_000_000_000])
  }

  @Test("Without such a time, the pauses grow up to a limit")
  func growing() throws {
    let sent = try send(Array(repeating: .answer(answer(502)), count: 8) + [.answer(answer(200))])
    #expect(sent.report.isComplete)
    #expect(sent.pauses.map { $0 / 1_000_000_000 } == [1, 2, 4, 8, 16, 30, 30, 30])
    let backoff = Backoff()
    #expect(backoff.pause(after: 3, chance: 0) == 2_000_000_000)
  }

  @Test("Part of a batch can be rejected; that is reported, and not sent again")
  func partial() throws {
    let protobuf = answer(
      200, "\u{A}\u{7}\u{8}\u{2}\u{12}\u{3}old", headers: ["Content-Type: application/x-protobuf"])
    let sent = try send([.answer(protobuf)])
    #expect(sent.report.accepted == 1 && sent.report.rejected == 2 && sent.report.remark == "old")
    #expect(sent.receiver.requests.count == 1 && !sent.report.isComplete)
    let json = answer(
      200, #"{"partialSuccess":{"rejectedSpans":"9","errorMessage":"old"}}"#,
      headers: ["Content-Type: application/json"])
    #expect(try send([.answer(json)]).report.rejected == 3)
  }

  private static let piece = String(repeating: "a", count: 4000)

  @Test("A connection that is closed in an answer, and garbage, are failures that may pass")
  func broken() throws {
    for text in [
      "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab", "", "SSH-2.0-x\r\n", "HTTP/1.1 2",
      "HTTP/1.1 200 OK\r\nX: y\r\n", "HTTP/1.1 200 OK\r\nX: \(Self.piece)",
    ] {
      let sent = try send([.answerAndClose(text), .answer(answer(200))])
      #expect(sent.deliveries == [.answered] && sent.pauses.count == 1, "\(text)")
    }
  }

  @Test(
    "An answer without an end is given up, and is a failure that may pass",
    arguments: [
      ("HTTP/1.1 200 OK\r\n", "X: \(piece)\r\n", "headers without end"),
      ("HTTP/1.1 200 OK\r\nX: ", piece, "headers without end"),
      ("HTTP/1.1 200 OK\r\n\r\n", piece, "body without end"),
      (
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "fa0\r\n\(piece)\r\n",
        "body without end"
      ),
      ("HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 100 Continue\r\n\r\n", "headers without end"),
    ])
  func endless(start: String, piece: String, reason: String) throws {
    let sent = try send([.endless(start, piece), .answer(answer(200))])
    #expect(sent.report.failure.contains(reason), "\(sent.report.failure)")
    #expect(sent.deliveries == [.answered] && sent.report.accepted == 3)
  }

  @Test("A redirection is not followed")
  func redirection() throws {
    let sent = try send([
      .answer(answer(307, headers: ["Location: /elsewhere"])), .answer(answer(200)),
    ])
    #expect(sent.deliveries == [.hopeless] && sent.receiver.requests.count == 1)
    #expect(sent.report.refusal == "answers 307 and points to /elsewhere")
  }

  @Test("A receiver that is slow is asked again")
  func slow() throws {
    let sent = try send([.silence], patience: 5_000_000_000, timeout: 20_000_000)
    #expect(sent.deliveries == [.gaveUp] && sent.report.left == 3)
    #expect(sent.report.failure == "does not answer in time" && sent.pauses.count == 2)
  }

  @Test("A receiver that is down is tried for as long as the sender is patient")
  func down() throws {
    let receiver = try #require(Receiver([.silence]))
    let address = try OTLPAddress("\(receiver.address)/v1/traces")
    receiver.stop()
    let clock = VirtualClock()
    var sender = SpanSender(
      Curl(destination: OTLPDestination(address)), clock: clock.clock)
    sender.patience = 30_000_000_000
    #expect(sender.send(SpanBatch([1], spans: 512)) == .gaveUp)
    #expect(clock.pauses.map { $0 / 1_000_000_000 } == [1, 2, 4, 8])
    #expect(sender.report.failure.hasPrefix("cannot be reached: Failed to connect"))
    let sentences = sender.report.sentences(to: address, again: "promise-tui export run.ptrace")
    #expect(
      sentences == [
        "\(address) \(sender.report.failure). 512 spans were not sent: "
          + "'promise-tui export run.ptrace' sends all of them, with the same IDs"
      ])
  }

  @Test("Sending ends where it is interrupted")
  func interrupted() throws {
    let clock = VirtualClock()
    clock.limit = 1
    let receiver = try #require(Receiver([.answer(answer(503))]))
    defer { receiver.stop() }
    let destination = OTLPDestination(try OTLPAddress(receiver.address))
    var sender = SpanSender(Curl(destination: destination), clock: clock.clock)
    #expect(sender.send(SpanBatch([1], spans: 2)) == .gaveUp && sender.report.left == 2)
  }
}
