import Dispatch
import PromiseKitLite
import Synchronization
import TestSupport

/// A server whose answers need a token, which each request renews for itself.
private final class Session: Sendable {
  private let tag: Tag
  private let isNew = Mutex(false)

  init(_ tag: Tag) { self.tag = tag }

  func ask() -> Promise<Int> {
    tag.queue("server").async(.promise, label: tag("ask")) {
      work(for: .milliseconds(5))
      if !self.isNew.withLock({ $0 }) { throw Broken() }
      return 1
    }
  }

  func renew() -> Promise<Int> {
    tag.queue("auth").async(.promise, label: tag("renew")) {
      work(for: .milliseconds(400))
      return 2
    }
  }

  func begin() {
    for _ in 0..<2 {
      ask().recover(label: tag("again")) { _ in
        self.renew().then(label: self.tag("resend")) { _ in
          // Not in the body of the work, which a simulation calls when its time begins.
          self.isNew.withLock { $0 = true }
          return self.ask()
        }
      }
      .done(label: tag("show")) { _ in }.catch(label: tag("no")) { _ in }
    }
  }
}

/// The same, with one renewal for all requests. It has lines of its own: a lint compares the runs of a line, and both
/// can be in one program.
private final class SharedSession: Sendable {
  private let tag: Tag
  private let isNew = Mutex(false)
  private let running = Mutex<Promise<Int>?>(nil)

  init(_ tag: Tag) { self.tag = tag }

  func ask() -> Promise<Int> {
    tag.queue("server").async(.promise, label: tag("ask")) {
      work(for: .milliseconds(5))
      if !self.isNew.withLock({ $0 }) { throw Broken() }
      return 1
    }
  }

  func renew() -> Promise<Int> {
    if let promise = running.withLock({ $0 }) { return promise }
    let renewal: Promise<Int> = tag.queue("auth").async(.promise, label: tag("renew")) {
      work(for: .milliseconds(400))
      return 2
    }
    running.withLock { $0 = renewal }
    return renewal
  }

  func begin() {
    for _ in 0..<2 {
      ask().recover(label: tag("again")) { _ in
        self.renew().then(label: self.tag("resend")) { _ in
          // Not in the body of the work, which a simulation calls when its time begins.
          self.isNew.withLock { $0 = true }
          return self.ask()
        }
      }
      .done(label: tag("show")) { _ in }.catch(label: tag("no")) { _ in }
    }
  }
}

extension Fragment {
  /// Mistakes in the order of a program.
  static let orderMistakes: [Fragment] = [
    Fragment("older-answer-wins", "the first answer comes last") { tag in
      for (number, time) in [90, 10].enumerated() {
        after(label: tag("key"), .milliseconds(1 + 15 * number)).done(label: tag("typed")) {
          after(label: tag("answer"), .milliseconds(time)).done(label: tag("show")) {}
        }
      }
    },
    Fragment("older-answer-wins", "the first of two answers that are awaited comes last") { tag in
      let answers = [90, 10].enumerated().map { number, time in
        after(label: tag("key"), .milliseconds(1 + 15 * number)).then(label: tag("typed")) {
          after(label: tag("answer"), .milliseconds(time)).done(label: tag("show")) {}
        }
      }
      when(label: tag("all shown"), fulfilled: answers).catch(label: tag("no")) { _ in }
    },
    Fragment(
      "effect-after-cleanup", "a write after the folder was cleared",
      also: ["loser-keeps-running"]
    ) { tag in
      let disk = tag.queue("disk")
      let bad = after(label: tag("soon"), .milliseconds(5)).then(label: tag("bad")) {
        Promise<Void>(label: tag("error"), error: Broken())
      }
      let slow = after(label: tag("late"), .milliseconds(40)).then(label: tag("good")) {
        Promise<Void>(label: tag("text"))
      }
      when(
        label: tag("both"), fulfilled: [bad, slow.done(label: tag("write"), on: disk) {}]
      ).catch(label: tag("clear"), on: disk) { _ in }
    },
    Fragment("attach-order", "what uses a value is attached before what keeps it") { tag in
      let session = tag.queue("net").async(.promise, label: tag("session")) {
        work(for: .milliseconds(90))
        return 7
      }
      after(label: tag("frame"), .milliseconds(5)).done(label: tag("draw")) {
        session.map(label: tag("use")) { $0 }.done(label: tag("used")) { _ in }
          .catch(label: tag("no")) { _ in }
      }
      after(label: tag("read"), .milliseconds(20)).done(label: tag("settings")) {
        session.done(label: tag("keep")) { _ in }.catch(label: tag("none")) { _ in }
      }
    },
    Fragment("chain-not-awaited", "three parts are saved while they are counted") { tag in
      tag.load("list").done(label: tag("save all")) { _ in
        when(label: tag("all"), fulfilled: (0..<3).map { _ in tag.load("part") })
          .done(label: tag("saved")) { _ in }.catch(label: tag("not saved")) { _ in }
      }.done(label: tag("count")) {}.catch(label: tag("no")) { _ in }
    },
    // The second renewal waits for the first one in their queue.
    Fragment("overlapping-runs", "two renewals at once", also: ["long-queue-wait"]) { tag in
      let session = Session(tag)
      tag.kept.keep(session)
      session.begin()
    },
  ]

