import Testing

@testable import PromiseEvents
@testable import PromiseKitLite

@Suite struct JSONScannerTests {
  private func scan(_ text: String) -> JSONValue? {
    try? JSONScanner.value(of: Array(text.utf8)[...])
  }

  @Test(
    "Values are read",
    arguments: [
      ("0", .integer(0)), ("-12", .integer(-12)), (" 7 ", .integer(7)),
      ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
      ("9223372036854775808", .real(9223372036854775808)), ("1.5e2", .real(150)),
      ("true", .bool(true)), ("false", .bool(false)), ("null", .null),
      ("[]", .array([])), ("[1, [2]]", .array([.integer(1), .array([.integer(2)])])),
      ("{}", .object([])),
      (
        "{\"a\" : 1,\"b\":null}",
        .object([.init(key: "a", value: .integer(1)), .init(key: "b", value: .null)])
      ),
      (#""\"\\\/\b\f\n\r\t""#, .string("\"\\/\u{8}\u{C}\n\r\t")),
      (#""\u0041\u00e9\ud83d\ude00""#, .string("Aé😀")),
      (#""\ud83d!\udc00\ud83d\u0041""#, .string("\u{FFFD}!\u{FFFD}\u{FFFD}A")),
    ] as [(String, JSONValue)])
  func values(_ text: String, _ value: JSONValue) {
    #expect(scan(text) == value)
  }

  @Test(
    "Invalid JSON is rejected",
    arguments: [
      "", " ", "x", "tru", "truex", "[1", "[1,]", "[1 2]", "{\"a\"}", "{a:1}", "{\"a\":}", "1 2",
      "\"", "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"a\nb\"", "-", "1e", "1.2.3", "[}", "{]",
    ])
  func garbage(_ text: String) {
    #expect(scan(text) == nil)
  }

  @Test("Nesting is limited")
  func depth() {
    #expect(scan(String(repeating: "[", count: 15) + String(repeating: "]", count: 15)) != nil)
    #expect(scan(String(repeating: "[", count: 100_000)) == nil)
  }

  @Test("Bytes that are not valid UTF-8 become replacement characters")
  func encoding() throws {
    let value = try JSONScanner.value(of: [0x22, 0x61, 0xFF, 0x62, 0x22][...])
    #expect(value == .string("a\u{FFFD}b"))
  }
}
