import Dispatch
import PromiseKitLite
import PromiseSimulation
import TestSupport
import Testing

@Suite("The event settled: a promise leaves the pending state")
struct SettledEventTests {
  @Test("says how: fulfilled, rejected, cancelled", arguments: PromiseEvent.Outcome.allCases)
  func outcomes(_ outcome: PromiseEvent.Outcome) {
    let run = Run {
      let (_, seal) = Promise<Int>.pending(label: "it")
      switch outcome {
      case .fulfilled: seal.fulfill(1)
      case .rejected: seal.reject(Failure("x"))
      case .cancelled: seal.reject(PMKError.cancelled)
      }
    }
    #expect(run.settlement(of: "it")?.outcome == outcome)
    #expect(run.names(of: "it").filter { $0 == .settled }.count == 1)
  }

  @Test("describes the value or the error, in a bounded number of characters; nothing for Void")
  func descriptions() {
    let run = Run {
      _ = Promise.value(label: "value", [1, 2])
      _ = Promise<Int>(label: "error", error: Failure("broken"))
      _ = Promise.value(label: "void", ())
      _ = Promise.value(label: "big", Array(0..<100_000))
    }
    #expect(run.settlement(of: "value")?.description == "[1, 2]")
    #expect(run.settlement(of: "error")?.description == "broken")
    #expect(run.settlement(of: "void")?.description == "")
    let big = run.settlement(of: "big")?.description ?? ""
    #expect(big.count == 121 && big.hasSuffix("…"))
  }

  @Test("describes dictionaries and sets in the order of their keys, and otherwise as print does")
  func unordered() {
    let numbers = Dictionary(uniqueKeysWithValues: (1...30).map { ($0, $0 % 3) })
    let run = Run {
      _ = Promise.value(label: "numbers", numbers)
      _ = Promise.value(label: "set", Set(["b", "a", "c", "d"]))
      _ = Promise.value(label: "nested", ["b": ["z": 1.5, "y": 2], "a": [:], "c": ["x": 0]])
      _ = Promise.value(label: "maybe", ["a": 1] as [String: Int]?)
      _ = Promise.value(label: "empty", [String: Int]())
      _ = Promise.value(label: "large", Set(0..<100_000))
    }
    func text(_ label: String) -> String { run.settlement(of: label)?.description ?? "" }
    let pairs = (1...30).map { "\($0): \($0 % 3)" }.joined(separator: ", ")
    #expect(text("numbers") == "[" + pairs.prefix(119) + "…")
    #expect(text("set") == #"["a", "b", "c", "d"]"#)
    #expect(text("nested") == #"["a": [:], "b": ["y": 2.0, "z": 1.5], "c": ["x": 0.0]]"#)
    #expect(text("maybe") == #"Optional(["a": 1])"#)
    #expect(text("empty") == "[:]")
    #expect(text("large").count == 121)
  }

  @Test(
    "describes in a bounded number of bytes, too, and truncates between scalars",
    arguments: ["\u{301}", "\u{20DD}", "\u{1D167}"])
  func bytes(mark: Character) throws {
    let long = "e" + String(repeating: mark, count: 100_000)
    let run = Run {
      _ = Promise.value(label: "one", long)
      _ = Promise.value(label: "many", [long, "x"])
      _ = Promise.value(label: "wide", String(repeating: "\u{1F600}", count: 120))
    }
    for label in ["one", "many"] {
      let text = try #require(run.settlement(of: label)?.description)
      #expect(text.utf8.count <= 480 + "…".utf8.count && text.utf8.count > 476)
      #expect(text.hasSuffix("…"))
      #expect(text.unicodeScalars.dropLast().last == mark.unicodeScalars.first)
    }
    let wide = try #require(run.settlement(of: "wide")?.description)
    #expect(wide.count == 120 && wide.utf8.count == 480)
  }

  @Test(
    "names the promise in which an error arose, along links, adoptions, and fan-ins; none for a value"
  )
  func origin() {
    let run = Run {
      let root = after(.milliseconds(1)).map(label: "root") { throw Failure("x") }
      _ = root.map(label: "link") { $0 }
      _ = Promise.value(1).then(label: "outer") { _ in root }
      _ = when(label: "all", fulfilled: [root])
      _ = root.recover(label: "again") { error in throw Failure("\(error), again") }
      _ = Promise.value(label: "value", 1)
    }
    let root = run.id(of: "root")
    for label in ["root", "link", "outer", "all"] {
      #expect(run.settlement(of: label)?.origin == root, "\(label)")
    }
    #expect(run.settlement(of: "again")?.origin == run.id(of: "again"))
    #expect(run.settlement(of: "value").map { $0.origin == nil } == true)
  }

  @Test("as cancelled: by the context, by a cancelled error, by the end of the owner")
  func cancelled() {
    let run = Run {
      let context = CancelContext()
      let pending = context.run { Promise<Int>.pending(label: "context") }
      context.cancel()
      _ = Promise<Int>(label: "error", error: Cancelled())
      var owner: Life? = Life(LifeCounter())
      let parent = owner.map { Promise.value(1).until($0) }
      owner = nil
      _ = parent?.map(label: "owner") { $0 }
      let other = CancelContext()
      let rejected = other.run { Promise<Int>.pending(label: "rejected") }
      other.cancel(with: Failure("x"))
      withExtendedLifetime((pending, rejected)) {}
    }
    for label in ["context", "error", "owner"] {
      #expect(run.settlement(of: label)?.outcome == .cancelled, "\(label)")
    }
    #expect(run.settlement(of: "rejected")?.outcome == .rejected)
  }

