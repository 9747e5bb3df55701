package import Dispatch
import PromiseSystem
import Synchronization

/// Prints a line for each event: its number, time, thread, queue, and what happened, with the fields of the
/// event.
///
/// ```swift
/// let environment = PromiseEnvironment(observers: [PrintingObserver()])
/// environment.run { begin() }
/// ```
///
/// ```
///      5      80.2 ms  T1   main       settled promise=p1 outcome=fulfilled text=tok_9
///      6      80.2 ms  T1   main       jobEnqueued job=j1 promise=p2 queue=net
/// ```
///
/// Lines are printed in the order of the numbers. An event whose predecessors have not arrived
/// waits for them, for a few milliseconds at most; a predecessor that arrives even later is printed
/// out of order, as its number shows. No thread prints indefinitely on behalf of others: after a
/// few lines it hands the rest to a background queue.
///
/// If the output is slower than the program, at most `limit` events wait. Beyond that, details are
/// left out first, then how promises ended, then the names of things; a line reports how many
/// events were left out.
public final class PrintingObserver: PromiseObserver {
  private let print: @Sendable (String) -> Void
  private let patience: DispatchTimeInterval
  private let state: Mutex<PrintQueue>

  /// Creates an observer that passes each line, without a line feed, to `print`. No two threads
  /// call `print` at the same time, and it is never called with a lock held. By default lines are
  /// written to standard error.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of events that wait to be printed.
  ///   - print: Receives a line. If it uses promises, they belong in another environment.
  public convenience init(
    limit: Int = 10_000,
    print: (@Sendable (String) -> Void)? = nil
  ) {
    self.init(limit: limit, patience: .milliseconds(5), print: print)
  }

  /// Creates an observer whose events wait for their predecessors for the duration of `patience`.
  package init(
    limit: Int = 10_000, patience: DispatchTimeInterval, print: (@Sendable (String) -> Void)? = nil
  ) {
    self.print = print ?? { ErrorStream.write($0 + "\n") }
    self.patience = patience
    state = Mutex(PrintQueue(limit: limit))
  }

  public func receive(_ event: PromiseEvent) {
    perform(state.withLock { $0.add(event) })
  }

  /// Prints the events that still wait for their predecessors. If another thread is printing, that
  /// thread prints them.
  ///
  /// ```swift
  /// let printer = PrintingObserver()
  /// PromiseEnvironment(observers: [printer]).run { begin() }
  /// printer.flush()
  /// ```
  public func flush() { perform(state.withLock { $0.giveUpWaiting() }) }

  /// The number of events that were not printed because the output was too slow.
  public var dropped: Int { state.withLock { $0.dropped } }

  private func perform(_ task: PrintQueue.Task) {
    var task = task
    for _ in 0..<Self.lineLimit {
      switch task {
      case .nothing: return
      case .print(let line):
        print(line)
        task = state.withLock { $0.next() }
      case .wait(let number):
        // Events that are held back now are printed in a few milliseconds, whether or not their
        // predecessors have arrived.
        return DispatchQueue.global().asyncAfter(deadline: .now() + patience) {
          self.perform(self.state.withLock { $0.giveUpWaiting(upTo: number) })
        }
      }
    }
    DispatchQueue.global().async { [task] in self.perform(task) }
  }

  /// The number of lines that a thread prints before it returns to its own work.
  private static var lineLimit: Int { 64 }
}

/// The standard error of the process.
package enum ErrorStream {
  /// Writes `text` in a single call, so that lines from several threads do not mix.
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
