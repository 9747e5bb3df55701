import Dispatch
import Foundation
import TestSupport
import Testing

#if PROMISEKIT
  import PromiseKit
#else
  import PromiseKitLite
#endif

// Custom operators. PromiseKit's free functions are called inside the extensions without a prefix.

enum OperatorError: Error { case timedOut, empty, status(Int) }

extension Promise {
  func timedOut(after seconds: Double) -> Promise<T> {
    return race(self, after_(seconds).then { Promise(error: OperatorError.timedOut) })
  }

  private func after_(_ seconds: Double) -> Guarantee<Void> { return after(seconds: seconds) }

  func atLeast(seconds: Double) -> Promise<T> {
    return when(fulfilled: self, after(seconds: seconds)).map { value, _ in value }
  }

  func and<U>(_ other: Promise<U>) -> Promise<(T, U)> { when(fulfilled: self, other) }

  func orFirst(of others: [Promise<T>]) -> Promise<T> { race(fulfilled: [self] + others) }

  func quickest(_ others: Promise<T>...) -> Promise<T> { race([self] + others) }

  func again(_ body: @escaping () -> Promise<T>) -> Promise<T> {
    recover { _ in firstly { after(.milliseconds(10)) }.then { body() } }
  }

  static func firstFulfilled(_ promises: [Promise<T>]) -> Promise<T> { race(fulfilled: promises) }

  static func everything(_ promises: [Promise<T>]) -> Promise<[T]> { when(fulfilled: promises) }

  func `default`(_ value: T) -> Guarantee<T> { recover { _ in .value(value) } }

  func mapErrors(_ transform: @escaping (Error) -> Error) -> Promise<T> {
    recover { error -> Promise<T> in throw transform(error) }
  }

  func logged(_ log: Log, on queue: DispatchQueue? = .main) -> Promise<T> {
    get(on: queue) { log.add("value \($0)") }
      .recover(on: queue) { error -> Promise<T> in
        log.add("error \(error)")
        throw error
      }
  }
}

extension Promise where T == Data {
  func decode<U: Decodable>(_ type: U.Type) -> Promise<U> {
    map { try JSONDecoder().decode(type, from: $0) }
  }
}

extension Promise where T: Collection {
  func nonEmpty() -> Promise<T> {
    map { value in
      guard !value.isEmpty else { throw OperatorError.empty }
      return value
    }
  }
}

extension Guarantee {
  func atMost(seconds: Double, or value: T) -> Guarantee<T> {
    return race(self, after(seconds: seconds).map { value })
  }

  func together<U>(with other: Guarantee<U>) -> Guarantee<(T, U)> {
    when(guarantees: self, other)
  }

  func then(_ log: Log, _ line: String) -> Guarantee<T> { get { _ in log.add(line) } }
}

extension Guarantee where T == Void {
  func and(_ others: Guarantee<Void>...) -> Guarantee<Void> { when(guarantees: [self] + others) }
  func both(_ other: Guarantee<Void>) -> Guarantee<Void> { when(self, other) }
}

extension Thenable {
  func pause(_ interval: DispatchTimeInterval) -> Promise<T> {
    then { value in after(interval).map { value } }
  }

  func both<U: Thenable>(_ other: U) -> Promise<(T, U.T)> { when(fulfilled: self, other) }

  /// Inspects any outcome explicitly.
  func observed(_ log: Log) -> Self {
    pipe { _ in log.add("settled") }
    return self
  }
}

extension Thenable where T: Sequence {
  func eachInTurn<U>(_ transform: @escaping (T.Iterator.Element) -> Promise<U>) -> Promise<[U]> {
    then { elements -> Promise<[U]> in
      elements.reduce(Promise.value([U]())) { chain, element in
        chain.then { done in transform(element).map { done + [$0] } }
      }
    }
  }
}

extension CatchMixin {
  func ignoring(_ log: Log) -> Guarantee<Void> {
    asVoid().recover { error in log.add("ignored \(error)") }
  }
}

/// A chain on one line, with an operator.
infix operator <> : AdditionPrecedence
func <> <T>(left: Promise<T>, right: @escaping @autoclosure () -> Promise<T>) -> Promise<T> {
  left.recover { _ in right() }
}

@Suite("Programs of PromiseKit's users: custom operators")
struct OperatorPrograms {
  let log = Log()

  @Test("race, when and after inside an extension of Promise")
  func raceInside() {
    _ = Run {
      let slow = after(seconds: 2).map { 2 }
      Promise(slow).timedOut(after: 1).done { self.log.add("never \($0)") }.catch {
        self.log.add("\($0)")
      }
      Promise(slow).timedOut(after: 3).done { self.log.add("\($0)") }.cauterize()
      Promise(slow).quickest(.value(1)).done { self.log.add("quickest \($0)") }.cauterize()
    }
    #expect(log.lines == ["quickest 1", "timedOut", "2"])
  }

  @Test("a spinner is shown for at least half a second")
  func atLeast() {
    _ = Run {
      after(seconds: 0.4).done { self.log.add("0.4") }
      Promise.value("page").atLeast(seconds: 0.5).done { self.log.add($0) }.cauterize()
      after(seconds: 0.6).done { self.log.add("0.6") }
    }
    #expect(log.lines == ["0.4", "page", "0.6"])
  }

