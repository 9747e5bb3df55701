package import PromiseKitLite
// The C library's streams are its own, and have locks.
@preconcurrency import PromiseSystem

/// What the program prints, as somebody outside has had it written to a file: from where the last reader
/// has stopped, whoever that was.
struct PrintedText {
  /// The file, open to be read; its place is shared with whoever has opened it.
  let descriptor: Int32

  /// Has the program print line by line from now on.
  init(descriptor: Int32) {
    self.descriptor = descriptor
    setvbuf(stdout, nil, _IOLBF, 0)
  }

  /// The whole lines that were printed since the last time; `atEnd` also one that has no end.
  func lines(atEnd: Bool = false) -> [String] {
    fflush(nil)
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = read(descriptor, &buffer, buffer.count), count > 0 {
      bytes += buffer[..<count]
      if bytes.count >= Self.most { break }
    }
    guard !bytes.isEmpty else { return [] }
    if !atEnd, bytes.count < Self.most {
      // A line that goes on is left to the next reader.
      let end = bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      lseek(descriptor, off_t(end - bytes.count), SEEK_CUR)
      bytes.removeSubrange(end...)
    }
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() } else if bytes.isEmpty { return [] }
    return bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// At a time no more is read than this.
  private static var most: Int { 1 << 20 }
}

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
