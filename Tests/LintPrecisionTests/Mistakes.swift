import Dispatch
import PromiseKitLite

extension Fragment {
  /// One for each lint, but for the main queue that nobody drains.
  static let mistakes: [Fragment] = [
    Fragment("unhandled-rejection", "no catch, and it fails") { tag in
      _ = tag.load("load", fails: true).done(tag("show")) { _ in }
    },
    Fragment("freed-while-pending", "a resolver is dropped") { tag in
      Promise<Int>(tag("asked")) { _ in }.done(tag("show")) { _ in }.catch(tag("no")) { _ in }
    },
    Fragment("never-settles", "a resolver is kept and not called") { tag in
      let (promise, seal) = Promise<Int>.pending(tag("asked"))
      tag.kept.keep(seal)
      promise.done(tag("show")) { _ in }.catch(tag("no")) { _ in }
    },
    Fragment(
      "wait-blocks-chain", "a handler waits for a link behind it",
      // It waits until nothing else is left: for as long as the others take.
      also: ["slow-handler", "long-queue-wait"]
    ) { tag in
      let queue = tag.queue("own")
      let items: Promise<Int> = tag.queue("net").async(.promise, tag("items")) {
        work(for: .milliseconds(90))
        return 1
      }
      .map(tag("parse"), on: queue) { $0 }
      after(tag("tap"), tag.delay).map(tag("show"), on: queue) { (try? items.wait()) ?? 0 }
        .done(tag("shown"), on: nil) { _ in }
    },
    Fragment("adoption-cycle", "two promises adopt each other") { tag in
      let (one, sealOne) = Promise<Int>.pending(tag("one"))
      let (two, sealTwo) = Promise<Int>.pending(tag("two"))
      one.cauterize(tag("end one"))
      two.cauterize(tag("end two"))
      sealOne.resolve(two)
      sealTwo.resolve(one)
    },
    Fragment("rejection-lost", "both of an all fail", also: ["loser-keeps-running"]) { tag in
      let late = after(tag("late"), .milliseconds(2)).then(tag("two")) {
        Promise<Int>(tag("bad"), error: Broken())
      }
      let early = after(tag("early"), .milliseconds(1)).then(tag("one")) {
        Promise<Int>(tag("worse"), error: Broken())
      }
      let wrapped = late.tap(tag("seen"), on: nil) { _ in }
      when(tag("both"), fulfilled: [early, wrapped]).done(tag("show")) { _ in }
        .catch(tag("no")) { _ in }
    },
    Fragment("resolved-again", "a callback fires twice") { tag in
      Promise<Int>(tag("answer")) { seal in
        seal.fulfill(1)
        seal.fulfill(2)
      }.done(tag("show")) { _ in }.catch(tag("no")) { _ in }
    },
    Fragment("promise-not-returned", "a write is begun and forgotten") { tag in
      let disk = tag.queue("disk")
      tag.load("text").done(tag("save")) { _ in
        _ = disk.async(.guarantee, tag("write")) { work(for: .milliseconds(5)) }
          .done(tag("written")) {}
      }.done(tag("close")) {}.catch(tag("no")) { _ in }
    },
    Fragment("order-depends-on-schedule", "two timers, one cart") { tag in
      for name in ["save", "show"] {
        after(tag(name + " timer"), .milliseconds(3))
          .done(tag(name), on: DispatchQueue.main.touching(tag("cart"))) {}
      }
    },
    Fragment("error-as-value", "fulfilled with an error") { tag in
      Promise<Broken>.value(tag("answer"), Broken()).done(tag("show")) { _ in }
        .catch(tag("no")) { _ in }
    },
    Fragment("broken-branch", "the second hangs on the original") { tag in
      let token = Guarantee<Int>.value(tag("token"), 7)
      _ = token.map(tag("twice")) { $0 * 2 }
      token.done(tag("show")) { _ in }
    },
    Fragment("chain-without-catch", "no catch, and it goes well") { tag in
      _ = tag.load("load").done(tag("show")) { _ in }
    },
    Fragment("handled-late", "a catch comes after the failure") { tag in
      let early = tag.load("load", fails: true)
      after(tag("tap"), .milliseconds(90)).done(tag("tapped")) {
        early.done(tag("show")) { _ in }.catch(tag("no")) { _ in }
      }
    },
    Fragment("slow-handler", "over a second elsewhere") { tag in
      tag.queue("own").async(.guarantee, tag("long")) { work(for: .milliseconds(1200)) }
        .done(tag("done"), on: nil) {}
    },
    Fragment("long-queue-wait", "behind a long job") { tag in
      let queue = tag.queue("own")
      queue.async(.guarantee, tag("long")) { work(for: .milliseconds(300)) }
        .done(tag("end"), on: nil) {}
      queue.async(.guarantee, tag("short")) {}.done(tag("end too"), on: nil) {}
    },
    Fragment("inline-sometimes", "settled or not, on: nil") { tag in
      for delay in [0, 1] {
        let promise =
          delay == 0 ? Guarantee.value(tag("now"), ()) : after(tag("soon"), .milliseconds(1))
        promise.done(tag("show"), on: nil) {}
      }
    },
    Fragment("deep-inline", "a long inline chain") { tag in
      var sum = after(tag("begin"), tag.delay).map(tag("0"), on: nil) { 0 }
      for number in 1...30 { sum = sum.map(tag("\(number)"), on: nil) { $0 + number } }
      sum.done(tag("end")) { _ in }
    },
    Fragment("empty-fan-in", "all of nothing") { tag in
      when(tag("nothing"), fulfilled: [Promise<Int>]()).done(tag("show")) { _ in }
        .catch(tag("no")) { _ in }
    },
    Fragment("needless-wrapping", "a body passes a promise on") { tag in
      Promise<Int>(tag("wrapped")) { seal in
        tag.load("inner").done(tag("in")) { seal.fulfill($0) }.catch(tag("out")) { seal.reject($0) }
      }.done(tag("show")) { _ in }.catch(tag("no")) { _ in }
    },
    Fragment("nested-handlers", "three deep") { tag in
      after(tag("a"), tag.delay).done(tag("one")) {
        after(tag("b"), tag.delay).done(tag("two")) {
          after(tag("c"), tag.delay).done(tag("three")) {}
        }
      }
    },
    Fragment("queue-ping-pong", "there and back and there") { tag in
      let (one, two) = (tag.queue("one"), tag.queue("two"))
      var count = after(tag("begin"), tag.delay).map(tag("0"), on: one) { 0 }
      for number in 1...6 {
        count = count.map(tag("\(number)"), on: number % 2 == 0 ? one : two) { $0 + 1 }
      }
      count.done(tag("end"), on: nil) { _ in }
    },
    Fragment("loser-keeps-running", "the slower one goes on") { tag in
      let slow = tag.queue("slow").async(.guarantee, tag("slow")) {
        work(for: .milliseconds(80))
        return 2
      }
      let fast = after(tag("fast"), .milliseconds(1)).map(tag("one"), on: nil) { 1 }
      race(tag("first"), fast, slow).done(tag("show")) { _ in }
    },
    Fragment("timer-outlives-readers", "a minute for nothing") { tag in
      let timer = after(tag("minute"), .seconds(60)).map(tag("late"), on: nil) { 0 }
      let fast = after(tag("fast"), .milliseconds(1)).map(tag("one"), on: nil) { 1 }
      race(tag("first"), fast, timer).done(tag("show")) { _ in }
    },
    Fragment("order-unlike-promisekit", "a late handler, attached inline") { tag in
      let (promise, seal) = Guarantee<Int>.pending(tag("value"))
      promise.done(tag("inline"), on: nil) { _ in promise.done(tag("late")) { _ in } }
      promise.done(tag("early")) { _ in }
      seal(1)
    },
  ]
}
