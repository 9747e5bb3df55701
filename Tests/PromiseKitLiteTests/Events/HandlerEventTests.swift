import Dispatch
import PromiseKitLite
import PromiseSimulation
import TestSupport
import Testing

@Suite("The event handlerAttached: an operator attaches a handler to a promise")
struct HandlerAttachedEventTests {
  @Test("counts the handlers of a promise from 1, in their order, also those attached later")
  func ordinals() {
    let run = Run {
      let root = Promise.value(label: "root", 1)
      _ = root.map { $0 }
      _ = root.done { _ in root.cauterize() }
      _ = root.get { _ in }
    }
    let root = run.id(of: "root")
    let ordinals = run.all { kind in
      if case .handlerAttached(root, _, let ordinal, _) = kind { ordinal } else { nil }
    }
    #expect(ordinals == [1, 2, 3, 4])
  }

  @Test("names parent and child, and the queue on which the handler will run")
  func queue() throws {
    let run = Run {
      let root = Promise.value(label: "root", 1)
      _ = root.map(label: "side", on: Queues.side) { $0 }
      _ = root.map(label: "main") { $0 }
      _ = root.map(label: "inline", on: nil) { $0 }
    }
    let root = try #require(run.id(of: "root"))
    for (number, name) in ["side", "main", "inline"].enumerated() {
      let (child, queue) = (try #require(run.id(of: name)), try #require(run.queue(named: name)))
      #expect(
        run.kinds.contains(
          .handlerAttached(parent: root, child: child, ordinal: number + 1, queue: queue)))
    }
  }

  @Test("is not posted for handlers of the library itself: inputs of a fan-in, adoptions, waits")
  func libraryHandlers() {
    let run = Run {
      let inner = after(label: "inner", .milliseconds(1))
      _ = when(fulfilled: [inner])
      _ = race([inner])
      _ = Promise.value(1).then(on: nil) { _ in inner }
      inner.wait()
    }
    let parents = run.all { kind in
      if case .handlerAttached(let parent, _, _, _) = kind { parent } else { nil }
    }
    #expect(parents.count == 1 && !parents.contains { $0 == run.id(of: "inner") })
  }
}

@Suite("The event handlerSkipped: a settlement skips a link without running its handler")
struct HandlerSkippedEventTests {
  @Test(
    "says why, and the settlement of the child follows", arguments: PromiseEvent.SkipReason.allCases
  )
  func reasons(_ reason: PromiseEvent.SkipReason) throws {
    let run = Run { Self.skip(reason) }
    let (parent, child) = (try #require(run.id(of: "parent")), try #require(run.id(of: "it")))
    let number = run.number {
      $0 == .handlerSkipped(parent: parent, child: child, reason: reason)
    }
    #expect(run.notes.isEmpty && number > 0)
    guard case .settled(let settlement) = run.events[number].kind else {
      Issue.record("\(run.events[number]) follows")
      return
    }
    #expect(settlement.promise == child)
    #expect(run.names(of: "it").filter { $0 == .jobEnqueued || $0 == .handlerSkipped }.count == 1)
  }

  /// Makes the link "it" of "parent" be skipped for that reason.
  private static func skip(_ reason: PromiseEvent.SkipReason) {
    let value = { Promise.value(label: "parent", 1) }
    let error = { Promise<Int>(label: "parent", error: Failure("x")) }
    switch reason {
    case .valuePassesErrorHandler: _ = value().recover(label: "it") { _ in never(Promise.value(2)) }
    case .errorPassesValueHandler: _ = error().map(label: "it") { _ in never(2) }
    case .cancellationPassesByPolicy:
      _ = Promise<Int>(label: "parent", error: Cancelled()).recover(label: "it") { _ in
        never(Promise.value(2))
      }
    case .errorNotNamed:
      _ = error().recover(label: "it", only: Failure("y")) { _ in never(Promise.value(2)) }
    case .ownerGone:
      var owner: Life? = Life(LifeCounter())
      let parent = owner.map { Promise.value(1).until(label: "parent", $0) }
      owner = nil
      _ = parent?.map(label: "it") { never($0) }
    case .chainCancelled:
      let context = CancelContext()
      let parent = context.run(value)
      context.cancel()
      _ = parent.map(label: "it") { never($0) }
    }
  }
}

/// The handler runs although it should not.
private func never<T>(_ value: T) -> T {
  note("never")
  return value
}
