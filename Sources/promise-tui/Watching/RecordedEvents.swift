import PromiseGraph
import PromiseKitLite

/// The events of a run that is over, made whole: with the text of the files that they name, and with what
/// was printed after the last of them.
struct RecordedEvents {
  let events: [PromiseEvent]

  /// - Parameters:
  ///   - recorded: The events as they came.
  ///   - printed: What the program has printed and no event tells.
  ///   - package: The folder in which its sources are.
  init(_ recorded: [PromiseEvent], printed: [String], package: String) {
    var events = recorded.sorted { $0.sequence < $1.sequence }
    if let last = events.last {
      events += printed.enumerated().map { place, line in
        var note = last
        note.sequence += place + 1
        note.kind = .note(line)
        return note
      }
    }
    var finder = SourceFinder(below: package)
    // They come first, as a source does that the program tells itself.
    let sources = finder.texts(for: events).sorted { $0.file < $1.file }.enumerated().map {
      place, source in
      PromiseEvent(
        sequence: place + 1, time: 0, thread: nil, queue: nil,
        kind: .sourceText(
          file: source.file, firstLine: source.firstLine,
          text: source.lines.joined(separator: "\n")))
    }
    for index in events.indices { events[index].sequence += sources.count }
    self.events = sources + events
  }
}
