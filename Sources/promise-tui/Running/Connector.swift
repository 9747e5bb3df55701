import PromiseSystem

/// Connects to a socket as soon as somebody listens there: asks again and again, more and more rarely.
struct Connector {
  let path: String
  /// How long to wait after the next attempt that fails, in milliseconds.
  private(set) var pause = Self.shortest
  private static let shortest: Int32 = 100
  private static let longest: Int32 = 2000

  init(path: String) { self.path = path }

  /// What has come of it.
  enum Outcome {
    case connected(Int32)
    /// Nobody waits for it any more.
    case closed
    /// It will never be, and why.
    case failed(String)
  }

  /// The connection was not worth it: waits before the next one; false where `stop` becomes readable.
  mutating func rest(stop: Int32) -> Bool {
    var source = pollfd(fd: stop, events: Int16(POLLIN), revents: 0)
    defer { pause = min(Self.longest, pause * 2) }
    return poll(&source, 1, pause) <= 0
  }

  /// The connection was worth it: the next wait is short again.
  mutating func succeed() { pause = Self.shortest }

  /// Waits until there is a connection, or `stop` becomes readable; tells `waiting` that it waits.
  mutating func connect(stop: Int32, waiting: (String) -> Void) -> Outcome {
    var isFirst = true
    while true {
      do throws(LocalSocket.Failure) {
        return .connected(try LocalSocket.connect(to: path))
      } catch {
        guard error.isAbsence else { return .failed(SocketPath.sentence(path, error)) }
      }
      if isFirst { waiting("waiting until a program listens at \(path)") }
      isFirst = false
      guard rest(stop: stop) else { return .closed }
    }
  }
}
