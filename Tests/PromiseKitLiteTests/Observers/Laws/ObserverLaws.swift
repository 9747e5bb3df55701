import Dispatch
import PromiseKitLite
import Synchronization
import Testing

/// The rules of ``PromiseObserver`` that an observer keeps, as checks. Each test target with
/// observers calls them for its own.
enum ObserverLaws {
  /// Rules 1 and 4: with four threads at the same time nothing is lost except what it counts.
  static func nothingIsLost(_ subject: ObserverSubject) {
    let (threads, count) = (4, 20_000)
    let numbers = Numbers()
    onThreads(threads) { thread in
      for _ in 0..<count / threads {
        // Threads with the same remainder share what an observer has for each of several threads.
        subject.give(numbers.next(), thread: ThreadID(thread / 2 * 1024 + 1))
      }
    }
    // Another thread may still be printing.
    while subject.told().count + subject.counted() < count {}
    let told = subject.told()
    #expect(told.count + subject.counted() == count)
    #expect(Set(told).count == told.count && Set(told).isSubset(of: 1...count))
  }

  /// Rule 3: what it keeps or shows is in the order of the numbers, even if it arrived out of order.
  /// One that `orders` nothing passes each event on immediately.
  static func orderIsByNumber(_ subject: ObserverSubject, orders: Bool) {
    var random = SeededGenerator(seed: 7)
    var given: [Int] = []
    for start in stride(from: 1, through: 961, by: 32) {
      given += (start..<start + 32).shuffled(using: &random)
    }
    for number in given { subject.give(number) }
    let told = subject.told()
    #expect(told == (orders ? given.sorted() : given).filter(Set(told).contains))
    #expect(told.count + subject.counted() == given.count && told.count > 500)
  }

  /// Rule 5: a million events make it no larger than a thousand.
  static func isBounded(_ subject: ObserverSubject) {
    for number in 1...1_000_000 { subject.give(number) }
    #expect(subject.told().count <= 1000)
    #expect(subject.told().count + subject.counted() == 1_000_000)
  }

  /// Rule 6: it calls out without holding a lock. `make` creates an observer that calls its argument
  /// where it calls code of the program.
  static func callsOutUnlocked(
    _ make: (@escaping @Sendable (Int) -> Void) -> ObserverSubject
  ) throws {
    let made = Mutex<ObserverSubject?>(nil)
    let other = PromiseEnvironment(observers: [CountingObserver()])
    let sum = Atomic<Int>(0)
    let subject = make { number in
      let subject = made.withLock { $0 }
      // It queries the observer, gives it one more event, and uses promises.
      subject?.ask()
      if number < 100 { subject?.give(number + 1000) }
      _ = other.run {
        Promise.value(number).map(on: nil) { $0 }.done(on: nil) { sum.add($0, ordering: .relaxed) }
          .catch(on: nil) { _ in }
      }
      DispatchQueue.concurrentPerform(iterations: 2) { _ in subject?.ask() }
    }
    made.withLock { $0 = subject }
    for number in 1...4 { subject.give(number) }
    #expect(subject.told().count + subject.counted() >= 4)
    #expect(sum.load(ordering: .relaxed) > 0)
    made.withLock { $0 = nil }
  }
}

/// Returns each number once.
private final class Numbers: Sendable {
  private let count = Atomic<Int>(0)
  func next() -> Int { count.add(1, ordering: .relaxed).newValue }
}