  @Test("race(fulfilled:) inside an extension, of the instance and of the type")
  func firstFulfilled() {
    _ = Run {
      let bad = Promise<Int>(error: OperatorError.empty)
      bad.orFirst(of: [.value(3)]).done { self.log.add("\($0)") }.cauterize()
      Promise.firstFulfilled([bad, .value(4)]).done { self.log.add("\($0)") }.cauterize()
      Promise.everything([.value(5), .value(6)]).done { self.log.add("\($0)") }.cauterize()
      Promise.firstFulfilled([bad, bad]).done { self.log.add("never \($0)") }.catch {
        if case PMKError.noWinner = $0 { self.log.add("none") }
      }
    }
    #expect(log.lines == ["3", "4", "[5, 6]", "none"])
  }

  @Test("firstly and after inside an extension, and a fallback")
  func again() {
    _ = Run {
      Promise<Int>(error: OperatorError.empty).again { .value(7) }.done { self.log.add("\($0)") }
        .cauterize()
      Promise<Int>(error: OperatorError.empty).default(8).done { self.log.add("\($0)") }
      (Promise<Int>(error: OperatorError.empty) <> Promise.value(9)).done { self.log.add("\($0)") }
        .cauterize()
    }
    #expect(log.lines.sorted() == ["7", "8", "9"])
  }

  @Test("an error is replaced by another one, and each is logged")
  func errors() {
    _ = Run {
      Promise<Int>(error: OperatorError.empty)
        .mapErrors { _ in OperatorError.status(404) }
        .logged(self.log)
        .ignoring(self.log)
        .done { self.log.add("done") }
      Promise.value(1).logged(self.log, on: nil).cauterize()
    }
    #expect(log.lines == ["value 1", "error status(404)", "ignored status(404)", "done"])
  }

  @Test("extensions with a constraint: data, collections, nothing")
  func constrained() {
    _ = Run {
      Promise.value(Data("[1, 2]".utf8)).decode([Int].self).nonEmpty()
        .done { self.log.add("\($0)") }.cauterize()
      Promise.value([Int]()).nonEmpty().done { _ in self.log.add("never") }.catch {
        self.log.add("\($0)")
      }
      after(seconds: 1).and(after(seconds: 2), Guarantee()).done { self.log.add("all") }
      after(seconds: 1).both(after(seconds: 3)).done { self.log.add("both") }
    }
    #expect(log.lines == ["empty", "[1, 2]", "all", "both"])
  }

  @Test("guarantees: a time limit, and two together")
  func guarantees() {
    _ = Run {
      after(seconds: 5).map { "late" }.atMost(seconds: 1, or: "limit").done { self.log.add($0) }
      Guarantee.value(1).together(with: .value("one")).done { self.log.add("\($0) \($1)") }
      Guarantee.value(2).then(self.log, "seen").done { self.log.add("\($0)") }
    }
    #expect(Set(log.lines) == ["limit", "1 one", "seen", "2"] && log.lines.last == "limit")
  }

  @Test("on Thenable: a pause, both of any kind, inspection with pipe, one after the other")
  func thenables() {
    _ = Run {
      Promise.value(1).pause(.milliseconds(10)).done { self.log.add("\($0)") }.cauterize()
      Guarantee.value(2).both(Promise.value("two")).done { self.log.add("\($0) \($1)") }.cauterize()
      Promise.value(3).observed(self.log).done { self.log.add("\($0)") }.cauterize()
      var running = 0
      Promise.value([1, 2, 3]).eachInTurn { number -> Promise<Int> in
        running += 1
        #expect(running == 1)
        return after(seconds: 1).map { number * 2 }.pause(.seconds(1)).get { _ in running -= 1 }
      }.done { self.log.add("\($0)") }.cauterize()
    }
    #expect(Set(log.lines) == ["settled", "1", "2 two", "3", "[2, 4, 6]"])
  }

  @Test("a custom operator built from pipe and pending")
  func pipeAndPending() {
    func merge<T>(_ promises: [Promise<T>], each: @escaping (T) -> Void) -> Promise<Void> {
      let (promise, seal) = Promise<Void>.pending()
      var left = promises.count
      for input in promises {
        input.pipe { result in
          switch result {
          case let result where "\(result)".contains("empty"):
            seal.reject(OperatorError.empty)
          default:
            input.value.map(each)
            left -= 1
            if left == 0 { seal.fulfill(()) }
          }
        }
      }
      return promise
    }
    _ = Run {
      merge([Promise.value(1), Promise(after(seconds: 1).map { 2 })]) { self.log.add("\($0)") }
        .done { self.log.add("merged") }.cauterize()
      merge([Promise<Int>(error: OperatorError.empty)]) { _ in self.log.add("never") }
        .catch { self.log.add("\($0)") }
      let (promise, seal) = Promise<Int>.pending()
      Promise.value(4).pipe(to: seal.resolve)
      promise.done { self.log.add("piped \($0)") }.cauterize()
    }
    #expect(log.lines == ["1", "empty", "piped 4", "2", "merged"])
  }
}
