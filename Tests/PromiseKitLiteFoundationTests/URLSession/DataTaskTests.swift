import FlyingFox
import Foundation
import PromiseKitLite
import PromiseKitLiteFoundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("dataTask")
struct DataTaskTests {
  @Test("It returns a promise of the body and the response of a URL")
  func url() async throws {
    try await Server.run(["GET /items": { _ in .json("[1, 2]") }]) { server in
      let (data, response) = try await server.session
        .dataTask(.promise, with: server("items")).async()
      #expect(String(decoding: data, as: UTF8.self) == "[1, 2]")
      #expect((response as? HTTPURLResponse)?.statusCode == 200)
    }
  }

  @Test("It sends the method, the headers and the body of a request")
  func request() async throws {
    let routes: Server.Routes = [
      "PUT /echo": { request in
        let color = request.headers[HTTPHeader("Color")] ?? "none"
        return .json("\(color) \(String(decoding: try await request.bodyData, as: UTF8.self))")
      }
    ]
    try await Server.run(routes) { server in
      var request = URLRequest(url: server("echo"))
      request.httpMethod = "PUT"
      request.httpBody = Data("tea".utf8)
      request.setValue("green", forHTTPHeaderField: "Color")
      let (data, _) = try await server.session.dataTask(.promise, with: request).async()
      #expect(String(decoding: data, as: UTF8.self) == "green tea")
    }
  }

  @Test("A custom type can be sent as a request")
  func convertible() async throws {
    struct Route: URLRequestConvertible {
      let url: URL
      var pmkRequest: URLRequest { URLRequest(url: url.appendingPathComponent("route")) }
    }
    try await Server.run(["GET /route": { _ in .json("1") }]) { server in
      let (data, _) = try await server.session
        .dataTask(.promise, with: Route(url: server.url)).async()
      #expect(data == Data("1".utf8))
    }
  }

  @Test("A response with any status fulfills it", arguments: [404, 500])
  func anyStatus(status: Int) async throws {
    let routes: Server.Routes = [
      "/": { _ in .json("{}", status: HTTPStatusCode(status, phrase: "")) }
    ]
    try await Server.run(routes) { server in
      let (_, response) = try await server.session.dataTask(.promise, with: server.url).async()
      #expect((response as? HTTPURLResponse)?.statusCode == status)
    }
  }

  @Test("An empty body is empty data", arguments: [200, 204])
  func emptyBody(status: Int) async throws {
    let routes: Server.Routes = [
      "/": { _ in HTTPResponse(statusCode: HTTPStatusCode(status, phrase: "")) }
    ]
    try await Server.run(routes) { server in
      let (data, _) = try await server.session.dataTask(.promise, with: server.url).async()
      #expect(data.isEmpty)
    }
  }

  @Test("A body of five megabytes arrives complete")
  func largeBody() async throws {
    let body = Data((0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    try await Server.run(["/": { _ in HTTPResponse(statusCode: .ok, body: body) }]) { server in
      let (data, _) = try await server.session.dataTask(.promise, with: server.url).async()
      #expect(data == body)
    }
  }

  @Test("A redirect is followed")
  func redirect() async throws {
    let routes: Server.Routes = [
      "/old": { _ in HTTPResponse(statusCode: .found, headers: HTTPHeaders([.location: "/new"])) },
      "/new": { _ in .json("3") },
    ]
    try await Server.run(routes) { server in
      let (data, response) = try await server.session
        .dataTask(.promise, with: server("old")).async()
      #expect(data == Data("3".utf8))
      #expect(response.url?.path == "/new")
    }
  }

  @Test("A refused connection rejects it")
  func refused() async throws {
    let port = try Port()
    let session = URLSession(configuration: .patient)
    defer { session.finishTasksAndInvalidate() }
    let error: URLError = try await session.dataTask(.promise, with: port.url).rejection()
    #expect(error.code == .cannotConnectToHost)
    #expect(!error.isCancelled)
  }

  @Test("A server that is too slow for the request rejects it")
  func timeout() async throws {
    let gate = OneShotSemaphore()
    let routes: Server.Routes = [
      "/": { _ in
        await gate.pass()
        return .json("1")
      }
    ]
    try await Server.run(routes) { server in
      // On Linux, Foundation counts whole seconds, and only those that are set as a property, not
      // in `init`.
      var request = URLRequest(url: server.url)
      request.timeoutInterval = 1
      let error: URLError = try await server.session.dataTask(.promise, with: request).rejection()
      #expect(error.code == .timedOut)
    }
  }

  @Test("It is pending until the response arrives")
  func slow() async throws {
    let gate = OneShotSemaphore()
    let asked = OneShotSemaphore()
    let routes: Server.Routes = [
      "/": { _ in
        asked.open()
        await gate.pass()
        return .json("1")
      }
    ]
    try await Server.run(routes) { server in
      let promise = server.session.dataTask(.promise, with: server.url)
      await asked.pass()
      #expect(promise.isPending)
      gate.open()
      let (data, _) = try await promise.async()
      #expect(data == Data("1".utf8))
    }
  }

  @Test("A task that the session cancels is posted as cancelled, and skips catch")
  func cancelled() async throws {
    let asked = OneShotSemaphore()
    let routes: Server.Routes = [
      "/": { _ in
        asked.open()
        await OneShotSemaphore().pass()
        return .json("1")
      }
    ]
    try await Server.run(routes) { server in
      let recorder = RecordingObserver()
      let promise = PromiseEnvironment(observers: [recorder]).run {
        server.session.dataTask(.promise, with: server.url)
      }
      await asked.pass()
      server.session.invalidateAndCancel()
      let error: URLError = try await promise.rejection()
      #expect(error.code == .cancelled)
      #expect(recorder.outcomes.first == .cancelled)
      let finalizer = promise.catch(on: nil) { _ in Issue.record("catch takes a cancellation") }
      await withCheckedContinuation { done in finalizer.finally(on: nil) { done.resume() } }
    }
  }

  @Test("It is one promise with its label and its site, and nothing of it runs on main")
  func events() async throws {
    try await Server.run(["/": { _ in .json("1") }]) { server in
      let recorder = RecordingObserver()
      let line = #line + 2
      let promise = PromiseEnvironment(observers: [recorder]).run {
        server.session.dataTask(.promise, label: "load", with: server.url)
      }
      _ = try await promise.async()
      let creation = try #require(recorder.creations.first)
      #expect(creation.operation == .body)
      #expect(creation.label == "load")
      #expect(creation.site?.line == line)
      #expect(!recorder.queues.contains("main"))
    }
  }
}
