import Dispatch
import PromiseKitLite
import Synchronization

/// A program of 50 to 200 promises as a Swift developer would write it, right or with one order bug.
///
/// The programs are written without regard to what the lints detect. In their source, a comment
/// `// culprit` ends each line that a warning may name as the cause, and `// victim` a line that
/// only suffers from it. Most have a repaired form, which differs in nothing but the bug.
package struct CorpusProgram: Sendable {
  package let name: String
  /// The bug; `nil` if the program is right.
  package let bug: Bug?
  /// Whether it names its promises.
  package let isLabelled: Bool
  /// The queues that are not serial.
  package let concurrentQueues: [String]
  /// The file in which it is written.
  package let file: String
  /// Starts it, repaired or not, and returns what lives until its end.
  package let start: @Sendable (_ isRepaired: Bool) -> any Sendable

  init(
    _ name: String, _ bug: Bug?, isLabelled: Bool = true, concurrent: [String] = [],
    file: String = #filePath, start: @escaping @Sendable (_ isRepaired: Bool) -> any Sendable
  ) {
    (self.name, self.bug, self.isLabelled, self.file) = (name, bug, isLabelled, file)
    (self.concurrentQueues, self.start) = (concurrent, start)
  }

  /// A right program.
  init(
    right name: String, isLabelled: Bool = true, concurrent: [String] = [],
    file: String = #filePath, start: @escaping @Sendable () -> any Sendable
  ) {
    self.init(name, nil, isLabelled: isLabelled, concurrent: concurrent, file: file) { _ in start()
    }
  }
}

/// A value that handlers on several queues share.
final class Shared<Value: Sendable>: Sendable {
  private let state: Mutex<Value>

  init(_ value: Value) { state = Mutex(value) }

  var value: Value {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  @discardableResult
  func update<Result: Sendable>(_ change: @Sendable (inout Value) -> Result) -> Result {
    state.withLock { value in
      var copy = value
      let result = change(&copy)
      value = copy
      return result
    }
  }
}

/// Keeps the running job busy: the work that the program would do there.
func work(_ milliseconds: Int) { PromiseEnvironment.work(for: .milliseconds(milliseconds)) }

/// Does `body` on a queue after some time, as a callback of a system does. Events name the caller.
func callback(
  _ milliseconds: Int, on queue: DispatchQueue, file: StaticString = #fileID, line: UInt = #line,
  column: UInt = #column, _ body: @escaping @Sendable () -> Void
) {
  after(.milliseconds(milliseconds), file: file, line: line, column: column)
    .done(on: queue, file: file, line: line, column: column) { body() }
}

/// Posts a text as an event.
func note(_ text: @autoclosure () -> String) { PromiseTrace.note(text()) }
