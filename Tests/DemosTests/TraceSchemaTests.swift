import Demos
import PromiseKitLite
import TestSupport
import Testing

@Suite("The traces of the demos")
struct TraceSchemaTests {
  @Test("Every line of every demo and variant matches the schema")
  func lines() throws {
    let schema = try TraceSchema()
    let writer = TraceWriter()
    // Lines of one form are alike in all demos.
    var known: Set<String> = []
    for demo in Demo.all {
      for settings in [[]] + demo.variants.map(\.settings) {
        let events = try SimulatedDemo(demo, settings: settings).events
        let header = writer.line(TraceHeader(isVirtual: true, title: demo.name))
        for line in [header] + events.map(writer.line) {
          guard known.insert(Self.form(of: line)).inserted else { continue }
          #expect(
            schema.problem(with: line) == nil,
            "\(demo.name): \(String(decoding: line, as: UTF8.self))")
        }
      }
    }
  }

  /// Returns a line with its numbers shortened to their first digit: lines of one form need one look.
  private static func form(of line: [UInt8]) -> String {
    var form: [UInt8] = []
    var isInNumber = false
    for byte in line {
      let isDigit = (0x30...0x39).contains(byte)
      if !(isDigit && isInNumber) { form.append(byte) }
      isInNumber = isDigit
    }
    return String(decoding: form, as: UTF8.self)
  }
}
