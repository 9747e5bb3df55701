import Dispatch
import TestSupport
import Testing

#if PROMISEKIT
  import PromiseKit
#else
  import PromiseKitLite
#endif

/// `when` and `race` in all their forms.
@Suite("Programs of PromiseKit's users: when and race")
struct WhenPrograms {
  let log = Log()

  @Test("guarantees without a label: of nothing, of one type, mixed with after")
  func unlabelled() {
    _ = Run {
      let g1 = after(seconds: 1)
      let g2 = after(seconds: 2)
      when(g1, g2).done { self.log.add("two") }
      when(Guarantee(), Guarantee()).done { self.log.add("none") }
      when(Guarantee.value(1), Guarantee.value(2)).done { self.log.add("\($0)") }
      when(g1, g2, after(seconds: 3), Guarantee()).done { _ in self.log.add("four") }
      let typed: Guarantee<[Int]> = when(Guarantee.value(3), Guarantee.value(4), .value(5))
      typed.done { self.log.add("\($0)") }
    }
    #expect(log.lines == ["none", "[1, 2]", "[3, 4, 5]", "two", "four"])
  }

  @Test("guarantees with a label: arrays and tuples")
  func labelled() {
    _ = Run {
      when(guarantees: [Guarantee(), after(seconds: 1)]).done { self.log.add("array") }
      when(guarantees: [Guarantee.value(1), .value(2)]).done { self.log.add("\($0)") }
      when(guarantees: Guarantee.value(1), Guarantee.value("a")).done {
        self.log.add("\($0) \($1)")
      }
      when(guarantees: Guarantee.value(1), Guarantee.value("a"), Guarantee.value(true))
        .done { self.log.add("\($0.0) \($0.1) \($0.2)") }
      when(guarantees: Guarantee<Void>(), Guarantee.value(2)).done { _, two in
        self.log.add("\(two)")
      }
    }
    #expect(log.lines == ["[1, 2]", "1 a", "1 a true", "2", "array"])
  }

  @Test("four guarantees of nothing under when(fulfilled:)")
  func fourGuarantees() {
    _ = Run {
      let p1 = after(.milliseconds(10))
      let p2 = after(.milliseconds(20))
      let p3 = after(.milliseconds(30))
      let p4 = after(.milliseconds(40))
      when(fulfilled: p1, p2, p3, p4).done { _ in self.log.add("ignored") }.cauterize()
      when(fulfilled: p1, p2, p3, p4).done { self.log.add("nothing") }.cauterize()
      when(fulfilled: p1, p2).done { _ in self.log.add("two") }.cauterize()
      when(fulfilled: p1, p2, p3).done { _ in self.log.add("three") }.catch { _ in }
      when(fulfilled: p1, p2, p3, p4).catch { _ in self.log.add("never") }
      when(fulfilled: p1, p2, p3, p4).then { Promise.value(1) }.done { self.log.add("\($0)") }
        .cauterize()
      when(fulfilled: [p1, p2, p3, p4]).done { _ in self.log.add("array") }.cauterize()
      let all = when(fulfilled: p1, p2, p3, p4)
      all.catch { _ in self.log.add("never") }
    }
    #expect(Set(log.lines) == ["ignored", "nothing", "two", "three", "1", "array"])
  }

  @Test("promises of nothing, with several ways to write the closure")
  func promisesOfNothing() {
    func finish() { log.add("finish") }
    _ = Run {
      let p1 = Promise.value(1).done { _ in }
      let p2 = Promise.value(2).done { _ in }
      when(fulfilled: p1, p2, p1, p2).done(finish).cauterize()
      when(fulfilled: p1, p2).done { self.log.add("two") }.cauterize()
      when(fulfilled: [p1, p2]).done { self.log.add("array") }.cauterize()
      when(fulfilled: [Promise<Void>]()).done { _ in self.log.add("empty") }.cauterize()
      when(fulfilled: p1, after(seconds: 1)).done { _ in self.log.add("mixed") }.cauterize()
      when(fulfilled: p1, after(seconds: 1)).done { _, _ in self.log.add("pair") }.cauterize()
    }
    #expect(log.lines.sorted() == ["array", "empty", "finish", "mixed", "pair", "two"])
  }

