import PromiseSystem

/// The connections of a gate to promise-tui. Used by the gate's thread only.
struct GateSocket {
  private let listener: GuardedDescriptor?
  private let path: String
  /// The socket's file, so that no other file is removed by mistake.
  private let file: FileIdentity?
  private let trace: String
  private var clients: [Client] = []
  /// The descriptor of the connection that controls the gate.
  private var controller: Int32?
  /// When the controller last sent something, and the breakpoints that it has named.
  private var heard: Int64 = 0
  private var breakpoints: [Breakpoint] = []
  /// When connections are accepted again, after the process had no descriptor for one.
  private var acceptsFrom: Int64?
  /// Whether the gate does not have these breakpoints yet.
  private var hasNewBreakpoints = false

  private struct Client {
    let descriptor: GuardedDescriptor
    var bytes: [UInt8] = []
    var isGone = false
    /// Whether it has sent a command.
    var hasSent = false
    /// Whether its next command takes control of a gate that no other connection controls.
    var takesControl = true
  }

  init(_ opening: GateOpening, trace: String) {
    (path, self.trace) = (opening.path, trace)
    OpenDescriptors.keep(opening.descriptor)
    if opening.isListener {
      listener = opening.descriptor
      file = FileIdentity(at: opening.path)
    } else {
      (listener, file) = (nil, nil)
      clients = [Client(descriptor: opening.descriptor)]
      greet(opening.descriptor)
    }
  }

  /// Whether promise-tui was there first, and says soon whether the gate must be closed.
  var awaitsOrders: Bool { listener == nil }

  /// Whether a connection controls the gate, which may close it at any time.
  var isControlled: Bool { controller != nil }

  /// Whether no connections are accepted for a while.
  var isPaused: Bool { acceptsFrom != nil }

