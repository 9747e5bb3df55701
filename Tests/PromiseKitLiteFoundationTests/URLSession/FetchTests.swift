import FlyingFox
import Foundation
import PromiseKitLite
import PromiseKitLiteFoundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("validate, decode, and fetch")
struct FetchTests {
  private static let items = #"[{"id": 1, "name": "tea"}, {"id": 2, "name": "milk"}]"#

  @Test("fetch returns a promise of the models on the server")
  func models() async throws {
    try await Server.run(["GET /items": { _ in .json(Self.items) }]) { server in
      let items = try await server.session.fetch([Item].self, from: server("items")).async()
      #expect(items == [Item(id: 1, name: "tea"), Item(id: 2, name: "milk")])
    }
  }

  @Test("fetch takes a request and a decoder, and infers the type")
  func decoder() async throws {
    struct Day: Decodable, Equatable { var firstDay: Date }
    let routes: Server.Routes = ["POST /day": { _ in .json(#"{"first_day": 86400}"#) }]
    try await Server.run(routes) { server in
      var request = URLRequest(url: server("day"))
      request.httpMethod = "POST"
      let decoder = JSONDecoder()
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      decoder.dateDecodingStrategy = .secondsSince1970
      let promise: Promise<Day> = server.session.fetch(from: request, decoder: decoder)
      let day = try await promise.async()
      #expect(day.firstDay == Date(timeIntervalSince1970: 86400))
    }
  }

  @Test(
    "A status outside 200..<300 rejects with the status, the body, and the response",
    arguments: [
      199, 300, 304, 404, 500,
    ])
  func badStatus(status: Int) async throws {
    // No server ends with the status 199, so the response is created here.
    let url = try #require(URL(string: "http://127.0.0.1/a"))
    let response = try #require(
      HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: nil))
    let answer = Promise.value((data: Data("why".utf8), response: response as URLResponse))
    let error: PMKHTTPError = try await answer.validate().rejection()
    guard case .badStatusCode(let code, let body, let rejected) = error else { return }
    #expect(code == status)
    #expect(body == Data("why".utf8))
    #expect(rejected === response)
  }

  @Test(
    "A status in 200..<300 and a non-HTTP response pass", arguments: [200, 299, nil])
  func goodStatus(status: Int?) async throws {
    let url = try #require(URL(string: "http://127.0.0.1/a"))
    let response: URLResponse =
      if let status {
        try #require(
          HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: nil))
      } else {
        URLResponse(url: url, mimeType: nil, expectedContentLength: 0, textEncodingName: nil)
      }
    let answer = Promise.value((data: Data([1]), response: response))
    #expect(try await answer.validate(label: "check").async().response === response)
  }

  @Test("A server failure rejects fetch before anything is decoded", arguments: [404, 500])
  func failure(status: Int) async throws {
    let routes: Server.Routes = [
      "/items": { _ in .json("not JSON", status: HTTPStatusCode(status, phrase: "")) }
    ]
    try await Server.run(routes) { server in
      let error: PMKHTTPError = try await server.session
        .fetch([Item].self, from: server("items")).rejection()
      guard case .badStatusCode(let code, let body, _) = error else { return }
      #expect(code == status)
      #expect(body == Data("not JSON".utf8))
    }
  }

  @Test(
    "JSON that is malformed, has another structure, or is missing rejects with DecodingError",
    arguments: [
      "[{", #"{"id": 1}"#, "",
    ])
  func malformed(text: String) async throws {
    try await Server.run(["/": { _ in .json(text) }]) { server in
      let error: DecodingError = try await server.session
        .fetch([Item].self, from: server.url).rejection()
      #expect(!error.isCancelled)
    }
  }

  @Test("Fifty simultaneous requests keep the order of their promises")
  func fifty() async throws {
    let routes: Server.Routes = [
      "GET /items/:id": { request in
        let id = request.routeParameters["id"] ?? ""
        return .json(#"{"id": \#(id), "name": "item"}"#)
      }
    ]
    try await Server.run(routes) { server in
      let fetches = (0..<50).map { id in
        server.session.fetch(Item.self, from: server("items/\(id)"))
      }
      let items = try await when(fulfilled: fetches).async()
      #expect(items.map(\.id) == Array(0..<50))
    }
  }

  @Test(
    "fetch is three promises at one site, the last with the label; it decodes on a global queue")
  func events() async throws {
    try await Server.run(["/": { _ in .json("[]") }]) { server in
      let recorder = RecordingObserver()
      let line = #line + 2
      let promise = PromiseEnvironment(observers: [recorder]).run {
        server.session.fetch(label: "items", [Item].self, from: server.url)
      }
      _ = try await promise.async()
      let creations = recorder.creations.prefix(3)
      #expect(creations.map(\.operation) == [.body, .validate, .map])
      #expect(creations.map(\.label) == [nil, nil, "items"])
      #expect(creations.allSatisfy { $0.site?.line == line })
      #expect(Set(recorder.queues) == ["inline", "global"])
    }
  }

  @Test("decode decodes data from any source, on the given queue")
  func data() async throws {
    let recorder = RecordingObserver()
    let item: Promise<Item> = PromiseEnvironment(observers: [recorder]).run {
      Guarantee.value(Data(#"{"id": 1, "name": "tea"}"#.utf8)).decode(label: "parse", on: nil)
    }
    #expect(item.value == Item(id: 1, name: "tea"))
    #expect(recorder.queues == ["inline"])
    #expect(Promise.value(Data("7".utf8)).decode(Int.self, on: nil).value == 7)
    let error: DecodingError = try await Promise.value(Data("a".utf8)).decode(Int.self).rejection()
    #expect(!error.isCancelled)
  }
}
