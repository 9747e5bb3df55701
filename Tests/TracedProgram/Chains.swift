import Dispatch
import PromiseKitLite
import TestSupport

/// Waits for the end of a chain, whose handlers may run on the main queue.
func finish<Value: Sendable>(_ end: Promise<Value>) {
  let isOver = DispatchSemaphore(value: 0)
  end.ensure(on: nil) { isOver.signal() }.cauterize()
  isOver.wait()
}

/// A chain of three links on two queues: `chain [COUNT]`, one after the other.
func chain(_ words: [String]) {
  let network = DispatchQueue(label: "network")
  let screen = DispatchQueue(label: "screen")
  for _ in 0..<(words.first.flatMap { Int($0) } ?? 1) {
    finish(
      network.async(.promise, label: "login") { "token" }
        .map(label: "fetch", on: network) { "\($0.count) items" }
        .done(label: "show", on: screen) { note("shown: \($0)") })
  }
}

/// Two serial queues whose handlers run in an order that depends on their speed: `order
/// [MILLISECONDS]`.
func order(_ words: [String]) {
  let delay = words.first.flatMap { Int($0) } ?? 0
  let (left, right) = (DispatchQueue(label: "left"), DispatchQueue(label: "right"))
  let first = left.async(.promise, label: "left") { work(for: .milliseconds(delay)) }
  let second = right.async(.promise, label: "right") { work(for: .milliseconds(1)) }
  finish(when(fulfilled: [first, second]).done(label: "both", on: left) {})
}

/// A thread that works without an event: for 20 ms before it settles a promise, for 20 ms while a
/// handler waits for it, and for 20 ms before it attaches another one.
func late(_ words: [String]) {
  let queue = DispatchQueue(label: "busy")
  let (promise, resolver) = Promise<Int>.pending()
  let (next, nextResolver) = Promise<Int>.pending()
  let handler = promise.map(on: queue) { $0 + 1 }
  queue.async {
    note("begins")
    work(for: .milliseconds(20))
    resolver.fulfill(1)
    work(for: .milliseconds(20))
    next.done(on: queue) { _ in }.cauterize()
    work(for: .milliseconds(20))
  }
  finish(handler)
  nextResolver.fulfill(2)
  finish(next)
}

/// A chain that repeats forever.
func endless(_ words: [String]) {
  let pause = words.first.flatMap { Int($0) } ?? 20
  var round = 0
  while true {
    round += 1
    finish(after(label: "wait \(round)", .milliseconds(pause)).done(label: "tick", on: nil) {})
  }
}

/// Several threads that create chains: `threads COUNT LINKS`.
func threads(_ words: [String]) {
  let numbers = words.compactMap { Int($0) }
  let (count, links) = (numbers.first ?? 4, numbers.last ?? 100)
  DispatchQueue.concurrentPerform(iterations: count) { _ in
    var promise = Promise.value(0)
    for _ in 0..<links { promise = promise.map(on: nil) { $0 + 1 } }
    finish(promise)
  }
}

/// More events than a slow reader can take: `flood PROMISES`.
func flood(_ words: [String]) {
  for number in 0..<(words.first.flatMap { Int($0) } ?? 100_000) {
    _ = Promise.value(number).map(on: nil) { $0 + 1 }
  }
}
