package import Dispatch
import PromiseSystem
import Synchronization

/// Prints a line for each event: number, time, thread, queue, and what happened.
///
/// ```swift
/// let environment = PromiseEnvironment(observers: [PrintingObserver()])
/// environment.run { begin() }
/// ```
///
/// ```
///      5      80.2 ms  T1   main       p1 fulfilled: tok_9
///      6      80.2 ms  T1   main       p2 j1 enqueued on net
/// ```
///
/// The lines come in the order of the numbers. An event whose predecessors have not arrived waits for
/// them, for some milliseconds at most; one that comes later still is printed late, as its number
/// shows. Nobody prints for others without bound: after some lines a thread leaves the rest to a queue
/// in the background.
///
/// If the output is slower than the program, `limit` events wait at most. Then details are left out
/// first, then how promises ended, then the names of things; a line says how many.
public final class PrintingObserver: PromiseObserver {
  private let print: @Sendable (String) -> Void
  private let patience: DispatchTimeInterval
  private let state: Mutex<PrintQueue>

  /// An observer that gives each line, without a line feed, to `print`, which is never called by two
  /// threads at once and never under a lock. Without one the lines go to the error stream.
  ///
  /// - Parameters:
  ///   - limit: The most events that wait to be printed.
  ///   - print: Takes a line. What it does with promises belongs in another environment.
  public convenience init(
    limit: Int = 10_000,
    print: (@Sendable (String) -> Void)? = nil
  ) {
    self.init(limit: limit, patience: .milliseconds(5), print: print)
  }

  /// The same, whose events wait for their predecessors for as long as `patience` says.
  package init(
    limit: Int = 10_000, patience: DispatchTimeInterval, print: (@Sendable (String) -> Void)? = nil
  ) {
    self.print = print ?? { ErrorStream.write($0 + "\n") }
    self.patience = patience
    state = Mutex(PrintQueue(limit: limit))
  }

  public func receive(_ event: PromiseEvent) {
    carry(out: state.withLock { $0.add(event) })
  }

  /// Prints what still waits for its predecessors. Where another thread is printing, that one does it.
  ///
  /// ```swift
  /// let printer = PrintingObserver()
  /// PromiseEnvironment(observers: [printer]).run { begin() }
  /// printer.flush()
  /// ```
  public func flush() { carry(out: state.withLock { $0.giveUpWaiting() }) }

  /// How many events were not printed, because the output is too slow.
  public var dropped: Int { state.withLock { $0.dropped } }

  private func carry(out task: PrintQueue.Task) {
    var task = task
    for _ in 0..<Self.turn {
      switch task {
      case .nothing: return
      case .print(let line):
        print(line)
        task = state.withLock { $0.next() }
      case .wait(let number):
        // What is held back now is printed in some milliseconds, whether its predecessors have come
        // or not.
        return DispatchQueue.global().asyncAfter(deadline: .now() + patience) {
          self.carry(out: self.state.withLock { $0.giveUpWaiting(upTo: number) })
        }
      }
    }
    DispatchQueue.global().async { [task] in self.carry(out: task) }
  }

  /// How many lines a thread prints before it goes on with what it came for.
  private static var turn: Int { 64 }
}

/// The process's error stream.
package enum ErrorStream {
  /// Writes `text` with one call, so that lines of several threads do not mix.
  package static func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      #if canImport(Glibc)
        _ = Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
      #elseif canImport(Musl)
        _ = Musl.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
      #else
        _ = Darwin.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
      #endif
    }
  }
}
