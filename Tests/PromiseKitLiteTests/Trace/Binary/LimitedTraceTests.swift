import CRecording
import Dispatch
import Foundation
import PromiseSystem
import Synchronization
import TestSupport
import Testing

@testable import PromiseEvents
@testable import PromiseKitLite

@Suite("A trace of limited size gives its oldest chunks back, and keeps what still matters")
struct LimitedTraceTests {
  private static let limit = 1 << 20

  /// A trace that is being written.
  private struct Writing {
    let trace: MappedTrace
    let path: String
    private(set) var count = 0

    init(_ trace: MappedTrace, _ path: String) { (self.trace, self.path) = (trace, path) }

    mutating func post(_ kinds: PromiseEvent.Kind...) {
      for kind in kinds {
        count += 1
        MappedTrace.receive(
          trace.number,
          PromiseEvent(
            sequence: 0, time: Int64(bitPattern: MappedTrace.stamp(trace.number, after: 0)),
            thread: nil, queue: nil, kind: kind))
      }
    }

    /// Records promises that are freed, of about a hundred bytes each.
    mutating func postPromises(_ numbers: Range<Int>) {
      for number in numbers {
        let promise = PromiseID(number)
        post(
          .created(.init(promise: promise, operation: .map, label: "a link of \(number)")),
          .settled(
            .init(
              promise: promise, outcome: .fulfilled,
              description: String(repeating: "v", count: 40))),
          .deallocated(promise: promise, state: .settled, waiting: []))
      }
    }

    /// The space that the file takes on the disk, in bytes.
    var space: Int {
      var about = stat()
      return stat(path, &about) == 0 ? Int(about.st_blocks) * 512 : 0
    }

    /// Returns a reader of the file, which stays open as long as this exists.
    func reader() throws -> BinaryTraceReader {
      let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      readers.files.append(file)
      return try BinaryTraceReader(BinaryFile(descriptor: file.fileDescriptor))
    }

    private final class Readers { var files: [FileHandle] = [] }
    private let readers = Readers()
  }

  private func write(_ body: (inout Writing) throws -> Void) throws {
    try MappedSamples.isWriting.withLock { _ in
      let folder = try TemporaryFolder()
      let path = folder.path("run.ptrace")
      let mapped = MappedTrace(
        try TraceOpening.regularFile(at: path).descriptor, path: path, title: nil,
        limit: Self.limit, clock: { 0 }, reportFull: { _ in })
      let trace = try #require(mapped)
      try #require(trace.limitProblem == 0)
      trace.makeCurrent()
      var writing = Writing(trace, path)
      defer { trace.finish() }
      try body(&writing)
    }
  }

  /// Records what a server does that runs for long: it begins with a queue and a promise that stay.
  private static func begin(_ writing: inout Writing) {
    writing.post(
      .queueDeclared(queue: 7, label: "requests", kind: .serial, assumed: false),
      .threadNamed(thread: 1, name: "main"),
      .created(.init(promise: 1, operation: .pending, label: "server")),
      .created(.init(promise: 2, operation: .value, label: "settings")),
      .settled(.init(promise: 2, outcome: .fulfilled, description: "defaults")),
      .handlerAttached(parent: 2, child: 1, ordinal: 1, queue: 7))
  }

  private func label(_ event: PromiseEvent) -> String? {
    if case .created(let creation) = event.kind { creation.label } else { nil }
  }

  @Test("The space on the disk is bounded, however much is recorded")
  func space() throws {
    try write { writing in
      var most = 0
      for round in 0..<100 {
        writing.postPromises((round * 1000 + 1)..<(round * 1000 + 1001))
        most = max(most, writing.space)
      }
      #expect(most <= Self.limit + Self.limit / 16)
      #expect(most > Self.limit / 2)
      writing.trace.finish()
      #expect(writing.space <= Self.limit + Self.limit / 16)
    }
  }

  @Test("A note that is larger than the limit is recorded")
  func large() throws {
    try write { writing in
      writing.postPromises(1..<20_000)
      writing.post(.note(String(repeating: "x", count: 1 << 20)), .note("after"))
      writing.trace.finish()
      var reader = try writing.reader()
      let events = reader.readRest()
      #expect(reader.complaints == [])
      #expect(events.last?.kind == .note("after"))
    }
  }

