import PromiseKitLite
import PromiseScreens
import PromiseSystem

/// The trace connections of a program's processes: one is shown; the others are read and counted.
struct TraceConnections {
  private let plan: RunPlan
  private let sender: MessageSender
  /// The open connections, in the order in which they arrived.
  private var open: [PipeReader] = []
  /// The connection that is shown, and its trace: the first to arrive, and after its end the next.
  private var shown: (end: PipeReader, stream: TraceStream)?
  /// How many connections have arrived.
  private var count = 0
  /// Whether any of them has sent an event.
  private(set) var hasSentEvents = false
  /// Why a trace could not be read.
  private(set) var problem: String?
  /// The number of the newest event of the connection that is shown.
  private(set) var newest = 0

  init(plan: RunPlan, sender: MessageSender) {
    self.plan = plan
    self.sender = sender
  }

  /// Whether all connections are closed.
  var isEmpty: Bool { open.isEmpty }
  /// The descriptors to wait on.
  var descriptors: [Int32] { open.map(\.descriptor) }

  /// Adds a connection.
  mutating func add(_ connection: Int32) {
    let end = PipeReader(descriptor: connection)
    open.append(end)
    count += 1
    if shown == nil {
      show(end)
    } else {
      let others = count - 1
      sender.post(
        .notice(
          others == 1
            ? "another process of \(plan.name) creates promises: only the first one is shown"
            : "\(others) other processes of \(plan.name) create promises: only the first one is shown"
        ))
    }
  }

  private mutating func show(_ end: PipeReader) {
    shown = (end, TraceStream(of: plan.program, finder: plan.finder, sender: sender))
    newest = 0
  }

  /// Reads what has arrived; returns `false` if the screen is closed.
  mutating func read() -> Bool {
    for end in open {
      var rounds = 0
      while case let bytes = end.read(), !bytes.isEmpty {
        guard take(bytes, of: end) else { return false }
        rounds += 1
        // The other connections, and the output, get their turn as well.
        if rounds >= 16 { break }
      }
      if end.isAtEnd { finish(end) }
    }
    open.removeAll(where: \.isAtEnd)
    return true
  }

  private mutating func take(_ bytes: [UInt8], of end: PipeReader) -> Bool {
    guard let (ours, stream) = shown, ours === end else { return true }
    var changed = stream
    shown = nil
    defer {
      newest = changed.newest
      hasSentEvents = hasSentEvents || changed.count > 0
      shown = (end, changed)
    }
    do throws(TraceError) {
      return try changed.take(bytes[...])
    } catch {
      problem = error.advice
      return true
    }
  }

  private mutating func finish(_ end: PipeReader) {
    guard shown?.end === end else { return }
    if let complaints = try? shown?.stream.finish(), let first = complaints.first, problem == nil {
      problem = first
    }
    shown = nil
  }
}
