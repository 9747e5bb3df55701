import PromiseKitLite
import PromiseScreens
import PromiseSystem

/// A program that runs already, or will: it is connected to at its socket, and again when it comes back.
struct AttachFeed: Sendable {
  let path: String
  let finder: SourceFinder

  /// Begins to look for it; none where the system has no room for that.
  func begin(_ outlet: MessageSender) -> (any Feed)? {
    outlet.post(.began(program))
    return ReadingFeed(outlet, read: read)
  }

  private var program: LiveProgram {
    LiveProgram(
      entry: RunDescriptor(name: Folder.name(of: path), teaches: "attached at \(path)"))
  }

  private func read(for feed: ReadingFeed) {
    var connector = Connector(path: path)
    while true {
      switch connector.connect(
        stop: feed.stopped, waiting: { feed.outlet.post(.progress($0)) })
      {
      case .closed: return
      case .failed(let sentence): return giveUp(sentence, feed)
      case .connected(let connection):
        feed.outlet.post(.progress(""))
        let end = ReadingEnd(descriptor: connection)
        do throws(TraceError) {
          guard let told = try follow(end, feed) else { return }
          if told { connector.succeed() }
          // Who closes at once is not asked again at once.
          guard connector.rest(stop: feed.stopped) else { return }
        } catch {
          return giveUp("\(path): \(error.advice)", feed)
        }
      }
    }
  }

  /// Reads until the program closes the connection; answers whether it told something, and nothing where
  /// nobody looks any more.
  private func follow(_ end: ReadingEnd, _ feed: ReadingFeed) throws(TraceError) -> Bool? {
    var stream = TraceStream(of: program, finder: finder, outlet: feed.outlet)
    while !end.isAtEnd {
      while case let bytes = end.read(), !bytes.isEmpty {
        guard try stream.take(bytes[...]) else { return nil }
      }
      if !end.isAtEnd, !feed.wait(for: end.descriptor) { return nil }
    }
    guard stream.isOpen else { return false }
    _ = try stream.finish()
    feed.outlet.post(.programEnded(.disconnected))
    return true
  }

  private func giveUp(_ sentence: String, _ feed: ReadingFeed) {
    feed.farewell = ExitReport(status: 65, sentences: [sentence])
    feed.outlet.post(.programEnded(.read(trouble: sentence)))
  }
}

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
    defer { pause = min(Self.longest, pause * 2) }
    return !waitToRead([stop], milliseconds: pause)[0]
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

/// The path of a socket, looked at before anybody waits for it.
enum SocketPath {
  /// Why nobody will ever listen there; none where somebody may.
  static func refusal(of path: String) -> CommandError? {
    guard !path.isEmpty else {
      return CommandError(
        "the path of the socket is empty: name that of PROMISE_TRACE=unix:PATH, as /tmp/my.sock",
        status: 64)
    }
    let longest = LocalSocket.longestPath
    guard path.utf8.count <= longest else {
      return CommandError(
        "the path of a socket has at most \(longest) bytes: \(path) is longer; one below /tmp is short",
        status: 64)
    }
    if Folder.leadsToFolder(path) {
      return CommandError("\(path) is a folder: name the socket in it", status: 66)
    }
    if Folder.exists(path), !Folder.isSocket(path) {
      return CommandError(
        "\(path) is no socket: 'promise-tui open \(shellQuoted(path))' shows what was recorded",
        status: 66)
    }
    let folder = Folder.parent(of: Folder.absolute(path)) ?? "/"
    guard Folder.leadsToFolder(folder) else {
      return CommandError(FileError.sentence(.write, path, ENOENT), status: 66)
    }
    return nil
  }

  /// Why nobody can connect there, where that is not because nobody listens yet.
  static func sentence(_ path: String, _ failure: LocalSocket.Failure) -> String {
    [EACCES, EPERM].contains(failure.number)
      ? "\(path): \(failure): only the user of the program that listens there may attach"
      : "\(path): \(failure): name the socket of PROMISE_TRACE=unix:PATH"
  }
}
