import Dispatch
import PromiseKit
import TestSupport
import Testing

/// What a program's own protocols ask of a promise, with PromiseKit's full names.
private protocol Finishing {
  func asVoid() -> Promise<Void>
  @discardableResult func cauterize() -> PMKFinalizer
}
extension Promise: Finishing {}

private protocol Fading {
  func asVoid() -> Guarantee<Void>
}
extension Guarantee: Fading {}

private protocol Piping {
  associatedtype T
  func pipe(to receive: @escaping (Result<T>) -> Void)
  func wait() throws -> T
  static func value(_ value: T) -> Promise<T>
}
extension Promise: Piping {}

@Suite("Programs of PromiseKit's users: functions and methods as values")
struct FunctionPrograms {
  let log = Log()
  private var numbers: [Promise<Int>] { [.value(1), .value(2)] }

  @Test("free functions as handlers")
  func handlers() {
    let run = Run {
      Promise.value(0.5).then(after(seconds:)).done { self.log.add("seconds") }.cauterize()
      Promise.value(0.5).map(after(seconds:)).done { _ in self.log.add("map") }.cauterize()
      Promise.value(.seconds(1)).then(after(_:)).done { self.log.add("interval") }.cauterize()
      Promise.value(.seconds(1)).then(after).done { self.log.add("after") }.cauterize()
      Promise.value(self.numbers).then(when(fulfilled:)).done { self.log.add("all \($0)") }
        .cauterize()
      Promise.value(self.numbers.map { $0.asVoid() }).then(when(fulfilled:))
        .done { self.log.add("voids") }.cauterize()
      Promise.value(self.numbers).then(when(resolved:)).done { self.log.add("\($0.count) results") }
        .cauterize()
      Promise.value([Guarantee(), after(seconds: 1)]).then(when(guarantees:))
        .done { self.log.add("guarantees") }.cauterize()
      Promise.value(self.numbers).then(race(_:)).done { self.log.add("race \($0)") }.cauterize()
      Promise.value(self.numbers).then(race(fulfilled:)).done { self.log.add("any \($0)") }
        .cauterize()
    }
    #expect(
      log.lines.sorted() == [
        "2 results", "after", "all [1, 2]", "any 1", "guarantees", "interval", "map", "race 1",
        "seconds", "voids",
      ])
    let sites = run.events.compactMap { event -> Bool? in
      guard case .created(let creation) = event.kind, creation.operation == .after else {
        return nil
      }
      return creation.site == nil
    }
    #expect(sites.count { $0 } == 4, "the call of a value has no place of its own")
  }

  @Test("methods and initializers as values")
  func methods() {
    let log = log
    _ = Run {
      let promise = Promise.value(7)
      let pipe: (@escaping @Sendable (Result<Int>) -> Void) -> Void = promise.pipe
      let void: () -> Promise<Void> = promise.asVoid
      let end: () -> PMKFinalizer = promise.cauterize
      let make: (Int) -> Promise<Int> = Promise.value
      let fail: (Error) -> Promise<Int> = Promise.init(error:)
      pipe { log.add("\($0)") }
      void().done { log.add("void") }.cauterize()
      end().finally { log.add("end") }
      make(1).done { log.add("made \($0)") }.cauterize()
      fail(FetchFailure.offline).catch { log.add("\($0)") }
    }
    #expect(log.lines.count == 5)
  }

  @Test("witnesses of protocols of the program")
  func witnesses() throws {
    func finish(_ promise: some Finishing) -> Promise<Void> {
      promise.cauterize()
      return promise.asVoid()
    }
    func fade(_ guarantee: some Fading) -> Guarantee<Void> { guarantee.asVoid() }
    func pipe<P: Piping>(_ promise: P) throws -> P.T where P.T == Int {
      let log = log
      promise.pipe { if case .fulfilled(let value) = $0 { log.add("\(value)") } }
      return try promise.wait()
    }
    try finish(Promise.value(1)).wait()
    fade(Guarantee.value(1)).wait()
    #expect(try pipe(Promise.value(3)) == 3)
    #expect(log.lines == ["3"])
  }
}
