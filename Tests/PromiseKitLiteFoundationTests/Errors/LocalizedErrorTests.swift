import Foundation
import PromiseKitLite
import PromiseKitLiteFoundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("Localized descriptions")
struct LocalizedErrorTests {
  @Test("An error of the library is described by its message")
  func message() {
    let errors: [PMKError] = [.cancelled, .returnedSelf, .badInput, .noWinner([])]
    for error in errors {
      #expect((error as any Error).localizedDescription == error.description)
      #expect((error as NSError).localizedDescription == error.description)
    }
  }

  @Test("A bad status is described by the status and the address, without parts that may be secret")
  func badStatus() throws {
    let url = try #require(URL(string: "http://ada:pw@127.0.0.1:8080/items?token=9#top"))
    let response = try #require(
      HTTPURLResponse(url: url, statusCode: 404, httpVersion: nil, headerFields: nil))
    let error = PMKHTTPError.badStatusCode(404, Data("secret".utf8), response)
    let words = HTTPURLResponse.localizedString(forStatusCode: 404)
    #expect(error.description == "404 \(words) from http://127.0.0.1:8080/items")
    #expect((error as any Error).localizedDescription == error.description)
  }
}
