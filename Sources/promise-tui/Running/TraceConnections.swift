import PromiseKitLite
import PromiseScreens
import PromiseSystem

/// The processes of a program that tell of themselves: one is shown, the others are read and named.
struct TraceConnections {
  private let plan: RunPlan
  private let outlet: MessageSender
  /// The connections that are open, in the order in which they came.
  private var open: [ReadingEnd] = []
  /// The one that is shown, and what it tells; the first that came, and after its end the next.
  private var shown: (end: ReadingEnd, stream: TraceStream)?
  /// How many have come.
  private var count = 0
  /// One of them has told something.
  private(set) var hasTold = false
  /// Why nothing of it could be read.
  private(set) var trouble: String?
  /// The number of the newest event of the one that is shown.
  private(set) var newest = 0

  init(plan: RunPlan, outlet: MessageSender) {
    self.plan = plan
    self.outlet = outlet
  }

  /// Nobody tells anything any more.
  var isEmpty: Bool { open.isEmpty }
  /// Where to wait for bytes.
  var descriptors: [Int32] { open.map(\.descriptor) }

  /// Takes a new one in.
  mutating func add(_ connection: Int32) {
    let end = ReadingEnd(descriptor: connection)
    open.append(end)
    count += 1
    if shown == nil {
      show(end)
    } else {
      let others = count - 1
      outlet.post(
        .notice(
          others == 1
            ? "another process of \(plan.name) makes promises: the first one is shown"
            : "\(others) other processes of \(plan.name) make promises: the first one is shown"))
    }
  }

  private mutating func show(_ end: ReadingEnd) {
    shown = (end, TraceStream(of: plan.program, finder: plan.finder, outlet: outlet))
    newest = 0
  }

  /// Reads what has come; false where nobody looks any more.
  mutating func read() -> Bool {
    for end in open {
      var rounds = 0
      while case let bytes = end.read(), !bytes.isEmpty {
        guard take(bytes, of: end) else { return false }
        rounds += 1
        // The others, and what is printed, have their turn as well.
        if rounds >= 16 { break }
      }
      if end.isAtEnd { finish(end) }
    }
    open.removeAll(where: \.isAtEnd)
    return true
  }

  private mutating func take(_ bytes: [UInt8], of end: ReadingEnd) -> Bool {
    guard let (ours, stream) = shown, ours === end else { return true }
    var changed = stream
    shown = nil
    defer {
      newest = changed.newest
      hasTold = hasTold || changed.count > 0
      shown = (end, changed)
    }
    do throws(TraceError) {
      return try changed.take(bytes[...])
    } catch {
      trouble = error.advice
      return true
    }
  }

  private mutating func finish(_ end: ReadingEnd) {
    guard shown?.end === end else { return }
    if let complaints = try? shown?.stream.finish(), let first = complaints.first, trouble == nil {
      trouble = first
    }
    shown = nil
  }
}
