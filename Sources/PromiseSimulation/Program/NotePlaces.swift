package import PromiseKitLite

/// Where notes stand among the events of a run that did not have them: what follows a note is numbered
/// anew.
package struct NotePlaces: Sendable {
  /// Before which events the notes stand, by their first numbers; never falling.
  private var places: [Int] = []
  /// The newest event, with its first number.
  package private(set) var newest: PromiseEvent?

  /// No note, no event.
  package init() {}

  /// The lines as notes, said where and when `event` happened, before the event that had the number
  /// `place`.
  package mutating func notes(
    _ lines: [String], before place: Int, like event: PromiseEvent
  ) -> [PromiseEvent] {
    let place = max(place, places.last ?? 0)
    return lines.map { line in
      var note = event
      note.sequence = place + places.count
      note.kind = .note(line)
      places.append(place)
      return note
    }
  }

  /// The event with its new number.
  package mutating func renumbered(_ event: PromiseEvent) -> PromiseEvent {
    if event.sequence > newest?.sequence ?? 0 { newest = event }
    var renumbered = event
    // An event may come late: the notes that stand before it are counted, not all of them.
    let later = places.reversed().prefix { $0 > event.sequence }.count
    renumbered.sequence += places.count - later
    return renumbered
  }
}
