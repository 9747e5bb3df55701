import PromiseKitLite
import PromiseSimulation
import Synchronization

/// What was printed since the last call; a line that has no end yet is wanted only `atEnd`, where
/// nothing more can come.
typealias PrintedLines = @Sendable (_ atEnd: Bool) -> [String]

/// Records the events of a simulated run, and makes notes of what is printed meanwhile: each note
/// stands before the event that came after the printing, and what follows is numbered anew.
final class NotingRecorder: PromiseObserver {
  /// What was recorded and not yet taken.
  private struct Recording {
    var events: [PromiseEvent] = []
    var places = NotePlaces()
  }

  private let recording = Mutex(Recording())
  private let printed: PrintedLines

  /// A recorder that asks `printed` at every event.
  init(printed: @escaping PrintedLines) { self.printed = printed }

  func receive(_ event: PromiseEvent) {
    let lines = printed(false)
    recording.withLock { recording in
      recording.events += recording.places.notes(
        lines, before: event.sequence, like: recording.places.newest ?? event)
      recording.events.append(recording.places.renumbered(event))
    }
  }

  /// The events of a step that is over, and the notes of what was printed in it, in order; the
  /// recorder forgets them.
  func take(atEnd: Bool = false) -> [PromiseEvent] {
    let lines = printed(atEnd)
    return recording.withLock { recording in
      if let newest = recording.places.newest {
        recording.events += recording.places.notes(
          lines, before: newest.sequence + 1, like: newest)
      }
      defer { recording.events = [] }
      return recording.events.sorted { $0.sequence < $1.sequence }
    }
  }
}
