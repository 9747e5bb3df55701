import Dispatch
import Foundation
import TestSupport
import Testing

#if PROMISEKIT
  import PromiseKit
#else
  import PromiseKitLite
#endif

/// A network layer around a session with completion handlers.
class ApiClient {
  struct User: Decodable, Equatable {
    let id: Int
    let name: String
  }

  enum ApiError: LocalizedError {
    case noData, notSignedIn
    var errorDescription: String? { self == .noData ? "No data" : "Not signed in" }
  }

  let server: FakeServer
  var token: String?
  private var refreshing: Promise<String>?
  private var cache: [String: Promise<String>] = [:]

  init(server: FakeServer) { self.server = server }

  func request(_ path: String) -> Promise<String> {
    return Promise { seal in
      server.get(path) { text, error in
        if let error = error { return seal.reject(error) }
        guard let text = text else { return seal.reject(ApiError.noData) }
        seal.fulfill(text)
      }
    }
  }

  func decoded<T: Decodable>(_ path: String, as type: T.Type = T.self) -> Promise<T> {
    request(path).map(on: .global()) { text in
      try JSONDecoder().decode(T.self, from: Data(text.utf8))
    }
  }

  /// One request for all callers at the same time.
  func cached(_ path: String) -> Promise<String> {
    if let known = cache[path], !known.isRejected { return known }
    let promise = request(path)
    cache[path] = promise
    return promise
  }

  func signIn() -> Promise<Void> {
    request("/token").get { self.token = $0 }.asVoid()
  }

  /// Signs in again, once, if the server no longer accepts the token.
  func authorized(_ path: String) -> Promise<String> {
    firstly {
      token == nil ? signIn() : Promise()
    }.then {
      self.request(path)
    }.recover { error -> Promise<String> in
      guard case ServerError.unauthorized = error else { throw error }
      return self.signIn().then { self.request(path) }
    }
  }

  /// The refresh in progress, or a new one.
  func refreshedToken() -> Promise<String> {
    if let refreshing = refreshing { return refreshing }
    let promise = request("/token").ensure { self.refreshing = nil }
    refreshing = promise
    return promise
  }
}

@Suite("Programs of PromiseKit's users: a network layer")
struct NetworkPrograms {
  let server = FakeServer()
  let log = Log()
  var api: ApiClient { ApiClient(server: server) }

  @Test("a request is decoded on a global queue and shown on main")
  func decoding() {
    server.answers["/me"] = [.success(#"{"id": 7, "name": "Ada"}"#)]
    let api = self.api
    _ = Run {
      firstly {
        api.decoded("/me", as: ApiClient.User.self)
      }.map(\.name).done { self.log.add($0) }.catch { self.log.add("\($0)") }
    }
    #expect(log.lines == ["Ada"])
  }

  @Test("an undecodable response and an empty one reach the same catch")
  func failures() {
    server.answers["/me"] = [.success("no JSON")]
    let api = self.api
    _ = Run {
      api.decoded("/me", as: ApiClient.User.self)
        .done { _ in self.log.add("never") }
        .catch { error in self.log.add(error is DecodingError ? "decoding" : "other") }
      api.decoded("/empty", as: [ApiClient.User].self)
        .done { _ in self.log.add("never") }
        .catch { error in self.log.add(error.localizedDescription) }
    }
    #expect(log.lines.sorted() == ["No data", "decoding"])
  }

  @Test("an expired token is renewed once")
  func renewal() {
    server.answers = [
      "/token": [.success("t1"), .success("t2")],
      "/items": [.failure(ServerError.unauthorized), .success("items")],
    ]
    let api = self.api
    _ = Run {
      api.authorized("/items").done { self.log.add("\($0) \(api.token ?? "")") }
        .catch { self.log.add("\($0)") }
    }
    #expect(log.lines == ["items t2"])
    #expect(server.requests == ["/token", "/items", "/token", "/items"])
  }

  @Test("two simultaneous calls share a request")
  func shared() {
    server.answers["/a"] = [.success("a")]
    let api = self.api
    _ = Run {
      when(fulfilled: api.cached("/a"), api.cached("/a"))
        .done { first, second in self.log.add(first + second) }
        .catch { _ in self.log.add("never") }
    }
    #expect(log.lines == ["aa"] && server.requests == ["/a"])
  }

  @Test("a refresh in progress is not started twice")
  func refresh() {
    server.answers["/token"] = [.success("t")]
    let api = self.api
    _ = Run {
      let first = api.refreshedToken()
      let second = api.refreshedToken()
      #expect(first === second)
      when(fulfilled: [first, second]).done { self.log.add("\($0)") }.cauterize()
    }
    #expect(log.lines == [#"["t", "t"]"#] && server.requests.count == 1)
  }

  @Test("three uploads at a time")
  func uploads() {
    let paths = (1...7).map { "/\($0)" }
    for path in paths { server.answers[path] = [.success(path)] }
    let api = self.api
    var running = 0
    var most = 0
    _ = Run {
      var left = paths.makeIterator()
      let uploads = AnyIterator<Promise<String>> {
        guard let path = left.next() else { return nil }
        running += 1
        most = max(most, running)
        return after(seconds: 0.1).then { api.request(path) }.ensure { running -= 1 }
      }
      when(fulfilled: uploads, concurrently: 3).done { self.log.add("\($0.count)") }.cauterize()
    }
    #expect(log.lines == ["7"] && most == 3)
  }
}
