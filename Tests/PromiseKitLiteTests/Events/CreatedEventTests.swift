import Dispatch
import PromiseKitLite
import PromiseSimulation
import TestSupport
import Testing

@Suite("The event created: a promise is created")
struct CreatedEventTests {
  @Test(
    "names the operation that created the promise",
    arguments: PromiseEvent.Operation.allCases.filter { $0 != .task })
  func operation(_ operation: PromiseEvent.Operation) throws {
    let run = Run { Self.make(operation) }
    let creation = try #require(run.creation(of: "it"))
    #expect(creation.operation == operation && !creation.late)
  }

  @Test("names the site in the source, with a label and without")
  func site() throws {
    let line = #line + 3
    let run = Run {
      _ = Promise.value(1)
        .map(label: "it") { $0 }
        .done { _ in }
    }
    let creations = run.creations
    #expect(creations.map(\.label) == [nil, "it", nil])
    #expect(
      creations.map { $0.site?.fileName } == .init(repeating: "CreatedEventTests.swift", count: 3))
    #expect(creations.map { $0.site?.line } == [line - 1, line, line + 1])
  }

  @Test("names no site if a function was passed that does not know its own")
  func unknownSite() {
    let run = Run {
      _ = [1, 2].map(Promise.value)
      _ = [3].map(Guarantee.value)
      [Failure("x")].map(Promise<Int>.init(error:)).forEach { $0.catch { _ in } }
    }
    #expect(run.creations.prefix(4).map(\.operation) == [.value, .value, .value, .error])
    #expect(run.creations.prefix(4).allSatisfy { $0.site == nil })
    let reports = Reports()
    reports.run { _ = [Failure("x")].map(Promise<Int>.init(error:)) }
    #expect(reports.sentences.first?.contains("arose in an unknown place") ?? false)
  }

  @Test("names the parent of a link, all inputs of a fan-in in order, and none for a root")
  func parents() {
    let run = Run {
      let (a, b) = (Promise.value(label: "a", 1), Guarantee.value(label: "b", "x"))
      _ = when(label: "both", fulfilled: a, b)
      _ = race(label: "raced", [a, a])
      _ = when(label: "empty", fulfilled: [Promise<Int>]())
      _ = b.map(label: "link") { $0 }
    }
    let ids = ["a", "b"].compactMap { run.id(of: $0) }
    #expect(run.creation(of: "both")?.parents == ids)
    #expect(run.creation(of: "raced")?.parents == [ids[0], ids[0]])
    #expect(run.creation(of: "empty")?.parents == [])
    #expect(run.creation(of: "link")?.parents == [ids[1]])
    #expect(run.creation(of: "a")?.parents == [])
  }

  @Test("every way to create a promise takes a label first")
  func labels() {
    let run = Run {
      _ = Promise<Int>(label: "body") { $0.fulfill(1) }
      _ = Promise<Int>(label: "error", error: Failure("x"))
      _ = Promise<Int>.value(label: "value", 1)
      _ = Promise<Int>.pending(label: "pending")
      _ = Guarantee<Int>(label: "guarantee") { $0(1) }
      _ = Guarantee<Int>.value(label: "guaranteed", 1)
      _ = Guarantee<Int>.pending(label: "pending guarantee")
      _ = after(label: "interval", .milliseconds(1))
      _ = after(label: "seconds", seconds: 0.001)
      _ = Queues.side.async(.promise, label: "async") { 1 }
    }
    #expect(
      run.creations.map(\.label) == [
        "body", "error", "value", "pending", "guarantee", "guaranteed", "pending guarantee",
        "interval", "seconds", "async",
      ])
  }

  @Test("comes before everything else about the promise")
  func first() {
    let run = Run { everythingOnce() }
    var known: Set<PromiseID> = []
    for kind in run.kinds {
      if case .created(let creation) = kind { known.insert(creation.promise) }
      #expect(known.isSuperset(of: kind.promises), "\(kind)")
    }
  }

  @Test("marks a promise that is first observed late, whose past is unknown")
  func late() {
    let earlier = Promise.value(label: "early", 7)
    let run = Run { _ = when(fulfilled: [Promise.value(5), earlier]) }
    let late = run.creations.filter(\.late)
    #expect(late.map(\.label) == ["early"] && late.map(\.parents) == [[]])
    #expect(late.first?.site?.fileName == "CreatedEventTests.swift")
  }

  /// Creates a promise with the given operation, labeled "it".
  private static func make(_ operation: PromiseEvent.Operation) {
    let (one, list) = (Promise.value(1), Promise.value([1]))
    switch operation {
    case .body: _ = Promise<Int>(label: "it") { $0.fulfill(1) }
    case .value: _ = Promise.value(label: "it", 1)
    case .error: _ = Promise<Int>(label: "it", error: Failure("x"))
    case .pending: _ = Promise<Int>.pending(label: "it")
    case .async: _ = Queues.side.async(.promise, label: "it") { 1 }
    case .after: _ = after(label: "it", .milliseconds(1))
    case .then: _ = one.then(label: "it") { Promise.value($0) }
    case .map: _ = one.map(label: "it") { $0 }
    case .compactMap: _ = one.compactMap(label: "it") { $0 }
    case .done: _ = one.done(label: "it") { _ in }
    case .get: _ = one.get(label: "it") { _ in }
    case .tap: _ = one.tap(label: "it") { _ in }
    case .catch: _ = one.catch(label: "it") { _ in }
    case .recover: _ = one.recover(label: "it") { _ in Promise.value(1) }
    case .ensure: _ = one.ensure(label: "it") {}
    case .ensureThen: _ = one.ensureThen(label: "it") { after(seconds: 0) }
    case .finally: one.catch { _ in }.finally(label: "it") {}
    case .asVoid: _ = one.asVoid(label: "it")
    case .cauterize: one.cauterize(label: "it")
    case .thenResolving:
      _ = one.thenResolving(label: "it") { (_, seal: Resolver<Int>) in seal.fulfill(1) }
    case .validate: _ = one.validate(label: "it") { $0 > 0 }
    case .cancelled: _ = one.cancelled(label: "it") {}
    case .until: _ = one.until(label: "it", one)
    case .detached: _ = one.detached(label: "it")
    case .mapValues: _ = list.mapValues(label: "it") { $0 }
    case .flatMapValues: _ = list.flatMapValues(label: "it") { [$0] }
    case .compactMapValues: _ = list.compactMapValues(label: "it") { $0 }
    case .thenMap: _ = list.thenMap(label: "it") { Promise.value($0) }
    case .thenFlatMap: _ = list.thenFlatMap(label: "it") { Promise.value([$0]) }
    case .filterValues: _ = list.filterValues(label: "it") { $0 > 0 }
    case .firstValue: _ = list.firstValue(label: "it") { $0 > 0 }
    case .lastValue: _ = list.lastValue(label: "it")
    case .sortedValues: _ = list.sortedValues(label: "it")
    case .all: _ = when(label: "it", fulfilled: [one])
    case .allSettled: _ = when(label: "it", resolved: [one])
    case .race: _ = race(label: "it", [one])
    case .any: _ = race(label: "it", fulfilled: [one])
    case .delay: _ = one.delay(label: "it", seconds: 1)
    case .timeout: _ = one.timeout(label: "it", seconds: 1)
    case .retry: _ = retrying(label: "it", times: 1) { _ in Promise.value(1) }
    // A task runs outside of the simulation; TaskEventTests has one.
    case .task: break
    }
  }
}

/// A program that causes nearly every kind of event.
func everythingOnce() {
  let context = CancelContext()
  let failing = Promise<Int>(label: "failing", on: Queues.side) { _ in throw Failure("x") }
  let slow = after(.milliseconds(5)).then { Promise.value(1) }
  race([failing, slow]).recover { _ in Promise.value(2) }.cauterize()
  race(fulfilled: [failing, slow]).cauterize()
  when(resolved: [failing, slow]).done(on: nil) { _ in }
  var rest = [slow, failing].makeIterator()
  when(fulfilled: AnyIterator { rest.next() }, concurrently: 1).cauterize()
  _ = Promise<Int>.pending().promise.map { $0 }
  Promise<Int> { seal in
    seal.fulfill(1)
    seal.fulfill(2)
  }
  .done { _ in note("done") }.catch { _ in }
  _ = context.run { after(seconds: 9).then { Promise.value($0) }.cauterize() }
  slow.done { _ in context.cancel() }.cauterize()
  slow.done(on: Queues.other.accessing("list")) { _ in }.cauterize()
  _ = Promise<Int>(error: Failure("unhandled"))
  after(.milliseconds(1)).wait()
}
