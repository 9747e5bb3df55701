import Dispatch
import PromiseKitLite
import PromiseSimulation
import Synchronization
import Testing

/// The laws of ``PromiseObserver``, put to every observer of the library.
@Suite("The laws of observers", .timeLimit(.minutes(1)))
struct ObserverLawTests {
  @Test(
    "1 and 4: of what four threads give it at once nothing is lost but what it counts",
    arguments: ObserverMaker.allCases)
  func nothingLost(_ maker: ObserverMaker) {
    let subject = maker.make()
    let number = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for _ in 0..<5000 {
        let next = number.add(1, ordering: .relaxed).newValue
        subject.observer.receive(.sample(next, thread: ThreadID(thread + 1)))
      }
    }
    // Another thread may be printing still.
    while subject.told().count + subject.counted() < 20_000 {}
    let told = subject.told()
    #expect(told.count + subject.counted() == 20_000)
    #expect(Set(told).count == told.count && Set(told).isSubset(of: 1...20_000))
  }

  @Test(
    "3: what it keeps or shows is in the order of the numbers, also what came out of order",
    arguments: ObserverMaker.allCases.filter(\.tells))
  func order(_ maker: ObserverMaker) {
    let subject = maker.make()
    var random = SeededGenerator(seed: 7)
    var given: [Int] = []
    for start in stride(from: 1, through: 961, by: 32) {
      given += (start..<start + 32).shuffled(using: &random)
    }
    for number in given { subject.observer.receive(.sample(number)) }
    let told = subject.told()
    #expect(told == (maker.orders ? given.sorted() : given).filter(Set(told).contains))
    #expect(told.count + subject.counted() == given.count && told.count > 500)
  }

  @Test(
    "5: a million events make it no larger than a thousand",
    arguments: [ObserverMaker.recordingLittle])
  func bounded(_ maker: ObserverMaker) {
    let subject = maker.make()
    for number in 1...1_000_000 { subject.observer.receive(.sample(number)) }
    #expect(subject.told().count <= 1000)
    #expect(subject.told().count + subject.counted() == 1_000_000)
  }

  @Test("5: an output that stands still is waited for by few, and for the rest is counted")
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

  @Test("6: it calls out under no lock", arguments: ObserverMaker.allCases.filter(\.callsOut))
  func noLock(_ maker: ObserverMaker) throws {
    let made = Mutex<ObserverSubject?>(nil)
    let other = PromiseEnvironment(observers: [CountingObserver()])
    let sum = Atomic<Int>(0)
    let subject = maker.make { number in
      let subject = made.withLock { $0 }
      // It asks the observer, gives it one more event, and uses promises.
      subject?.ask()
      if number < 100 { subject?.observer.receive(.sample(number + 1000)) }
      _ = other.run {
        Promise.value(number).map(on: nil) { $0 }.done(on: nil) { sum.add($0, ordering: .relaxed) }
          .catch(on: nil) { _ in }
      }
      DispatchQueue.concurrentPerform(iterations: 2) { _ in subject?.ask() }
    }
    made.withLock { $0 = subject }
    for number in 1...4 { subject.observer.receive(.sample(number)) }
    #expect(subject.told().count + subject.counted() >= 4)
    #expect(sum.load(ordering: .relaxed) > 0)
    made.withLock { $0 = nil }
  }

  @Test("7: who is removed is given nothing that is posted later")
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

/// The laws that the library keeps.
@Suite("What observers may rely on", .timeLimit(.minutes(1)))
struct ObservedLibraryTests {
  /// Does with promises, at each kind of event, whatever it may do.
  private final class Meddler: PromiseObserver {
    let environment = Mutex<PromiseEnvironment?>(nil)
    let met = Mutex<Set<PromiseEvent.Kind.Name>>([])
    func receive(_ event: PromiseEvent) {
      // Once for each kind: what it does is observed too.
      guard met.withLock({ $0.insert(event.kind.name).inserted }) else { return }
      guard let environment = environment.withLock({ $0 }) else { return }
      environment.defaults.map = environment.defaults.map
      environment.declare(queue: "new", kind: .serial)
      environment.run {
        let (promise, seal) = Promise<Int>.pending()
        promise.done(on: nil) { _ in }.catch(on: nil) { _ in }
        seal.fulfill(1)
        seal.reject(Failure("late"))
        _ = race([promise, after(.milliseconds(1)).map(on: nil) { 2 }])
        _ = Promise.value(1).map(on: Queues.other) { $0 }
      }
    }
  }

  @Test("1: nothing is locked while an observer is called: it may use promises at every event")
  func meddling() {
    let meddler = Meddler()
    let recorder = RecordingObserver()
    let simulation = Simulation(observers: [meddler, recorder])
    meddler.environment.withLock { $0 = simulation.environment }
    simulation.start {
      let failing = Promise<Int>("failing", on: Queues.side) { _ in throw Failure("x") }
      let slow = after(.milliseconds(5)).then { Promise.value(1) }
      _ = race([failing, slow]).recover { _ in Promise.value(2) }
      _ = when(fulfilled: [failing, slow]).map { $0.count }
      _ = Promise<Int>.pending().promise.map { $0 }
      Promise<Int> { seal in
        seal.fulfill(1)
        seal.fulfill(2)
      }
      .done { _ in note("done") }.catch { _ in }
    }
    simulation.run()
    meddler.environment.withLock { $0 = nil }
    #expect(meddler.met.withLock { $0.count } >= 18)
    #expect(recorder.events.map(\.sequence) == Array(1...recorder.events.count))
  }

  @Test("2: the numbers of four threads have no hole, and each event comes after its causes")
  func numbers() {
    let recorder = RecordingObserver()
    let environment = PromiseEnvironment(observers: [recorder])
    let (shared, seal) = environment.run { Promise<Int>.pending() }
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
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
