import Testing

@testable import PromiseGraph
@testable import PromiseInsight

@Suite struct MaskedTextTests {
  @Test(
    "Text that differs in each run is masked",
    arguments: [
      ("http://127.0.0.1:43121/day?x=1", "http://127.0.0.1:<port>/day?x=1"),
      ("https://shop.example:8443", "https://shop.example:<port>"),
      ("localhost:8080 and [::1]:8081", "localhost:<port> and [::1]:<port>"),
      ("listening on port 43121", "listening on port <port>"),
      ("Port: 80, port=8080", "Port: <port>, port=<port>"),
      ("<Reply: 0x00007f12aa00> 200", "<Reply: <address>> 200"),
      ("id B1E5D3A0-0001-4c3e-9A3F-2C963F66AFA6.", "id <uuid>."),
      ("2026-11-22T08:55:55.120Z", "<time>"),
      ("at 2026-11-22 08:55:55 +0000, twice", "at <time>, twice"),
      ("2026-11-22T08:55+02:00", "<time>"),
      ("Date: Sun, 22 Nov 2026 08:55:55 GMT", "Date: <time>"),
      ("6 Nov 2026 08:55", "<time>"),
      ("08:55:55,120 login", "<time> login"),
      ("job-1795337755 1795337755.25 1795337755123", "job-<time> <time> <time>"),
      ("[\"a\": 1795337755123456789]", "[\"a\": <time>]"),
    ])
  func masks(text: String, expected: String) { #expect(masked(text) == expected) }

  @Test(
    "Text that may be the difference itself is kept",
    arguments: [
      "", "3 items", "127.0.0.1", "10.0.0.7/24", "2026-11-22", "8:55", "12:30", "0x1f", "#FF0000",
      "3.1415926535", "1234567890", "9999999999", "order 1795337755a", "Login.swift:14",
      "[\"fetch\": 200]", "status:200", "report 4312", "1:08:55:55",
      "deadbeef-0001-4c3e-9a3f-2c963f66afa", "v1.2.3:4567890", "Ünï 3 \u{1F600}",
    ])
  func stays(text: String) { #expect(masked(text) == text) }

  @Test("A long text is masked in linear time")
  func long() {
    let text = String(repeating: "127.0.0.1:43121 ", count: 2_000)
    #expect(masked(text) == String(repeating: "127.0.0.1:<port> ", count: 2_000))
    let host = String(repeating: "a.", count: 10_000)
    #expect(masked("://" + host + ":80") == "://" + host + ":<port>")
  }
}
