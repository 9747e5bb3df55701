import PromiseKitLite
import PromiseScreens
import PromiseSystem
import Synchronization

/// The gate of a program that is started here: its processes connect to a socket in the folder of their
/// traces.
final class GatedRun: Sendable {
  /// Becomes readable when a job or a timer of the screen was chosen.
  let chosen: WakePipe
  /// The value of `PROMISE_GATE` for the program.
  let variable: String
  private let control: GateControl
  private let plan: GatePlan
  private let program: String
  private let sender: MessageSender
  private let start = EventWaiter.now
  private let state = Mutex(State())

  private struct State {
    /// What the user has chosen, with the numbers on the screen.
    var choices: [Effect.GateOrder] = []
    var hasSaidMissing = false
    /// When the first events arrived.
    var firstEvents: Int64?
  }

  /// Listens in a folder.
  ///
  /// - Throws: Why that is impossible, with the next step.
  init(
    in folder: PrivateFolder, _ plan: GatePlan, of program: String, sender: MessageSender
  ) throws(CommandError) {
    let path = "\(folder.path)/gate"
    guard let listener = LocalSocket.makeListener(at: path) else {
      throw errno == ENAMETOOLONG
        ? CommandError(
          "\(path): too long for a socket: set TMPDIR to a folder with a shorter path")
        : .noTemporary()
    }
    guard let chosen = WakePipe() else {
      let number = errno
      PromiseSystem.close(listener)
      throw .noTemporary(number)
    }
    let control = GateControl(
      .listener(listener), breakpoints: plan.breakpoints.list, closing: plan.closing
    ) { news in
      if let notice = news.notice { sender.post(.notice(notice)) }
    }
    guard let control else {
      PromiseSystem.close(listener)
      chosen.close()
      throw CommandError("the system has no resources for the gate: end other programs")
    }
    (self.chosen, self.control, self.plan) = (chosen, control, plan)
    (self.program, self.sender) = (program, sender)
    variable = "unix:\(path)"
    if let problem = plan.breakpoints.problem { sender.post(.notice(problem)) }
  }

  deinit { chosen.close() }

  /// Does what the user asks for. A job or a timer has its number on the screen.
  func order(_ order: Effect.GateOrder) {
    switch order {
    case .start, .fire:
      state.withLock { $0.choices.append(order) }
      chosen.wake()
    case .breakpoints(let breakpoints):
      if let problem = plan.breakpoints.set(breakpoints) { sender.post(.notice(problem)) }
      control.perform(order)
    case .close, .open, .step, .turn, .stop: control.perform(order)
    }
  }

  /// Lets the jobs and timers go that were chosen. Called on the thread that reads the events.
  func letChosenGo(in trace: LiveTrace) {
    let merged = trace.merged
    _ = chosen.drain()
    for choice in state.withLock({ state in
      defer { state.choices = [] }
      return state.choices
    }) {
      switch choice {
      case .start(let job):
        let origin = merged.origin(of: job)
        let number = origin.map { trace.number(inProgram: $0.job, of: $0.process) } ?? job
        control.perform(
          .start(number), in: origin.flatMap { merged.headers[$0.process].pid })
      case .fire(let timer):
        let origin = merged.origin(of: timer)
        control.perform(
          .fire(origin?.timer ?? timer), in: origin.flatMap { merged.headers[$0.process].pid })
      case .close, .open, .step, .turn, .stop, .breakpoints: break
      }
    }
  }

  /// Takes events of a process: if its gate closes, those of the others close as well.
  func take(_ events: [PromiseEvent], _ header: TraceHeader) {
    guard let process = header.pid else { return }
    for event in events {
      if case .gateChanged(let change) = event.kind { control.note(change, of: process) }
    }
  }

  /// Says once if the program does not connect its gate.
  func checkPresence(hasEvents: Bool) {
    let sentence = state.withLock { state -> String? in
      guard !state.hasSaidMissing else { return nil }
      let now = EventWaiter.now
      if hasEvents { state.firstEvents = state.firstEvents ?? now }
      let isLate = state.firstEvents.map { now - $0 > Self.patience } ?? false
      guard isLate || now - start > Self.longestStart else { return nil }
      state.hasSaidMissing = true
      guard !control.hasConnected else { return nil }
      return isLate ? GatePath.missing(in: program) : GatePath.notYet(in: program)
    }
    if let sentence { sender.post(.notice(sentence)) }
  }

  /// Opens the gates, and stops controlling them.
  func close() { control.close() }

  /// How long a program may take to connect after its first events, and to create a promise, in
  /// nanoseconds.
  private static var patience: Int64 { 1_000_000_000 }
  private static var longestStart: Int64 { 5_000_000_000 }
}

extension GateControl.News {
  /// What the screen says about it; `nil` if nothing.
  var notice: String? {
    switch self {
    case .busy: GatePath.busy
    case .refused(let reason): "not possible: \(reason)"
    case .impossible(let sentence): sentence
    case .connected, .disconnected, .waiting: nil
    }
  }
}
