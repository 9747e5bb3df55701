import PromiseEvents

/// The requests that processes have sent to each other, by the context that each request carries.
struct MessageTable: Sendable {
  /// A request, as its sender has it.
  struct Sent: Sendable {
    var process: Int
    var time: Int64
    /// When its promise settled, and how.
    var settled: (time: Int64, outcome: PromiseEvent.Outcome)?
    /// Whether the event is part of the merged events already.
    var isShown = false
  }

  /// The handling of a request.
  struct Received: Sendable {
    var process: Int
    var time: Int64
    /// When its promise settled, and how.
    var settled: (time: Int64, outcome: PromiseEvent.Outcome)?
  }

  private struct Message: Sendable {
    var sent: Sent?
    var received: [Received] = []
  }

  /// A promise of a process.
  private struct Subject: Hashable {
    var process: Int
    var promise: PromiseID
  }

  /// The newest requests, and those before them.
  private var newer: [PromiseEvent.TraceContext: Message] = [:]
  private var older: [PromiseEvent.TraceContext: Message] = [:]
  /// The contexts of the promises that have not settled.
  private var open: [Subject: [PromiseEvent.TraceContext]] = [:]
  /// How many facts there are about messages between different processes.
  private(set) var factCount = 0

  /// How many requests each of the two tables has.
  private static var most: Int { 1 << 15 }
  private static var mostReceivers: Int { 16 }

  /// Takes an event of a process. O(1)
  mutating func note(_ event: PromiseEvent, of process: Int) {
    switch event.kind {
    case .spanLinked(let promise, let context, let role):
      guard role != .covering, context.isValid else { return }
      let key = Self.key(context)
      if role == .sent { noteSent(key, event.time, process) }
      if role == .received { noteReceived(key, event.time, process) }
      guard open.count < 4 * Self.most else { return }
      open[Subject(process: process, promise: promise), default: []].append(key)
    case .settled(let settlement):
      guard !open.isEmpty else { return }
      let subject = Subject(process: process, promise: settlement.promise)
      guard let keys = open.removeValue(forKey: subject) else { return }
      for key in keys {
        let ending = (event.time, settlement.outcome)
        change(key) { message in
          if message.sent?.process == process { message.sent?.settled = ending }
          for place in message.received.indices
          where message.received[place].process == process
            && message.received[place].settled == nil
          {
            message.received[place].settled = ending
          }
        }
      }
      factCount += 1
    default: return
    }
  }

  /// Returns the request that carries a context, if its sender is known.
  func sent(_ context: PromiseEvent.TraceContext) -> Sent? {
    let key = Self.key(context)
    return (newer[key] ?? older[key])?.sent
  }

  /// Records that the sending of a request is part of the merged events.
  mutating func show(_ context: PromiseEvent.TraceContext, of process: Int) {
    change(Self.key(context)) { if $0.sent?.process == process { $0.sent?.isShown = true } }
  }

  private mutating func noteSent(
    _ key: PromiseEvent.TraceContext, _ time: Int64, _ process: Int
  ) {
    change(key) { message in
      // A second sender of the same span repeats what it was told.
      guard message.sent == nil else { return }
      message.sent = Sent(process: process, time: time)
    }
    factCount += 1
  }

  private mutating func noteReceived(
    _ key: PromiseEvent.TraceContext, _ time: Int64, _ process: Int
  ) {
    change(key) { message in
      guard message.received.count < Self.mostReceivers else { return }
      message.received.append(Received(process: process, time: time))
    }
    factCount += 1
  }

  private mutating func change(
    _ key: PromiseEvent.TraceContext, _ body: (inout Message) -> Void
  ) {
    if let known = newer[key] ?? older.removeValue(forKey: key) { newer[key] = known }
    body(&newer[key, default: Message()])
    guard newer.count >= Self.most else { return }
    older = newer
    newer = [:]
  }

  /// A context without the flag, which a process on the way can change.
  private static func key(_ context: PromiseEvent.TraceContext) -> PromiseEvent.TraceContext {
    var context = context
    context.isSampled = true
    return context
  }
}

extension MessageTable {
  /// How a process counts its times: the clock of its machine, and when the times of the process are 0 on it.
  struct Clock: Hashable, Sendable {
    var machine: Int
    var zero: Int64
  }

  /// Returns what the messages say about the clocks of the machines. A response is sent after the handling has
  /// settled, which some servers do not do; `loosely`, it is only sent after the request was received.
  /// O(messages)
  func bounds(machines: Int, _ clocks: [Clock], loosely: Bool) -> ClockBounds {
    var bounds = ClockBounds(clocks: machines)
    for message in [newer, older].lazy.flatMap(\.values) {
      guard let sent = message.sent else { continue }
      let sender = clocks[sent.process]
      for received in message.received {
        let receiver = clocks[received.process]
        guard sender.machine != receiver.machine else { continue }
        let (here, there) = (sent.time &+ sender.zero, received.time &+ receiver.zero)
        bounds.add(sender.machine, exceeds: receiver.machine, byAtMost: there.saturatingMinus(here))
      }
      // One of several processes may have answered. In one process, several chains can handle a request.
      guard let first = message.received.first, let settled = sent.settled,
        message.received.allSatisfy({ $0.process == first.process }),
        case let receiver = clocks[first.process], sender.machine != receiver.machine,
        let left = message.received.compactMap({ $0.left(sent, loosely: loosely) }).min()
      else { continue }
      bounds.add(
        receiver.machine, exceeds: sender.machine,
        byAtMost: (settled.time &+ sender.zero).saturatingMinus(left &+ receiver.zero))
    }
    return bounds
  }
}

extension MessageTable.Received {
  /// Returns the latest time at which an answer is known not to have been sent yet, if the sender has received
  /// one. An error may be one of the sender's own, such as a timeout, unless the handling failed as well.
  fileprivate func left(_ sent: MessageTable.Sent, loosely: Bool) -> Int64? {
    guard let outcome = sent.settled?.outcome else { return nil }
    if outcome == .fulfilled { return loosely ? time : settled?.time ?? time }
    guard !loosely, outcome == .rejected, settled?.outcome == .rejected else { return nil }
    return settled?.time
  }
}
