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
    /// What the user has chosen, with the numbers on the screen.
    var choices: [Effect.GateOrder] = []
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

  /// Asks the gate for something. A job has its number on the screen.
  func order(_ order: Effect.GateOrder) {
    let (control, kept) = state.withLock { ($0.control, $0.breakpoints) }
    switch order {
    case .start:
      state.withLock { $0.choices.append(order) }
      news.wake()
    case .breakpoints(let list):
      if let problem = kept?.set(list) { sender.post(.notice(problem)) }
      control?.perform(order)
    case .close, .open, .step, .turn, .stop, .fire: control?.perform(order)
    }
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
      case .connected: state.isConnected = true
      case .disconnected: state.isConnected = false
      case .busy, .refused, .waiting, .impossible: break
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
      do {
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
    guard trace.hasPrefix("/") else {
      throw CommandError(
        "\(path): the program sends its events to \(trace), as with an earlier version of PromiseKitLite: "
          + "build it with this one", status: 65)
    }
    guard let file = GrowingTrace(trace) else {
      // A program that has ended may have removed it.
      guard isConnected else { return true }
      throw .unreadable(trace)
    }
    var sources = TraceSources(MergedEvents(program, finder, sender, keepsSingle: true))
    defer { sources.close() }
    sources.add(file, named: Folder.name(of: path))
    while !sources.isEmpty {
      guard sources.read(hasEnded: !isConnected) else { return false }
      startChosen(in: sources)
      let wait = isConnected ? sources.pause : 0
      if waitToRead([stop.reading, news.reading], milliseconds: wait)[0] { return false }
      // What else was reported stays until the events have ended.
      _ = news.drain()
    }
    guard sources.finish() else { return false }
    if let problem = sources.problems.first, sources.isUnreadable {
      throw CommandError("\(problem.source): \(problem.sentence)", status: 65)
    }
    sender.post(.programEnded(.disconnected))
    return true
  }

  /// Lets the jobs go that were chosen.
  private func startChosen(in sources: TraceSources) {
    let (control, choices) = state.withLock { state in
      defer { state.choices = [] }
      return (state.control, state.choices)
    }
    for case .start(let job) in choices {
      control?.perform(.start(sources.number(inProgram: job, of: 0)))
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
