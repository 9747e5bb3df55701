import PromiseKitLite
import PromiseScreens

/// A program that runs already, or will: it is connected to at its socket, and again when it comes back.
struct AttachFeed: Sendable {
  let path: String
  let finder: SourceFinder

  /// Begins to look for it; none where the system has no room for that.
  func begin(_ outlet: Outlet) -> (any Feed)? {
    outlet.post(.began(program))
    return ReadingFeed(outlet, read: read)
  }

  private var program: LiveProgram {
    LiveProgram(
      entry: DemoEntry(name: Folder.name(of: path), teaches: "attached at \(path)"))
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
    feed.farewell = Farewell(status: 65, sentences: [sentence])
    feed.outlet.post(.programEnded(.read(trouble: sentence)))
  }
}
