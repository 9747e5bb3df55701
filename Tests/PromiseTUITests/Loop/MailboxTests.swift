import Dispatch
import PromiseKitLite
import PromiseScreens
import Synchronization
import Testing

@testable import promise_tui

private func events(_ numbers: ClosedRange<Int>) -> [PromiseEvent] {
  numbers.map {
    PromiseEvent(sequence: $0, time: Int64($0), thread: nil, queue: nil, kind: .note("\($0)"))
  }
}

@Suite struct MailboxTests {
  @Test("messages come out in order, and consecutive events as one message")
  func order() {
    let mailbox = Mailbox {}
    let sender = mailbox.newSender()
    sender.post(.notice("a"))
    sender.post(.events(events(1...2)))
    sender.post(.events(events(3...3)))
    sender.post(.finished)
    #expect(mailbox.take() == [.notice("a"), .events(events(1...3)), .finished])
    #expect(mailbox.take() == [])
  }

  @Test("an empty list of events is a message")
  func emptyEvents() {
    let mailbox = Mailbox {}
    mailbox.newSender().post(.events([]))
    #expect(mailbox.take() == [.events([])])
  }

  @Test("a sender that waits loses nothing: it waits until its events are taken")
  func patience() {
    let mailbox = Mailbox(limit: 20_000) {}
    let sender = mailbox.newSender()
    let isOver = DispatchSemaphore(value: 0)
    #expect(sender.postPatiently(events(1...10_000)))
    #expect(
      startThread {
        for round in 1...4 {
          _ = sender.postPatiently(events(round * 10_000 + 1...(round + 1) * 10_000))
        }
        isOver.signal()
      })
    var numbers: [Int] = []
    while numbers.count < 50_000 {
      for case .events(let events) in mailbox.take() { numbers += events.map(\.sequence) }
    }
    isOver.wait()
    #expect(numbers == Array(1...50_000))
  }

  @Test("printed lines wait for room like events: the mailbox stays small")
  func printed() {
    let mailbox = Mailbox {}
    let sender = mailbox.newSender()
    let lines = (1...10_000).map { PrintedLine(text: "\($0)", after: 0) }
    #expect(sender.postPatiently(lines))
    let isOver = DispatchSemaphore(value: 0)
    #expect(
      startThread {
        _ = sender.postPatiently(lines)
        isOver.signal()
      })
    var taken = 0
    while taken < 20_000 {
      let messages = mailbox.take()
      #expect(messages.count <= 1)
      for case .printed(let lines) in messages { taken += lines.count }
    }
    isOver.wait()
    #expect(sender.postPatiently(lines))
    _ = mailbox.newSender()
    #expect(!sender.postPatiently(lines))
  }

  @Test("a sender that is no longer heard returns instead of waiting")
  func turnedAway() {
    let mailbox = Mailbox {}
    let sender = mailbox.newSender()
    #expect(sender.postPatiently(events(1...10_000)))
    let next = mailbox.newSender()
    #expect(!sender.postPatiently(events(10_001...10_001)))
    #expect(next.postPatiently(events(1...1)))
    #expect(mailbox.take() == [.events(events(1...1))])
  }

  @Test("the interface is woken once for all messages that it has not taken")
  func wakes() {
    let count = Mutex(0)
    let mailbox = Mailbox { count.withLock { $0 += 1 } }
    let sender = mailbox.newSender()
    sender.post(.events(events(1...1)))
    sender.post(.events(events(2...2)))
    #expect(count.withLock { $0 } == 1)
    _ = mailbox.take()
    sender.post(.finished)
    #expect(count.withLock { $0 } == 2)
  }

  @Test("a new sender silences the one before")
  func correspondents() {
    let mailbox = Mailbox {}
    let old = mailbox.newSender()
    old.post(.notice("old"))
    let new = mailbox.newSender()
    old.post(.notice("older"))
    new.post(.notice("new"))
    #expect(mailbox.take() == [.notice("new")])
  }

  @Test("events that do not fit are counted, in place of the last one that was lost")
  func bounded() {
    let mailbox = Mailbox(limit: 3) {}
    let sender = mailbox.newSender()
    sender.post(.events(events(1...5)))
    sender.post(.events(events(6...7)))
    sender.post(.finished)
    let gap = PromiseEvent(sequence: 7, time: 7, thread: nil, queue: nil, kind: .dropped(count: 4))
    #expect(mailbox.take() == [.events(events(1...3) + [gap]), .finished])
    sender.post(.events(events(8...9)))
    #expect(mailbox.take() == [.events(events(8...9))])
  }
}