  @Test("Queues, threads and live promises are known, and the events before them are a gap")
  func kept() throws {
    try write { writing in
      Self.begin(&writing)
      writing.postPromises(10..<60_000)
      // Freed long after it was created.
      writing.post(.deallocated(promise: 2, state: .settled, waiting: []))
      writing.postPromises(60_000..<62_000)
      writing.trace.finish()
      var reader = try writing.reader()
      let events = reader.readRest()
      #expect(reader.complaints == [])
      guard case .dropped(let count)? = events.first?.kind else {
        Issue.record("\(events.first as Any) is not a gap")
        return
      }
      #expect(count > 100_000)
      #expect(events.count { $0.kind.name == .dropped } == 1)
      #expect(zip(events, events.dropFirst()).allSatisfy { $0.time <= $1.time })
      #expect(
        events.contains {
          $0.kind == .queueDeclared(queue: 7, label: "requests", kind: .serial, assumed: false)
        })
      #expect(events.contains { $0.kind == .threadNamed(thread: 1, name: "main") })
      #expect(events.count { label($0) == "server" } == 1)
      let labels = events.compactMap(label)
      #expect(Set(labels).count == labels.count)
      #expect(count + events.dropFirst().count == writing.count)
      let settings = try #require(events.first { label($0) == "settings" })
      guard case .created(let creation) = settings.kind else { return }
      let later = events.filter { $0.kind.mentioned.subject == creation.promise }
      #expect(later.map(\.kind.name) == [.created, .settled, .deallocated])
    }
  }

  @Test("A reader that follows the trace reads or counts every event, and nothing is damaged")
  func followed() throws {
    try write { writing in
      Self.begin(&writing)
      var reader = try writing.reader()
      var events: [PromiseEvent] = []
      for round in 0..<200 {
        writing.postPromises((round * 500 + 10)..<(round * 500 + 510))
        // Sometimes faster than the program, sometimes slower.
        let isBehind = round % 80 > 30
        events += reader.read(limit: isBehind ? 10 : 8192, isComplete: false)
      }
      writing.trace.finish()
      events += reader.readRest()
      #expect(reader.complaints == [])
      #expect(events.contains { $0.kind.name == .dropped })
      #expect(zip(events, events.dropFirst()).allSatisfy { $0.sequence < $1.sequence })
      #expect(events.count { label($0) == "server" } == 1)
      let lost = events.reduce(0) { sum, event in
        if case .dropped(let count) = event.kind { sum + count - 1 } else { sum }
      }
      #expect(events.count + lost == writing.count)
    }
  }

  @Test("A reader that comes later finds the live promises, while the program goes on")
  func late() throws {
    try write { writing in
      Self.begin(&writing)
      for round in 0..<20 {
        writing.postPromises((round * 2000 + 10)..<(round * 2000 + 2010))
        var reader = try writing.reader()
        var events: [PromiseEvent] = []
        for _ in 0..<3 { events += reader.read(limit: .max, isComplete: false) }
        #expect(reader.complaints == [])
        #expect(events.contains { label($0) == "server" })
        #expect(events.contains { $0.kind.name == .queueDeclared })
      }
    }
  }

  @Test("Threads that free each other's promises keep nothing of them")
  func threads() throws {
    try write { writing in
      let trace = writing.trace.number
      // Each thread creates promises, and frees those that the other one created before.
      DispatchQueue.concurrentPerform(iterations: 2) { thread in
        for number in 1...40_000 {
          let stamp = MappedTrace.stamp(trace, after: 0)
          guard let pen = cr_ready_pen(trace, 1024, stamp) else { return }
          MappedTrace.created(
            pen, stamp, PromiseID(number * 2 + thread), .map, of: 1, CallSite(), isGuarantee: false)
          guard number > 1 else { continue }
          MappedTrace.deallocated(
            pen, cr_stamp(pen, 0), PromiseID((number - 1) * 2 + (1 - thread)))
        }
      }
      writing.trace.finish()
      #expect(writing.space <= Self.limit + Self.limit / 16)
      var reader = try writing.reader()
      _ = reader.readRest()
      #expect(reader.complaints == [])
    }
  }

  @Test(
    "A size is a number and a unit",
    arguments: [
      ("1M", 1 << 20), ("500m", 500 << 20), ("1G", 1 << 30), ("2048K", 2 << 20), ("1K", nil),
      ("1", nil), ("", nil), ("G", nil), ("-1G", nil), ("1.5G", nil), ("1GB", nil),
      ("99999999999999999999G", nil), ("9999999999G", nil), ("１G", nil),
    ] as [(String, Int?)])
  func sizes(text: String, size: Int?) { #expect(TraceVariable.size(text) == size) }
}