  @Test(
    "names where the outcome came from: a skipped link's parent, the adopted promise, the winner, the failed input"
  )
  func from() {
    let run = Run {
      let value = Promise.value(label: "value", 1)
      let error = Promise<Int>(label: "error", error: Failure("x"))
      let slow = Promise { seal in after(.milliseconds(1)).done { seal.fulfill(2) } }
      _ = error.map(label: "passed") { $0 }
      _ = value.recover(label: "passed value") { _ in Promise.value(2) }
      _ = slow.then(label: "adopter", on: nil) { _ in value }
      _ = race(label: "race", [slow, value])
      _ = race(label: "any", fulfilled: [error, slow, value])
      _ = when(label: "all", fulfilled: [slow, error])
      _ = when(label: "good", fulfilled: [slow, value])
      _ = value.map(label: "own") { $0 }
    }
    let expected = [
      "passed": "error", "passed value": "value", "adopter": "value", "race": "value",
      "any": "value", "all": "error",
    ]
    for (label, from) in expected {
      #expect(run.settlement(of: label)?.from == run.id(of: from), "\(label)")
    }
    for label in ["good", "own", "value"] {
      #expect(run.settlement(of: label).map { $0.from == nil } == true, "\(label)")
    }
  }
}

@Suite("The place of a settlement")
struct SettlementPlaceTests {
  @Test("It is that of the call to the resolver, whatever the call is")
  func resolver() {
    let line = #line + 4
    let run = Run {
      let seals = (1...5).map { Promise<Int>.pending(label: "p\($0)").resolver }
      // Each on a line of its own.
      seals[0].fulfill(1)
      seals[1].reject(Failure("x"))
      seals[2].resolve(.success(1))
      #expect(seals[3].tryFulfill(1))
      seals[4].resolve(nil, Failure("x"))
    }
    let sites = (1...5).map { run.settlement(of: "p\($0)")?.site }
    #expect(sites.map { $0?.line } == Array(line..<line + 5))
    #expect(sites.allSatisfy { $0?.fileName == "SettledEventTests.swift" })
  }

  @Test(
    "It is not known of a resolver that was passed as a function, nor of what no resolver settled")
  func others() {
    let run = Run {
      let (function, seal) = Promise<Int>.pending(label: "function")
      [seal.fulfill].forEach { $0(1) }
      function.map(label: "handler") { $0 }.done(label: "last") { _ in }.cauterize()
      _ = Promise<Int>(label: "throws") { _ in throw Failure("x") }
      let (_, adopts) = Promise<Int>.pending(label: "adopts")
      adopts.resolve(function)
    }
    for label in ["function", "handler", "last", "throws", "adopts"] {
      #expect(run.settlement(of: label).map { $0.site == nil } == true, "\(label)")
    }
  }
}

@Suite("The event resolutionIgnored: a promise is resolved again")
struct ResolutionIgnoredEventTests {
  @Test("names the site of the second call and what it attempted", arguments: [true, false])
  func attempts(isLockedIn: Bool) {
    let line = #line + 5
    let run = Run {
      let (promise, seal) = Promise<Int>.pending(label: "it")
      if isLockedIn { seal.resolve(after(.milliseconds(1)).map { 0 }) } else { seal.fulfill(0) }
      // Each on a line of its own.
      seal.fulfill(1)
      seal.reject(Failure("x"))
      seal.reject(PMKError.cancelled)
      seal.resolve(.success(1))
      seal.resolve(Promise<Int>(error: Failure("x")))
      #expect(!seal.tryFulfill(1))
      #expect(!seal.tryReject(Failure("x")))
      #expect(!seal.tryResolve(.failure(Failure("x"))))
      #expect(!seal.tryResolve(Promise.value(1)))
      #expect(!seal.tryResolve(Guarantee.value(1)))
      withExtendedLifetime(promise) {}
    }
    let it = run.id(of: "it")
    let ignored = run.all { kind -> (SourceSite?, PromiseEvent.Outcome?)? in
      guard case .resolutionIgnored(it, let site, let attempt) = kind else { return nil }
      return (site, attempt)
    }
    #expect(
      ignored.map(\.1) == [
        .fulfilled, .rejected, .cancelled, .fulfilled, .rejected, .fulfilled, .rejected, .rejected,
        .fulfilled, .fulfilled,
      ])
    #expect(ignored.map { $0.0?.line } == Array(line..<line + 10))
    #expect(ignored.allSatisfy { $0.0?.fileName == "SettledEventTests.swift" })
    #expect(run.settlement(of: "it")?.description == "0")
  }

  @Test(
    "for a promise that was cancelled: the result of its work is posted, its cancellation is not"
  )
  func cancelled() {
    let run = Run {
      let context = CancelContext()
      let seals = context.run {
        [Promise<Int>.pending(label: "stops"), Promise<Int>.pending(label: "goes on")].map(
          \.resolver)
      }
      context.cancel()
      seals[0].reject(PMKError.cancelled)
      seals[1].fulfill(1)
    }
    #expect(!run.names(of: "stops").contains(.resolutionIgnored))
    #expect(run.names(of: "goes on").contains(.resolutionIgnored))
  }

  @Test("it is not posted for a promise that is resolved once")
  func once() {
    let run = Run {
      let (promise, seal) = Promise<Int>.pending()
      #expect(seal.tryFulfill(1))
      _ = promise.then { after(.milliseconds($0)) }
    }
    #expect(run.events(.resolutionIgnored).isEmpty)
  }

  @Test("for a resolver that was passed as a function, the site is not known")
  func functions() {
    let run = Run {
      let (_, seal) = Promise<Int>.pending(label: "it")
      let calls: [(Int) -> Void] = [seal.fulfill, seal.fulfill]
      for call in calls { call(1) }
    }
    #expect(
      run.events(.resolutionIgnored).map(\.kind)
        == [.resolutionIgnored(promise: 1, site: nil, attempt: .fulfilled)])
  }
}
