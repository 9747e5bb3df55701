import CHost
import PromiseKitLite
import PromiseScreens
import PromiseSystem

/// A trace that a process writes while it is shown. What was read of it is given back to the file
/// system, so that a program that runs for days does not fill the disk.
///
/// A program that simulates itself writes JSON Lines, whatever the name of the file.
struct LiveFile {
  /// Whether there is a trace in a file.
  enum Opening {
    case file(LiveFile)
    /// Its beginning is not written yet.
    case notYet
    /// It cannot be read, for this reason.
    case unreadable(String)
  }

  private let file: BinaryFile
  private let descriptor: Int32
  /// A binary trace; `nil` if the file has lines.
  private var binary: BinaryStream?
  /// The lines, and how many bytes of them were read.
  private var lines: TraceStream
  private var offset = 0
  /// Why it could not be read.
  private(set) var problem: String?
  /// Whether the file is ours and the file system can take back a part of it.
  private var canFree: Bool

  /// Opens the file at `path`. If `isOurs`, what was read of it is given back to the file system. `patience` says
  /// how long an event waits for an earlier one of another thread, in nanoseconds.
  static func open(
    _ path: String, _ shown: ShownEvents, isOurs: Bool = true,
    patience: Int64 = BinaryStream.patience
  ) -> Opening {
    let flags = isOurs ? O_RDWR | O_NOFOLLOW : O_RDONLY
    let descriptor = PromiseSystem.open(path, flags | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return .notYet }
    let file = BinaryFile(descriptor: descriptor)
    let start = file.read(at: 0, count: BinaryFormat.magic.count)
    var binary: BinaryStream?
    if start == BinaryFormat.magic {
      do throws(UnreadableTrace) {
        binary = try BinaryStream(file, shown, patience: patience)
      } catch {
        PromiseSystem.close(descriptor)
        return .unreadable(error.advice)
      }
    } else if start.first != UInt8(ascii: "{") {
      PromiseSystem.close(descriptor)
      // The first bytes of a binary trace are written last.
      let isOther = !isOurs && start.first.map { $0 != 0 } ?? false
      return isOther
        ? .unreadable(TraceError.notATrace(reason: "it begins with other bytes").advice) : .notYet
    }
    return .file(
      LiveFile(
        file: file, descriptor: descriptor, binary: binary, lines: TraceStream(shown),
        canFree: isOurs))
  }

  private init(
    file: BinaryFile, descriptor: Int32, binary: BinaryStream?, lines: TraceStream, canFree: Bool
  ) {
    (self.file, self.descriptor, self.binary, self.lines) = (file, descriptor, binary, lines)
    self.canFree = canFree
  }

  /// The process that writes it; `nil` if that is not known.
  var systemID: Int? { binary?.header.pid }
  /// The process among others, once its header was read.
  var process: Int? { binary?.process ?? lines.process }

  /// Whether the process goes on.
  var isRunning: Bool { binary.map { $0.ending == .running } ?? true }

  /// Notes that the process has replaced itself by another program, and is no longer recorded into this file.
  mutating func setReplaced() { binary?.isReplaced = true }

  /// How long to wait before the next step, in milliseconds.
  var pause: Int32 { binary?.pause ?? 50 }

  /// Reads what has arrived, and blocks while the screen has enough to do. `hasEnded` says whether the
  /// program that was started has ended.
  mutating func step(hasEnded: Bool) -> BinaryStream.Step {
    if let step = binary?.step() {
      problem = problem ?? binary?.problems.first
      for part in binary?.takeFinished() ?? [] where canFree {
        canFree = host_free_part(descriptor, Int64(part.lowerBound), Int64(part.count))
      }
      return step
    }
    let bytes = file.read(at: offset, count: 1 << 17)
    offset += bytes.count
    do throws(TraceError) {
      if !bytes.isEmpty { return try lines.take(bytes[...]) ? .events : .closed }
      guard hasEnded else { return .nothing }
      problem = try lines.finish().first
    } catch {
      problem = error.advice
    }
    return .ended(lines.isCutShort ? .cutShort : .unknown)
  }

  /// Closes the file.
  func close() { PromiseSystem.close(descriptor) }
}
