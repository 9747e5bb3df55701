import FlyingFox
import Foundation
import PromiseKitLite
import PromiseKitLiteFoundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("Cancelling a chain's context")
struct ContextTests {
  /// The ways to send a request.
  enum Way: CaseIterable, Sendable {
    case data, upload, uploadFile, download

    func send(to url: URL, by session: URLSession) -> Promise<Void> {
      var request = URLRequest(url: url)
      request.httpMethod = "POST"
      let file = URL(fileURLWithPath: #filePath)
      switch self {
      case .data: return session.dataTask(.promise, with: url).map(on: nil) { _ in }
      case .upload:
        return session.uploadTask(.promise, with: request, from: Data([1])).map(on: nil) { _ in }
      case .uploadFile:
        return session.uploadTask(.promise, with: request, fromFile: file).map(on: nil) { _ in }
      case .download:
        return session.downloadTask(.promise, with: url, to: file).map(on: nil) { _ in }
      }
    }
  }

  @Test("It rejects the promise and drops the connection", arguments: Way.allCases)
  func drops(way: Way) async throws {
    let port = try Port()
    let (asked, dropped) = try port.listenSilently()
    let session = URLSession(configuration: .patient)
    defer { session.invalidateAndCancel() }
    let context = CancelContext()
    let answer = context.run { way.send(to: port.url, by: session) }
    try await asked.async()
    #expect(answer.isPending)
    context.cancel()
    #expect(answer.error?.isCancelled == true)
    try await dropped.async()
  }

  @Test(
    "The promise is rejected with the context's error, not with the task's error",
    arguments: 0..<20)
  func error(attempt: Int) async throws {
    let port = try Port()
    let (asked, dropped) = try port.listenSilently()
    let session = URLSession(configuration: .patient)
    defer { session.invalidateAndCancel() }
    let context = CancelContext()
    let answer = context.run { session.dataTask(.promise, with: port.url) }
    try await asked.async()
    context.cancel(with: Failure("enough"))
    #expect(answer.error as? Failure == Failure("enough"))
    try await dropped.async()
  }

  @Test("In a context that was cancelled, nothing is sent", arguments: Way.allCases)
  func before(way: Way) async throws {
    let port = try Port()
    let session = URLSession(configuration: .patient)
    defer { session.invalidateAndCancel() }
    let context = CancelContext()
    context.cancel()
    let answer = context.run { way.send(to: port.url, by: session) }
    #expect(answer.error?.isCancelled == true)
    let tasks = await withCheckedContinuation { tasks in
      session.getAllTasks { tasks.resume(returning: $0.count) }
    }
    #expect(tasks == 0)
  }

  @Test("A whole fetch is cancelled, and the late response of the task is not a second resolution")
  func fetch() async throws {
    let port = try Port()
    let (asked, dropped) = try port.listenSilently()
    let end = SessionEnd()
    let session = URLSession(configuration: .patient, delegate: end, delegateQueue: nil)
    let recorder = RecordingObserver()
    let context = CancelContext()
    let items = PromiseEnvironment(observers: [recorder]).run {
      context.run { session.fetch([Item].self, from: port.url) }
    }
    try await asked.async()
    context.cancel()
    let error: PMKError = try await items.rejection()
    #expect(error.isCancelled)
    try await dropped.async()
    session.finishTasksAndInvalidate()
    await end.gate.pass()
    #expect(recorder.outcomes.prefix(3) == [.cancelled, .cancelled, .cancelled])
    #expect(
      !recorder.events.contains { event in
        if case .resolutionIgnored = event.kind { true } else { false }
      })
  }

  @Test("It cancels every request of a fan-in")
  func fanIn() async throws {
    let ports = try (0..<3).map { _ in try Port() }
    let connections = try ports.map { try $0.listenSilently() }
    let session = URLSession(configuration: .patient)
    defer { session.invalidateAndCancel() }
    let context = CancelContext()
    let all = context.run {
      when(fulfilled: ports.map { session.dataTask(.promise, with: $0.url).validate() })
    }
    try await when(fulfilled: connections.map(\.asked)).async()
    context.cancel()
    #expect(all.error?.isCancelled == true)
    try await when(fulfilled: connections.map(\.dropped)).async()
  }

  @Test("After the response has arrived, it changes nothing")
  func after() async throws {
    try await Server.run(["/": { _ in .json("[]") }]) { server in
      let context = CancelContext()
      let items = context.run { server.session.fetch([Item].self, from: server.url) }
      _ = try await items.async()
      context.cancel()
      #expect(items.value == [])
    }
  }
}

/// Opens its gate when a session has finished all its tasks.
private final class SessionEnd: NSObject, URLSessionDelegate {
  let gate = OneShotSemaphore()

  func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
    gate.open()
  }
}
