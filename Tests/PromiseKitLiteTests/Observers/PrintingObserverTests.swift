import Dispatch
import PromiseKitLite
import PromiseSimulation
import Synchronization
import TestSupport
import Testing

@Suite("The printing observer")
struct PrintingObserverTests {
  /// Keeps the lines.
  private final class Lines: Sendable {
    private let lines = Mutex<[String]>([])
    let more = DispatchSemaphore(value: 0)
    var all: [String] { lines.withLock { $0 } }

    /// The number at the beginning of each line.
    var numbers: [Int?] { all.map { $0.split(separator: " ").first.flatMap { Int($0) } } }

    func add(_ line: String) {
      lines.withLock { $0.append(line) }
      more.signal()
    }
  }

  @Test("prints number, time, thread, queue, and what happened")
  func lines() {
    let lines = Lines()
    let simulation = Simulation(observers: [PrintingObserver { lines.add($0) }])
    simulation.start {
      let answer = Promise<Int>(label: "login", on: Queues.side) { seal in
        work(for: .milliseconds(80))
        note("dialling")
        seal.reject(Failure("refused"))
      }
      answer.map(label: "size") { $0 * 2 }.done { _ in }.catch { _ in }
    }
    simulation.run()
    let shown = lines.all.map { $0.replacing(/swift:\d+:\d+/, with: "swift") }
    #expect(lines.numbers == Array(1...shown.count))
    for line in [
      "     1        0.0 ms  T1              threadNamed thread=T1 name=main",
      "     3        0.0 ms  T1              created promise=p1 operation=body label=login at=PrintingObserverTests.swift",
      "     4        0.0 ms  T1              queueDeclared queue=side label=side type=serial assumed=true",
      "     5        0.0 ms  T1              jobEnqueued job=j1 promise=p1 queue=side",
      "    14        0.0 ms  T2   side       note text=dialling",
      "    19        0.0 ms  T2   side       settled promise=p3 outcome=rejected text=refused origin=p1 from=p2",
      "    29       80.0 ms  T2   side       jobEnded job=j1 promise=p1 queue=side ending=returned",
    ] {
      #expect(shown.contains(line))
    }
  }

  @Test("prints every kind of event on one line that does not move the cursor")
  func everyKind() {
    for event in TraceSamples.events {
      #expect(
        !event.description.unicodeScalars.contains { $0.properties.generalCategory == .control })
      #expect(event.description.contains("\(event.sequence)"))
      #expect(event.description.count >= 44)
    }
  }

  @Test("an event waits for its predecessors, a few milliseconds at most")
  func patience() {
    let held = Lines()
    let patient = PrintingObserver(patience: .seconds(3600)) { held.add($0) }
    patient.receive(.sample(2))
    patient.receive(.sample(1))
    #expect(held.numbers == [1, 2])
    patient.receive(.sample(4))
    #expect(held.numbers == [1, 2])
    let lines = Lines()
    let printer = PrintingObserver { lines.add($0) }
    for number in [1, 2, 4] { printer.receive(.sample(number)) }
    for _ in 1...3 { lines.more.wait() }
    #expect(lines.numbers == [1, 2, 4])
    printer.receive(.sample(3))
    printer.receive(.sample(5))
    for _ in 1...2 { lines.more.wait() }
    #expect(lines.numbers == [1, 2, 4, 3, 5])
  }

  @Test("flush prints what waits")
  func flush() {
    let lines = Lines()
    let printer = PrintingObserver(patience: .seconds(3600)) { lines.add($0) }
    for number in [9, 7, 5] { printer.receive(.sample(number)) }
    printer.flush()
    #expect(lines.numbers == [5, 7, 9])
  }

  @Test("gaps left by a filter delay at most a few dozen lines")
  func holes() {
    let lines = Lines()
    let filter = FilteringObserver(to: PrintingObserver { lines.add($0) }) { $0.sequence % 2 == 0 }
    for number in 1...1000 { filter.receive(.sample(number)) }
    #expect(lines.all.count >= 400)
    let numbers = lines.numbers.compactMap { $0 }
    #expect(numbers == numbers.sorted())
  }

  @Test("a gap that is reported is not waited for")
  func toldGap() {
    let lines = Lines()
    let printer = PrintingObserver { lines.add($0) }
    printer.receive(.sample(1))
    printer.receive(.sample(10, .dropped(count: 9)))
    printer.receive(.sample(11))
    #expect(lines.numbers == [1, 10, 11])
    #expect(lines.all[1].hasSuffix("dropped count=9"))
  }

  @Test("if the output is too slow, details are left out first, and a line says how many")
  func slow() {
    let lines = Lines()
    let (printing, go) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let printer = PrintingObserver(limit: 40) { line in
      lines.add(line)
      printing.signal()
      go.wait()
    }
    DispatchQueue.global().async { printer.receive(.sample(1)) }
    printing.wait()
    for number in 2...31 { printer.receive(.sample(number)) }
    for number in 32...41 {
      printer.receive(.sample(number, .created(.init(promise: 1, operation: .body))))
    }
    #expect(printer.dropped == 10)
    for _ in 0..<32 { go.signal() }
    for _ in 0..<31 { printing.wait() }
    #expect(lines.all[1] == "10 events not printed: the output is too slow")
    let printed: [Int] = lines.numbers.compactMap { $0 }
    let wanted: Set<Int> = Set(1...21).union(32...41).subtracting([10])
    #expect(printed.filter { $0 != 10 } == wanted.sorted())
  }

  @Test("a thread prints a few lines for others, and leaves the rest to the background")
  func handingOver() {
    let lines = Lines()
    let filled = Atomic<Bool>(false)
    let made = Mutex<PrintingObserver?>(nil)
    let printer = PrintingObserver { line in
      if !filled.exchange(true, ordering: .relaxed) {
        for number in 2...300 { made.withLock { $0 }?.receive(.sample(number)) }
      }
      lines.add(line)
    }
    made.withLock { $0 = printer }
    printer.receive(.sample(1))
    for _ in 1...300 { lines.more.wait() }
    #expect(lines.numbers == Array(1...300))
    made.withLock { $0 = nil }
  }
}
