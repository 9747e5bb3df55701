import Dispatch
import PromiseKitLite
import TestSupport
import Testing

@Suite("DispatchQueue.async(.promise): work on a queue")
struct QueueWorkTests {
  @Test("what it returns fulfills, what it throws rejects")
  func outcomes() {
    let run = Run {
      Queues.side.async(.promise) { try Self.number() }.done { note("\($0)") }.cauterize()
      Queues.side.async(.promise, label: "failing") { throw Failure("x") }.catch { note("\($0)") }
    }
    #expect(run.notes == ["3", "x"])
    #expect(run.operation(of: "failing") == .async)
    #expect(run.queue(of: "failing") == "side")
  }

  @Test("work that cannot fail creates a guarantee, or a promise if one is expected")
  func guarantees() {
    let run = Run {
      Queues.side.async(.promise) { 1 }.done { note("\($0)") }
      Queues.side.async(.guarantee) { 2 }.done { note("\($0)") }
      Queues.side.async(.guarantee, label: "labelled") { 3 }.done { note("\($0)") }
      let guarantee: Guarantee<Int> = Queues.side.async(.promise) { 4 }
      let promise: Promise<Int> = Queues.side.async(.promise) { 5 }
      guarantee.done { note("\($0)") }
      promise.done { note("\($0)") }.cauterize()
      Queues.side.async(.promise) { 6 }.done { note("\($0)") }.catch { _ in note("never") }
    }
    #expect(run.notes == ["1", "2", "3", "4", "5", "6"])
    #expect(run.queue(of: "labelled") == "side")
  }

  @Test(
    "with a group, a quality of service, and flags: the group is empty when everything has settled"
  )
  func group() {
    let group = DispatchGroup()
    let queue = DispatchQueue(label: "work", attributes: .concurrent)
    let promises = (1...4).map { number in
      queue.async(.promise, group: group, qos: .userInitiated, flags: .barrier) {
        () throws -> Int in number
      }
    }
    let guarantee = queue.async(.guarantee, group: group, qos: .utility) { 5 }
    group.wait()
    #expect(promises.map(\.value) == [1, 2, 3, 4])
    #expect(guarantee.value == 5)
  }

  @Test("the group counts the work of a simulation too")
  func simulatedGroup() {
    let group = DispatchGroup()
    let run = Run {
      Queues.side.async(.promise, group: group) { note("work") }
        .done(on: nil) { note(group.wait(timeout: .now()) == .timedOut ? "in" : "empty") }
      note(group.wait(timeout: .now()) == .timedOut ? "in" : "empty")
    }
    #expect(run.notes == ["in", "work", "in"])
    #expect(group.wait(timeout: .now()) == .success)
  }

  private static func number() throws -> Int { 3 }
}
