import FlyingFox
import Foundation
import PromiseKitLite
import PromiseKitLiteFoundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("docs/library/foundation.md")
struct DocumentTests {
  @Test("Its code is compiled and run")
  func example() async throws {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let page = tests.appendingPathComponent("../../docs/library/foundation.md").standardizedFileURL
    let document = try String(contentsOf: page, encoding: .utf8)
    let code = try #require(document.firstMatch(of: /```swift\n([\s\S]*?)```/))
    let file = tests.appendingPathComponent("FoundationExample.swift")
    #expect(try String(contentsOf: file, encoding: .utf8) == String(code.1))

    let routes: Server.Routes = [
      "GET /orders": { _ in .json(#"[{"id": 1, "items": ["tea"]}]"#) },
      "POST /orders": { request in
        HTTPResponse(statusCode: .created, body: try await request.bodyData)
      },
    ]
    try await Server.run(routes) { server in
      let shop = Shop(url: server("orders"), session: server.session)
      let count = try await shop.order(["milk"]).async()
      #expect(count == 2)
    }
  }
}
