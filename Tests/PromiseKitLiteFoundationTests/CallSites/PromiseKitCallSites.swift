import FlyingFox
import Foundation
import PromiseKitLite
import PromiseKitLiteFoundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Calls as programs write them for PromiseKit's Foundation extension: they compile, and behave the
/// same.
@Suite("PromiseKit's call sites with Foundation")
struct PromiseKitCallSites {
  private func makeRequest(_ url: URL) throws -> URLRequest {
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.httpBody = try JSONEncoder().encode(Item(id: 1, name: "tea"))
    return request
  }

  @Test("A request that may throw, a status that is checked, a model that is decoded")
  func decoding() async throws {
    let routes: Server.Routes = [
      "POST /items": { request in
        HTTPResponse(statusCode: .ok, body: try await request.bodyData)
      }
    ]
    try await Server.run(routes) { server in
      let (item, seal) = Promise<Item>.pending()
      firstly {
        server.session.dataTask(.promise, with: try makeRequest(server("items"))).validate()
      }.map {
        try JSONDecoder().decode(Item.self, from: $0.data)
      }.done { item in
        seal.fulfill(item)
      }.catch { error in
        seal.reject(error)
      }
      let sent = try await item.async()
      #expect(sent == Item(id: 1, name: "tea"))
    }
  }

  @Test("The parts of a response arrive as two parameters, a bad status as a case to match")
  func badStatus() async throws {
    let routes: Server.Routes = ["/": { _ in .json("sorry", status: .serviceUnavailable) }]
    try await Server.run(routes) { server in
      let (words, seal) = Promise<String>.pending()
      firstly {
        server.session.dataTask(.promise, with: URLRequest(url: server.url))
      }.get { data, response in
        #expect((response as? HTTPURLResponse)?.statusCode == 503)
        #expect(data == Data("sorry".utf8))
      }.validate().done { data, response in
        seal.fulfill("none")
      }.catch { error in
        if case PMKHTTPError.badStatusCode(let code, let body, _) = error {
          seal.fulfill("\(code) \(String(decoding: body, as: UTF8.self))")
        } else {
          seal.reject(error)
        }
      }
      let said = try await words.async()
      #expect(said == "503 sorry")
    }
  }

  @Test("A notification is awaited once")
  func notification() async {
    let center = NotificationCenter()
    let name = Notification.Name("saved")
    let saved = center.observe(once: name).map { _ in "saved" }
    center.post(name: name, object: nil)
    #expect(await saved.async() == "saved")
  }
}
