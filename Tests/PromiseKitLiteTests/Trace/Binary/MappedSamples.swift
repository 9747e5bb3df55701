import CRecording
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import PromiseEvents
@testable import PromiseKitLite

/// Binary traces, as a mapped file has them.
enum MappedSamples {
  /// A process can record into one mapped file at a time.
  static let isWriting = Mutex(())

  /// Returns the trace of these events, after that of a promise with a place in the program.
  static func trace(
    of events: [PromiseEvent], title: String? = "samples", includingValues values: Bool = true
  ) throws -> [UInt8] {
    try traceAndLinks(of: events, title: title, includingValues: values).bytes
  }

  /// Returns the trace of these events, and the events of the links of a chain at its end.
  static func traceAndLinks(
    of events: [PromiseEvent], title: String? = "samples", includingValues values: Bool = true
  ) throws -> (bytes: [UInt8], links: [PromiseEvent.Kind]) {
    var links: [PromiseEvent.Kind] = []
    let bytes = try isWriting.withLock { _ in
      let folder = try TemporaryFolder()
      let path = folder.path("run.ptrace")
      let descriptor = try TraceOpening.regularFile(at: path).descriptor
      let mapped = MappedTrace(
        descriptor, path: path, title: title, includesValues: values,
        clock: { PromiseEnvironment.shared.executor.now }, reportFull: { _ in })
      let trace = try #require(mapped)
      trace.makeCurrent()
      let site = CallSite(#fileID, 12, 5)
      writeFirst(trace.number, site)
      for var event in events {
        event.time = Int64(bitPattern: MappedTrace.stamp(trace.number, after: 0))
        MappedTrace.receive(trace.number, event)
      }
      links = try writeLinks(trace.number, site)
      trace.finish()
      return folder.bytes("run.ptrace")
    }
    return (bytes, links)
  }

  /// Records what `body` does in an environment of its own, and returns the trace.
  static func recording(
    _ values: PromiseTrace.Values = .on, filter: PromiseTrace.Filter? = nil,
    redact: (@Sendable (String) -> String)? = nil, _ body: () -> Void
  ) throws -> [UInt8] {
    try isWriting.withLock { _ in
      let folder = try TemporaryFolder()
      let path = folder.path("run.ptrace")
      var options = Recorder.Options()
      (options.values, options.filter, options.redact) = (values, filter, redact)
      let mapped = MappedTrace(
        try TraceOpening.regularFile(at: path).descriptor, path: path, title: "login",
        includesValues: values != .off, selection: options.selection, clock: { 0 },
        reportFull: { _ in })
      let trace = try #require(mapped)
      let environment = PromiseEnvironment(observers: [])
      environment.bus.setRecorded(values)
      environment.bus.record(into: trace, isAlone: false)
      environment.run(body)
      environment.bus.stopRecording()
      trace.finish()
      return folder.bytes("run.ptrace")
    }
  }

  #if os(Linux)
    /// Writes notes of a megabyte. Returns how many bytes of the trace are mapped at most.
    static func mappedBytes(whileWriting megabytes: Int) throws -> Int {
      try isWriting.withLock { _ in
        let folder = try TemporaryFolder()
        let path = folder.path("run.ptrace")
        let mapped = MappedTrace(
          try TraceOpening.regularFile(at: path).descriptor, path: path, title: nil,
          clock: { 0 }, reportFull: { _ in })
        let trace = try #require(mapped)
        trace.makeCurrent()
        defer { trace.finish() }
        let text = String(repeating: "x", count: 1 << 20)
        var most = 0
        for _ in 0..<megabytes {
          MappedTrace.receive(
            trace.number,
            PromiseEvent(
              sequence: 0, time: Int64(bitPattern: MappedTrace.stamp(trace.number, after: 0)),
              thread: nil, queue: nil, kind: .note(text)))
          let maps = try String(contentsOfFile: "/proc/self/maps", encoding: .utf8)
          let sizes = maps.split(separator: "\n").filter { $0.hasSuffix(path) }.map { line in
            let ends = line.prefix { $0 != " " }.split(separator: "-").compactMap {
              Int($0, radix: 16)
            }
            return ends[1] - ends[0]
          }
          most = max(most, sizes.reduce(0, +))
        }
        return most
      }
    }
  #endif

  private static func writeFirst(_ trace: UInt64, _ site: CallSite) {
    MappedTrace.know(trace, site)
    var stamp = EventStamp()
    stamp.time = Int64(bitPattern: MappedTrace.stamp(trace, after: 0))
    MappedTrace.receive(trace, stamp, EventForm(.created, .declaration)) {
      $0.putCreated(PromiseID(77), .body, nil, [], isGuarantee: false, nil) { $0.put(site) }
    }
  }

  /// Writes what happens to the links of a chain as a recorded program does, in short records where
  /// the numbers are small enough. Returns the events.
  private static func writeLinks(_ trace: UInt64, _ site: CallSite) throws -> [PromiseEvent.Kind] {
    let pen = try #require(cr_prepare_pen(trace, 0, 0))
    var kinds: [PromiseEvent.Kind] = []
    var stamp: UInt64 { MappedTrace.stamp(trace, after: 0) }
    for (number, queue, ordinal) in [(78, 3, 1), (1000, 65_535, 65_535), (70_000, 65_536, 65_536)] {
      let (parent, promise, job) = (PromiseID(number), PromiseID(number + 1), JobID(number))
      let queue = QueueID(queue)
      MappedTrace.created(pen, stamp, promise, .map, of: parent, site, isGuarantee: queue == 3)
      MappedTrace.attached(pen, stamp, parent, promise, ordinal, queue)
      MappedTrace.enqueued(pen, stamp, job, promise, queue)
      MappedTrace.enqueued(pen, stamp, JobID(number + 1), nil, queue)
      MappedTrace.started(pen, stamp, job, promise, queue)
      MappedTrace.ended(pen, stamp, job, promise, queue, .threw)
      MappedTrace.fulfilled(pen, stamp, promise, integer: number == 1000 ? .min : number, at: nil)
      MappedTrace.deallocated(pen, stamp, promise)
      kinds += [
        .created(
          .init(
            promise: promise, operation: .map,
            site: SourceSite(file: "PromiseKitLiteTests/MappedSamples.swift", line: 12, column: 5),
            parents: [parent], isGuarantee: queue == 3)),
        .handlerAttached(parent: parent, child: promise, ordinal: ordinal, queue: queue),
        .jobEnqueued(job: job, child: promise, queue: queue, label: nil),
        .jobEnqueued(job: JobID(number + 1), child: nil, queue: queue, label: nil),
        .jobStarted(job: job, child: promise, queue: queue),
        .jobEnded(job: job, child: promise, queue: queue, ending: .threw),
        .settled(
          .init(
            promise: promise, outcome: .fulfilled,
            description: "\(number == 1000 ? .min : number)")),
        .deallocated(promise: promise, state: .settled, waiting: []),
      ]
    }
    return kinds
  }

  /// What the first event of each trace is read as.
  static let first = PromiseEvent.Kind.created(
    .init(
      promise: 1, operation: .body,
      site: SourceSite(file: "PromiseKitLiteTests/MappedSamples.swift", line: 12, column: 5)))

  /// The trace of events of every kind.
  static let everything: [UInt8] = (try? trace(of: TraceSamples.events)) ?? []

  /// Reads a whole trace.
  static func read(
    _ bytes: any BinaryBytes
  ) throws(TraceError) -> (events: [PromiseEvent], reader: BinaryTraceReader) {
    var reader = try BinaryTraceReader(bytes)
    let events = reader.readRest()
    return (events, reader)
  }
}

/// A binary trace made by hand.
struct HandmadeTrace {
  private(set) var bytes = [UInt8](repeating: 0, count: BinaryFormat.headerSize)
  private let chunkSize: Int