  /// What to wait for. A program that closes all descriptors may give their numbers to files of its
  /// own, which are none of the gate's.
  var descriptors: [pollfd] {
    ([isPaused ? nil : listener].compactMap { $0 } + clients.map(\.descriptor)).filter(\.isIntact)
      .map {
        pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0)
      }
  }

  /// Handles what has arrived.
  mutating func react(to polled: [pollfd], _ gate: JobGate, at now: Int64) {
    if let time = acceptsFrom, now >= time { acceptsFrom = nil }
    for place in clients.indices where !clients[place].descriptor.isIntact {
      clients[place].isGone = true
    }
    for found in polled where found.revents != 0 {
      if found.fd == listener?.number {
        accept(at: now)
      } else if let place = clients.firstIndex(where: { $0.descriptor.number == found.fd }) {
        read(place, gate, at: now)
      }
    }
    removeGone(gate)
  }

  /// Opens the gate if the controller does not respond.
  mutating func checkController(_ gate: JobGate, at now: Int64) {
    guard gate.isHolding, now - max(heard, gate.closedAt) > Self.patience else { return }
    if let controller,
      let place = clients.firstIndex(where: { $0.descriptor.number == controller })
    {
      // It may go on later, and then finds an open gate.
      clients[place].takesControl = true
    }
    leave(gate, because: "promise-tui did not respond for \(Self.patience / 1_000_000) ms")
  }

  private mutating func leave(_ gate: JobGate, because reason: String) {
    controller = nil
    breakpoints = []
    hasNewBreakpoints = false
    gate.set([])
    gate.open(because: reason)
  }

  private mutating func accept(at now: Int64) {
    guard let listener, listener.isIntact else { return }
    while true {
      let accepted = systemAccept(listener.number)
      guard accepted >= 0 else {
        // Otherwise, the connection that waits would keep this thread busy.
        if ![EAGAIN, EWOULDBLOCK, EINTR, ECONNABORTED].contains(errno) {
          acceptsFrom = now + 1_000_000_000
        }
        return
      }
      _ = fcntl(accepted, F_SETFD, FD_CLOEXEC)
      _ = fcntl(accepted, F_SETFL, O_NONBLOCK)
      guard let connection = GuardedDescriptor(taking: accepted) else { return }
      guard Peer.isSameUser(connection.number), clients.count < Self.maximumClients else {
        connection.close()
        continue
      }
      OpenDescriptors.keep(connection)
      clients.append(Client(descriptor: connection))
      greet(connection)
    }
  }

  private func greet(_ descriptor: GuardedDescriptor) {
    send(
      .hello(version: GateAnswer.version, process: Int(getpid()), trace: trace), to: descriptor)
  }

  private func send(_ answer: GateAnswer, to descriptor: GuardedDescriptor) {
    guard descriptor.isIntact else { return }
    let bytes = Array((answer.line + "\n").utf8)
    // A reader that has not read so many lines is not waited for.
    _ = uninterrupted {
      systemSend(descriptor.number, bytes, bytes.count, SocketFlags.writing)
    }
  }

  private mutating func read(_ place: Int, _ gate: JobGate, at now: Int64) {
    var portion = [UInt8](repeating: 0, count: 4096)
    let descriptor = clients[place].descriptor
    while descriptor.isIntact, clients[place].bytes.count <= Self.longestLine {
      let count = uninterrupted {
        recv(descriptor.number, &portion, portion.count, SocketFlags.reading)
      }
      if count < 0, errno == EAGAIN || errno == EWOULDBLOCK { break }
      guard count > 0 else {
        clients[place].isGone = true
        break
      }
      clients[place].bytes += portion[..<count]
    }
    if !descriptor.isIntact { clients[place].isGone = true }
    var lines = clients[place].bytes.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    clients[place].bytes = lines.popLast().map { Array($0) } ?? []
    for line in lines {
      obey(String(decoding: line, as: UTF8.self), from: place, gate, at: now)
    }
    applyBreakpoints(gate)
    if clients[place].bytes.count > Self.longestLine { clients[place].isGone = true }
  }

  private mutating func obey(_ line: String, from place: Int, _ gate: JobGate, at now: Int64) {
    let descriptor = clients[place].descriptor
    guard let command = GateCommand(line) else {
      // Another program with a gate, to which this one would talk forever.
      guard GateAnswer(line) == nil else {
        clients[place].isGone = true
        return
      }
      return send(.refused("'\(line.prefix(80))' is no command of this version"), to: descriptor)
    }
    if command == .control || clients[place].takesControl, controller == nil {
      controller = descriptor.number
    }
    (clients[place].hasSent, clients[place].takesControl) = (true, false)
    guard controller == descriptor.number else {
      if command != .beat { send(.busy, to: descriptor) }
      return
    }
    heard = now
    switch command {
    case .clear: (breakpoints, hasNewBreakpoints) = ([], true)
    case .add(let breakpoint):
      breakpoints.append(breakpoint)
      hasNewBreakpoints = true
    default:
      applyBreakpoints(gate)
      obey(command, descriptor, gate)
    }
  }

  private func obey(_ command: GateCommand, _ descriptor: GuardedDescriptor, _ gate: JobGate) {
    switch command {
    case .control, .beat, .clear, .add: break
    case .close: gate.close(because: "by hand")
    case .stop(let reason): gate.close(because: reason)
    case .open: gate.open(because: "by hand")
    case .step: gate.step()
    case .turn: gate.turn()
    case .releaseJob(let number):
      answer(gate.release(.job(JobID(number))), descriptor)
    case .releaseTimer(let number):
      answer(gate.release(.timer(TimerID(number))), descriptor)
    }
  }

  /// Gives the gate the breakpoints together, so that those that stay keep their counts.
  private mutating func applyBreakpoints(_ gate: JobGate) {
    guard hasNewBreakpoints else { return }
    hasNewBreakpoints = false
    gate.set(breakpoints)
  }

  private func answer(_ problem: String?, _ descriptor: GuardedDescriptor) {
    if let problem { send(.refused(problem), to: descriptor) }
  }

  private mutating func removeGone(_ gate: JobGate) {
    for client in clients where client.isGone {
      if client.descriptor.number == controller {
        leave(gate, because: "promise-tui is gone")
      } else if awaitsOrders, !client.hasSent {
        TraceVariable.reportProblem(
          "\(path): the program that listens there does not control gates: put %p into the path "
            + "if it is another program with a gate", of: GateVariable.name)
        leave(gate, because: "promise-tui is gone")
      }
      OpenDescriptors.forget(client.descriptor)
      client.descriptor.close()
    }
    clients.removeAll(where: \.isGone)
  }

  /// Removes the socket at the end of the process.
  func close() {
    if listener != nil, let file, FileIdentity(at: path) == file { unlink(path) }
  }

  /// How long a closed gate waits for a sign of its controller, in nanoseconds.
  private static var patience: Int64 { 800_000_000 }
  private static var maximumClients: Int { 8 }
  private static var longestLine: Int { 1 << 16 }
}

/// The system functions that the methods with the same names hide.
func systemSend(
  _ socket: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32
) -> Int { send(socket, bytes, count, flags) }
private func systemAccept(_ descriptor: Int32) -> Int32 { accept(descriptor, nil, nil) }
