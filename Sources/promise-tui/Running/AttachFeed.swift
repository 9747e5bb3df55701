import PromiseKitLite
import PromiseScreens
import Synchronization
import PromiseSystem

/// A program that runs already, or will: it is connected to at its socket, and again when it comes back.
final class AttachFeed: Feed {
  private let path: String
  private let finder: SourceFinder
  private let outlet: Outlet
  private let stop: WakePipe
  /// Why it is given up, once it is.
  private let state = Mutex(Farewell())

  /// Begins to look for it; none where the system has no room for that.
  init?(_ path: String, finder: SourceFinder, outlet: Outlet) {
    guard let stop = WakePipe() else { return nil }
    self.path = path
    self.finder = finder
    self.outlet = outlet
    self.stop = stop
    outlet.post(.began(program))
    guard startThread({ self.run() }) else { return nil }
  }

  private var program: LiveProgram {
    LiveProgram(
      entry: DemoEntry(name: Folder.name(of: path), teaches: "attached at \(path)"))
  }

  private func run() {
    var connector = Connector(path: path)
    while true {
      switch connector.connect(stop: stop.reading, waiting: { outlet.post(.progress($0)) }) {
      case .closed: return
      case .failed(let sentence): return giveUp(sentence)
      case .connected(let connection):
        outlet.post(.progress(""))
        let end = ReadingEnd(descriptor: connection)
        do throws(TraceError) {
          guard let told = try follow(end) else { return }
          if told { connector.succeed() }
          // Who closes at once is not asked again at once.
          guard connector.rest(stop: stop.reading) else { return }
        } catch {
          return giveUp("\(path): \(error.advice)")
        }
      }
    }
  }

  /// Reads until the program closes the connection; answers whether it told something, and nothing where
  /// nobody looks any more.
  private func follow(_ end: ReadingEnd) throws(TraceError) -> Bool? {
    var stream = TraceStream(of: program, finder: finder, outlet: outlet)
    while !end.isAtEnd {
      while case let bytes = end.read(), !bytes.isEmpty {
        guard try stream.take(bytes[...]) else { return nil }
      }
      if end.isAtEnd { break }
      var sources = [end.descriptor, stop.reading].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      while poll(&sources, 2, -1) < 0, errno == EINTR {}
      if sources[1].revents != 0 { return nil }
    }
    guard stream.isOpen else { return false }
    _ = try stream.finish()
    outlet.post(.programEnded(.disconnected))
    return true
  }

  private func giveUp(_ sentence: String) {
    state.withLock { $0 = Farewell(status: 65, sentences: [sentence]) }
    outlet.post(.programEnded(.read(trouble: sentence)))
  }

  var farewell: Farewell { state.withLock { $0 } }

  /// Nothing to do: the program runs by itself.
  func runNextJob() {}

  /// Lets the program go on alone.
  func close() { stop.wake() }
}

/// A program that listens, in the place of the demos.
struct AttachSource: DemoSource {
  let path: String
  let finder: SourceFinder

  func open(_ opening: Opening, _ outlet: Outlet) -> (any Feed)? {
    AttachFeed(path, finder: finder, outlet: outlet)
  }

  // A program that runs has one schedule.
  func findOrder(_ demo: String, _ request: OrderRequest, _ outlet: Outlet) {}
  func findCritical(_ demo: String, _ request: CriticalRequest, _ outlet: Outlet) {}
}