  init(
    minor: UInt16 = BinaryFormat.minor, chunkSize: Int = 4096, records: String = BinaryRecords.text
  ) {
    typealias Place = BinaryFormat.Header
    self.chunkSize = chunkSize
    bytes.replaceSubrange(0..<8, with: BinaryFormat.magic)
    put(UInt16(1), at: Place.major)
    put(minor, at: Place.minor)
    put(UInt32(BinaryFormat.headerSize), at: Place.size)
    put(UInt32(chunkSize), at: Place.chunkSize)
    put(BinaryFormat.State.finished, at: Place.state)
    put(UInt32(records.utf8.count), at: Place.recordsSize)
    bytes.replaceSubrange(Place.records..<(Place.records + records.utf8.count), with: records.utf8)
  }

  /// Replaces the bytes of a number.
  mutating func put<Number: FixedWidthInteger>(_ number: Number, at place: Int) {
    withUnsafeBytes(of: number.littleEndian) {
      bytes.replaceSubrange(place..<(place + $0.count), with: $0)
    }
  }

  /// Appends a chunk. Returns its place.
  @discardableResult
  mutating func append(
    of content: UInt32 = BinaryFormat.Content.events, ticks: UInt64 = 0, nanoseconds: Int64 = 0,
    thread: UInt32 = 1, _ records: [UInt8]
  ) -> Int {
    let place = bytes.count
    let units = (BinaryFormat.chunkHeaderSize + records.count + chunkSize - 1) / chunkSize
    bytes += [UInt8](repeating: 0, count: units * chunkSize)
    put(UInt32(records.count), at: place + BinaryFormat.Chunk.length)
    put(UInt32(units), at: place + BinaryFormat.Chunk.units)
    put(content, at: place + BinaryFormat.Chunk.content)
    put(thread, at: place + BinaryFormat.Chunk.thread)
    put(ticks, at: place + BinaryFormat.Chunk.ticks)
    put(nanoseconds, at: place + BinaryFormat.Chunk.nanoseconds)
    let start = place + BinaryFormat.chunkHeaderSize
    bytes.replaceSubrange(start..<(start + records.count), with: records)
    put(
      UInt64((bytes.count - BinaryFormat.headerSize) / chunkSize), at: BinaryFormat.Header.chunks)
    return place
  }

  /// Returns a number as a record contains it.
  static func number(_ value: Int) -> [UInt8] {
    var rest = UInt64(bitPattern: Int64((value << 1) ^ (value >> 63)))
    var bytes: [UInt8] = []
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }

  /// Returns a text as a record contains it.
  static func text(_ text: String) -> [UInt8] { number(text.utf8.count) + Array(text.utf8) }

  /// Returns a record outside of jobs, a tick after the one before it.
  static func record(_ code: UInt8, _ fields: [UInt8]...) -> [UInt8] {
    [code | EventPacker.sameQueue] + number(1) + fields.flatMap { $0 }
  }

  static func note(_ text: String) -> [UInt8] { record(29, Self.text(text)) }
}
