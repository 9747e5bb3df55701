import PromiseKitLite
import TestSupport
import Testing

@testable import PromiseGraph
@testable import PromiseInsight

@Suite("The identities of a process among several")
struct ProcessIdentitiesTests {
  /// The identities of a process of which 1 to 3 are known, after others of so many.
  private func known(_ counts: inout IdentityCounts) -> ProcessIdentities {
    counts = IdentityCounts(
      promises: 10, jobs: 20, queues: 30, timers: 40, threads: 50, processes: 60, contexts: 70)
    var identities = ProcessIdentities()
    identities.offset = 1000
    for number in 1...3 {
      for kind: PromiseEvent.Kind in [
        .touched(job: JobID(number), names: []),
        .timerFired(timer: TimerID(number), promise: PromiseID(number)),
        .threadAssigned(thread: ThreadID(number), process: ProcessID(number)),
        .cancelRequested(context: number),
      ] {
        _ = identities.translate(event(kind, queue: QueueID(number)), &counts)
      }
    }
    _ = identities.translate(event(.note(""), queue: 4), &counts)
    return identities
  }

  private func event(_ kind: PromiseEvent.Kind, queue: QueueID? = nil) -> PromiseEvent {
    PromiseEvent(sequence: 1, time: 7, thread: 1, queue: queue, kind: kind)
  }

  @Test("Every field of an event that names something is translated", arguments: KindRow.all)
  func translated(_ row: KindRow) {
    var counts = IdentityCounts()
    var identities = known(&counts)
    let result = identities.translate(event(row.kind, queue: 1), &counts)
    #expect(result.kind == row.translated)
    #expect(result.time == 1007)
    #expect(result.thread == 51)
    #expect(result.queue == 31)
  }

  @Test("The only process keeps its numbers", arguments: KindRow.all)
  func kept(_ row: KindRow) {
    var counts = IdentityCounts()
    var identities = ProcessIdentities(keepsNumbers: true)
    #expect(identities.translate(event(row.kind, queue: 9), &counts) == event(row.kind, queue: 9))
    #expect(counts.queues == 9)
    #expect(counts.promises >= row.kind.promises.map(\.rawValue).max() ?? 0)
  }
}
