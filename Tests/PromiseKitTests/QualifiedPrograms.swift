import Dispatch
import PromiseKit
import TestSupport
import Testing

import class PromiseKit.PMKFinalizer
import class PromiseKit.Promise
import struct PromiseKit.Resolver

/// The module's name as a qualifier of its declarations.
@Suite("Programs of PromiseKit's users: PromiseKit as a qualifier")
struct QualifiedPrograms {
  let log = Log()

  /// A type of the program with the name of a PromiseKit function.
  struct Timer {
    let log: Log
    func after(seconds: Double) -> PromiseKit.Guarantee<Void> {
      PromiseKit.after(seconds: seconds).get { self.log.add("after \(seconds)") }
    }
    func race(_ promises: PromiseKit.Promise<Int>...) -> PromiseKit.Promise<Int> {
      PromiseKit.race(promises)
    }
    func when(_ promises: [PromiseKit.Promise<Int>]) -> PromiseKit.Promise<[Int]> {
      PromiseKit.when(fulfilled: promises)
    }
    func firstly<T>(_ body: () throws -> PromiseKit.Promise<T>) -> PromiseKit.Promise<T> {
      PromiseKit.firstly(execute: body)
    }
  }

  @Test("functions and types")
  func functions() {
    _ = Run {
      let timer = Timer(log: self.log)
      timer.after(seconds: 1).done { self.log.add("done") }
      timer.race(.value(1), .value(2)).done { self.log.add("\($0)") }.cauterize()
      timer.when([.value(1), .value(2)]).done { self.log.add("\($0)") }.cauterize()
      timer.firstly { PromiseKit.Promise.value("f") }.done { self.log.add($0) }.cauterize()
      PromiseKit.when(resolved: [PromiseKit.Promise.value(3)]).done { self.log.add("\($0)") }
      PromiseKit.when(PromiseKit.Guarantee<Void>(), PromiseKit.Guarantee()).done {
        self.log.add("both")
      }
    }
    #expect(log.lines.sorted() == ["1", "[+3]", "[1, 2]", "after 1.0", "both", "done", "f"])
  }

  @Test("settings, results, resolvers, errors")
  func settings() {
    let environment = PromiseEnvironment(observers: [])
    environment.run {
      PromiseKit.conf.Q.map = nil
      PromiseKit.conf.Q.return = nil
      PromiseKit.conf.catchPolicy = PromiseKit.CatchPolicy.allErrors
      PromiseKit.conf.logHandler = { (event: PromiseKit.LogEvent) in self.log.add("\(event)") }
      let result: PromiseKit.Result<Int> = PromiseKit.Result.fulfilled(1)
      PromiseKit.Promise<Int> { (seal: PromiseKit.Resolver<Int>) in seal.resolve(result) }
        .done { self.log.add("\($0)") }.cauterize()
      PromiseKit.Promise<Int>(error: PromiseKit.PMKError.cancelled)
        .catch { error in
          if case PromiseKit.PMKError.cancelled = error { self.log.add("cancelled") }
        }
      let finalizer: PromiseKit.PMKFinalizer = PromiseKit.Promise<Int>.value(2).cauterize()
      finalizer.finally { self.log.add("finally") }
    }
    #expect(log.lines == ["1", "cancelled", "finally"])
  }

  @Test("a module-wide typealias, and a function that takes any thenable")
  func aliases() {
    typealias Future = PromiseKit.Promise
    func count<U: PromiseKit.Thenable>(_ thenable: U) -> Future<Int> where U.T == String {
      thenable.map { $0.count }
    }
    func quiet<U: PromiseKit.CatchMixin>(_ thenable: U) -> PromiseKit.Guarantee<Void> {
      thenable.asVoid().recover { _ in }
    }
    _ = Run {
      count(Future.value("abc")).done { self.log.add("\($0)") }.cauterize()
      count(PromiseKit.Guarantee.value("ab")).done { self.log.add("\($0)") }.cauterize()
      quiet(Future<Int>(error: FetchFailure.offline)).done { self.log.add("quiet") }
    }
    #expect(log.lines.sorted() == ["2", "3", "quiet"])
  }

  @Test("the end of a chain is an object: it can be compared, and referred to weakly")
  func finalizers() {
    let (promise, seal) = Promise<Int>.pending()
    let end: PMKFinalizer = promise.catch { _ in }
    weak var reference = end
    let other = end.finally {}
    #expect(reference === end)
    #expect(other !== end)
    seal.fulfill(1)
  }
}
