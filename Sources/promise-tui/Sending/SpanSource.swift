import ArgumentParser
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseScreens

/// The events of a run that is exported as spans. A trace whose events are in order is read while its spans are
/// written, so that its length does not matter.
struct SpanSource {
  private enum Events {
    case trace(TraceDecoder, first: [PromiseEvent])
    case array([PromiseEvent])
  }

  /// The header of the trace.
  let header: TraceHeader
  /// When its time 0 was, in nanoseconds since 1970.
  let epoch: Int64
  /// The name of the run.
  let name: String
  private let events: Events
  private let input: TraceInput?

  /// Opens a run.
  ///
  /// - Parameters:
  ///   - name: A trace, `-`, or a demo.
  ///   - epoch: When its time 0 was; `nil` for what the trace says.
  /// - Throws: Why it cannot be read.
  init(
    _ name: String, settings: [String], range: ExportRange, epoch: Int64?
  ) throws {
    if range.isWhole, Folder.isFile(name) {
      let input = try TraceInput.open(name)
      var trace = TraceDecoder(input.descriptor)
      trace.follows = false
      if case .events(let first)? = try? trace.read(hasEnded: true), trace.isInOrder,
        let header = trace.header, let epoch = epoch ?? header.origin?.unix
      {
        self.init(
          header: header, epoch: epoch, name: header.title ?? Folder.name(of: name),
          events: .trace(trace, first: first), input: input)
        return
      }
      input.close()
    }
    let run = try Recording.load(name, settings: settings)
    let epoch = try epoch ?? run.header.origin?.unix ?? Self.epoch(of: run, name)
    let part: Recording
    do {
      part = run.part(try range.numbers(in: run.events))
    } catch {
      throw usageError("\(name): \(error)")
    }
    self.init(
      header: part.header, epoch: epoch, name: run.entry.name, events: .array(part.events),
      input: nil)
  }

  private init(
    header: TraceHeader, epoch: Int64, name: String, events: Events, input: TraceInput?
  ) {
    (self.header, self.epoch, self.name) = (header, epoch, name)
    (self.events, self.input) = (events, input)
  }

  /// Chooses the time 0 of a run that does not say when it was, and says so.
  private static func epoch(of run: Recording, _ name: String) throws -> Int64 {
    if run.isVirtual {
      Output.printError(
        "\(name) is simulated and has no date: its spans begin now; --epoch sets another time")
      return SpanEpoch.now
    }
    guard let end = SpanEpoch.modification(of: name) else {
      throw usageError(
        "the trace does not say when it was recorded: give the time with --epoch, such as "
          + "--epoch 2026-11-27T16:58:00Z")
    }
    Output.printError(
      "\(name) does not say when it was recorded: its spans end when the file was last changed; "
        + "--epoch sets another time")
    return SpanEpoch.ending(run.events, at: end)
  }

  /// Passes the events on in order, and reports what could not be read.
  ///
  /// - Throws: The reason, if nothing can be read.
  func read(_ take: ([PromiseEvent]) -> Void) throws {
    defer { input?.close() }
    switch events {
    case .array(let events):
      // In pieces, so that few spans wait at a time.
      for start in stride(from: 0, to: events.count, by: 4096) {
        take(Array(events[start..<min(start + 4096, events.count)]))
      }
    case .trace(var trace, let first):
      take(first)
      let name = input?.name ?? name
      do { try trace.readAll(take) } catch { throw error.about(name) }
      for sentence in trace.complaints { Output.printError("\(name): \(sentence)") }
    }
  }
}
