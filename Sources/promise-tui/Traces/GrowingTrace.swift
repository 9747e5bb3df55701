import CHost
import PromiseKitLite
import PromiseSystem

/// A trace that may still be written: a file, or what arrives through a pipe.
struct GrowingTrace {
  /// Returns the number of the file at `path`; `nil` if there is none.
  static func number(of path: String) -> FileIdentity? {
    var about = stat()
    return stat(path, &about) == 0 ? FileIdentity(about) : nil
  }

  let input: TraceInput
  let number: FileIdentity
  var decoder: TraceDecoder
  /// How long to wait before the next examination, in milliseconds: an examination that takes long is made less often.
  private(set) var pause = Self.shortestPause
  /// Whether the descriptor is closed with the trace.
  private let isOwned: Bool
  /// Whether what was read is given back to the file system, so that a program that runs for days does not fill the disk.
  private var canFree: Bool

  /// Reads what `input` contains, and leaves it open.
  init(_ input: TraceInput) { self.init(input, isOwned: false, isOurs: false) }

  private init(_ input: TraceInput, isOwned: Bool, isOurs: Bool) {
    var about = stat()
    fstat(input.descriptor, &about)
    self.input = input
    number = FileIdentity(about)
    decoder = TraceDecoder(input.descriptor)
    (self.isOwned, canFree) = (isOwned, isOurs)
  }

  /// Opens the file at `path`; `nil` if that is not possible. `isOurs` says that nothing else reads it.
  init?(_ path: String, isOurs: Bool = false) {
    let flags = isOurs ? O_RDWR | O_NOFOLLOW : O_RDONLY
    let descriptor = PromiseSystem.open(path, flags | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    self.init(
      TraceInput(name: path, descriptor: descriptor, path: path), isOwned: true, isOurs: isOurs)
  }

  /// The pipe that has to be waited for before it is read; negative for a file.
  var pipe: Int32 { input.size == nil ? input.descriptor : -1 }

  /// Returns whether the file is written again: its path names another one, or it is shorter than what was read.
  func isWrittenAgain(after position: Int) -> Bool {
    var about = stat()
    guard let path = input.path, stat(path, &about) == 0 else { return false }
    return FileIdentity(about) != number || Int(about.st_size) < position
  }

  /// Reads what has arrived. `hasEnded` says whether the program has, if the trace does not say so.
  mutating func read(hasEnded: Bool) throws(CommandError) -> TraceDecoder.Step {
    let begin = EventWaiter.now
    let step = try decoder.read(hasEnded: hasEnded)
    for part in decoder.takeFinished() where canFree {
      canFree = host_free_part(input.descriptor, Int64(part.lowerBound), Int64(part.count))
    }
    guard case .nothing = step else {
      pause = Self.shortestPause
      return step
    }
    let cost = EventWaiter.now - begin
    let longest = max(Self.shortestPause * 2, Int32(clamping: cost / 1_000_000 * 20))
    pause = min(pause + 5, longest)
    return step
  }

  /// Closes the file.
  func close() { if isOwned { input.close() } }

  private static var shortestPause: Int32 { 50 }
}
