import FlyingFox
import Foundation
import PromiseKitLite
import PromiseKitLiteFoundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("uploadTask and downloadTask")
struct TransferTests {
  private static let echo: Server.Routes = [
    "POST /echo": { request in
      HTTPResponse(statusCode: .created, body: try await request.bodyData)
    }
  ]

  private func post(_ server: Server) -> URLRequest {
    var request = URLRequest(url: server("echo"))
    request.httpMethod = "POST"
    return request
  }

  /// A folder that is removed after `body`.
  private func inFolder<R>(_ body: (URL) async throws -> R) async throws -> R {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("promises-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
  }

  @Test("An upload sends data and returns a promise of the response")
  func uploadData() async throws {
    try await Server.run(Self.echo) { server in
      let (data, response) = try await server.session
        .uploadTask(.promise, with: post(server), from: Data("tea".utf8)).async()
      #expect(data == Data("tea".utf8))
      #expect((response as? HTTPURLResponse)?.statusCode == 201)
    }
  }

  @Test("An upload sends a file")
  func uploadFile() async throws {
    try await Server.run(Self.echo) { server in
      try await inFolder { folder in
        let file = folder.appendingPathComponent("order")
        let order = Data(repeating: 7, count: 300_000)
        try order.write(to: file)
        let (data, _) = try await server.session
          .uploadTask(.promise, label: "send", with: post(server), fromFile: file).async()
        #expect(data == order)
      }
    }
  }

  @Test("A download saves the body at the given location")
  func download() async throws {
    let body = Data(repeating: 9, count: 1_000_000)
    try await Server.run(["/": { _ in HTTPResponse(statusCode: .ok, body: body) }]) { server in
      try await inFolder { folder in
        let place = folder.appendingPathComponent("body")
        let (saved, response) = try await server.session
          .downloadTask(.promise, with: server.url, to: place).async()
        #expect(saved == place)
        #expect(try Data(contentsOf: place) == body)
        #expect((response as? HTTPURLResponse)?.statusCode == 200)
      }
    }
  }

  @Test("A download does not replace a file: it is rejected, and the file is unchanged")
  func downloadOverFile() async throws {
    try await Server.run(["/": { _ in .json("new") }]) { server in
      try await inFolder { folder in
        let place = folder.appendingPathComponent("body")
        try Data("old".utf8).write(to: place)
        let error: CocoaError = try await server.session
          .downloadTask(.promise, label: "save", with: server.url, to: place).rejection()
        #expect(error.code == .fileWriteFileExists)
        #expect(try Data(contentsOf: place) == Data("old".utf8))
      }
    }
  }

  @Test("A refused connection rejects an upload and a download")
  func refused() async throws {
    let port = try Port()
    let session = URLSession(configuration: .patient)
    defer { session.finishTasksAndInvalidate() }
    var request = URLRequest(url: port.url)
    request.httpMethod = "POST"
    let up: URLError =
      try await session
      .uploadTask(.promise, label: "up", with: request, from: Data("tea".utf8)).rejection()
    #expect(up.code == .cannotConnectToHost)
    let down: URLError =
      try await session
      .downloadTask(.promise, with: port.url, to: port.url).rejection()
    #expect(down.code == .cannotConnectToHost)
  }
}
