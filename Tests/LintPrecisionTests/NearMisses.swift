import Dispatch
import PromiseKitLite
import TestSupport

extension Fragment {
  /// Code that looks like a mistake but is none.
  static let nearMisses: [Fragment] = plainNearMisses + workNearMisses + orderNearMisses

  private static let plainNearMisses: [Fragment] = [
    Fragment(nil, "it fails and is caught") { tag in
      tag.load("load", fails: true).done(label: tag("show")) { _ in }.catch(label: tag("no")) { _ in
      }
    },
    Fragment(nil, "all of nothing") { tag in
      when(label: tag("nothing"), fulfilled: [Promise<Int>]()).done(label: tag("show")) { _ in }
        .catch(label: tag("no")) { _ in }
    },
    Fragment(nil, "it fails and is meant to") { tag in
      tag.load("load", fails: true).cauterize(label: tag("never mind"))
    },
    Fragment(nil, "a promise is settled before it is freed") { tag in
      let (promise, seal) = Promise<Int>.pending(label: tag("asked"))
      promise.done(label: tag("show")) { _ in }.catch(label: tag("no")) { _ in }
      after(label: tag("answer"), tag.delay).done(label: tag("answered")) { seal.fulfill(1) }
    },
    Fragment(nil, "a handler waits for what another queue brings") { tag in
      let items = tag.load("items")
      after(label: tag("tap"), .milliseconds(1)).map(label: tag("show"), on: tag.queue("own")) {
        try? items.wait()
      }
      .done(label: tag("shown"), on: nil) { _ in }
    },
    Fragment(nil, "one promise adopts another one") { tag in
      tag.load("one").then(label: tag("two")) { _ in tag.load("three") }.done(label: tag("show")) {
        _ in
      }
      .catch(label: tag("no")) { _ in }
    },
    Fragment(nil, "one of an all fails, and it was the last") { tag in
      let slow = after(label: tag("slow"), .milliseconds(95)).then(label: tag("bad")) {
        Promise<Int>(label: tag("error"), error: Broken())
      }
      when(label: tag("both"), fulfilled: [tag.load("good"), slow]).done(label: tag("show")) { _ in
      }
      .catch(label: tag("no")) { _ in }
    },
    Fragment(nil, "two errors, both kept") { tag in
      when(label: tag("both"), resolved: [tag.load("a", fails: true), tag.load("b", fails: true)])
        .done(label: tag("show")) { _ in }
    },
    Fragment(nil, "what a handler creates is returned") { tag in
      let disk = tag.queue("disk")
      tag.load("text").then(label: tag("save")) { _ in
        disk.async(.guarantee, label: tag("write")) { work(for: .milliseconds(5)) }
      }.done(label: tag("close")) {}.catch(label: tag("no")) { _ in }
    },
    Fragment(nil, "what a handler creates is kept") { tag in
      tag.load("text").done(label: tag("save")) { _ in
        tag.kept.keep(after(label: tag("write"), .milliseconds(5)))
      }
      .done(label: tag("close")) {}.catch(label: tag("no")) { _ in }
    },
    Fragment(nil, "a side chain in a handler that ends in catch") { tag in
      tag.load("text").done(label: tag("save")) { _ in
        tag.load("metrics").done(label: tag("sent")) { _ in }.catch(label: tag("lost")) { _ in }
      }.done(label: tag("close")) {}.catch(label: tag("no")) { _ in }
    },
    Fragment(nil, "two access the same, one after the other") { tag in
      let cart = DispatchQueue.main.accessing(tag("cart"))
      after(label: tag("timer"), .milliseconds(3)).done(label: tag("save"), on: cart) {}.done(
        label: tag("show"), on: cart
      ) {}
    },
    Fragment(nil, "two access the same at different times") { tag in
      for (name, delay) in [("save", 3), ("show", 6)] {
        after(label: tag(name + " timer"), .milliseconds(delay))
          .done(label: tag(name), on: DispatchQueue.main.accessing(tag("cart"))) {}
      }
    },
    Fragment(nil, "a result that may be an error") { tag in
      Guarantee<Result<Int, Broken>>.value(label: tag("answer"), .failure(Broken()))
        .done(label: tag("show")) { _ in }
    },
    Fragment(nil, "siblings that make no value") { tag in
      let token = Guarantee<Int>.value(label: tag("token"), 7)
      token.done(label: tag("log")) { _ in }
      token.done(label: tag("show")) { _ in }
    },
    Fragment(nil, "a chain without catch that cannot fail") { tag in
      after(label: tag("later"), tag.delay).map(label: tag("one")) { 1 }.done(label: tag("show")) {
        _ in
      }
    },
    Fragment(nil, "an error that is caught immediately") { tag in
      Promise<Int>(label: tag("bad"), error: Broken()).done(label: tag("show")) { _ in }.catch(
        label: tag("no")
      ) { _ in }
    },
    Fragment(nil, "long, but less than a second, elsewhere") { tag in
      tag.queue("own").async(.guarantee, label: tag("long")) { work(for: .milliseconds(700)) }
        .done(label: tag("done"), on: nil) {}
    },
    Fragment(nil, "two jobs on one queue, both short") { tag in
      let queue = tag.queue("own")
      for name in ["a", "b"] {
        queue.async(.guarantee, label: tag(name)) { work(for: .milliseconds(40)) }
          .done(label: tag("end of " + name), on: nil) {}
      }
    },
    Fragment(nil, "always inline on what is pending") { tag in
      for delay in [1, 2] {
        after(label: tag("timer \(delay)"), .milliseconds(delay)).done(
          label: tag("show \(delay)"), on: nil
        ) {}
      }
    },
    Fragment(nil, "an inline chain of twenty") { tag in
      var sum = after(label: tag("begin"), tag.delay).map(label: tag("0"), on: nil) { 0 }
      for number in 1...18 { sum = sum.map(label: tag("\(number)"), on: nil) { $0 + number } }
      sum.done(label: tag("end"), on: nil) { _ in }
    },
    Fragment(nil, "all of one") { tag in
      when(label: tag("one"), fulfilled: [tag.load("load")]).done(label: tag("show")) { _ in }
        .catch(label: tag("no")) { _ in }
    },
    Fragment(nil, "a body wraps a callback") { tag in
      Promise<Int>(label: tag("wrapped")) { seal in
        DispatchQueue.main.async(.guarantee, label: tag("callback")) { seal.fulfill(1) }
          .done(label: tag("called"), on: nil) {}
      }.done(label: tag("show")) { _ in }.catch(label: tag("no")) { _ in }
    },
    Fragment(nil, "an independent timer in a handler") { tag in
      tag.load("load").done(label: tag("show")) { _ in
        _ = after(label: tag("blink"), tag.delay).done(label: tag("blinked")) {}
      }.done(label: tag("shown")) {}.catch(label: tag("no")) { _ in }
    },
    Fragment(nil, "two deep") { tag in
      after(label: tag("a"), tag.delay).done(label: tag("one")) {
        after(label: tag("b"), tag.delay).done(label: tag("two")) {}
      }
    },
    Fragment(nil, "there and back once") { tag in
      after(label: tag("begin"), tag.delay).map(label: tag("there"), on: tag.queue("own")) { 1 }
        .done(label: tag("back")) { _ in }
    },
    Fragment(nil, "a race whose loser is a short timer") { tag in
      let timer = after(label: tag("limit"), .milliseconds(50)).map(label: tag("late"), on: nil) {
        0
      }
      let fast = after(label: tag("fast"), .milliseconds(1)).map(label: tag("one"), on: nil) { 1 }
      race(label: tag("first"), fast, timer).done(label: tag("show")) { _ in }
    },
    Fragment(nil, "a timeout, which stops its timer") { tag in
      tag.load("load").timeout(label: tag("limit"), .seconds(60)).done(label: tag("show")) { _ in }
        .catch(label: tag("no")) { _ in }
    },
    Fragment(nil, "handlers attached one after the other") { tag in
      let (promise, seal) = Guarantee<Int>.pending(label: tag("value"))
      promise.done(label: tag("inline"), on: nil) { _ in }
      promise.done(label: tag("early")) { _ in }
      seal(1)
      promise.done(label: tag("late")) { _ in }
    },
  ]
}
