import Foundation
import PromiseKitLite
import Testing

@testable import promise_tui

@Suite("Schedules of programs")
struct ScheduleTests {
  private func schedule(_ names: String...) -> JobSchedule {
    var counts: [String: Int] = [:]
    return JobSchedule(
      steps: names.map { name in
        defer { counts[name, default: 0] += 1 }
        return JobSchedule.Step(
          .init(label: name, site: nil, isTimer: false), occurrence: counts[name, default: 0])
      })
  }

  private func sentences(
    _ run: JobSchedule, _ expected: JobSchedule, missed: [String] = []
  ) -> [String] {
    ScheduleComparison(run, with: expected).sentences(of: "a.schedule", missed: missed)
  }

  @Test("The comparison counts the starts in the order, and names the first difference")
  func comparison() {
    let expected = schedule("a", "b", "a")
    #expect(sentences(expected, expected) == ["kept: 3 of 3 starts in the order of a.schedule"])
    #expect(
      sentences(schedule("x", "a", "b", "y", "a"), expected, missed: ["'x' is not in it"])
        == ["kept: 3 of 3 starts in the order of a.schedule", "not kept: 'x' is not in it"])
    #expect(
      sentences(schedule("a", "a", "b"), expected) == [
        "kept: 2 of 3 starts in the order of a.schedule; the first difference: start 2 was job \"a\" #2, not job \"b\""
      ])
    #expect(
      sentences(schedule("a"), expected) == [
        "kept: 1 of 3 starts in the order of a.schedule; the first difference: the run ended before start 2, job \"b\""
      ])
    #expect(
      sentences(schedule("b", "a"), expected, missed: ["1", "2", "3", "4", "5"]).dropFirst()
        == ["not kept: 1", "not kept: 2", "not kept: 3", "not kept: 2 more"])
  }

  @Test("The newest schedules of a program are kept")
  func kept() throws {
    let home = try #require(PrivateFolder())
    defer { try? FileManager.default.removeItem(atPath: home.path) }
    let folders = UserFolders(
      TerminalEnvironment(outputIsTerminal: true, variables: ["HOME": home.path]))
    var paths: [String] = []
    for _ in 1...22 {
      paths.append(
        try KeptSchedules.keep(schedule("a", "b"), of: "shop", comment: "shop", in: folders))
    }
    #expect(Set(paths).count == 22)
    #expect(paths.map { Folder.isFile($0) } == [false, false] + Array(repeating: true, count: 20))
    #expect(try ScheduleFile(paths[21]).schedule == schedule("a", "b"))
    #expect(KeptSchedules.problem(writing: paths[21]) == nil)
  }

  @Test("The order of a run is that of its first process, even if events arrive late")
  func order() {
    let events: [PromiseEvent] = [
      .queueDeclared(queue: 1, label: "q", kind: .serial, assumed: false),
      .jobEnqueued(job: 1, child: nil, queue: 1, label: nil),
      .jobEnqueued(job: 2, child: nil, queue: 1, label: nil),
      .jobStarted(job: 1, child: nil, queue: 1),
      .gateChanged(.init(.missed, reason: "late")),
    ].enumerated().map { place, kind in
      PromiseEvent(sequence: place + 1, time: Int64(place), thread: 1, queue: nil, kind: kind)
    }
    let (order, header) = (RunOrder(), TraceHeader(isVirtual: false))
    order.take([events[1], events[0]], of: 0, header)
    order.take(events, of: 1, header)
    order.take(Array(events[2...]), of: 0, header)
    let snapshot = order.finish()
    #expect(
      snapshot.schedule == JobSchedule(of: events) && snapshot.schedule.started.steps.count == 1)
    #expect(snapshot.missed == ["late"] && snapshot.processes == 2 && !snapshot.isCut)
    order.take(events, of: 0, header)
    #expect(order.finish().schedule == snapshot.schedule)
  }
}
