import Dispatch
import TestSupport
import Testing

#if PROMISEKIT
  import PromiseKit
#else
  import PromiseKitLite
#endif

/// Value links as PromiseKit's users write them.
@Suite("PromiseKit's call sites: Thenable")
struct ThenableCallSites {
  @Test("then, map, compactMap, done, get, tap, asVoid")
  func links() {
    let run = Run {
      Promise.value("1").then { text in
        Promise.value(text + "2")
      }.map {
        $0 + "3"
      }.compactMap {
        Int($0)
      }.get {
        note("\($0)")
      }.get { _ in
        note("no parameter is used")
      }.tap { result in
        #if PROMISEKIT
          if case .fulfilled(let number) = result { note("tap \(number)") }
        #else
          if case .success(let number) = result { note("tap \(number)") }
        #endif
      }.tap {
        note("\($0)")
      }.asVoid().done {
        note("void")
      }.catch { error in
        note("\(error)")
      }
    }
    #if PROMISEKIT
      let printed = "\(PromiseKit.Result.fulfilled(123))"
    #else
      let printed = "success(123)"
    #endif
    #expect(run.notes == ["123", "no parameter is used", "tap 123", printed, "void"])
  }

  @Test("several statements in a closure, with an explicit result type")
  func statements() {
    let run = Run {
      Promise.value(2).then { number -> Promise<Int> in
        let double = number * 2
        return .value(double)
      }.then { number -> Guarantee<String> in
        note("\(number)")
        return .value("text")
      }.map { text -> Int in
        guard text.isEmpty else { return text.count }
        throw Failure("empty")
      }.compactMap { number -> String? in
        if number > 3 { return "\(number)" }
        return nil
      }.done { text in
        note(text)
      }.catch { _ in note("never") }
    }
    #expect(run.notes == ["4", "4"])
  }