  @Test("values of several types, and the first error")
  func tuples() {
    enum Failure: Error { case first, second }
    _ = Run {
      when(fulfilled: Promise.value(1), Promise.value("b")).done { x, y in self.log.add("\(x)\(y)")
      }
      .cauterize()
      when(fulfilled: Promise.value(1), Promise.value("b"), Guarantee.value(true))
        .map { x, y, z in z ? "\(x)\(y)" : "" }.done { self.log.add($0) }.cauterize()
      when(
        fulfilled: Promise.value(1), Promise.value(2.5), Promise.value("c"), Promise.value(false)
      )
      .done { u, v, w, x in self.log.add("\(u) \(v) \(w) \(x)") }.cauterize()
      when(
        fulfilled: Promise.value(1), Promise.value(2), Promise.value(3), Promise.value(4),
        Promise.value("e" as Character)
      ).done { u, v, w, x, y in self.log.add("\(u)\(v)\(w)\(x)\(y)") }.cauterize()
      when(
        fulfilled: Promise<Int>(error: Failure.first), Promise<Int>(error: Failure.second)
      ).catch { self.log.add("\($0)") }
      firstly {
        when(fulfilled: Promise.value(9), Promise.value("z"))
      }.then { number, text in
        Promise.value("\(number)\(text)")
      }.done { self.log.add($0) }.cauterize()
    }
    #expect(log.lines.sorted() == ["1 2.5 c false", "1234e", "1b", "1b", "9z", "first"])
  }

  @Test("race: promises, guarantees, arrays, and the first fulfilled one")
  func races() {
    enum Failure: Error { case only }
    _ = Run {
      race(Promise.value(1), Promise(after(seconds: 1).map { 2 })).done { self.log.add("\($0)") }
        .cauterize()
      race(after(seconds: 1), after(seconds: 2)).done { self.log.add("guarantees") }
      race([Promise.value(3), Promise.value(4)]).done { self.log.add("\($0)") }.cauterize()
      race(fulfilled: [Promise<Int>(error: Failure.only), Promise.value(5)])
        .done { self.log.add("\($0)") }.cauterize()
      race([Promise<Int>]()).catch {
        if case PMKError.badInput = $0 { self.log.add("bad input") }
      }
      let timeout: Promise<Int> = after(seconds: 3).map { throw Failure.only }
      race(Promise<Int>.pending().promise, timeout).catch { self.log.add("\($0)") }
    }
    #expect(log.lines.sorted() == ["1", "3", "5", "bad input", "guarantees", "only"])
  }

  @Test("an iterator, and its first error")
  func iterators() {
    struct Failure: Error {}
    func job(_ number: Int) -> Promise<Int> {
      after(seconds: 0.1).map {
        if number == 4 { throw Failure() }
        return number
      }
    }
    _ = Run {
      var first = (1...3).makeIterator()
      when(fulfilled: AnyIterator { first.next().map(job) }, concurrently: 2)
        .done { self.log.add("\($0)") }.cauterize()
      var second = (1...9).makeIterator()
      var begun = 0
      let generator = AnyIterator<Promise<Int>> {
        guard let number = second.next() else { return nil }
        begun += 1
        return job(number)
      }
      when(fulfilled: generator, concurrently: 2).catch {
        self.log.add("\($0 is Failure) \(begun)")
      }
      when(fulfilled: AnyIterator { Promise.value(1) }, concurrently: 0).catch {
        if case PMKError.badInput = $0 { self.log.add("bad input") }
      }
    }
    #expect(log.lines.sorted() == ["[1, 2, 3]", "bad input", "true 5"])
  }
}
