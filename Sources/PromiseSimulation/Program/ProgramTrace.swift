import PromiseKitLite
import Synchronization

/// Writes a trace of a run while it is in progress, so that the trace is complete up to a crash.
/// What the program prints becomes notes.
final class ProgramTrace: ProgramObserver {
  private struct Contents {
    var places = NotePlaces()
    var isOver = false
  }

  private let contents = Mutex(Contents())
  private let file: TraceFile
  private let printed: PrintedText?
  private let writer = TraceWriter(includesValues: !PromiseTrace.environmentLeavesOutValues)

  var wantsSource: Bool { true }

  /// Starts the trace. `printed` is the output of the program, if it is captured.
  init(to file: TraceFile, header: TraceHeader, printed: PrintedText?) {
    self.file = file
    self.printed = printed
    file.write(writer.line(header))
  }

  func receive(_ event: PromiseEvent) {
    contents.withLock { contents in
      guard !contents.isOver else { return }
      let lines = printed?.lines() ?? []
      let notes = contents.places.notes(
        lines, before: event.sequence, like: contents.places.newest ?? event)
      write(notes + [contents.places.renumbered(event)])
    }
  }

  func finish(_ ending: Simulation.Ending?) {
    if let warning = ending.warning { printError(warning) }
    contents.withLock { contents in
      guard !contents.isOver else { return }
      contents.isOver = true
      if let printed, let newest = contents.places.newest {
        write(
          contents.places.notes(
            printed.lines(atEnd: true), before: newest.sequence + 1, like: newest))
      }
      file.close()
    }
  }

  /// Writes all events with a single call.
  private func write(_ events: [PromiseEvent]) {
    var bytes: [UInt8] = []
    for event in events { writer.append(event, to: &bytes) }
    file.write(bytes)
  }
}
