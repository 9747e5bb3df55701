import PromiseKitLite
import PromiseSimulation
import TestSupport
import Testing

@Suite("Creation: promises of async functions")
struct AsyncCreationTests {
  @Test("the result of the function fulfills it, an error that it throws rejects it")
  func outcomes() async throws {
    #expect(try await Promise(async: { await Self.number() + 1 }).async() == 4)
    let failing = Promise<Int>(async: { throw Failure("x") })
    await #expect(throws: Failure("x")) { try await failing.async() }
    #expect(await Guarantee(async: { await Self.number() }).async() == 3)
  }

  @Test("a trailing closure is a body with a resolver if it takes one, otherwise an async function")
  func trailing() async throws {
    let awaited = Promise { try await Self.text() }
    let resolved = Promise { seal in seal.fulfill("resolved") }
    let short = Promise<Int> { $0.fulfill(1) }
    #expect(try await awaited.async() == "text")
    #expect(try await resolved.async() == "resolved")
    #expect(try await short.async() == 1)
  }

  @Test("it is posted as an async promise whose body starts and ends, on no queue")
  func events() async throws {
    let recorder = RecordingObserver()
    let environment = PromiseEnvironment(observers: [recorder])
    let promise = environment.run {
      Promise(
        label: "load",
        async: { () -> Int in
          note("in the task")
          return await Self.number()
        })
    }
    _ = try await promise.async()
    let told = recorder.events.map(\.kind).compactMap { kind -> String? in
      switch kind {
      case .created(let creation) where creation.operation != .task:
        "\(creation.operation) \(creation.label ?? "")"
      case .bodyStarted: "started"
      case .note(let text): text
      case .bodyEnded(_, let threw): "ended \(threw)"
      case .settled(let settlement): settlement.description
      default: nil
      }
    }
    #expect(told == ["async load", "started", "in the task", "ended false", "3"])
    #expect(recorder.events.allSatisfy { $0.queue == nil })
  }

  @Test("a context that cancels the promise cancels the task")
  func cancellation() async {
    let context = CancelContext()
    let (stopped, stop) = Guarantee<Void>.pending()
    let promise = context.run {
      Promise<Int> {
        await withTaskCancellationHandler {
          while !Task.isCancelled { await Task.yield() }
        } onCancel: {
          stop(())
        }
        return 1
      }
    }
    context.cancel()
    await stopped.async()
    await #expect(throws: PMKError.self) { try await promise.async() }
  }

  private static func number() async -> Int { 3 }
  private static func text() async throws -> String { "text" }
}
