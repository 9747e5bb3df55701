import PromiseSystem

/// The thread that talks to promise-tui. The program's main thread may be busy or blocked.
enum GateThread {
  /// Starts the thread, if the system has resources for it; otherwise the gate stays open.
  static func begin(_ gate: JobGate, _ socket: GateSocket?) {
    // Before promise-tui can answer.
    if socket?.awaitsOrders == true { gate.closeSilently() }
    let isRunning = BackgroundThread.run(named: "promise-gate") {
      var socket = socket
      while true {
        var polled = socket?.descriptors ?? []
        // Most of the time, there is nothing to do.
        let isWatched = gate.isHolding || gate.isFollowing || socket?.isControlled == true
        let isPaused = socket?.isPaused == true
        poll(&polled, nfds_t(polled.count), isWatched ? 100 : isPaused ? 1000 : -1)
        let now = gate.now
        socket?.react(to: polled, gate, at: now)
        socket?.checkController(gate, at: now)
        gate.checkSchedule()
        if socket == nil, !gate.isFollowing { return }
      }
    }
    guard isRunning else {
      gate.open(because: "")
      return TraceVariable.reportProblem(
        "the thread of the gate cannot be started: the gate stays open", of: GateVariable.name)
    }
    if let socket {
      GateEnding.set { socket.close() }
    }
  }
}

/// What removes the socket of the gate at the end of the process.
private enum GateEnding {
  nonisolated(unsafe) private static var body: (() -> Void)?

  static func set(_ body: @escaping () -> Void) {
    let process = getpid()
    // A process that was forked leaves the socket to this one.
    self.body = { if getpid() == process { body() } }
    atexit { GateEnding.body?() }
  }
}
