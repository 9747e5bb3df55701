#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Counts the events of a trace.
struct Received: Sendable {
  /// The number of events, without those that report lost events.
  var events = 0
  /// The highest event number, which is the number of events that were posted.
  var last = 0
  /// The size of the file.
  var bytes = 0
  /// The texts of the notes, if they are wanted.
  var notes: [String]?

  /// The fraction of the events that did not arrive.
  var lost: Double { last == 0 ? 0 : 1 - Double(events) / Double(last) }

  /// Reads lines until the end.
  mutating func read(_ file: Int32) {
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    var kept = 0
    while true {
      let count = buffer.withUnsafeMutableBytes { bytes in
        posixRead(file, bytes.baseAddress?.advanced(by: kept), bytes.count - kept)
      }
      guard count > 0 else { return }
      kept = buffer.withUnsafeMutableBytes { countLines($0, of: kept + count) }
    }
  }

  /// Counts the complete lines, and moves the rest to the front. Returns the length of the rest.
  private mutating func countLines(_ bytes: UnsafeMutableRawBufferPointer, of size: Int) -> Int {
    guard let base = bytes.baseAddress else { return 0 }
    var start = 0
    while let end = memchr(base + start, 0x0A, size - start) {
      let length = UnsafeRawPointer(end) - UnsafeRawPointer(base + start)
      countLine(UnsafeRawBufferPointer(start: base + start, count: length))
      start += length + 1
    }
    memmove(base, base + start, size - start)
    return size - start
  }

  /// Counts one line. An event begins with `{"n":` and a number; the header does not.
  private mutating func countLine(_ line: UnsafeRawBufferPointer) {
    guard line.starts(with: #"{"n":"#.utf8) else { return }
    var number = 0
    for byte in line.dropFirst(5) {
      guard 0x30...0x39 ~= byte else { break }
      number = number * 10 + Int(byte - 0x30)
    }
    last = max(last, number)
    let kind = kind(of: line)
    if !kind.starts(with: #""k":"dropped""#.utf8) { events += 1 }
    if notes != nil, kind.starts(with: Self.note.utf8) {
      let text = kind.dropFirst(Self.note.utf8.count).prefix { $0 != 0x22 }
      notes?.append(String(decoding: text, as: UTF8.self))
    }
  }

  /// What a note has before its text.
  private static let note = #""k":"note","text":""#

  /// Returns the rest of the line from its kind on, which follows the number, time, thread, and queue.
  private func kind(of line: UnsafeRawBufferPointer) -> Slice<UnsafeRawBufferPointer> {
    var rest = line.dropFirst(5)
    while let quote = rest.firstIndex(of: 0x22) {
      rest = rest[quote...]
      if rest.starts(with: #""k":"#.utf8) { return rest }
      rest = rest.dropFirst()
    }
    return rest
  }
}

/// The system function, which a method of the same name would hide.
private let posixRead = read
