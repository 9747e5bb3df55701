import Dispatch
import PromiseKitLite
import PromiseSimulation
import TestSupport
import Testing

@Suite("Rule 4: siblings before grandchildren on one serial queue")
struct Rule4Tests {
  @Test(
    "siblings before grandchildren, over three generations, on a queue and inline",
    arguments: [true, false])
  func generations(isInline: Bool) {
    let run = Run {
      let (promise, seal) = Promise<Int>.pending()
      let queue: DispatchQueue? = isInline ? nil : .main
      for name in ["A", "B"] {
        _ = promise.map(on: queue) {
          note("\(name)1"); return $0
        }
        .map(on: queue) {
          note("\(name)2"); return $0
        }
        .done(on: queue) { _ in note("\(name)3") }
      }
      _ = promise.done(on: queue) { _ in note("C1") }
      seal.fulfill(0)
    }
    #expect(run.notes == ["A1", "B1", "C1", "A2", "B2", "A3", "B3"])
  }

  @Test("inline over twelve generations, with thousands that are yet to be notified")
  func manyGenerations() {
    let run = Run {
      let (root, seal) = Promise<Int>.pending()
      var generation = [root]
      for number in 1...12 {
        var next: [Promise<Int>] = []
        for parent in generation {
          for _ in 0..<2 {
            let place = next.count
            next.append(
              parent.map(on: nil) {
                note("\(number) \(place)"); return $0
              })
          }
        }
        generation = next
      }
      seal.fulfill(0)
    }
    let order = (1...12).flatMap { number in (0..<1 << number).map { "\(number) \($0)" } }
    #expect(run.notes == order)
  }

  @Test(
    "errors too: all handlers of a promise are skipped or enqueued before any of their children's")
  func errors() {
    let run = Run {
      let (promise, seal) = Promise<Int>.pending()
      promise.map { $0 }.map { $0 }.catch { _ in note("deep") }
      promise.catch { _ in note("direct") }
      seal.reject(Failure("x"))
    }
    #expect(run.notes == ["direct", "deep"])
  }

  @Test(
    "on a concurrent queue siblings start before grandchildren, however long each of them takes"
  )
  func concurrentQueue() {
    let run = Run(queues: [.concurrent("wide", width: 2)]) {
      let (promise, seal) = Promise<Int>.pending()
      for (name, time) in [("A", 20), ("B", 10), ("C", 30)] {
        _ = promise.map(on: Queues.wide) { _ in
          note("\(name)1")
          work(for: .milliseconds(time))
        }.done(on: Queues.wide) { note("\(name)2") }
      }
      seal.fulfill(0)
    }
    #expect(run.notes == ["A1", "B1", "C1", "B2", "A2", "C2"])
  }

  @Test("a child that settles by adoption, or through a fan-in, still comes after the siblings")
  func adoptionAndFanIn() {
    let run = Run {
      let (promise, seal) = Promise<Int>.pending()
      let (adopting, adoptingSeal) = Promise<Int>.pending()
      adoptingSeal.resolve(promise)
      _ = adopting.done { _ in note("adopting") }
      when(fulfilled: [promise]).done { _ in note("all") }.catch { _ in }
      promise.recover { _ in Promise.value(0) }.done { _ in note("passed") }.catch { _ in }
      _ = promise.done { _ in note("sibling") }
      seal.fulfill(0)
    }
    #expect(run.notes == ["sibling", "adopting", "all", "passed"])
  }

  @Test("what an inline handler settles comes after the siblings of that handler")
  func settledInline() {
    let run = Run {
      let (promise, seal) = Promise<Int>.pending()
      let (second, secondSeal) = Promise<Int>.pending()
      _ = second.done(on: nil) { _ in note("second") }
      _ = promise.done(on: nil) { _ in
        note("first")
        secondSeal.fulfill(0)
      }
      _ = promise.done(on: nil) { _ in note("sibling") }
      seal.fulfill(0)
    }
    #expect(run.notes == ["first", "sibling", "second"])
  }
}

@Suite("Rule 4: adoption and order")
struct Rule4AdoptionTests {
  @Test(
    "the order is the same whether an adopted promise is retained, or is replaced"
  )
  func kept() {
    func notes(keeping: Bool) -> [String] {
      Run {
        let (gate, open) = Promise<Void>.pending()
        let (inner, seal) = Promise<Int>.pending()
        let kept = Held<Promise<Int>>()
        Promise.value(0).then(on: nil) { _ in
          let middle = gate.then(on: nil) { inner }
          if keeping { kept.value = middle }
          return middle
        }
        .done(on: Queues.side) { _ in note("by way of the middle") }
        .cauterize()
        open.fulfill(())
        Promise.value(0).then(on: nil) { _ in inner }
          .done(on: Queues.side) { _ in note("directly") }
          .cauterize()
        seal.fulfill(1)
        withExtendedLifetime(kept) {}
      }.notes
    }
    #expect(notes(keeping: true) == notes(keeping: false))
    #expect(notes(keeping: true) == ["by way of the middle", "directly"])
  }
}