  @Test("a long chain of short closures that the compiler must type-check")
  func longChain() {
    let run = Run {
      Promise.value(0).map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }
        .map { $0 + 1 }.map { $0 * 2 }.then { Promise.value($0 - 1) }.map { [$0, $0 + 1] }
        .mapValues { $0 + 1 }.filterValues { $0 > 0 }.compactMapValues { $0 + 1 }
        .flatMapValues { [$0, $0 + 1] }.done { note("\($0)") }.catch { _ in note("never") }
    }
    #expect(run.notes == ["[13, 14, 14, 15]"])
  }

  @Test("functions, methods, and initializers instead of closures")
  func functions() {
    let run = Run {
      Promise.value(7).then(double).map(String.init).done(tell).catch(tell)
      Promise.value("8").compactMap(Int.init).map(String.init(describing:)).done(tell).catch(tell)
      Promise.value([3, 4]).mapValues(triple).map { $0.reduce(0, +) }.done { note("\($0)") }
        .catch(tell)
      Promise.value("x").compactMap { Int($0) }.map(String.init).done(tell).catch(tell)
    }
    #expect(run.notes.sorted() == ["14", "21", "8", "Could not `compactMap<Int>`: x"])
  }

  @Test("the state of a promise")
  func state() {
    let promises = [Promise.value(1), Promise(error: Failure("x")), Promise<Int>.pending().promise]
    #expect(promises.map(\.isPending) == [false, false, true])
    #expect(promises.map(\.isResolved) == [true, true, false])
    #expect(promises.map(\.isFulfilled) == [true, false, false])
    #expect(promises.map(\.isRejected) == [false, true, false])
    #expect(promises.map(\.value) == [1, nil, nil])
    #expect(promises.map { $0.error.map { "\($0)" } } == [nil, "x", nil])
    #expect(promises.map { $0.result == nil } == [false, false, true])
  }

  @Test("the sequence forms")
  func sequences() {
    let run = Run {
      firstly {
        Promise.value([3, 1, 2])
      }.mapValues {
        $0 * 2
      }.flatMapValues {
        [$0, $0 + 1]
      }.compactMapValues { number -> Int? in
        number == 7 ? nil : number
      }.thenMap { number in
        Promise.value(number)
      }.thenFlatMap {
        Promise.value([$0])
      }.filterValues {
        $0 > 2
      }.sortedValues().get {
        note("\($0)")
      }.firstValue.done {
        note("\($0)")
      }.catch { _ in
        note("never")
      }
      Promise.value([1, 2]).lastValue.done { note("\($0)") }.cauterize()
      Promise.value([1, 2]).firstValue { $0 > 1 }.done { note("\($0)") }.cauterize()
      Promise.value([1, 2]).firstValue(where: { $0 > 2 }).catch { error in
        if case PMKError.emptySequence = error { note("empty") }
      }
    }
    #expect(Set(run.notes) == ["[3, 4, 5, 6]", "3", "2", "2", "empty"])
    #expect(run.notes.count == 5)
  }

  @Test("a function over any thenable, and an extension of Thenable")
  func generics() {
    let run = Run {
      doubled(Promise.value(1)).done { note("\($0)") }.cauterize()
      doubled(Guarantee.value(2)).done { note("\($0)") }.cauterize()
      Promise.value(3).noted().done { note("\($0)") }.cauterize()
    }
    #expect(Set(run.notes) == ["2", "4", "extension 3", "3"])
  }

  @Test("chains built by loops and reduce, and a chain inside a step")
  func loops() {
    let run = Run {
      let steps: [@Sendable (Int) -> Promise<Int>] = [{ .value($0 + 1) }, { .value($0 * 3) }]
      steps.reduce(Promise.value(1)) { chain, step in chain.then { step($0) } }
        .done { note("reduced \($0)") }.cauterize()
      var chain: Promise<Void> = .value(())
      for number in 1...3 {
        chain = chain.then { after(.milliseconds(1)) }.done { note("\(number)") }
      }
      chain.done { note("over") }.cauterize()
      Promise.value(2).then { value in
        firstly { Promise.value("x") }.map { (value, $0) }
      }.done { number, text in
        note("\(text)\(number)")
      }.cauterize()
    }
    #expect(Set(run.notes) == ["reduced 6", "1", "2", "3", "over", "x2"])
    #expect(run.notes.filter { ["1", "2", "3", "over"].contains($0) } == ["1", "2", "3", "over"])
  }

  @Test("dictionaries, sets and strings are sequences")
  func collections() {
    let run = Run {
      Promise.value(["a": 1]).mapValues { key, value in "\(key)\(value)" }
        .done { note("\($0)") }.cauterize()
      Promise.value(Set([7])).filterValues { $0 > 0 }.done { note("\($0)") }.cauterize()
      Promise.value("ab").mapValues { String($0) }.done { note("\($0)") }.cauterize()
      Promise.value(["1", "x"]).compactMapValues { Int($0) }.done { note("\($0)") }.cauterize()
      Promise<Int?>.value(3).compactMap { $0 }.done { note("\($0)") }.cauterize()
    }
    #expect(Set(run.notes) == [#"["a1"]"#, "[7]", #"["a", "b"]"#, "[1]", "3"])
  }

  @Test("extensions that name the value T, as in PromiseKit")
  func valueType() {
    let run = Run {
      Promise.value(["a", "b"]).joined().done { note($0) }.cauterize()
      Promise.value(1).next().done { note("\($0)") }.cauterize()
      Guarantee.value(2).next().done { note("\($0)") }.cauterize()
      Guarantee.value(true).negated().done { note("\($0)") }
      Promise<Void>(error: Failure("x")).quiet().done { note("quiet") }
      Promise<Int>(error: Failure("x")).or(7).done { note("\($0)") }
      sum(Promise.value([3, 4])).done { note("sum \($0)") }.cauterize()
      Promise<Void> { $0.animated() }.done { note("resolver") }.cauterize()
    }
    #expect(Set(run.notes) == ["a b", "2", "3", "false", "quiet", "7", "sum 7", "resolver"])
  }

  @Test("piped to a resolver")
  func pipe() {
    let run = Run {
      let (promise, seal) = Promise<Int>.pending()
      Promise.value(1).pipe(to: seal.resolve)
      Promise.value(2).pipe { result in
        if case .success(let value) = result { note("\(value)") }
      }
      promise.done { note("\($0)") }.cauterize()
    }
    #expect(run.notes == ["2", "1"])
  }
}

extension Thenable {
  fileprivate func noted() -> Promise<Value> { get { note("extension \($0)") } }
}

extension Promise where T == [String] {
  fileprivate func joined() -> Promise<String> { map { $0.joined(separator: " ") } }
}

extension Promise {
  fileprivate func or(_ value: T) -> Guarantee<T> { recover { _ in .value(value) } }
}

extension Thenable where T == Int {
  fileprivate func next() -> Promise<T> { map { $0 + 1 } }
}

extension Guarantee where T == Bool {
  fileprivate func negated() -> Guarantee<T> { map { !$0 } }
}

extension CatchMixin where T == Void {
  fileprivate func quiet() -> Guarantee<Void> { recover { _ in } }
}

extension Resolver where T == Void {
  fileprivate func animated() { fulfill(()) }
}

private func sum<U: Thenable>(_ thenable: U) -> Promise<U.T.Element> where U.T == [Int] {
  thenable.map { $0.reduce(0, +) }
}

private func doubled<T: Thenable>(_ thenable: T) -> Promise<Int> where T.Value == Int {
  firstly { thenable }.map { $0 * 2 }
}

@Sendable private func double(_ number: Int) -> Promise<Int> { .value(number * 2) }
@Sendable private func triple(_ number: Int) -> Int { number * 3 }
@Sendable private func tell(_ text: String) { note(text) }
@Sendable private func tell(_ error: any Error) { note("\(error)") }
