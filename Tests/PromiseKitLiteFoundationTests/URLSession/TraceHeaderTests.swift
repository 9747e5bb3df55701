import FlyingFox
import Foundation
import PromiseKitLite
import PromiseKitLiteFoundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("The trace of a request")
struct TraceHeaderTests {
  private let header = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
  private let recorder = RecordingObserver()

  /// Answers with the two headers of a request.
  private var routes: Server.Routes {
    [
      "/": { request in
        let headers = ["traceparent", "tracestate"].map { request.headers[HTTPHeader($0)] ?? "-" }
        return .json(headers.joined(separator: " "), status: HTTPStatusCode(200, phrase: "OK"))
      }
    ]
  }

  /// Sends a request in an environment, and returns the headers that the server received.
  private func send(
    _ environment: PromiseEnvironment, in parent: String?, state: String? = nil,
    _ promise: @Sendable (Server) -> Promise<Data>
  ) async throws -> [String] {
    try await Server.run(routes) { server in
      let data = try await environment.run {
        parent.map {
          PromiseTrace.continuing(traceparent: $0, tracestate: state) { promise(server) }
        } ?? promise(server)
      }.async()
      return String(decoding: data, as: UTF8.self).split(separator: " ").map(String.init)
    }
  }

  /// The contexts that promises sent.
  private var sent: [PromiseEvent.TraceContext] {
    recorder.events.compactMap { event in
      if case .spanLinked(_, let context, .sent) = event.kind { context } else { nil }
    }
  }

  @Test("is continued with a new span, which the server receives and the promise posts")
  func continued() async throws {
    let environment = PromiseEnvironment(observers: [recorder])
    let received = try await send(environment, in: header, state: "vendor=1") { server in
      server.session.dataTask(.promise, with: server.url).map(on: .global(), \.data)
    }
    let context = try #require(PromiseEvent.TraceContext(traceparent: received[0]))
    #expect(context.traceID == "4bf92f3577b34da6a3ce929d0e0e4736")
    #expect(context.spanID != "00f067aa0ba902b7" && received[1] == "vendor=1")
    #expect(sent == [context])
  }

  @Test("reaches requests of handlers, and uploads and downloads too")
  func everyTask() async throws {
    let environment = PromiseEnvironment(observers: [recorder])
    let place = FileManager.default.temporaryDirectory
      .appendingPathComponent("trace-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: place) }
    let received = try await send(environment, in: header) { server in
      after(.milliseconds(1)).then(on: .global()) {
        server.session.downloadTask(.promise, with: server.url, to: place)
      }
      .then(on: .global()) { file, _ -> Promise<Data> in
        let first = try Data(contentsOf: file)
        var request = URLRequest(url: server.url)
        request.httpMethod = "PUT"
        return server.session.uploadTask(.promise, with: request, from: Data("order".utf8))
          .map(on: .global()) { first + Data(" ".utf8) + $0.data }
      }
    }
    let contexts = [received[0], received[2]].compactMap {
      PromiseEvent.TraceContext(traceparent: $0)
    }
    #expect(
      contexts.map(\.traceID) == Array(repeating: "4bf92f3577b34da6a3ce929d0e0e4736", count: 2))
    #expect(sent == contexts && contexts[0].spanID != contexts[1].spanID)
  }

  @Test("is not sent outside a trace, nor to hosts that are left out")
  func left() async throws {
    let environment = PromiseEnvironment(observers: [recorder])
    let request: @Sendable (Server) -> Promise<Data> = { server in
      server.session.dataTask(.promise, with: server.url).map(on: .global(), \.data)
    }
    #expect(try await send(environment, in: nil, request) == ["-", "-"])
    environment.propagation = .except(["127.0.0.1"])
    #expect(try await send(environment, in: header, state: "a=1", request) == ["-", "-"])
    environment.propagation = .only(["127.0.0.1"])
    #expect(try await send(environment, in: header, request)[0].contains("4bf92f"))
    #expect(sent.count == 1)
  }

  @Test("is the one of the program's own header, if it sets one")
  func ownHeader() async throws {
    let own = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    let environment = PromiseEnvironment(observers: [recorder])
    let received = try await send(environment, in: header, state: "a=1") { server in
      var request = URLRequest(url: server.url)
      request.setValue(own, forHTTPHeaderField: "Traceparent")
      return server.session.dataTask(.promise, with: request).map(on: .global(), \.data)
    }
    #expect(received == [own, "-"])
    #expect(sent.map(\.traceparent) == [own])
  }

  @Test("has the headers and the span of a tracing library, if there is one")
  func library() async throws {
    let environment = PromiseEnvironment(observers: [recorder])
    let library = FakeLibrary()
    environment.carry(library)
    let received = try await send(environment, in: header) { server in
      server.session.dataTask(.promise, with: server.url).map(on: .global(), \.data)
    }
    #expect(received == [FakeLibrary.header, "library=1"])
    #expect(sent.map(\.traceparent) == [FakeLibrary.header])
    let said = library.said
    #expect(said.first?.hasPrefix("GET http.request.method=GET server.address=127.0.0.1") == true)
    #expect(said.last == "answered 200" && said.count == 2)
  }
}
