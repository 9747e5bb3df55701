import Dispatch
import PromiseKitLite

extension Fragment {
  /// What looks like a mistake and is none.
  static let nearMisses: [Fragment] = [
    Fragment(nil, "it fails and is caught") { tag in
      tag.load("load", fails: true).done(tag("show")) { _ in }.catch(tag("no")) { _ in }
    },
    Fragment(nil, "it fails and is meant to") { tag in
      tag.load("load", fails: true).cauterize(tag("never mind"))
    },
    Fragment(nil, "a promise is settled before it goes") { tag in
      let (promise, seal) = Promise<Int>.pending(tag("asked"))
      promise.done(tag("show")) { _ in }.catch(tag("no")) { _ in }
      after(tag("answer"), tag.delay).done(tag("answered")) { seal.fulfill(1) }
    },
    Fragment(nil, "a handler waits for what another queue brings") { tag in
      let items = tag.load("items")
      after(tag("tap"), .milliseconds(1)).map(tag("show"), on: tag.queue("own")) {
        try? items.wait()
      }
      .done(tag("shown"), on: nil) { _ in }
    },
    Fragment(nil, "one promise adopts another one") { tag in
      tag.load("one").then(tag("two")) { _ in tag.load("three") }.done(tag("show")) { _ in }
        .catch(tag("no")) { _ in }
    },
    Fragment(nil, "one of an all fails, and it was the last") { tag in
      let slow = after(tag("slow"), .milliseconds(95)).then(tag("bad")) {
        Promise<Int>(tag("error"), error: Broken())
      }
      when(tag("both"), fulfilled: [tag.load("good"), slow]).done(tag("show")) { _ in }
        .catch(tag("no")) { _ in }
    },
    Fragment(nil, "two errors, both kept") { tag in
      when(tag("both"), resolved: [tag.load("a", fails: true), tag.load("b", fails: true)])
        .done(tag("show")) { _ in }
    },
    Fragment(nil, "what a handler makes is returned") { tag in
      let disk = tag.queue("disk")
      tag.load("text").then(tag("save")) { _ in
        disk.async(.guarantee, tag("write")) { work(for: .milliseconds(5)) }
      }.done(tag("close")) {}.catch(tag("no")) { _ in }
    },
    Fragment(nil, "what a handler makes is kept") { tag in
      tag.load("text").done(tag("save")) { _ in tag.kept.keep(after(tag("write"), .milliseconds(5)))
      }
      .done(tag("close")) {}.catch(tag("no")) { _ in }
    },
    Fragment(nil, "a side chain in a handler that ends in catch") { tag in
      tag.load("text").done(tag("save")) { _ in
        tag.load("metrics").done(tag("sent")) { _ in }.catch(tag("lost")) { _ in }
      }.done(tag("close")) {}.catch(tag("no")) { _ in }
    },
    Fragment(nil, "two touch the same, one behind the other") { tag in
      let cart = DispatchQueue.main.touching(tag("cart"))
      after(tag("timer"), .milliseconds(3)).done(tag("save"), on: cart) {}.done(
        tag("show"), on: cart
      ) {}
    },
    Fragment(nil, "two touch the same at different times") { tag in
      for (name, delay) in [("save", 3), ("show", 6)] {
        after(tag(name + " timer"), .milliseconds(delay))
          .done(tag(name), on: DispatchQueue.main.touching(tag("cart"))) {}
      }
    },
    Fragment(nil, "a result that may be an error") { tag in
      Guarantee<Result<Int, Broken>>.value(tag("answer"), .failure(Broken()))
        .done(tag("show")) { _ in }
    },
    Fragment(nil, "siblings that make no value") { tag in
      let token = Guarantee<Int>.value(tag("token"), 7)
      token.done(tag("log")) { _ in }
      token.done(tag("show")) { _ in }
    },
    Fragment(nil, "a chain without catch that cannot fail") { tag in
      after(tag("later"), tag.delay).map(tag("one")) { 1 }.done(tag("show")) { _ in }
    },
    Fragment(nil, "an error that is caught at once") { tag in
      Promise<Int>(tag("bad"), error: Broken()).done(tag("show")) { _ in }.catch(tag("no")) { _ in }
    },
    Fragment(nil, "long, but less than a second, elsewhere") { tag in
      tag.queue("own").async(.guarantee, tag("long")) { work(for: .milliseconds(700)) }
        .done(tag("done"), on: nil) {}
    },
    Fragment(nil, "two jobs on one queue, both short") { tag in
      let queue = tag.queue("own")
      for name in ["a", "b"] {
        queue.async(.guarantee, tag(name)) { work(for: .milliseconds(40)) }
          .done(tag("end of " + name), on: nil) {}
      }
    },
    Fragment(nil, "always inline on what is pending") { tag in
      for delay in [1, 2] {
        after(tag("timer \(delay)"), .milliseconds(delay)).done(tag("show \(delay)"), on: nil) {}
      }
    },
    Fragment(nil, "an inline chain of twenty") { tag in
      var sum = after(tag("begin"), tag.delay).map(tag("0"), on: nil) { 0 }
      for number in 1...18 { sum = sum.map(tag("\(number)"), on: nil) { $0 + number } }
      sum.done(tag("end"), on: nil) { _ in }
    },
    Fragment(nil, "all of one") { tag in
      when(tag("one"), fulfilled: [tag.load("load")]).done(tag("show")) { _ in }
        .catch(tag("no")) { _ in }
    },
    Fragment(nil, "a body wraps a callback") { tag in
      Promise<Int>(tag("wrapped")) { seal in
        DispatchQueue.main.async(.guarantee, tag("callback")) { seal.fulfill(1) }
          .done(tag("called"), on: nil) {}
      }.done(tag("show")) { _ in }.catch(tag("no")) { _ in }
    },
    Fragment(nil, "a timer in a handler, that stands for itself") { tag in
      tag.load("load").done(tag("show")) { _ in
        _ = after(tag("blink"), tag.delay).done(tag("blinked")) {}
      }.done(tag("shown")) {}.catch(tag("no")) { _ in }
    },
    Fragment(nil, "two deep") { tag in
      after(tag("a"), tag.delay).done(tag("one")) { after(tag("b"), tag.delay).done(tag("two")) {} }
    },
    Fragment(nil, "there and back once") { tag in
      after(tag("begin"), tag.delay).map(tag("there"), on: tag.queue("own")) { 1 }
        .done(tag("back")) { _ in }
    },
    Fragment(nil, "a race whose loser is a short timer") { tag in
      let timer = after(tag("limit"), .milliseconds(50)).map(tag("late"), on: nil) { 0 }
      let fast = after(tag("fast"), .milliseconds(1)).map(tag("one"), on: nil) { 1 }
      race(tag("first"), fast, timer).done(tag("show")) { _ in }
    },
    Fragment(nil, "a timeout, which stops its timer") { tag in
      tag.load("load").timeout(tag("limit"), .seconds(60)).done(tag("show")) { _ in }
        .catch(tag("no")) { _ in }
    },
    Fragment(nil, "handlers attached one after the other") { tag in
      let (promise, seal) = Guarantee<Int>.pending(tag("value"))
      promise.done(tag("inline"), on: nil) { _ in }
      promise.done(tag("early")) { _ in }
      seal(1)
      promise.done(tag("late")) { _ in }
    },
  ]
}
