import PromiseKitLite
import PromiseScreens
import PromiseSystem

/// Shows a program that is already running, or will be: connects to its socket, and reconnects when
/// it comes back.
struct AttachFeed: Sendable {
  let path: String
  let finder: SourceFinder

  /// Starts looking for the program; `nil` if the system has no resources for it.
  func begin(_ sender: MessageSender) -> (any Feed)? {
    sender.post(.began(program))
    return ReadingFeed(sender, read: read)
  }

  private var program: LiveProgram {
    LiveProgram(
      entry: RunDescriptor(name: Folder.name(of: path), teaches: "attached at \(path)"))
  }

  private func read(for feed: ReadingFeed) {
    var connector = Connector(path: path)
    while true {
      switch connector.connect(
        stop: feed.stopped, waiting: { feed.sender.post(.progress($0)) })
      {
      case .closed: return
      case .failed(let sentence): return giveUp(sentence, feed)
      case .connected(let connection):
        feed.sender.post(.progress(""))
        let end = PipeReader(descriptor: connection)
        do throws(TraceError) {
          guard let hasSentEvents = try follow(end, feed) else { return }
          if hasSentEvents { connector.succeed() }
          // A program that closes the connection immediately is not asked again immediately.
          guard connector.rest(stop: feed.stopped) else { return }
        } catch {
          return giveUp("\(path): \(error.advice)", feed)
        }
      }
    }
  }

  /// Reads until the program closes the connection. Returns whether it sent anything; `nil` if the
  /// screen is closed.
  private func follow(_ end: PipeReader, _ feed: ReadingFeed) throws(TraceError) -> Bool? {
    var stream = TraceStream(ShownEvents(of: program, finder: finder, sender: feed.sender))
    while !end.isAtEnd {
      while case let bytes = end.read(), !bytes.isEmpty {
        guard try stream.take(bytes[...]) else { return nil }
      }
      if !end.isAtEnd, !feed.wait(for: end.descriptor) { return nil }
    }
    guard stream.isOpen else { return false }
    _ = try stream.finish()
    feed.sender.post(.programEnded(.disconnected))
    return true
  }

  private func giveUp(_ sentence: String, _ feed: ReadingFeed) {
    feed.exitReport = ExitReport(status: 65, sentences: [sentence])
    feed.sender.post(.programEnded(.read(trouble: sentence)))
  }
}

/// Connects to a socket as soon as a program listens on it, trying less and less often.
struct Connector {
  let path: String
  /// The wait after the next failed attempt, in milliseconds.
  private(set) var pause = Self.shortest
  private static let shortest: Int32 = 100
  private static let longest: Int32 = 2000

  init(path: String) { self.path = path }

  /// The result of connecting.
  enum Outcome {
    case connected(Int32)
    /// The screen was closed.
    case closed
    /// It can never succeed, for this reason.
    case failed(String)
  }

  /// Waits before the next attempt, after a connection that brought nothing; returns `false` if
  /// `stop` becomes readable.
  mutating func rest(stop: Int32) -> Bool {
    defer { pause = min(Self.longest, pause * 2) }
    return !waitToRead([stop], milliseconds: pause)[0]
  }

  /// Resets the wait, after a connection that was useful.
  mutating func succeed() { pause = Self.shortest }

  /// Waits until there is a connection, or `stop` becomes readable. Calls `waiting` with a message
  /// if it has to wait.
  mutating func connect(stop: Int32, waiting: (String) -> Void) -> Outcome {
    var isFirst = true
    while true {
      do throws(LocalSocket.Failure) {
        return .connected(try LocalSocket.connect(to: path))
      } catch {
        guard error.isAbsence else { return .failed(SocketPath.sentence(path, error)) }
      }
      if isFirst { waiting("waiting for a program to listen at \(path)") }
      isFirst = false
      guard rest(stop: stop) else { return .closed }
    }
  }
}
