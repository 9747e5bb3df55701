import Dispatch
import PromiseKitLite
import PromiseSimulation
import TestSupport
import Testing

@Suite("The event adopted: a promise is locked in to another one")
struct AdoptedEventTests {
  /// The ways to be locked in; each makes "outer" adopt "inner".
  enum Way: CaseIterable {
    case then, recover, resolver, tryResolve, promiseOf

    func adopt(_ inner: Promise<Int>) {
      switch self {
      case .then: _ = Promise.value(1).then(label: "outer") { _ in inner }
      case .recover: _ = Promise<Int>(error: Failure("x")).recover(label: "outer") { _ in inner }
      case .resolver: Promise<Int>.pending(label: "outer").resolver.resolve(inner)
      case .tryResolve: #expect(Promise<Int>.pending(label: "outer").resolver.tryResolve(inner))
      case .promiseOf: _ = Promise(label: "outer", from: inner)
      }
    }
  }

  @Test(
    "names the outer and the inner promise, and the outer settles the same way as the inner",
    arguments: Way.allCases, [true, false])
  func ways(_ way: Way, isSettled: Bool) throws {
    let run = Run {
      let (inner, seal) = Promise<Int>.pending(label: "inner")
      if isSettled { seal.fulfill(7) } else { after(.milliseconds(1)).done { seal.fulfill(7) } }
      way.adopt(inner)
    }
    let inner = try #require(run.id(of: "inner"))
    let outer = try #require(run.id(of: "outer"))
    #expect(run.events(.adopted).map(\.kind) == [.adopted(outer: outer, inner: inner)])
    #expect(
      run.settlement(of: "outer")
        == .init(promise: outer, outcome: .fulfilled, description: "7", from: inner))
    let adoption = run.number { $0.name == .adopted }
    #expect(adoption < run.number { $0.name == .settled && $0.promises.first == outer })
  }

  @Test("comes right after the end of the job that returned the promise")
  func afterJob() {
    let run = Run { _ = Promise.value(1).then { Promise.value($0) } }
    let end = run.number {
      if case .jobEnded(_, _, _, .returnedPromise) = $0 { true } else { false }
    }
    #expect(end > 0 && run.events[end].kind.name == .adopted)
  }

  @Test("is posted for each step of a chain of adoptions")
  func chain() {
    let run = Run {
      _ = Promise.value(1).then(label: "a", on: nil) { _ in
        Promise.value(2).then(label: "b", on: nil) { _ in after(label: "c", .milliseconds(1)) }
      }
    }
    let pairs = run.all { kind -> [PromiseID]? in
      if case .adopted(let outer, let inner) = kind { [outer, inner] } else { nil }
    }
    let (a, b, c) = (run.id(of: "a"), run.id(of: "b"), run.id(of: "c"))
    #expect(Set(pairs) == [[a, b].compactMap { $0 }, [b, c].compactMap { $0 }])
  }
}
