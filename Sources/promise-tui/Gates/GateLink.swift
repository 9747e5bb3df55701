import PromiseKitLite
import PromiseSystem

/// A connection to the gate of a process. Neither reading nor writing waits.
struct GateLink {
  /// The descriptor to wait on.
  let descriptor: Int32
  /// The process, once it has said hello.
  private(set) var process: Int?
  /// Whether another front end controls the gate.
  private(set) var isBusy = false
  /// Whether the connection has ended.
  private(set) var isGone = false
  /// When the connection was made.
  let since: Int64
  private var incoming: [UInt8] = []
  private var outgoing: [UInt8] = []
  /// Whether the next answer that another front end is in control has not been reported.
  private var reportsBusy = true

  init(_ descriptor: Int32, at now: Int64) { (self.descriptor, since) = (descriptor, now) }

  /// What arrived.
  enum Arrival: Hashable {
    case hello(process: Int, trace: String)
    /// Another front end controls the gate. Reported once for each order.
    case busy
    case refused(String)
    /// What is there is no gate of this version, for this reason.
    case foreign(Foreign)
  }

  /// Why a connection leads to no gate of this version.
  enum Foreign: Hashable {
    case trace, other, newer
  }

  /// Reads what has arrived.
  mutating func read() -> [Arrival] {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !isGone {
      let count = readBytes(descriptor, into: &buffer)
      if count < 0, errno == EAGAIN { break }
      if count <= 0 { isGone = true } else { incoming += buffer[..<count] }
      if incoming.count > Self.longestLine { break }
    }
    var arrivals: [Arrival] = []
    while let end = incoming.firstIndex(of: UInt8(ascii: "\n")) {
      let line = String(decoding: incoming[..<end], as: UTF8.self)
      incoming.removeSubrange(...end)
      if let arrival = arrival(line) { arrivals.append(arrival) }
      if isGone, incoming.isEmpty { break }
    }
    // No answer is that long.
    if incoming.count > Self.longestLine { isGone = true }
    // The events of a program can begin with a long line.
    if process == nil, arrivals.isEmpty, let first = incoming.first, first != UInt8(ascii: "g") {
      arrivals.append(.foreign(first == UInt8(ascii: "{") ? .trace : .other))
    }
    return arrivals
  }

  private mutating func arrival(_ line: String) -> Arrival? {
    switch GateAnswer(line) {
    case .hello(let version, let process, let trace):
      guard version == GateAnswer.version else { return .foreign(.newer) }
      self.process = process
      return .hello(process: process, trace: trace)
    case .busy:
      isBusy = true
      defer { reportsBusy = false }
      return reportsBusy ? .busy : nil
    case .refused(let reason): return .refused(reason)
    case nil:
      // A later version may say more once it has said hello.
      return process != nil ? nil : .foreign(line.hasPrefix("{") ? .trace : .other)
    }
  }

  /// Sends commands. If another front end was in control, the first ones ask for it again.
  mutating func send(_ commands: [GateCommand]) {
    for command in commands { outgoing += Array((command.line + "\n").utf8) }
    if commands != [.beat] { (reportsBusy, isBusy) = (true, false) }
    flush()
  }

  /// Sends what could not be sent before.
  mutating func flush() {
    while !outgoing.isEmpty, !isGone {
      let count = outgoing.withUnsafeBytes {
        PromiseSystem.send(descriptor, $0.baseAddress, $0.count, Self.flags)
      }
      if count > 0 {
        outgoing.removeFirst(count)
      } else if errno != EINTR {
        // A process that is stopped reads later.
        isGone = errno != EAGAIN && errno != EWOULDBLOCK
        break
      }
    }
    if outgoing.count > Self.longestLine { isGone = true }
  }

  /// Gives the connection up.
  mutating func end() { isGone = true }

  /// Closes the connection, which opens the gate.
  func close() { PromiseSystem.close(descriptor) }

  #if canImport(Darwin)
    private static var flags: Int32 { MSG_DONTWAIT }
  #else
    private static var flags: Int32 { Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL) }
  #endif
  private static var longestLine: Int { 1 << 20 }
}
