import FlyingFox
import FlyingSocks
import Foundation
import PromiseKitLite
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A server on 127.0.0.1 at a port that the system chooses, and a session of its own.
struct Server: Sendable {
  /// A route, as in `GET /items`, and its response.
  typealias Routes = KeyValuePairs<
    HTTPRoute, @Sendable (HTTPRequest) async throws -> HTTPResponse
  >

  let url: URL
  let session: URLSession

  /// The address of a path on the server.
  func callAsFunction(_ path: String) -> URL { url.appendingPathComponent(path) }

  /// Runs `body` while a server serves these routes.
  static func run<R: Sendable>(
    _ routes: Routes, _ body: @Sendable (Server) async throws -> R
  ) async throws -> R {
    let server = HTTPServer(
      address: try sockaddr_in.inet(ip4: "127.0.0.1", port: 0), timeout: 600, logger: .disabled)
    for (route, handler) in routes { await server.appendRoute(route, handler: handler) }
    let running = Task { try await server.run() }
    try await server.waitUntilListening(timeout: 600)
    guard case .ip4(_, let port)? = await server.listeningAddress else {
      throw Failure("The server listens nowhere")
    }
    let url = try #require(URL(string: "http://127.0.0.1:\(port)"))
    let session = URLSession(configuration: .patient)
    defer { session.invalidateAndCancel() }
    let result: Result<R, any Error>
    do {
      result = .success(try await body(Server(url: url, session: session)))
    } catch {
      result = .failure(error)
    }
    running.cancel()
    _ = await running.result
    return try result.get()
  }
}

extension URLSessionConfiguration {
  /// The configuration of a session whose requests wait until the machine has time for them.
  static var patient: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 600
    return configuration
  }
}

extension HTTPResponse {
  /// A JSON response, possibly malformed.
  static func json(_ text: String, status: HTTPStatusCode = .ok) -> HTTPResponse {
    HTTPResponse(
      statusCode: status, headers: [.contentType: "application/json"], body: Data(text.utf8))
  }
}

/// A gate for which a handler of the server waits.
struct OneShotSemaphore: Sendable {
  private let stream: AsyncStream<Never>
  private let continuation: AsyncStream<Never>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream() }

  func open() { continuation.finish() }

  /// Waits until it is open, or the server ends.
  func pass() async { for await _ in stream {} }
}
