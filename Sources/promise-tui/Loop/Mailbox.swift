import Dispatch
import PromiseKitLite
import PromiseScreens
import Synchronization

/// Where other threads leave messages for the interface.
///
/// It is bounded: a program that emits events faster than they can be drawn loses some, and a
/// `dropped` event says how many. Only one correspondent is heard at a time, so that a demo that was
/// closed cannot disturb the next.
final class Mailbox: Sendable {
  /// What lies in the mailbox.
  fileprivate struct Contents {
    var messages: [Message] = []
    /// How many events lie in the messages.
    var events = 0
    var dropped = 0
    var lastDropped: PromiseEvent?
    var correspondent = 0
    /// Who waits for room.
    var waiting: [DispatchSemaphore] = []
  }

  private let contents = Mutex(Contents())
  private let limit: Int
  private let wake: @Sendable () -> Void

  /// A mailbox that holds at most `limit` events, and calls `wake` when it is no longer empty.
  init(limit: Int = 200_000, wake: @escaping @Sendable () -> Void) {
    self.limit = limit
    self.wake = wake
  }

  /// A way in for a new correspondent. What the one before has sent, and will send, is lost.
  func newSender() -> MessageSender {
    contents.withLock { contents in
      contents.callWaiting()
      contents = Contents(correspondent: contents.correspondent + 1)
      return MessageSender(mailbox: self, correspondent: contents.correspondent)
    }
  }

  /// Another way in for the correspondent that is heard now.
  var currentSender: MessageSender {
    MessageSender(mailbox: self, correspondent: contents.withLock { $0.correspondent })
  }

  /// Takes everything that has come, in order; events that came one after the other as one message.
  func take() -> [Message] {
    contents.withLock { contents in
      contents.tellDropped()
      contents.callWaiting()
      defer { contents = Contents(correspondent: contents.correspondent) }
      return contents.messages
    }
  }

  fileprivate func post(_ message: Message, from correspondent: Int) {
    let isFirst = contents.withLock { contents in
      guard contents.correspondent == correspondent else { return false }
      let wasEmpty = contents.messages.isEmpty
      contents.add(message, limit: limit)
      return wasEmpty && !contents.messages.isEmpty
    }
    if isFirst { wake() }
  }
}

extension Mailbox {
  /// Waits until few events lie here; false where the correspondent is not heard any more.
  fileprivate func waitForRoom(_ correspondent: Int) -> Bool {
    while true {
      let turn = DispatchSemaphore(value: 0)
      let (isHeard, hasRoom) = contents.withLock { contents in
        guard contents.correspondent == correspondent else { return (false, false) }
        let hasRoom = contents.events < Self.few
        if !hasRoom { contents.waiting.append(turn) }
        return (true, hasRoom)
      }
      guard isHeard else { return false }
      if hasRoom { return true }
      turn.wait()
    }
  }

  /// As many as are taken in between two frames.
  private static let few = 10_000
}

/// A correspondent's way into a ``Mailbox``.
struct MessageSender: Sendable {
  fileprivate let mailbox: Mailbox
  fileprivate let correspondent: Int

  /// Leaves `message`. From any thread; waits for nobody.
  func post(_ message: Message) { mailbox.post(message, from: correspondent) }

  /// Leaves events as soon as those before them are taken, so that none is lost; for who can wait. False
  /// where nobody looks any more.
  func postPatiently(_ events: [PromiseEvent]) -> Bool {
    guard !events.isEmpty else { return true }
    guard mailbox.waitForRoom(correspondent) else { return false }
    post(.events(events))
    return true
  }
}

extension Mailbox.Contents {
  fileprivate init(correspondent: Int) { self.correspondent = correspondent }

  fileprivate mutating func callWaiting() {
    for turn in waiting { turn.signal() }
    waiting = []
  }

  fileprivate mutating func add(_ message: Message, limit: Int) {
    guard case .events(let new) = message else {
      tellDropped()
      messages.append(message)
      return
    }
    let kept = new.prefix(max(0, limit - events))
    append(kept)
    events += kept.count
    for event in new.dropFirst(kept.count) {
      dropped += 1
      if event.sequence > lastDropped?.sequence ?? 0 { lastDropped = event }
    }
  }

  /// The loss takes the place, and the number, of the last event that was lost.
  fileprivate mutating func tellDropped() {
    guard let lastDropped else { return }
    append([
      PromiseEvent(
        sequence: lastDropped.sequence, time: lastDropped.time, thread: nil, queue: nil,
        kind: .dropped(count: dropped))
    ])
    self.lastDropped = nil
    dropped = 0
  }

  private mutating func append(_ new: some Collection<PromiseEvent>) {
    if case .events(var waiting)? = messages.last {
      // Taken out first, so that the array grows in place.
      messages.removeLast()
      waiting.append(contentsOf: new)
      messages.append(.events(waiting))
    } else {
      messages.append(.events(Array(new)))
    }
  }
}

/// Where critical values are looked for, beside the interface: one question after the other, the latest
/// first, since that is about the row that is looked at.
final class CriticalQueue: Sendable {
  static let shared = CriticalQueue()
  private let queue = DispatchQueue(label: "promise-tui.critical", qos: .userInitiated)
  private let waiting = Mutex<[@Sendable () -> Void]>([])

  /// Answers a question later.
  func ask(_ answer: @escaping @Sendable () -> Void) {
    waiting.withLock { $0.append(answer) }
    queue.async { [self] in
      let latest = waiting.withLock { $0.popLast() }
      latest?()
    }
  }
}
