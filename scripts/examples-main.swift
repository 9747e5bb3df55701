// Runs one example of the documentation, by its number, and prints what it printed. `scripts/examples`
// compares that with what the documentation says.

import Dispatch
import Foundation
import Synchronization

/// What the example has printed, and when it printed last.
private let output = Mutex((lines: [String](), last: DispatchTime.now(), isOver: false))

/// What the examples call: it keeps the text.
func print(_ items: Any..., separator: String = " ", terminator: String = "\n") {
  let text = items.map { "\($0)" }.joined(separator: separator)
  output.withLock {
    $0.lines += text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    $0.last = .now()
  }
}

@main
enum ExampleProgram {
  /// How long nothing is printed before the output counts as whole.
  static let silence = 0.2
  static let limit = 10.0

  static func main() {
    let arguments = CommandLine.arguments.dropFirst().compactMap { Int($0) }
    guard arguments.count == 2, let (example, _) = examples[arguments[0]] else { exit(64) }
    let expected = arguments[1]
    Task { @MainActor in
      do { try await example() } catch { print("the example throws \(error)") }
      output.withLock { ($0.isOver, $0.last) = (true, .now()) }
    }
    Thread.detachNewThread { waitForEnd(of: expected) }
    // The main queue is the default one of handlers.
    dispatchMain()
  }

  /// Ends the program once the example has printed as many lines as it says, and then nothing for a while.
  private static func waitForEnd(of expected: Int) {
    let start = DispatchTime.now()
    func seconds(since time: DispatchTime) -> Double {
      Double(DispatchTime.now().uptimeNanoseconds - time.uptimeNanoseconds) / 1e9
    }
    while seconds(since: start) < limit {
      usleep(3000)
      let isDone = output.withLock {
        ($0.isOver || expected > 0) && $0.lines.count >= expected && seconds(since: $0.last) > silence
      }
      if isDone { break }
    }
    let text = output.withLock { $0.lines.map { $0 + "\n" }.joined() }
    FileHandle.standardOutput.write(Data(text.utf8))
    exit(0)
  }
}
