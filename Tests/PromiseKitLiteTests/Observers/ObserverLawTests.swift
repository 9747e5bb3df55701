import Dispatch
import PromiseKitLite
import PromiseSimulation
import Synchronization
import TestSupport
import Testing

/// The rules of ``PromiseObserver``, checked for every observer of the library.
@Suite("The rules of observers")
struct ObserverLawTests {
  @Test(
    "1 and 4: with four threads at the same time nothing is lost except what it counts",
    arguments: ObserverMaker.allCases)
  func nothingLost(_ maker: ObserverMaker) {
    #expect(ObserverLaws.nothingIsLost(maker.make()) == [])
  }

  @Test(
    "3: what it keeps or shows is in the order of the numbers, even if it arrived out of order",
    arguments: ObserverMaker.allCases.filter(\.tells))
  func order(_ maker: ObserverMaker) {
    #expect(ObserverLaws.orderIsByNumber(maker.make(), orders: maker.orders) == [])
  }

  @Test(
    "5: a million events make it no larger than a thousand",
    arguments: [ObserverMaker.recordingLittle])
  func bounded(_ maker: ObserverMaker) { #expect(ObserverLaws.isBounded(maker.make()) == []) }

  @Test("5: few events wait for an output that stands still, and the rest are counted")
  func slowOutput() {
    let (printing, go) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let printer = PrintingObserver(limit: 100) { _ in
      printing.signal()
      go.wait()
    }
    DispatchQueue.global().async { printer.receive(.sample(1)) }
    printing.wait()
    for number in 2...10_000 { printer.receive(.sample(number)) }
    #expect((9800...9999).contains(printer.dropped))
    for _ in 0..<200 { go.signal() }
  }

  @Test(
    "6: it calls out without holding a lock",
    arguments: ObserverMaker.allCases.filter(\.callsOut))
  func noLock(_ maker: ObserverMaker) {
    #expect(ObserverLaws.callsOutUnlocked { maker.make(whenTold: $0) } == [])
  }

  @Test("7: a removed observer receives nothing that is posted later")
  func removal() {
    let forwarder = ForwardingObserver()
    let number = Atomic<Int>(0)
    let isOver = Atomic<Bool>(false)
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      guard thread == 0 else {
        while !isOver.load(ordering: .relaxed) {
          forwarder.receive(.sample(number.add(1, ordering: .relaxed).newValue))
        }
        return
      }
      for _ in 0..<200 {
        let collector = Collector()
        let addition = forwarder.add(collector)
        forwarder.receive(.sample(-1))
        forwarder.remove(addition)
        forwarder.receive(.sample(-2))
        #expect(collector.numbers.contains(-1) && !collector.numbers.contains(-2))
      }
      isOver.store(true, ordering: .relaxed)
    }
  }
}

/// The rules that the library keeps.
@Suite("What observers may rely on")
struct ObservedLibraryTests {
  /// At each kind of event, does with promises everything that it may do: with new promises, and
  /// with those that the event is about.
  private final class Meddler: PromiseObserver {
    let met = Mutex<Set<PromiseEvent.Kind.Name>>([])
    /// What it does at the first event of each kind.
    private let meddle = Mutex<(@Sendable () -> Void)?>(nil)

    func receive(_ event: PromiseEvent) {
      // Once for each kind, because what it does is observed too.
      guard met.withLock({ $0.insert(event.kind.name).inserted }) else { return }
      meddle.withLock { $0 }?()
    }

    /// Runs `body`, in which it does `meddle`.
    func run(_ meddle: @escaping @Sendable () -> Void, during body: () -> Void) {
      self.meddle.withLock { $0 = meddle }
      body()
      self.meddle.withLock { $0 = nil }
    }
  }

  @Test("1: no lock is held while an observer is called: it may use promises at every event")
  func meddling() {
    let (meddler, recorder) = (Meddler(), RecordingObserver())
    let environment = PromiseEnvironment(observers: [meddler, recorder])
    environment.run {
      let (first, second) = (Promise<Int>.pending(), Promise<Int>.pending())
      let context = CancelContext()
      let (raced, all) = (
        race([first.promise, second.promise]), when(resolved: [first.promise, second.promise])
      )
      let adopting = context.run { Promise<Int>.pending() }
      meddler.run {
        environment.defaults.map = environment.defaults.map
        environment.declare(queue: "new", kind: .serial)
        for promise in [first.promise, second.promise, raced, adopting.promise] {
          _ = promise.isPending
          promise.done(on: nil) { _ in }.catch(on: nil) { _ in }
        }
        _ = all.isPending
        second.resolver.fulfill(2)
        adopting.resolver.resolve(first.promise)
        context.onCancel {}
        _ = context.run { after(.seconds(9)) }
        environment.run { _ = Promise.value(1).map(on: Queues.other) { $0 } }
      } during: {
        Promise<Int> { $0.reject(Failure("x")) }.recover(on: nil) { _ in Promise.value(2) }
          .done(on: nil) { _ in note("done") }.catch(on: nil) { _ in }
        first.resolver.fulfill(1)
        first.resolver.fulfill(2)
        _ = Promise<Int>.pending().promise.map(on: nil) { $0 }
        context.cancel()
        _ = Promise<Int>(error: Failure("unhandled"))
      }
    }
    let needed: Set<PromiseEvent.Kind.Name> = [
      .created, .bodyStarted, .bodyEnded, .handlerAttached, .jobEnqueued, .jobStarted, .jobEnded,
      .handlerSkipped, .adopted, .settled, .resolutionIgnored, .inputSettled, .inputIgnored,
      .errorHandled, .errorUnhandled, .deallocated, .cancelRequested, .timerScheduled,
      .timerCancelled, .queueDeclared, .note,
    ]
    #expect(meddler.met.withLock { $0 }.isSuperset(of: needed))
    #expect(recorder.events.prefix(100).map(\.sequence) == Array(1...100))
  }

  @Test("2: the numbers from four threads have no gap, and each event comes after its causes")
  func numbers() {
    let recorder = RecordingObserver()
    let environment = PromiseEnvironment(observers: [recorder])
    let (shared, seal) = environment.run { Promise<Int>.pending() }
    onThreads(4) { thread in
      environment.run {
        for round in 0..<200 {
          let (own, resolver) = Promise<Int>.pending()
          _ = shared.map(on: nil) { $0 + round }.done(on: nil) { _ in }
          _ = race([shared, own]).then(on: nil) { _ in own }
          _ = when(fulfilled: [own, shared])
          if thread == 3, round == 100 { seal.fulfill(1) }
          if round % 2 == 0 { resolver.reject(Failure("x")) } else { resolver.fulfill(round) }
          own.cauterize()
        }
      }
    }
    #expect(recorder.events.count > 10_000 && recorder.dropped == 0)
    #expect(Causes(recorder.events).violations.prefix(5).isEmpty)
  }
}
