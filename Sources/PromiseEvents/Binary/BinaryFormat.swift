import CRecording

/// The layout of a binary trace.
///
/// The file begins with a header of one page, followed by chunks of equal size. A chunk contains
/// the records of one thread, or the names of source files. `docs/reference/binary-traces.md` describes the
/// format; numbers are little-endian.
package enum BinaryFormat {
  /// The first bytes of every binary trace.
  package static let magic: [UInt8] = [0x89] + Array("PTRACE\n".utf8)
  /// The version. A new kind of record or field raises the minor version.
  static let major: UInt16 = 1
  static let minor: UInt16 = 6
  /// The size of the header in bytes.
  package static let headerSize = Int(cr_header_size)
  /// The size of a chunk in bytes. A record that needs more gets a chunk of several of them.
  package static let chunkSize = Int(cr_chunk_size)
  /// The size of the first part of a chunk, which describes it.
  static let chunkHeaderSize = Int(cr_chunk_header_size)

  /// The places of the header's fields.
  enum Header {
    static let major = 8
    static let minor = 10
    static let size = 12
    static let chunkSize = 16
    static let flags = 20
    static let pid = 24
    static let startOfProcess = 32
    static let state = 40
    static let version = 44
    static let chunks = 48
    static let lost = 56
    /// Two comparisons of the clock: ticks, nanoseconds, ticks, nanoseconds.
    static let clock = 64
    static let titleSize = 96
    static let title = 100
    /// The greatest size of a title, which older versions wrote.
    static let titleRoom = 1024
    /// The newest stamp of what was not kept of promises that may live; 0 for none.
    static let forgotten = 1112
    /// The stamp at which the file could not grow; 0 for none.
    static let completeUntil = 1120
    /// The instant at which the times of events are 0, in nanoseconds since 1970 UTC; 0 in traces of
    /// older versions.
    static let unix = 1128
    static let boot = 1136
    /// The namespace of process IDs in which the process is: containers have their own; 0 if that is not known.
    static let namespace = 1176
    /// The instant at which the times of events are 0, in nanoseconds of the system's clock.
    static let epoch = 1184
    /// The size and the text of the table of records.
    static let recordsSize = 1192
    static let records = 1196
    static let recordsRoom = Int(cr_records_room)
  }

  /// The places of a chunk's fields.
  enum Chunk {
    static let length = 0
    static let units = 4
    static let content = 8
    static let thread = 12
    static let ticks = 16
    static let nanoseconds = 24
  }

  /// The content of a chunk.
  enum Content {
    /// The chunk is not in use yet.
    static let nothing = UInt32(cr_content_nothing)
    /// Events and other records of threads.
    static let events = UInt32(cr_content_events)
    /// The names of source files: address, number of bytes, and the bytes.
    static let names = UInt32(cr_content_names)
    /// What still matters of chunks that were given back.
    static let kept = UInt32(cr_content_kept)
  }

  /// The state of the recording.
  enum State {
    static let running = UInt32(cr_state_running)
    static let finished = UInt32(cr_state_finished)
    /// The file could not grow, so the recording ended before the program did.
    static let full = UInt32(cr_state_full)
  }

  /// The codes of the short forms of records, in which the ticks since the chunk's previous record
  /// take three bytes, and every other field has a fixed size too.
  static let shortCodes: ClosedRange<UInt8> = 48...60

  /// The codes of records that are not events.
  enum Code {
    /// The records that follow are those of another thread.
    static let thread = UInt8(cr_code_thread)
    /// The time of the system's clock at the stamp of the record, in nanoseconds.
    static let clock = UInt8(cr_code_clock)
  }

  /// What a reader reads at most, so that no file takes its memory or its time.
  enum Limit {
    /// The size of a chunk in bytes, without its last unit.
    static let chunk = 16 << 20
    /// The number of units, and their size in bytes.
    static let units = 1 << 20
    static let size = 64 << 30
    /// The number of different promises, and of different jobs.
    static let numbers = 1 << 25
  }

  /// The part of a record's first byte that is its code.
  static let codeMask: UInt8 = 0x3F
}
