import Dispatch
import PromiseKitLite
import Synchronization

/// The rules of ``PromiseObserver`` that an observer keeps, as checks. Each test target with
/// observers calls them for its own; each returns where the observer violates its rule.
package enum ObserverLaws {
  /// Rules 1 and 4: with four threads at the same time nothing is lost except what it counts.
  package static func nothingIsLost(_ subject: ObserverSubject) -> [String] {
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
    let (told, counted) = (subject.told(), subject.counted())
    return violations([
      "told \(told.count) and counted \(counted) of \(count)": told.count + counted == count,
      "told an event twice": Set(told).count == told.count,
      "told an event that it was not given": Set(told).isSubset(of: 1...count),
    ])
  }

  /// Rule 3: what it keeps or shows is in the order of the numbers, even if it arrived out of order.
  /// One that `orders` nothing passes each event on immediately.
  package static func orderIsByNumber(
    _ subject: ObserverSubject, orders: Bool
  ) -> [String] {
    var random = SeededGenerator(seed: 7)
    var given: [Int] = []
    for start in stride(from: 1, through: 961, by: 32) {
      given += (start..<start + 32).shuffled(using: &random)
    }
    for number in given { subject.give(number) }
    let (told, counted) = (subject.told(), subject.counted())
    let expected = (orders ? given.sorted() : given).filter(Set(told).contains)
    return violations([
      "told \(told) and not \(expected)": told == expected,
      "told \(told.count) and counted \(counted) of \(given.count)":
        told.count + counted == given.count && told.count > 500,
    ])
  }

  /// Rule 5: a million events make it no larger than a thousand.
  package static func isBounded(_ subject: ObserverSubject) -> [String] {
    for number in 1...1_000_000 { subject.give(number) }
    let (told, counted) = (subject.told().count, subject.counted())
    return violations([
      "keeps \(told)": told <= 1000,
      "told \(told) and counted \(counted) of a million": told + counted == 1_000_000,
    ])
  }

  /// Rule 6: it calls out without holding a lock. `make` creates an observer that calls its argument
  /// where it calls code of the program.
  package static func callsOutUnlocked(
    _ make: (@escaping @Sendable (Int) -> Void) -> ObserverSubject
  ) -> [String] {
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
    defer { made.withLock { $0 = nil } }
    return violations([
      "lost an event": subject.told().count + subject.counted() >= 4,
      "called nothing": sum.load(ordering: .relaxed) > 0,
    ])
  }

  /// Returns those of the claims that do not hold, each as a violation.
  private static func violations(_ claims: KeyValuePairs<String, Bool>) -> [String] {
    claims.filter { !$0.value }.map(\.key)
  }
}

/// Returns each number once.
private final class Numbers: Sendable {
  private let count = Atomic<Int>(0)
  func next() -> Int { count.add(1, ordering: .relaxed).newValue }
}
