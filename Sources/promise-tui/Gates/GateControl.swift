import PromiseKitLite
import PromiseSystem
import Synchronization

/// Controls the gates of a program: a connection for each of its processes.
///
/// A thread of its own shows the gates that this process is alive, whatever the screen does. If that
/// thread stops, with the process, the gates open.
final class GateControl: Sendable {
  /// Where the gates are.
  enum Place: Hashable, Sendable {
    /// The processes connect to this listening socket.
    case listener(Int32)
    /// A process listens at this path, or will.
    case program(String)
  }

  /// What the gates report. Called on the thread of the control.
  enum News: Hashable, Sendable {
    case connected(process: Int, trace: String)
    case disconnected(process: Int)
    /// Another front end controls the gate.
    case busy
    case refused(String)
    /// No process listens yet.
    case waiting
    /// There can be no gate, for this reason.
    case impossible(String)
  }

  struct Contents {
    var orders: [Order] = []
    var breakpoints: [Breakpoint]
    /// Why the gate of a process that connects must close; `nil` if it must open.
    var closing: String?
    var processes: Set<Int> = []
    /// The reasons for which the gate of a process was told to close since it was open.
    var told: [Int: Set<String>] = [:]
    /// Whether any process has connected its gate.
    var hasConnected = false
    var isOver = false
  }

  /// Commands for one process, or for all.
  struct Order {
    var commands: [GateCommand]
    var process: Int?
    /// A process that does not get them.
    var except: Int?
  }

  let contents: Mutex<Contents>
  private let place: Place
  private let wake: WakePipe
  private let report: @Sendable (News) -> Void

  /// Starts to control the gates; `nil` if the system has no resources for it.
  ///
  /// - Parameters:
  ///   - place: Where the gates are.
  ///   - breakpoints: What closes them.
  ///   - closing: Why they are closed from the start; `nil` if they are open.
  ///   - report: Called with what the gates report.
  init?(
    _ place: Place, breakpoints: [Breakpoint], closing: String? = nil,
    report: @escaping @Sendable (News) -> Void
  ) {
    guard let wake = WakePipe() else { return nil }
    (self.place, self.wake, self.report) = (place, wake, report)
    contents = Mutex(Contents(breakpoints: breakpoints, closing: closing))
    guard startThread({ self.run() }) else { return nil }
  }

  deinit { wake.close() }

  /// Closes all connections, which opens the gates.
  func close() {
    contents.withLock { $0.isOver = true }
    wake.wake()
  }

  /// Sends commands soon, to one process or to all except one.
  func send(_ commands: [GateCommand], to process: Int? = nil, except: Int? = nil) {
    contents.withLock {
      $0.orders.append(Order(commands: commands, process: process, except: except))
    }
    wake.wake()
  }

  /// Whether the gate of any process was connected.
  var hasConnected: Bool { contents.withLock { $0.hasConnected } }
}

// MARK: - The thread

extension GateControl {
  /// What only the thread uses.
  private struct Work {
    var links: [GateLink] = []
    var lastBeat: Int64
    /// When to connect again, and how long to wait after that, in nanoseconds.
    var nextAttempt: Int64 = 0
    var rest: Int64 = 100_000_000
    var hasWaited = false
    /// Whether any process has said hello.
    var hasMet = false
  }

  private func run() {
    var work = Work(lastBeat: EventWaiter.now)
    while true {
      _ = waitToRead(
        [wake.reading, listener] + work.links.map(\.descriptor), milliseconds: patience(work))
      _ = wake.drain()
      let (orders, isOver) = contents.withLock { contents in
        defer { contents.orders = [] }
        return (contents.orders, contents.isOver)
      }
      guard !isOver else { break }
      findPrograms(&work)
      // What was ordered before is sent before an answer is read.
      for order in orders { send(order, &work) }
      read(&work)
      beat(&work)
      removeGone(&work)
    }
    for link in work.links { link.close() }
    if case .listener(let descriptor) = place { PromiseSystem.close(descriptor) }
  }

  private var listener: Int32 {
    if case .listener(let descriptor) = place { descriptor } else { -1 }
  }

  private func patience(_ work: Work) -> Int32 {
    var due = work.links.isEmpty ? Int64.max : work.lastBeat + Self.beatPause
    if case .program = place, work.links.isEmpty { due = min(due, work.nextAttempt) }
    guard due < .max else { return -1 }
    return Int32(clamping: max(0, (due - EventWaiter.now + 999_999) / 1_000_000))
  }

