import PromiseKitLite
import PromiseSystem

/// A program that listens on a socket and sends its trace, read together with those of other programs. When it
/// ends and starts again, it is another process.
struct SocketSource {
  /// What an examination brought.
  enum Step {
    case events
    case nothing
    /// Nothing more can come, for this reason, if it is one to report.
    case ended(String?)
  }

  let path: String
  /// Whether it is waited for after it has closed its connection.
  let reconnects: Bool
  private var connection: PipeReader?
  private var stream: TraceStream?
  /// When to try to connect again, and how long to wait after the next failure, in milliseconds.
  private var nextAttempt: Int64 = 0
  private var rest = Self.shortest

  private static let shortest: Int64 = 100
  private static let longest: Int64 = 2000

  init(path: String, reconnects: Bool) { (self.path, self.reconnects) = (path, reconnects) }

  /// The descriptor to wait on; negative while there is no connection.
  var descriptor: Int32 { connection?.descriptor ?? -1 }
  /// How long to wait before the next examination, in milliseconds.
  var pause: Int32 {
    connection == nil
      ? Int32(clamping: max(10, (nextAttempt - EventWaiter.now) / 1_000_000)) : 1000
  }
  /// The process, once its header was read.
  var process: Int? { stream?.process }

  /// Connects, or reads what has arrived.
  mutating func step(_ merged: MergedEvents) -> Step {
    guard let connection, var stream else { return connect(merged) }
    let bytes = connection.read()
    do throws(TraceError) {
      if !bytes.isEmpty {
        _ = try stream.take(bytes[...])
        self.stream = stream
        rest = Self.shortest
        return .events
      }
      guard connection.isAtEnd else { return .nothing }
      _ = try stream.finish()
    } catch {
      end(stream, merged)
      return .ended("\(path): \(error.advice)")
    }
    end(stream, merged)
    return reconnects ? .nothing : .ended(nil)
  }

  private mutating func end(_ stream: TraceStream, _ merged: MergedEvents) {
    if let process = stream.process { merged.finish(process) }
    connection = nil
    self.stream = nil
    wait()
  }

  private mutating func connect(_ merged: MergedEvents) -> Step {
    guard EventWaiter.now >= nextAttempt else { return .nothing }
    do throws(LocalSocket.Failure) {
      connection = PipeReader(descriptor: try LocalSocket.connect(to: path))
    } catch {
      guard error.isAbsence else { return .ended(SocketPath.sentence(path, error)) }
      wait()
      return .nothing
    }
    stream = TraceStream(ShownEvents(among: merged, named: Folder.name(of: path)))
    return .nothing
  }

  private mutating func wait() {
    nextAttempt = EventWaiter.now + rest * 1_000_000
    rest = min(Self.longest, rest * 2)
  }
}
