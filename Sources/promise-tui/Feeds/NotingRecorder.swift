import PromiseKitLite
import Synchronization

/// What was printed since the last call; a line that has no end yet is wanted only `atEnd`, where
/// nothing more can come.
typealias PrintedLines = @Sendable (_ atEnd: Bool) -> [String]

/// Records the events of a simulated run, and makes notes of what is printed meanwhile: each note
/// stands before the event that came after the printing, and what follows is numbered anew.
final class NotingRecorder: PromiseObserver {
  /// What was recorded and not yet taken.
  fileprivate struct Recording {
    var events: [PromiseEvent] = []
    /// The newest event, with its first number.
    var newest: PromiseEvent?
    /// Before which events the notes stand, by their first numbers; never falling.
    var places: [Int] = []
  }

  private let recording = Mutex(Recording())
  private let printed: PrintedLines

  /// A recorder that asks `printed` at every event.
  init(printed: @escaping PrintedLines) { self.printed = printed }

  func receive(_ event: PromiseEvent) {
    let lines = printed(false)
    recording.withLock { recording in
      recording.note(lines, before: event.sequence, like: recording.newest ?? event)
      recording.add(event)
    }
  }

  /// The events of a step that is over, and the notes of what was printed in it, in order; the
  /// recorder forgets them.
  func take(atEnd: Bool = false) -> [PromiseEvent] {
    let lines = printed(atEnd)
    return recording.withLock { recording in
      if let newest = recording.newest {
        recording.note(lines, before: newest.sequence + 1, like: newest)
      }
      defer { recording.events = [] }
      return recording.events.sorted { $0.sequence < $1.sequence }
    }
  }
}

extension NotingRecorder.Recording {
  /// Writes the lines down as said where and when `event` happened.
  fileprivate mutating func note(_ lines: [String], before place: Int, like event: PromiseEvent) {
    let place = max(place, places.last ?? 0)
    for line in lines {
      var note = event
      note.sequence = place + places.count
      note.kind = .note(line)
      places.append(place)
      events.append(note)
    }
  }

  fileprivate mutating func add(_ event: PromiseEvent) {
    if event.sequence > newest?.sequence ?? 0 { newest = event }
    var renumbered = event
    // An event may come late: the notes that stand before it are counted, not all of them.
    let later = places.reversed().prefix { $0 > event.sequence }.count
    renumbered.sequence += places.count - later
    events.append(renumbered)
  }
}
