import Dispatch
import PromiseKitLite
import Synchronization

extension Fragment {
  /// Mistakes with timeouts, attempts, waits and pools.
  static let workMistakes: [Fragment] = [
    Fragment("runs-after-timeout", "a link goes on after the timeout") { tag in
      work(tag, then: { tag.queue("desk").async(.guarantee, label: tag("book")) {} })
        .timeout(label: tag("limit"), .milliseconds(20))
        .done(label: tag("thank")) { _ in }.catch(label: tag("sorry")) { _ in }
    },
    Fragment("runs-after-timeout", "a race is lost to a timer that throws") { tag in
      let limit = after(label: tag("limit"), .milliseconds(20))
        .then(label: tag("up")) { () throws -> Promise<Void> in throw Broken() }
      let work = work(tag, then: { after(label: tag("book"), .milliseconds(1)) })
      race(label: tag("first"), work, limit).done(label: tag("thank")) { _ in }
        .catch(label: tag("sorry")) { _ in }
    },
    Fragment("runs-after-timeout", "a handler beside the timeout") { tag in
      let pay = tag.queue("bank").async(.promise, label: tag("pay")) {
        PromiseEnvironment.work(for: .milliseconds(80))
      }
      pay.done(label: tag("book")) { _ in }.catch(label: tag("no")) { _ in }
      pay.timeout(label: tag("limit"), .milliseconds(20)).catch(label: tag("sorry")) { _ in }
    },
    Fragment("recover-too-wide", "a wrong password becomes a page") { tag in
      for (number, fails) in [false, false, true, false].enumerated() {
        customer(tag, number, wrongPIN: fails)
          .recover(label: tag("profile")) { _ in Guarantee.value(label: tag("empty"), 0) }
          .done(label: tag("show")) { _ in }
      }
    },
    Fragment("wait-blocks-queue", "jobs stand behind a wait") { tag in
      let queue = tag.queue("own")
      let items: Promise<Int> = tag.queue("net").async(.promise, label: tag("items")) {
        PromiseEnvironment.work(for: .milliseconds(150))
        return 1
      }
      queue.async(.promise, label: tag("first")) { try items.wait() }
        .done(label: tag("shown"), on: nil) { _ in }.catch(label: tag("no")) { _ in }
      queue.async(.guarantee, label: tag("second")) {}.done(label: tag("end"), on: nil) {}
    },
    Fragment(
      "wait-blocks-queue", "a timeout fires behind a short wait", also: ["runs-after-timeout"]
    ) { tag in
      let queue = tag.queue("own")
      let items = after(label: tag("items"), .milliseconds(60))
      queue.async(.guarantee, label: tag("first")) { items.wait() }
        .done(label: tag("shown"), on: nil) {}
      queue.async(.promise, label: tag("second")) {}.timeout(label: tag("limit"), .milliseconds(30))
        .catch(label: tag("late")) { _ in }
    },
    Fragment("older-attempt-settles", "attempts share a resolver", also: ["resolved-again"]) {
      tag in
      let (sent, seal) = Promise<Int>.pending(label: tag("send"))
      Sender(tag: tag, seal: seal).attempt(1)
      sent.done(label: tag("sent")) { _ in }.catch(label: tag("failed")) { _ in }
    },
    Fragment("resolved-again", "a second try") { tag in
      let (answer, seal) = Promise<Int>.pending(label: tag("answer"))
      answer.done(label: tag("show")) { _ in }.catch(label: tag("no")) { _ in }
      seal.tryFulfill(1)
      after(label: tag("late"), tag.delay).done(label: tag("again")) { seal.tryReject(Broken()) }
    },
    Fragment(
      "resolved-again", "a second try while it is locked in", also: ["order-unlike"]
    ) { tag in
      let (answer, seal) = Promise<Int>.pending(label: tag("answer"))
      answer.done(label: tag("show")) { _ in }.catch(label: tag("no")) { _ in }
      seal.tryResolve(tag.load("inner"))
      seal.tryResolve(Guarantee.value(label: tag("value"), 2))
    },
    Fragment("hold-and-wait", "each chain takes two") { tag in
      let pool = Pool(tag, size: 3)
      tag.kept.keep(pool)
      for number in 0..<3 { pool.useTwo(number) }
    },
    Fragment("hold-and-wait", "it goes well for some time") { tag in
      let pool = Pool(tag, size: 2)
      tag.kept.keep(pool)
      for number in 0..<4 { pool.useOne(number) }
      after(label: tag("later"), .milliseconds(200)).done(label: tag("rush")) {
        for number in 4..<8 { pool.useTwo(number) }
      }
    },
  ]

