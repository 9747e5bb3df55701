import PromiseKitLite
import PromiseScreens
import PromiseSystem

/// The traces of several processes, all read on one thread: files, which may still grow, and sockets.
struct TraceSources {
  /// Where the events of all of them go.
  let merged: MergedEvents

  private enum Source {
    /// A file. `isRunning` says whether the process goes on that writes it, if the file does not.
    case file(LiveFile, isRunning: (() -> Bool)?)
    case socket(SocketSource)
  }

  private var open: [Source] = []
  /// The indices of those that were read to their end in this round.
  private var over: Set<Int> = []
  /// Whether the last examination brought events.
  private(set) var isBusy = false
  /// Why a trace could not be read, or is not complete: one sentence for each, at most a few.
  private(set) var problems: [String] = []
  /// How the recordings ended: the first one that is incomplete.
  private(set) var ending = TraceEnding.unknown

  init(_ merged: MergedEvents) { self.merged = merged }

  /// Whether every trace was read to its end.
  var isEmpty: Bool { open.isEmpty && !merged.isHolding }

  /// Reads a file as well.
  mutating func add(_ file: LiveFile, isRunning: (() -> Bool)? = nil) {
    open.append(.file(file, isRunning: isRunning))
  }

  /// Reads what a program sends as well.
  mutating func add(_ socket: SocketSource) { open.append(.socket(socket)) }

  /// Notes that the process with that number has replaced itself by another program, which writes another file.
  mutating func setReplaced(_ systemID: Int) {
    for index in open.indices {
      guard case .file(var file, let isRunning) = open[index], file.systemID == systemID else {
        continue
      }
      file.setReplaced()
      open[index] = .file(file, isRunning: isRunning)
    }
  }

  /// How long to wait before the next examination, in milliseconds.
  var pause: Int32 {
    if isBusy { return 0 }
    let pauses = open.map { source in
      switch source {
      case .file(let file, _): file.pause
      case .socket(let socket): socket.pause
      }
    }
    // What waits for events of other processes does not wait for long.
    return min(pauses.min() ?? 50, merged.isHolding ? 50 : .max)
  }

  /// The descriptors that become readable when a program sends something.
  var descriptors: [Int32] {
    open.compactMap { source in
      if case .socket(let socket) = source { socket.descriptor } else { nil }
    }
  }

  /// Reads what has arrived; returns `false` if the screen is closed. `hasEnded` says whether the programs
  /// have whose files do not say it.
  mutating func read(hasEnded: Bool) -> Bool {
    // Other things get their turn as well.
    for _ in 0..<16 {
      isBusy = false
      for index in open.indices {
        if let process = process(index), merged.isAhead(process) { continue }
        guard step(index, hasEnded: hasEnded) else { return false }
      }
      for index in over.sorted().reversed() { open.remove(at: index) }
      over = []
      guard merged.flush(isIdle: !isBusy) else { return false }
      guard isBusy else { return true }
    }
    return true
  }

  /// Passes on everything that was read, whatever the other processes may still do.
  func finish() -> Bool { merged.finish() }

  private func process(_ index: Int) -> Int? {
    switch open[index] {
    case .file(let file, _): file.process
    case .socket(let socket): socket.process
    }
  }

  private mutating func step(_ index: Int, hasEnded: Bool) -> Bool {
    switch open[index] {
    case .socket(var socket):
      let step = socket.step(merged)
      open[index] = .socket(socket)
      switch step {
      case .nothing: break
      case .events: isBusy = true
      case .ended(let problem):
        note(problem, .unknown)
        over.insert(index)
      }
    case .file(var file, let isRunning):
      let step = file.step(hasEnded: isRunning.map { !$0() } ?? hasEnded)
      open[index] = .file(file, isRunning: isRunning)
      switch step {
      case .closed: return false
      case .nothing: break
      case .events: isBusy = true
      case .ended(let ending):
        note(file.problem, ending)
        if let process = file.process { merged.finish(process) }
        file.close()
        over.insert(index)
        isBusy = true
      }
    }
    return true
  }

  private mutating func note(_ problem: String?, _ ending: TraceEnding) {
    if let problem, problems.count < 8 { problems.append(problem) }
    if ending.isIncomplete, !self.ending.isIncomplete { self.ending = ending }
  }

  /// Closes the files and the connections.
  mutating func close() {
    for case .file(let file, _) in open { file.close() }
    open = []
  }
}
