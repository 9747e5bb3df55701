import Dispatch
import PromiseKitLite
import TestSupport

extension Fragment {
  /// One for each lint, except for the main queue that is not drained.
  static let mistakes: [Fragment] = plainMistakes + workMistakes + orderMistakes

  private static let plainMistakes: [Fragment] = [
    Fragment("unhandled-rejection", "no catch, and it fails") { tag in
      _ = tag.load("load", fails: true).done(label: tag("show")) { _ in }
    },
    Fragment("freed-while-pending", "a resolver is dropped") { tag in
      Promise<Int>(label: tag("asked")) { _ in }.done(label: tag("show")) { _ in }.catch(
        label: tag("no")
      ) { _ in }
    },
    Fragment("never-settles", "a resolver is kept and not called") { tag in
      let (promise, seal) = Promise<Int>.pending(label: tag("asked"))
      tag.kept.keep(seal)
      promise.done(label: tag("show")) { _ in }.catch(label: tag("no")) { _ in }
    },
    Fragment(
      "wait-blocks-chain", "a handler waits for a link behind it",
      // It waits until nothing else is left, for as long as the others take.
      also: ["slow-handler", "long-queue-wait"]
    ) { tag in
      let queue = tag.queue("own")
      let items: Promise<Int> = tag.queue("net").async(.promise, label: tag("items")) {
        work(for: .milliseconds(90))
        return 1
      }
      .map(label: tag("parse"), on: queue) { $0 }
      after(label: tag("tap"), tag.delay).map(label: tag("show"), on: queue) {
        (try? items.wait()) ?? 0
      }
      .done(label: tag("shown"), on: nil) { _ in }
    },
    Fragment("adoption-cycle", "two promises adopt each other") { tag in
      let (one, sealOne) = Promise<Int>.pending(label: tag("one"))
      let (two, sealTwo) = Promise<Int>.pending(label: tag("two"))
      one.cauterize(label: tag("end one"))
      two.cauterize(label: tag("end two"))
      sealOne.resolve(two)
      sealTwo.resolve(one)
    },
    Fragment("rejection-lost", "both of an all fail", also: ["loser-keeps-running"]) { tag in
      let late = after(label: tag("late"), .milliseconds(2)).then(label: tag("two")) {
        Promise<Int>(label: tag("bad"), error: Broken())
      }
      let early = after(label: tag("early"), .milliseconds(1)).then(label: tag("one")) {
        Promise<Int>(label: tag("worse"), error: Broken())
      }
      let wrapped = late.tap(label: tag("seen"), on: nil) { _ in }
      when(label: tag("both"), fulfilled: [early, wrapped]).done(label: tag("show")) { _ in }
        .catch(label: tag("no")) { _ in }
    },
    Fragment("resolved-again", "a callback fires twice") { tag in
      Promise<Int>(label: tag("answer")) { seal in
        seal.fulfill(1)
        seal.fulfill(2)
      }.done(label: tag("show")) { _ in }.catch(label: tag("no")) { _ in }
    },
    Fragment("promise-not-returned", "a write is started and forgotten") { tag in
      let disk = tag.queue("disk")
      tag.load("text").done(label: tag("save")) { _ in
        _ = disk.async(.guarantee, label: tag("write")) { work(for: .milliseconds(5)) }
          .done(label: tag("written")) {}
      }.done(label: tag("close")) {}.catch(label: tag("no")) { _ in }
    },
    Fragment("order-depends-on-schedule", "two timers, one cart") { tag in
      for name in ["save", "show"] {
        after(label: tag(name + " timer"), .milliseconds(3))
          .done(label: tag(name), on: DispatchQueue.main.accessing(tag("cart"))) {}
      }
    },
    Fragment("error-as-value", "fulfilled with an error") { tag in
      Promise<Broken>.value(label: tag("answer"), Broken()).done(label: tag("show")) { _ in }
        .catch(label: tag("no")) { _ in }
    },
    Fragment("broken-branch", "the second is attached to the original") { tag in
      let token = Guarantee<Int>.value(label: tag("token"), 7)
      _ = token.map(label: tag("twice")) { $0 * 2 }
      token.done(label: tag("show")) { _ in }
    },
    Fragment("chain-without-catch", "no catch, and it goes well") { tag in
      _ = tag.load("load").done(label: tag("show")) { _ in }
    },
    Fragment("handled-late", "a catch comes after the failure") { tag in
      let early = tag.load("load", fails: true)
      after(label: tag("tap"), .milliseconds(90)).done(label: tag("tapped")) {
        early.done(label: tag("show")) { _ in }.catch(label: tag("no")) { _ in }
      }
    },
    Fragment("slow-handler", "over a second elsewhere") { tag in
      tag.queue("own").async(.guarantee, label: tag("long")) { work(for: .milliseconds(1200)) }
        .done(label: tag("done"), on: nil) {}
    },
    Fragment("long-queue-wait", "behind a long job") { tag in
      let queue = tag.queue("own")
      queue.async(.guarantee, label: tag("long")) { work(for: .milliseconds(300)) }
        .done(label: tag("end"), on: nil) {}
      queue.async(.guarantee, label: tag("short")) {}.done(label: tag("end too"), on: nil) {}
    },
    Fragment("inline-sometimes", "settled or not, on: nil") { tag in
      for delay in [0, 1] {
        let promise =
          delay == 0
          ? Guarantee.value(label: tag("now"), ()) : after(label: tag("soon"), .milliseconds(1))
        promise.done(label: tag("show"), on: nil) {}
      }
    },
    Fragment("deep-inline", "a long inline chain") { tag in
      var sum = after(label: tag("begin"), tag.delay).map(label: tag("0"), on: nil) { 0 }
      for number in 1...30 { sum = sum.map(label: tag("\(number)"), on: nil) { $0 + number } }
      sum.done(label: tag("end")) { _ in }
    },
    Fragment("empty-fan-in", "a race of nothing") { tag in
      race(label: tag("nothing"), [Promise<Int>]()).done(label: tag("show")) { _ in }
        .catch(label: tag("no")) { _ in }
    },
    Fragment("needless-wrapping", "a body passes a promise on") { tag in
      Promise<Int>(label: tag("wrapped")) { seal in
        tag.load("inner").done(label: tag("in")) { seal.fulfill($0) }.catch(label: tag("out")) {
          seal.reject($0)
        }
      }.done(label: tag("show")) { _ in }.catch(label: tag("no")) { _ in }
    },
    Fragment("nested-handlers", "three deep") { tag in
      after(label: tag("a"), tag.delay).done(label: tag("one")) {
        after(label: tag("b"), tag.delay).done(label: tag("two")) {
          after(label: tag("c"), tag.delay).done(label: tag("three")) {}
        }
      }
    },
    Fragment("queue-ping-pong", "there and back and there") { tag in
      let (one, two) = (tag.queue("one"), tag.queue("two"))
      var count = after(label: tag("begin"), tag.delay).map(label: tag("0"), on: one) { 0 }
      for number in 1...6 {
        count = count.map(label: tag("\(number)"), on: number % 2 == 0 ? one : two) { $0 + 1 }
      }
      count.done(label: tag("end"), on: nil) { _ in }
    },
    Fragment("loser-keeps-running", "the slower one keeps running") { tag in
      let slow = tag.queue("slow").async(.guarantee, label: tag("slow")) {
        work(for: .milliseconds(80))
        return 2
      }
      let fast = after(label: tag("fast"), .milliseconds(1)).map(label: tag("one"), on: nil) { 1 }
      race(label: tag("first"), fast, slow).done(label: tag("show")) { _ in }
    },
    Fragment("timer-outlives-readers", "a minute for nothing") { tag in
      let timer = after(label: tag("minute"), .seconds(60)).map(label: tag("late"), on: nil) { 0 }
      let fast = after(label: tag("fast"), .milliseconds(1)).map(label: tag("one"), on: nil) { 1 }
      race(label: tag("first"), fast, timer).done(label: tag("show")) { _ in }
    },
    Fragment("order-unlike", "a late handler, attached inline") { tag in
      let (promise, seal) = Guarantee<Int>.pending(label: tag("value"))
      promise.done(label: tag("inline"), on: nil) { _ in promise.done(label: tag("late")) { _ in } }
      promise.done(label: tag("early")) { _ in }
      seal(1)
    },
  ]
}
