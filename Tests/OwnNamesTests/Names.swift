import Dispatch

// Functions and types of a program, under names that a library of promises might use.

/// The notes of the program, in order.
final class Notes: @unchecked Sendable {
  private let queue = DispatchQueue(label: "notes")
  private var texts: [String] = []

  func append(_ text: String) { queue.sync { texts.append(text) } }
  var all: [String] { queue.sync { texts } }
}

@TaskLocal var notes = Notes()

func note(_ text: String) { notes.append(text) }
func work(for interval: DispatchTimeInterval) -> String { "worked" }
func work(for name: String) -> String { "worked for \(name)" }
func retry<T>(times: Int, _ body: () throws -> T) rethrows -> T { try body() }
func retry(_ count: Int) -> Int { count + 1 }
func simulate(_ body: () -> Void) { body() }
func tag(_ text: String) -> String { "#" + text }

struct Search: Equatable { var text = "" }
struct Budget: Equatable { var euros = 0 }
struct Outcome: Equatable { var points = 0 }
struct Choice: Equatable { var option = "" }
struct Scenario: Equatable { var name = "" }
struct Difference: Equatable { var lines = 0 }
struct Coverage: Equatable { var share = 0.0 }
struct Invariant: Equatable { var text = "" }
struct Schedule: Equatable { var trains: [String] = [] }
struct ScheduledRun: Equatable { var hour = 0 }
struct ScheduleToken: Equatable { var text = "" }
struct ScheduleFailure: Error, Equatable {}
struct RunLine: Equatable { var text = "" }
struct Deadlock: Equatable {}
struct Trace: Equatable { var id = 0 }
struct TraceReader: Equatable {}
struct TraceWriter: Equatable {}
struct TraceHeader: Equatable {}
struct TraceProblem: Equatable {}
enum TraceError: Error { case empty }
struct JobID: Hashable { var raw = 0 }
struct QueueID: Hashable { var raw = 0 }
struct TimerID: Hashable { var raw = 0 }
struct ThreadID: Hashable { var raw = 0 }
struct SourceSite: Hashable { var line = 0 }