  private func findPrograms(_ work: inout Work) {
    switch place {
    case .listener(let descriptor):
      while let connection = LocalSocket.accept(descriptor) {
        work.links.append(GateLink(connection, at: EventWaiter.now))
      }
    case .program(let path):
      guard work.links.isEmpty, EventWaiter.now >= work.nextAttempt else { return }
      if let connection = LocalSocket.connect(to: path) {
        work.links.append(GateLink(connection, at: EventWaiter.now))
      } else if case let number = errno, !LocalSocket.isAbsence(number) {
        work.nextAttempt = .max
        return report(.impossible(SocketPath.sentence(path, number)))
      } else {
        if !work.hasWaited { report(.waiting) }
        work.hasWaited = true
      }
      work.nextAttempt = EventWaiter.now + work.rest
      work.rest = min(2_000_000_000, work.rest * 2)
    }
  }

  private func send(_ order: Order, _ work: inout Work) {
    for index in work.links.indices {
      let link = work.links[index]
      guard let process = link.process, process == order.process ?? process,
        process != order.except
      else { continue }
      // Another front end may have left meanwhile.
      work.links[index].send((link.isBusy ? opening : []) + order.commands)
    }
  }

  /// What makes this process control a gate.
  private var opening: [GateCommand] {
    [.control, .clear] + contents.withLock { $0.breakpoints.map { .add($0) } }
  }

  private func read(_ work: inout Work) {
    for index in work.links.indices {
      for arrival in work.links[index].read() {
        switch arrival {
        case .hello(let process, let trace):
          work.hasMet = true
          work.rest = 100_000_000
          greet(&work.links[index], process, trace)
          // Nothing was missed by a process that is alone, even if there was none for long.
          if work.links.count(where: { $0.process != nil }) == 1 {
            work.lastBeat = EventWaiter.now
          }
        case .busy: report(.busy)
        case .refused(let reason): report(.refused(reason))
        case .foreign(let foreign):
          work.links[index].end()
          guard case .program(let path) = place else { break }
          work.nextAttempt = .max
          report(.impossible(GatePath.sentence(path, foreign)))
        }
      }
    }
  }

  /// Takes control of the gate of a process.
  private func greet(_ link: inout GateLink, _ process: Int, _ trace: String) {
    let closing = contents.withLock { contents in
      contents.hasConnected = true
      contents.processes.insert(process)
      contents.told[process] = contents.closing.map { [$0] } ?? []
      return contents.closing
    }
    // A process that is started here waits for this before its first job.
    let first: [GateCommand] = listener >= 0 ? [.open] : []
    link.send(opening + (closing.map { [.stop($0)] } ?? first))
    report(.connected(process: process, trace: trace))
  }

  private func beat(_ work: inout Work) {
    let now = EventWaiter.now
    guard now - work.lastBeat >= Self.beatPause else { return }
    // After a pause of this process, the gates are open, and have no breakpoints any more.
    let wasStopped = now - work.lastBeat > Self.longestPause
    for index in work.links.indices where work.links[index].process != nil {
      let isLost = wasStopped && !work.links[index].isBusy
      work.links[index].send(isLost ? opening : [.beat])
    }
    work.lastBeat = now
  }

  private func removeGone(_ work: inout Work) {
    let now = EventWaiter.now
    for index in work.links.indices {
      work.links[index].flush()
      guard case .program(let path) = place, work.links[index].process == nil,
        now - work.links[index].since > Self.longestHello || work.links[index].isGone,
        !work.hasMet, work.nextAttempt < .max
      else { continue }
      work.nextAttempt = .max
      let isSilent = !work.links[index].isGone
      work.links[index].end()
      report(.impossible(GatePath.sentence(path, isSilent: isSilent)))
    }
    for link in work.links where link.isGone {
      link.close()
      guard let process = link.process else { continue }
      contents.withLock { contents in
        contents.processes.remove(process)
        contents.told[process] = nil
        if case .program = place { contents.closing = nil }
      }
      report(.disconnected(process: process))
    }
    work.links.removeAll(where: \.isGone)
  }

  /// How often the gates are shown that this process is alive, and after how long a pause they may have
  /// opened, in nanoseconds.
  private static var beatPause: Int64 { 250_000_000 }
  private static var longestPause: Int64 { 700_000_000 }
  /// How long a gate may take to say hello, in nanoseconds.
  private static var longestHello: Int64 { 3_000_000_000 }
}
