import Foundation
import PromiseKitLite
import Testing

@testable import PromiseGraph
@testable import PromiseInsight

/// The messages of OpenTelemetry, byte by byte. Both were written by its own library, `opentelemetry-proto`,
/// from the same spans.
@Suite struct SpanMessageTests {
  private func message(_ encoding: SpanEncoding) throws -> [UInt8] {
    var header = TraceHeader(isVirtual: false, title: "login")
    header.pid = 7
    header.origin = .init(boot: "boot", monotonic: 5, unix: 1_790_000_000_000_000_000)
    var stream = EventStream()
    stream.declare(1, "net")
    stream.time = 1
    stream.create(1, .pending, #"fetch "1""#)
    stream.post(.spanLinked(promise: 1, context: try context("7"), role: .sent))
    let job = stream.enqueue(1, on: 1)
    stream.time = 1.5
    stream.start(job, 1, on: 1)
    stream.time = 2.5
    stream.end(job, 1, on: 1, .threw)
    stream.time = 3.5
    stream.settle(1, .rejected, "offline\n")
    var export = SpanExport(
      header, epoch: try #require(header.origin?.unix),
      resource: SpanResource(header, service: "login", version: "9.9"), as: encoding)
    #expect(export.add(stream.events).isEmpty)
    let batches = export.finish()
    #expect(batches.map(\.spans) == [1] && export.count == 1)
    return try #require(batches.first).bytes
  }

  @Test("A span as JSON")
  func json() throws {
    let expected = #"""
      {"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringVal\#
      ue":"login"}},{"key":"process.pid","value":{"intValue":"7"}},{"key":"telemetry.sdk.nam\#
      e","value":{"stringValue":"promise-tui"}},{"key":"telemetry.sdk.language","value":{"st\#
      ringValue":"swift"}},{"key":"telemetry.sdk.version","value":{"stringValue":"9.9"}}]},"\#
      scopeSpans":[{"scope":{"name":"promise-tui","version":"9.9"},"spans":[{"traceId":"4bf9\#
      2f3577b34da6a3ce929d0e0e4736","spanId":"00f067aa0ba902b7","name":"fetch \"1\"","kind":\#
      3,"startTimeUnixNano":"1790000000001000000","endTimeUnixNano":"1790000000003500000","a\#
      ttributes":[{"key":"promise.id","value":{"intValue":"1"}},{"key":"promise.operation","\#
      value":{"stringValue":"pending"}},{"key":"promise.label","value":{"stringValue":"fetch\#
       \"1\""}},{"key":"promise.outcome","value":{"stringValue":"rejected"}},{"key":"promise\#
      .queue","value":{"stringValue":"net"}},{"key":"promise.queue_wait_ms","value":{"double\#
      Value":0.5}},{"key":"promise.handler_ms","value":{"doubleValue":1.0}},{"key":"code.fil\#
      e.path","value":{"stringValue":"Demos/Login.swift"}},{"key":"code.line.number","value"\#
      :{"intValue":"11"}},{"key":"code.column.number","value":{"intValue":"8"}}],"events":[{\#
      "timeUnixNano":"1790000000001000000","name":"jobEnqueued","attributes":[{"key":"promis\#
      e.job","value":{"intValue":"1"}},{"key":"promise.queue","value":{"stringValue":"net"}}\#
      ]},{"timeUnixNano":"1790000000001500000","name":"jobStarted","attributes":[{"key":"pro\#
      mise.job","value":{"intValue":"1"}},{"key":"promise.queue","value":{"stringValue":"net\#
      "}}]},{"timeUnixNano":"1790000000002500000","name":"jobEnded","attributes":[{"key":"pr\#
      omise.job","value":{"intValue":"1"}},{"key":"promise.queue","value":{"stringValue":"ne\#
      t"}},{"key":"promise.ending","value":{"stringValue":"threw"}}]},{"timeUnixNano":"17900\#
      00000003500000","name":"exception","attributes":[{"key":"exception.message","value":{"\#
      stringValue":"offline\\n"}}]}],"status":{"message":"offline\\n","code":2},"flags":257}\#
      ]}]}]}

      """#
    #expect(String(decoding: try message(.json), as: UTF8.self) == expected)
  }

  @Test("The same span in Protocol Buffers")
  func protobuf() throws {
    let expected = #"""
      Cr4GCpQBChcKDHNlcnZpY2UubmFtZRIHCgVsb2dpbgoRCgtwcm9jZXNzLnBpZBICGAcKIwoSdGVsZW1ldHJ5LnNk\#
      ay5uYW1lEg0KC3Byb21pc2UtdHVpCiEKFnRlbGVtZXRyeS5zZGsubGFuZ3VhZ2USBwoFc3dpZnQKHgoVdGVsZW1l\#
      dHJ5LnNkay52ZXJzaW9uEgUKAzkuORKkBQoSCgtwcm9taXNlLXR1aRIDOS45Eo0FChBL+S81d7NNpqPOkp0ODkc2\#
      EggA8GeqC6kCtyoJZmV0Y2ggIjEiMAM5QEICJIRb1xhB4GcoJIRb1xhKEAoKcHJvbWlzZS5pZBICGAFKHgoRcHJv\#
      bWlzZS5vcGVyYXRpb24SCQoHcGVuZGluZ0ocCg1wcm9taXNlLmxhYmVsEgsKCWZldGNoICIxIkodCg9wcm9taXNl\#
      Lm91dGNvbWUSCgoIcmVqZWN0ZWRKFgoNcHJvbWlzZS5xdWV1ZRIFCgNuZXRKIgoVcHJvbWlzZS5xdWV1ZV93YWl0\#
      X21zEgkhAAAAAAAA4D9KHwoScHJvbWlzZS5oYW5kbGVyX21zEgkhAAAAAAAA8D9KJQoOY29kZS5maWxlLnBhdGgS\#
      EwoRRGVtb3MvTG9naW4uc3dpZnRKFgoQY29kZS5saW5lLm51bWJlchICGAtKGAoSY29kZS5jb2x1bW4ubnVtYmVy\#
      EgIYCFpBCUBCAiSEW9cYEgtqb2JFbnF1ZXVlZBoRCgtwcm9taXNlLmpvYhICGAEaFgoNcHJvbWlzZS5xdWV1ZRIF\#
      CgNuZXRaQAlg4wkkhFvXGBIKam9iU3RhcnRlZBoRCgtwcm9taXNlLmpvYhICGAEaFgoNcHJvbWlzZS5xdWV1ZRIF\#
      CgNuZXRaWQmgJRkkhFvXGBIIam9iRW5kZWQaEQoLcHJvbWlzZS5qb2ISAhgBGhYKDXByb21pc2UucXVldWUSBQoD\#
      bmV0GhkKDnByb21pc2UuZW5kaW5nEgcKBXRocmV3WjYJ4GcoJIRb1xgSCWV4Y2VwdGlvbhogChFleGNlcHRpb24u\#
      bWVzc2FnZRILCglvZmZsaW5lXG56DRIJb2ZmbGluZVxuGAKFAQEBAAA=
      """#
    #expect(Data(try message(.protobuf)).base64EncodedString() == expected)
  }

  @Test("Batches have a bounded number of spans and bytes, and together they are one message")
  func batches() throws {
    let header = TraceHeader(isVirtual: true, title: "many")
    let resource = SpanResource(header, service: "many", version: "1")
    var assembler = SpanAssembler(header, epoch: 0)
    var stream = EventStream()
    for number in 1...1000 {
      stream.create(PromiseID(number), .pending, "p\(number)")
      stream.settle(PromiseID(number))
    }
    for event in stream.events { assembler.add(event) }
    assembler.finish()
    let spans = assembler.takeFinished()
    for encoding in [SpanEncoding.json, .protobuf] {
      var batcher = SpanBatcher(resource, as: encoding, spans: 100, bytes: 1_000_000)
      var batches = spans.flatMap { batcher.add($0) }
      batches += batcher.finish()
      #expect(batches.map(\.spans) == Array(repeating: 100, count: 10))
      var small = SpanBatcher(resource, as: encoding, spans: 100, bytes: 3000)
      var few = spans.flatMap { small.add($0) }
      few += small.finish()
      #expect(few.count > 20 && few.allSatisfy { $0.bytes.count < 4500 })
      #expect(few.reduce(0) { $0 + $1.spans } == 1000)
      guard encoding == .protobuf else { continue }
      var reader = ProtobufReader(batches.flatMap(\.bytes)[...])
      var count = 0
      while let next = reader.next() { count += next.field == 1 ? 1 : 0 }
      #expect(count == 10 && !reader.isBroken)
    }
  }

  @Test("The events of several processes become several resources")
  func processes() throws {
    let header = TraceHeader(isVirtual: false, title: "both")
    var export = SpanExport(
      header, epoch: 0, resource: SpanResource(header, service: "both", version: "1"), as: .json)
    var stream = EventStream()
    for (process, name) in [(1, "shop"), (2, "pay")] {
      stream.post(
        .processDeclared(
          process: ProcessID(process), name: name, systemID: 40 + process, uncertainty: nil))
      stream.post(.threadAssigned(thread: ThreadID(process), process: ProcessID(process)))
      stream.thread = ThreadID(process)
      stream.create(PromiseID(process))
    }
    let lines = (export.add(stream.events) + export.finish()).map {
      String(decoding: $0.bytes, as: UTF8.self)
    }
    #expect(lines.count == 2)
    #expect(lines[0].contains(#""stringValue":"shop""#) && lines[0].contains(#""intValue":"41""#))
    #expect(lines[1].contains(#""stringValue":"pay""#) && lines[1].contains(#""intValue":"42""#))
  }
}

/// Returns the context of a span whose identity ends with these digits.
func context(_ digits: String, trace: String = "4bf92f3577b34da6a3ce929d0e0e4736") throws
  -> PromiseEvent.TraceContext
{
  let span = "00f067aa0ba902b7".dropLast(digits.count) + digits
  return try #require(PromiseEvent.TraceContext(traceparent: "00-\(trace)-\(span)-01"))
}
