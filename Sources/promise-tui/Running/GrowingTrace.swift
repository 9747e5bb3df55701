import PromiseKitLite
import PromiseSystem

/// A trace that a process writes into a file while its events are read for another purpose than the
/// screen. The file stays as it is.
///
/// A program that simulates itself writes JSON Lines, whatever the name of the file.
struct GrowingTrace {
  /// What an examination of the file brought.
  enum Step {
    case events([PromiseEvent])
    /// There is nothing new at the moment.
    case nothing
    /// Everything was read, and nothing follows.
    case ended
  }

  /// Identifies a file, whatever its name.
  struct FileNumber: Hashable {
    private var device: Int
    private var number: Int

    fileprivate init(_ about: stat) {
      device = Int(truncatingIfNeeded: about.st_dev)
      number = Int(truncatingIfNeeded: about.st_ino)
    }
  }

  /// Returns the number of the file at `path`; `nil` if there is none.
  static func number(of path: String) -> FileNumber? {
    var about = stat()
    return stat(path, &about) == 0 ? FileNumber(about) : nil
  }

  let number: FileNumber
  private let file: BinaryFile
  private let descriptor: Int32
  /// A binary trace; `nil` if the file has lines.
  private var binary: BinaryTraceReader?
  private var lines = TraceReader()
  private var offset = 0

  /// Opens the file at `path`; `nil` as long as the beginning of a trace is not in it.
  init?(_ path: String) {
    let descriptor = PromiseSystem.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    let file = BinaryFile(descriptor: descriptor)
    var about = stat()
    let start = file.read(at: 0, count: BinaryFormat.magic.count)
    if start == BinaryFormat.magic {
      binary = try? BinaryTraceReader(file)
      binary?.patience = BinaryStream.patience
    }
    guard fstat(descriptor, &about) == 0, binary != nil || start.first == UInt8(ascii: "{") else {
      PromiseSystem.close(descriptor)
      return nil
    }
    number = FileNumber(about)
    (self.file, self.descriptor) = (file, descriptor)
  }

  /// The header, once it has arrived.
  var header: TraceHeader? { binary?.header ?? lines.header }

  /// Reads what has arrived. `hasEnded` says whether the program that was started has ended.
  mutating func read(hasEnded: Bool) -> Step {
    if var reader = binary {
      // Asked first, so that what it wrote before its end is read.
      let isComplete = hasEnded || reader.ending != .running
      // One copy of the reader at a time, so that its buffers are not copied.
      binary = nil
      let events = reader.read(limit: Self.mostEvents, isComplete: isComplete)
      binary = reader
      return events.isEmpty ? isComplete ? .ended : .nothing : .events(events)
    }
    let bytes = file.read(at: offset, count: 1 << 17)
    offset += bytes.count
    if !bytes.isEmpty {
      guard let events = try? lines.read(bytes) else { return .ended }
      return .events(events)
    }
    return hasEnded ? .ended : .nothing
  }

  /// Closes the file.
  func close() { PromiseSystem.close(descriptor) }

  private static var mostEvents: Int { 4096 }
}