  /// What looks like such mistakes.
  static let orderNearMisses: [Fragment] = [
    Fragment(nil, "requests of a loop end in any order") { tag in
      for time in [30, 10, 20] {
        after(label: tag("answer"), .milliseconds(time)).done(label: tag("show")) {}
      }
    },
    Fragment(nil, "a newer call cancels the older one") { tag in
      let last = CancelContext()
      after(label: tag("key 1"), .milliseconds(1)).done(label: tag("typed 1")) {
        _ = last.run {
          after(label: tag("answer"), .milliseconds(90)).done(label: tag("show")) { () in }
        }
      }
      after(label: tag("key 2"), .milliseconds(16)).done(label: tag("typed 2")) {
        last.cancel()
        after(label: tag("answer"), .milliseconds(10)).done(label: tag("show")) {}
      }
    },
    Fragment(nil, "two calls for different things") { tag in
      for (number, time) in [90, 10].enumerated() {
        after(label: tag("key"), .milliseconds(1 + 15 * number)).done(label: tag("typed")) {
          after(label: tag("answer"), .milliseconds(time))
            .done(label: tag("show \(number)")) {}
        }
      }
    },
    Fragment(nil, "many calls that overlap and end in any order") { tag in
      for number in 0..<8 {
        after(label: tag("request"), .milliseconds(1 + 2 * number)).done(label: tag("asked")) {
          after(label: tag("reply"), .milliseconds(20 + 13 * number % 31))
            .done(label: tag("replied")) {}
        }
      }
    },
    Fragment(nil, "the folder is cleared after all writes") { tag in
      let disk = tag.queue("disk")
      let bad = after(label: tag("soon"), .milliseconds(5)).then(label: tag("bad")) {
        Promise<Void>(label: tag("error"), error: Broken())
      }
      let slow = after(label: tag("late"), .milliseconds(40)).then(label: tag("good")) {
        Promise<Void>(label: tag("text"))
      }
      when(
        label: tag("both"), resolved: [bad, slow.done(label: tag("write"), on: disk) {}]
      ).done(label: tag("clear"), on: disk) { _ in }
    },
    Fragment(nil, "both handlers are attached together") { tag in
      let session = tag.load("session")
      session.map(label: tag("use")) { $0 }.done(label: tag("used")) { _ in }
        .catch(label: tag("no")) { _ in }
      session.done(label: tag("keep")) { _ in }.catch(label: tag("none")) { _ in }
    },
    Fragment(nil, "a shared promise with a handler for each screen") { tag in
      let session = tag.queue("net").async(.promise, label: tag("session")) {
        work(for: .milliseconds(90))
        return 7
      }
      for number in 0..<3 {
        after(label: tag("open"), .milliseconds(3 + 9 * number)).done(label: tag("opened")) {
          session.map(label: tag("use")) { $0 }.done(label: tag("used")) { _ in }
            .catch(label: tag("no")) { _ in }
        }
      }
    },
    Fragment(nil, "three parts are saved before they are counted") { tag in
      tag.load("list").then(label: tag("save all")) { _ in
        when(label: tag("all"), fulfilled: (0..<3).map { _ in tag.load("part") })
      }.done(label: tag("count")) { _ in }.catch(label: tag("no")) { _ in }
    },
    Fragment(nil, "statistics are sent in passing") { tag in
      tag.load("text").done(label: tag("open")) { _ in
        tag.queue("statistics").async(.promise, label: tag("send")) {
          work(for: .milliseconds(50))
        }
        .done(label: tag("sent")) {}.catch(label: tag("lost")) { _ in }
      }.done(label: tag("show")) {}.catch(label: tag("no")) { _ in }
    },
    Fragment(nil, "one renewal for both") { tag in
      let session = SharedSession(tag)
      tag.kept.keep(session)
      session.begin()
    },
    Fragment(nil, "a substitute for each that fails") { tag in
      for number in 0..<2 {
        tag.queue("net").async(.promise, label: tag("picture")) { () -> Int in
          work(for: .milliseconds(5))
          throw Broken()
        }
        .recover(label: tag("instead"), only: Broken.self) { _ in
          tag.queue("mirror").async(.promise, label: tag("from mirror")) {
            work(for: .milliseconds(30))
            return number
          }
        }
        .done(label: tag("show")) { _ in }.catch(label: tag("no")) { _ in }
      }
    },
  ]
}
