import PromiseKitLite
import PromiseScreens
import PromiseSystem
import Synchronization

/// Shows a program with a gate that is already running, or will be: connects to the gate, follows the events
/// where the gate says that they are, and connects again when the program comes back.
final class GatedAttachFeed: Feed {
  private let path: String
  private let finder: SourceFinder
  private let more: [Breakpoint]
  private let sender: MessageSender
  private let stop: WakePipe
  /// Becomes readable when the gate has reported something.
  private let news: WakePipe
  private let state = Mutex(State())

  private struct State {
    var control: GateControl?
    /// What the reading thread has to handle.
    var news: [GateControl.News] = []
    var breakpoints: KeptBreakpoints?
    var isConnected = false
    /// Whether another front end controls the gate.
    var isBusy = false
    var exitReport = ExitReport()
  }

  /// Starts looking for the program; `nil` if the system has no resources for it. `more` are breakpoints in
  /// addition to those that are kept with the program.
  init?(
    _ path: String, adding more: [Breakpoint], finder: SourceFinder, sender: MessageSender
  ) {
    guard let stop = WakePipe(), let news = WakePipe() else { return nil }
    (self.path, self.more, self.finder, self.sender) = (path, more, finder, sender)
    (self.stop, self.news) = (stop, news)
    sender.post(.began(program))
    let control = GateControl(.program(path), breakpoints: more) { [weak self] item in
      self?.take(item)
    }
    guard let control else { return nil }
    state.withLock { $0.control = control }
    guard startThread({ self.read() }) else {
      control.close()
      return nil
    }
  }

  private var program: LiveProgram {
    LiveProgram(
      entry: RunDescriptor(name: Folder.name(of: path), teaches: "attached at \(path)"),
      breakpoints: state.withLock { $0.breakpoints }?.list ?? more)
  }

  deinit {
    stop.close()
    news.close()
  }

  /// Asks the gate for something.
  func order(_ order: Effect.GateOrder) {
    let (control, kept) = state.withLock { ($0.control, $0.breakpoints) }
    if case .breakpoints(let list) = order, let problem = kept?.set(list) {
      sender.post(.notice(problem))
    }
    control?.perform(order)
  }

  /// Stops reading. The gate opens, and the program goes on.
  func close() {
    state.withLock { $0.control }?.close()
    stop.wake()
  }

  var exitReport: ExitReport { state.withLock { $0.exitReport } }
}

extension GatedAttachFeed {
  /// Takes what the gate reports, on the thread of the control.
  private func take(_ item: GateControl.News) {
    if let notice = item.notice { sender.post(.notice(notice)) }
    state.withLock { state in
      switch item {
      case .connected: (state.isConnected, state.isBusy) = (true, false)
      case .disconnected: state.isConnected = false
      case .busy: state.isBusy = true
      case .refused, .waiting, .impossible: break
      }
      state.news.append(item)
    }
    news.wake()
  }

  /// Waits for the program, and follows its events; again and again, until the screen is closed.
  private func read() {
    while let (process, trace) = waitForGate() {
      sender.post(.progress(""))
      load(process)
      do throws(CommandError) {
        guard try follow(trace) else { return }
      } catch {
        return giveUp(error)
      }
    }
  }

  /// Waits until the gate is connected; returns `nil` if the screen is closed, or there can be no gate.
  private func waitForGate() -> (process: Int, trace: String)? {
    while true {
      let arrived = state.withLock { state in
        defer { state.news = [] }
        return state.news
      }
      var hasGone = false
      for item in arrived.reversed() {
        switch item {
        case .connected(let process, let trace) where !hasGone: return (process, trace)
        case .disconnected: hasGone = true
        case .waiting: sender.post(.progress("waiting for a program to listen at \(path)"))
        case .impossible(let sentence):
          giveUp(CommandError(sentence, status: 65))
          return nil
        case .connected, .busy, .refused: break
        }
      }
      guard !waitToRead([stop.reading, news.reading])[0] else { return nil }
      _ = news.drain()
    }
  }

