import Dispatch
import PromiseKit
import TestSupport
import Testing

// PromiseKit's own Result, as used by programs that do not know any other.

enum FetchFailure: Error, Equatable { case offline, status(Int) }

extension PromiseKit.Result {
  var value: T? {
    if case .fulfilled(let value) = self { return value }
    return nil
  }

  var error: Error? {
    guard case .rejected(let error) = self else { return nil }
    return error
  }

  func mapped<U>(_ transform: (T) -> U) -> Result<U> {
    switch self {
    case .fulfilled(let value): return .fulfilled(transform(value))
    case .rejected(let error): return .rejected(error)
    }
  }

  func unwrapped() throws -> T {
    switch self {
    case .fulfilled(let value): return value
    case .rejected(let error): throw error
    }
  }
}

extension PromiseKit.Result where T == Void {
  static var nothing: Result<Void> { .fulfilled(()) }
}

extension PromiseKit.Result: CustomStringConvertible {
  public var description: String {
    switch self {
    case .fulfilled(let value): return "+\(value)"
    case .rejected(let error): return "-\(error)"
    }
  }
}

extension Promise {
  /// The result as a value: never fails.
  func materialized() -> Guarantee<Result<T>> {
    Guarantee { seal in self.pipe(to: seal) }
  }

  /// The opposite conversion.
  static func dematerialized(_ result: Result<T>) -> Promise<T> {
    switch result {
    case .fulfilled(let value): return .value(value)
    case .rejected(let error): return Promise(error: error)
    }
  }

  func mapResult<U>(_ transform: @escaping (Result<T>) throws -> U) -> Promise<U> {
    Promise<U> { seal in
      pipe { result in
        do { seal.fulfill(try transform(result)) } catch { seal.reject(error) }
      }
    }
  }

  func orElse(_ other: @escaping () -> Promise<T>) -> Promise<T> {
    let (promise, seal) = Promise<T>.pending()
    pipe { result in
      switch result {
      case .fulfilled:
        seal.resolve(result)
      case .rejected:
        other().pipe(to: seal.resolve)
      }
    }
    return promise
  }
}

/// All of them, in order, with their outcomes.
func report<T>(_ promises: [Promise<T>]) -> Guarantee<[Result<T>]> {
  when(resolved: promises)
}

func firstValue<T>(in results: [Result<T>]) -> T? {
  for case .fulfilled(let value) in results { return value }
  return nil
}

@Suite("Programs of PromiseKit's users: PromiseKit's Result")
struct ResultPrograms {
  let log = Log()

  func load(_ number: Int) -> Promise<Int> {
    number > 0 ? .value(number) : Promise(error: FetchFailure.status(number))
  }

  @Test("typed arrays of results")
  func typedArrays() {
    var all: [Result<Int>] = []
    var none: Guarantee<[Result<Void>]> = .value([])
    _ = Run {
      when(resolved: [self.load(1), self.load(-2), self.load(3)]).done { results in
        all = results
        self.log.add("\(results.map { $0.isFulfilled })")
      }
      none = when(resolved: [Promise(), Promise<Void>(error: FetchFailure.offline)])
      none.done { (results: [Result<Void>]) in self.log.add("\(results.count)") }
      let typed: [Result<Int>] = [.fulfilled(1), .rejected(FetchFailure.offline)]
      self.log.add("\(typed)")
    }
    #expect(log.lines == ["[+1, -offline]", "[true, false, true]", "2"])
    #expect(all.compactMap(\.value) == [1, 3] && firstValue(in: all) == 1)
    #expect(none.value?.filter(\.isFulfilled).count == 1)
  }

  @Test("a loop over results with their type written")
  func loops() {
    let promises = [load(1), load(-2)]
    for r: Result<Int> in promises.compactMap({ $0.result }) {
      switch r {
      case .fulfilled(let v): log.add("value \(v)")
      case .rejected(let e as FetchFailure): log.add("failure \(e)")
      case .rejected(let e): log.add("never \(e)")
      }
    }
    for case .rejected(let error)? in promises.map(\.result) { log.add("again \(error)") }
    #expect(log.lines == ["value 1", "failure status(-2)", "again status(-2)"])
  }

  @Test("patterns: a cast, a where, an optional, a guard")
  func patterns() {
    let r: Result<Int> = .rejected(FetchFailure.status(404))
    if case .rejected(let e as FetchFailure) = r { log.add("\(e)") }
    if case .rejected(FetchFailure.status(let code)) = r { log.add("\(code)") }
    if case .rejected(let e) = r, (e as? FetchFailure) == .status(404) { log.add("404") }
    switch load(7).result {
    case .fulfilled(let value)? where value > 5: log.add("more than 5")
    case .fulfilled?, .rejected?, nil: log.add("never")
    }
    func value(of promise: Promise<Int>) -> Int? {
      guard case .some(.fulfilled(let value)) = promise.result else { return nil }
      return value
    }
    #expect(value(of: load(1)) == 1 && value(of: load(-1)) == nil)
    #expect(value(of: Promise<Int>.pending().promise) == nil)
    #expect(log.lines == ["status(404)", "404", "404", "more than 5"])
  }

  @Test(
    "tap, with a closure of one statement, of several, with an explicit type, and with a function"
  )
  func taps() {
    func hear(_ result: Result<Int>) { log.add("function \(result)") }
    _ = Run {
      self.load(1).tap { self.log.add("\($0)") }.cauterize()
      self.load(-1).tap { result in
        switch result {
        case .fulfilled(let value): self.log.add("never \(value)")
        case .rejected(let error): self.log.add("tap \(error)")
        }
      }.catch { _ in self.log.add("catch") }
      self.load(2).tap { (r: Result<Int>) in
        if r.isFulfilled { self.log.add("fulfilled") }
      }.done { self.log.add("\($0)") }.cauterize()
      self.load(3).tap(on: .global(), hear).cauterize()
      self.load(4).tap(on: nil) { if case .rejected = $0 { self.log.add("never") } }.cauterize()
    }
    let expected = ["+1", "tap status(-1)", "fulfilled", "function +3", "2", "catch"]
    #expect(log.lines.sorted() == expected.sorted())
  }