  /// Code with timeouts, attempts, waits and pools that has no mistake.
  static let workNearMisses: [Fragment] = [
    Fragment(nil, "the work is cancelled when its time is up") { tag in
      let context = CancelContext()
      context.run { work(tag, then: { after(label: tag("book"), .milliseconds(1)) }) }
        .timeout(label: tag("limit"), .milliseconds(20))
        .done(label: tag("thank")) { _ in }.catch(label: tag("sorry")) { _ in }
        .finally(label: tag("end")) { context.cancel() }
    },
    Fragment(nil, "a placeholder, and the page when it comes") { tag in
      let page: Promise<Int> = tag.queue("net").async(.promise, label: tag("page")) {
        PromiseEnvironment.work(for: .milliseconds(80))
        return 1
      }
      page.done(label: tag("update")) { _ in }.catch(label: tag("no")) { _ in }
      page.timeout(label: tag("limit"), .milliseconds(20))
        .recover(label: tag("placeholder")) { _ in Guarantee.value(label: tag("none"), 0) }
        .done(label: tag("show")) { _ in }
    },
    Fragment(nil, "errors of several kinds from one link") { tag in
      for number in 0..<4 {
        Promise<Int>(label: tag("load"), error: number == 2 ? WrongPIN() as any Error : Broken())
          .recover(label: tag("page")) { _ in Guarantee.value(label: tag("empty"), 0) }
          .done(label: tag("show")) { _ in }
      }
    },
    Fragment(nil, "errors of one kind from all links") { tag in
      for (number, fails) in [false, false, true].enumerated() {
        let login = after(label: tag("login"), .milliseconds(number + 1))
          .map(label: tag("token")) { if fails { throw Broken() } }
        login.then(label: tag("load")) { Promise<Int>(label: tag("page"), error: Broken()) }
          .recover(label: tag("none")) { _ in Guarantee.value(label: tag("empty"), 0) }
          .done(label: tag("show")) { _ in }
      }
    },
    Fragment(nil, "a long wait with nothing behind it") { tag in
      let items = after(label: tag("items"), .milliseconds(150))
      tag.queue("own").async(.guarantee, label: tag("first")) { items.wait() }
        .done(label: tag("shown"), on: nil) {}
    },
    Fragment(nil, "a short wait with a job behind it") { tag in
      let queue = tag.queue("own")
      let items = after(label: tag("items"), .milliseconds(40))
      queue.async(.guarantee, label: tag("first")) { items.wait() }
        .done(label: tag("shown"), on: nil) {}
      queue.async(.guarantee, label: tag("second")) {}.done(label: tag("end"), on: nil) {}
    },
    Fragment(nil, "each attempt has a promise of its own") { tag in
      retrying(label: tag("send"), times: 3, delay: 0) { number in
        after(label: tag("ask \(number)"), .milliseconds(20 * number))
          .map(label: tag("answer \(number)")) { if number < 2 { throw Broken() } }
          .timeout(label: tag("limit \(number)"), .milliseconds(100))
      }
      .done(label: tag("sent")) { _ in }.catch(label: tag("failed")) { _ in }
    },
    Fragment(nil, "chains take one each from a pool") { tag in
      let pool = Pool(tag, size: 2)
      tag.kept.keep(pool)
      for number in 0..<6 { pool.useOne(number) }
    },
    Fragment(nil, "chains take two from a pool that has enough") { tag in
      let pool = Pool(tag, size: 6)
      tag.kept.keep(pool)
      for number in 0..<3 { pool.useTwo(number) }
    },
  ]

  /// Work of 60 ms, and what follows it.
  private static func work<Next: Thenable>(
    _ tag: Tag, then next: @escaping @Sendable () -> Next
  ) -> Promise<Void> where Next.Value == Void {
    tag.queue("net").async(.promise, label: tag("reserve")) {
      PromiseEnvironment.work(for: .milliseconds(60))
    }
    .then(label: tag("order")) { next() }
  }

  /// A customer who logs in and loads a profile, which is not available.
  private static func customer(_ tag: Tag, _ number: Int, wrongPIN: Bool) -> Promise<Int> {
    after(label: tag("ask \(number)"), .milliseconds(number + 1))
      .map(label: tag("log in")) { if wrongPIN { throw WrongPIN() } }
      .then(label: tag("load")) { Promise<Int>(label: tag("profile \(number)"), error: Broken()) }
  }
}

/// Another error of a fragment.
struct WrongPIN: Error {}

/// Sends a message in attempts that share a resolver.
private struct Sender: Sendable {
  let tag: Tag
  let seal: Resolver<Int>

  func attempt(_ number: Int) {
    let answer = after(label: tag("answer \(number)"), .milliseconds(number == 1 ? 30 : 80))
    answer.done(label: tag("read \(number)")) {
      if number == 1 { attempt(2) } else { seal.fulfill(number) }
    }
    after(label: tag("limit \(number)"), .milliseconds(60))
      .done(label: tag("give up \(number)")) { seal.reject(Broken()) }
  }
}

/// A pool made of promises.
private final class Pool: Sendable {
  private let state: Mutex<State>
  private let tag: Tag

  private struct State {
    var free: Int
    var waiting: [Resolver<Int>] = []
  }

  /// The line that uses the pool, which counts as the line of its promises.
  private let line: UInt

  init(_ tag: Tag, size: Int, line: UInt = #line) {
    (self.tag, self.line) = (tag, line)
    state = Mutex(State(free: size))
  }

  func take() -> Promise<Int> {
    state.withLock { state in
      if state.free > 0 {
        state.free -= 1
        return Promise.value(label: tag("connection"), state.free, line: line)
      }
      let (promise, seal) = Promise<Int>.pending(label: tag("connection"), line: line)
      state.waiting.append(seal)
      return promise
    }
  }

  func give(_ connection: Int) {
    let seal = state.withLock { state -> Resolver<Int>? in
      if state.waiting.isEmpty {
        state.free += 1
        return nil
      }
      return state.waiting.removeFirst()
    }
    seal?.fulfill(connection)
  }

  func useOne(_ number: Int) {
    let tag = tag
    take().then(label: tag("ask \(number)")) { connection in
      after(label: tag("rows \(number)"), .milliseconds(10)).map(label: tag("row \(number)")) {
        connection
      }
    }
    .done(label: tag("give \(number)")) { self.give($0) }
    .catch(label: tag("no \(number)")) { _ in }
  }

  func useTwo(_ number: Int) {
    let tag = tag
    take().then(label: tag("both \(number)")) { first in
      after(label: tag("rows \(number)"), .milliseconds(10))
        .then(label: tag("more \(number)")) { self.take() }
        .map(label: tag("pair \(number)")) { (first, $0) }
    }
    .done(label: tag("give \(number)")) {
      self.give($0.0)
      self.give($0.1)
    }
    .catch(label: tag("no \(number)")) { _ in }
  }
}
