package import PromiseKitLite
// The streams of the C library have locks of their own.
@preconcurrency import PromiseSystem

/// The output of the program, which another process has redirected to a file. It continues where
/// the last reader stopped, in whichever process that was.
struct PrintedText {
  /// The file, open for reading. Its position is shared with the process that opened it.
  let descriptor: Int32

  /// Makes the program print line by line from now on.
  init(descriptor: Int32) {
    self.descriptor = descriptor
    setvbuf(stdout, nil, _IOLBF, 0)
  }

  /// Returns the complete lines that were printed since the last call; if `atEnd`, also an
  /// incomplete last line.
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
      // An incomplete line is left to the next reader.
      let end = bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      lseek(descriptor, off_t(end - bytes.count), SEEK_CUR)
      bytes.removeSubrange(end...)
    }
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() } else if bytes.isEmpty { return [] }
    return bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// The maximum number of bytes to read at a time.
  private static var most: Int { 1 << 20 }
}

/// The positions of notes among the events of a run that did not contain them. Events after a note
/// are renumbered.
package struct NotePlaces: Sendable {
  /// The original number of the event that each note precedes, in ascending order.
  private var places: [Int] = []
  /// The newest event, with its original number.
  package private(set) var newest: PromiseEvent?

  /// Creates an empty list of positions.
  package init() {}

  /// Returns the lines as notes with the time and place of `event`, before the event with the
  /// original number `place`.
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

  /// Returns the event with its new number.
  package mutating func renumbered(_ event: PromiseEvent) -> PromiseEvent {
    if event.sequence > newest?.sequence ?? 0 { newest = event }
    var renumbered = event
    // Events may arrive out of order, so only the notes before this event are counted.
    let later = places.reversed().prefix { $0 > event.sequence }.count
    renumbered.sequence += places.count - later
    return renumbered
  }
}