  /// Loads the breakpoints that are kept with the program.
  private func load(_ process: Int) {
    guard let executable = NodeProcess.path(of: pid_t(clamping: process)) else { return }
    let kept = KeptBreakpoints(of: executable, adding: more, in: UserFolders(.current))
    if let problem = kept.problem { sender.post(.notice(problem)) }
    let control = state.withLock { state in
      state.breakpoints = kept
      return state.control
    }
    control?.perform(.breakpoints(kept.list))
  }

  /// Follows the events until they end; returns `false` if the screen is closed.
  private func follow(_ trace: String) throws(CommandError) -> Bool {
    let isOpen: Bool
    if trace.hasPrefix("unix:") {
      isOpen = try follow(socket: String(trace.dropFirst(5)))
    } else if trace.hasPrefix("/") {
      isOpen = try follow(file: trace)
    } else {
      throw CommandError(
        "\(path): start the program without PROMISE_TRACE: its events are at \(trace), which only the "
          + "program has", status: 65)
    }
    if isOpen { sender.post(.programEnded(.disconnected)) }
    return isOpen
  }

  private func follow(socket: String) throws(CommandError) -> Bool {
    let connection: Int32
    do throws(LocalSocket.Failure) {
      connection = try LocalSocket.connect(to: socket)
    } catch {
      guard error.isAbsence else {
        throw CommandError(SocketPath.sentence(socket, error), status: 65)
      }
      // A program that has ended has no gate any more.
      for _ in 1...20 where isConnected {
        if waitToRead([stop.reading], milliseconds: 50)[0] { return false }
      }
      guard isConnected else { return true }
      throw CommandError(SocketPath.sentence(socket, error), status: 65)
    }
    let end = PipeReader(descriptor: connection)
    var stream = TraceStream(ShownEvents(of: program, finder: finder, sender: sender))
    var hasBegun = false
    do throws(TraceError) {
      while !end.isAtEnd {
        while case let bytes = end.read(), !bytes.isEmpty {
          guard try stream.take(bytes[...]) else { return false }
        }
        // The notice may have come before the screen of the program.
        if !hasBegun, stream.isOpen, state.withLock({ $0.isBusy }) {
          sender.post(.notice(GatePath.busy))
        }
        hasBegun = hasBegun || stream.isOpen
        if !end.isAtEnd, waitToRead([stop.reading, end.descriptor])[0] { return false }
      }
      if stream.isOpen { _ = try stream.finish() }
    } catch {
      throw CommandError("\(socket): \(error.advice)", status: 65)
    }
    return true
  }

  private func follow(file path: String) throws(CommandError) -> Bool {
    if path.hasSuffix(TraceName.binary) {
      sender.post(
        .notice(
          "start the program without PROMISE_TRACE: in a binary trace, no single job can be chosen by its number"
        ))
    }
    let shown = ShownEvents(of: program, finder: finder, sender: sender)
    while true {
      switch LiveFile.open(path, shown, isOurs: false) {
      case .unreadable(let sentence): throw CommandError("\(path): \(sentence)", status: 65)
      case .notYet:
        guard isConnected else { return true }
        if waitToRead([stop.reading], milliseconds: 50)[0] { return false }
      case .file(var file):
        defer { file.close() }
        return follow(&file)
      }
    }
  }

  private func follow(_ file: inout LiveFile) -> Bool {
    while true {
      switch file.step(hasEnded: !isConnected) {
      case .events: break
      case .closed: return false
      case .ended: return true
      case .nothing: if waitToRead([stop.reading], milliseconds: file.pause)[0] { return false }
      }
    }
  }

  private var isConnected: Bool { state.withLock { $0.isConnected } }

  private func giveUp(_ error: CommandError) {
    state.withLock {
      $0.exitReport = ExitReport(status: error.status, sentences: [error.sentence])
    }
    sender.post(.programEnded(.read(trouble: error.sentence)))
  }
}
