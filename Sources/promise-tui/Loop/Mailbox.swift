import Dispatch
import PromiseKitLite
import PromiseScreens
import Synchronization

/// Where other threads leave messages for the interface.
///
/// It is bounded: if a program posts events faster than they can be drawn, some are lost, and a
/// `dropped` event says how many. Only one sender is heard at a time, so that a closed demo cannot
/// disturb the next one.
final class Mailbox: Sendable {
  /// The contents of the mailbox.
  fileprivate struct Contents {
    var messages: [Message] = []
    /// The number of events in the messages.
    var events = 0
    /// The number of printed lines in the messages.
    var lines = 0
    var dropped = 0
    var lastDropped: PromiseEvent?
    var senderID = 0
    /// The senders that wait for room.
    var waiting: [DispatchSemaphore] = []
  }

  private let contents = Mutex(Contents())
  private let limit: Int
  private let wake: @Sendable () -> Void

  /// Creates a mailbox that holds at most `limit` events, and calls `wake` when it is no longer
  /// empty.
  init(limit: Int = 200_000, wake: @escaping @Sendable () -> Void) {
    self.limit = limit
    self.wake = wake
  }

  /// Returns a new sender. Everything from the previous one is discarded, now and later.
  func newSender() -> MessageSender {
    contents.withLock { contents in
      contents.wakeWaiting()
      contents = Contents(senderID: contents.senderID + 1)
      return MessageSender(mailbox: self, senderID: contents.senderID)
    }
  }

  /// Another sender for the run that is heard now.
  var currentSender: MessageSender {
    MessageSender(mailbox: self, senderID: contents.withLock { $0.senderID })
  }

  /// Takes all messages, in order; consecutive events are combined into one message.
  func take() -> [Message] {
    contents.withLock { contents in
      contents.reportDropped()
      contents.wakeWaiting()
      defer { contents = Contents(senderID: contents.senderID) }
      return contents.messages
    }
  }

  fileprivate func post(_ message: Message, from senderID: Int) {
    let isFirst = contents.withLock { contents in
      guard contents.senderID == senderID else { return false }
      let wasEmpty = contents.messages.isEmpty
      contents.add(message, limit: limit)
      return wasEmpty && !contents.messages.isEmpty
    }
    if isFirst { wake() }
  }
}

extension Mailbox {
  /// Waits until few events and lines are in the mailbox; returns `false` if the sender is no longer
  /// heard.
  fileprivate func waitForRoom(_ senderID: Int) -> Bool {
    while true {
      let turn = DispatchSemaphore(value: 0)
      let (isHeard, hasRoom) = contents.withLock { contents in
        guard contents.senderID == senderID else { return (false, false) }
        let hasRoom = contents.events + contents.lines < Self.few
        if !hasRoom { contents.waiting.append(turn) }
        return (true, hasRoom)
      }
      guard isHeard else { return false }
      if hasRoom { return true }
      turn.wait()
    }
  }

  /// The number of events and lines that can be handled between two frames.
  private static let few = 2_000
}

/// A way to send messages to a ``Mailbox``.
struct MessageSender: Sendable {
  fileprivate let mailbox: Mailbox
  fileprivate let senderID: Int

  /// Posts `message` without blocking. Can be called from any thread.
  func post(_ message: Message) { mailbox.post(message, from: senderID) }

  /// Posts events after the previous ones are taken, so that none is lost; it blocks until then.
  /// Returns `false` if the screen is closed.
  func postPatiently(_ events: [PromiseEvent]) -> Bool {
    guard !events.isEmpty else { return true }
    guard mailbox.waitForRoom(senderID) else { return false }
    post(.events(events))
    return true
  }

  /// Posts printed lines in the same way: a program that prints faster than its output can be shown
  /// waits, as at a terminal.
  func postPatiently(_ lines: [PrintedLine]) -> Bool {
    guard !lines.isEmpty else { return true }
    guard mailbox.waitForRoom(senderID) else { return false }
    post(.printed(lines))
    return true
  }
}

extension Mailbox.Contents {
  fileprivate init(senderID: Int) { self.senderID = senderID }

  fileprivate mutating func wakeWaiting() {
    for turn in waiting { turn.signal() }
    waiting = []
  }

  fileprivate mutating func add(_ message: Message, limit: Int) {
    guard case .events(let new) = message else {
      if case .printed(let printed) = message { lines += printed.count }
      reportDropped()
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

  /// Adds a `dropped` event in place of the last event that was lost, with its number.
  fileprivate mutating func reportDropped() {
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
      // Removed first, so that the array grows in place.
      messages.removeLast()
      waiting.append(contentsOf: new)
      messages.append(.events(waiting))
    } else {
      messages.append(.events(Array(new)))
    }
  }
}

/// Searches for critical values in the background, one request after another. The latest comes
/// first, since it is about the selected row.
final class CriticalQueue: Sendable {
  static let shared = CriticalQueue()
  private let queue = DispatchQueue(label: "promise-tui.critical", qos: .userInitiated)
  private let waiting = Mutex<[@Sendable () -> Void]>([])

  /// Performs a request later.
  func ask(_ answer: @escaping @Sendable () -> Void) {
    waiting.withLock { $0.append(answer) }
    queue.async { [self] in
      let latest = waiting.withLock { $0.popLast() }
      latest?()
    }
  }
}