  @Test("operators built from pipe and pending")
  func operators() {
    _ = Run {
      self.load(-1).materialized().done { self.log.add("\($0)") }
      Promise.dematerialized(.fulfilled(5)).done { self.log.add("\($0)") }.cauterize()
      self.load(-1).orElse { self.load(2) }.done { self.log.add("\($0)") }.cauterize()
      self.load(-3).mapResult { "\($0)" }.done { self.log.add($0) }.cauterize()
      self.load(-4).mapResult { try $0.unwrapped() }.catch { self.log.add("thrown \($0)") }
    }
    #expect(log.lines == ["-status(-1)", "5", "2", "-status(-3)", "thrown status(-4)"])
  }

  @Test("a guarantee of a result, and a result in a property")
  func stored() {
    class Model {
      var last: Result<Int>?
      var history: [String: PromiseKit.Result<Int>] = [:]
      func load(_ promise: Promise<Int>) -> Guarantee<Result<Int>> {
        promise.map { Result.fulfilled($0) }.recover { error -> Guarantee<Result<Int>> in
          .value(.rejected(error))
        }.get { self.last = $0 }
      }
    }
    let model = Model()
    _ = Run {
      model.load(self.load(1)).done { model.history["a"] = $0 }
        .then { model.load(self.load(-1)) }
        .done { model.history["b"] = $0 }
    }
    #expect(model.last?.isFulfilled == false)
    #expect(model.history["a"]?.value == 1 && model.history["b"]?.error is FetchFailure)
  }

  @Test("a resolver takes a result: of nothing, by name, and as a function")
  func resolvers() {
    func finish(_ result: Result<String>, _ completion: (Result<String>) -> Void) {
      completion(result)
    }
    _ = Run {
      Promise<Void> { seal in seal.resolve(.fulfilled(())) }.done { self.log.add("void") }
        .cauterize()
      Promise<Int> { $0.resolve(.rejected(FetchFailure.offline)) }.catch { self.log.add("\($0)") }
      Promise<String> { seal in finish(.fulfilled("a"), seal.resolve) }
        .done { self.log.add($0) }.cauterize()
      Promise { finish(.fulfilled("b"), $0.resolve) }.done { self.log.add($0) }.cauterize()
      let (promise, seal) = Promise<Int>.pending()
      let result: Result<Int> = .fulfilled(3)
      seal.resolve(result)
      promise.done { self.log.add("\($0)") }.cauterize()
      // Swift's own Result.
      Promise<Int> { $0.resolve(Swift.Result<Int, FetchFailure>.success(4)) }
        .done { self.log.add("\($0)") }.cauterize()
      Promise<Int> { $0.resolve(5, nil) }.done { self.log.add("\($0)") }.cauterize()
      Promise<Void> { $0.resolve(nil) }.done { self.log.add("no error") }.cauterize()
      Promise<Void> { $0.resolve(.nothing) }.done { self.log.add("nothing") }.cauterize()
    }
    #expect(log.lines == ["void", "offline", "a", "b", "3", "4", "5", "no error", "nothing"])
  }

  @Test("when(resolved:) in every form")
  func whenResolved() {
    _ = Run {
      when(resolved: self.load(1), self.load(-1)).done { results in
        for result in results {
          if case .fulfilled(let value) = result { self.log.add("one by one \(value)") }
        }
      }
      report([self.load(2)]).done { self.log.add("array \($0)") }
      when(resolved: [Promise<Int>]()).done { self.log.add("none \($0.count)") }
      var left = [3, -3].makeIterator()
      when(resolved: AnyIterator { left.next().map(self.load) }, concurrently: 1).done { results in
        self.log.add("iterator \(results)")
      }
      when(resolved: AnyIterator { Promise.value(1) }, concurrently: 0).done { results in
        if case .rejected(PMKError.badInput)? = results.first { self.log.add("bad input") }
      }
      when(resolved: ["x": self.load(4)]).done { results in
        if case .fulfilled(4)? = results["x"] { self.log.add("dictionary") }
      }
      firstly {
        when(resolved: self.load(5), self.load(-5))
      }.map { results -> [Int] in
        results.compactMap { result -> Int? in
          guard case .fulfilled(let value) = result else { return nil }
          return value
        }
      }.done { self.log.add("values \($0)") }
      when(resolved: self.load(6), self.load(-6)).then { results -> Promise<Void> in
        let errors = results.compactMap { result -> Error? in
          if case .rejected(let error) = result { return error }
          return nil
        }
        guard let first = errors.first else { return Promise() }
        throw first
      }.catch { self.log.add("first \($0)") }
    }
    #expect(
      log.lines.sorted() == [
        "array [+2]", "bad input", "dictionary", "first status(-6)", "iterator [+3, -status(-3)]",
        "none 0", "one by one 1", "values [5]",
      ])
  }

  @Test("a fan-in of results is one promise in the events, as when(resolved:) of PromiseKitLite is")
  func events() {
    let run = Run { when(resolved: [Promise.value(1)]).done { _ in } }
    let operations = run.kinds.compactMap { kind -> String? in
      if case .created(let creation) = kind { return "\(creation.operation)" }
      return nil
    }
    #expect(operations == ["value", "allSettled", "done"])
  }
}
