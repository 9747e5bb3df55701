import PromiseKitLite
import Testing

/// The examples and rules of the W3C recommendation Trace Context, section 3.2.
@Suite("A trace context")
struct TraceContextTests {
  private static let header = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

  @Test("is read from the header and written the same way")
  func roundTrip() throws {
    let context = try #require(PromiseEvent.TraceContext(traceparent: Self.header))
    #expect(context.traceID == "4bf92f3577b34da6a3ce929d0e0e4736")
    #expect(context.spanID == "00f067aa0ba902b7")
    #expect(context.isSampled && context.isValid)
    #expect(context.traceparent == Self.header)
  }

  @Test("has zeros in front of small numbers")
  func zeros() throws {
    let context = try #require(
      PromiseEvent.TraceContext(trace: (0, 10), span: 1, isSampled: false))
    #expect(context.traceparent == "00-0000000000000000000000000000000a-0000000000000001-00")
    #expect(PromiseEvent.TraceContext(traceparent: context.traceparent) == context)
    #expect(context.with(span: 2)?.spanID == "0000000000000002")
    #expect(context.with(span: 0) == nil)
  }

  @Test(
    "is not read from a header that is not valid",
    arguments: [
      "", "00", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7",
      "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
      "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
      "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
      "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
      "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
      "01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01more",
      "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0x",
      "00_4bf92f3577b34da6a3ce929d0e0e4736_00f067aa0ba902b7_01",
      " 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
    ])
  func refused(_ header: String) {
    #expect(PromiseEvent.TraceContext(traceparent: header) == nil)
  }

  @Test("of a newer version is read as far as this one goes")
  func newerVersion() {
    let newer = "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-what-comes-later"
    #expect(PromiseEvent.TraceContext(traceparent: newer)?.traceparent == Self.header)
  }

  @Test("keeps only the flag that says whether the trace is sampled")
  func flags() {
    let all = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-ff"
    #expect(PromiseEvent.TraceContext(traceparent: all)?.isSampled == true)
    let none = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-fe"
    #expect(PromiseEvent.TraceContext(traceparent: none)?.isSampled == false)
  }
}
