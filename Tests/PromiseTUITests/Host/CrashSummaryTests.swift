import Testing

@testable import promise_tui

@Suite("The last output of a crashed program")
struct LastWordsTests {
  @Test("A crash is summarized by its reason, without addresses")
  func crash() {
    let words = CrashSummary([
      "here", "Swift/ContiguousArrayBuffer.swift:692: Fatal error: Index out of range",
      "Current stack trace:", "0    libswiftCore.so   0x00007ff3 swift_reportError + 33",
      "12   Five    0x0000 <unavailable> + 1", "after", "3 items",
    ])
    #expect(
      words.lines == [
        "here", "Swift/ContiguousArrayBuffer.swift:692: Fatal error: Index out of range", "after",
        "3 items",
      ])
    #expect(words.reason == "Index out of range")
  }

  @Test("A place in the program's own code is included")
  func place() {
    #expect(
      CrashSummary(["Hello/main.swift:7: Fatal error: boom: bang"]).reason
        == "boom: bang (Hello/main.swift:7)")
    #expect(CrashSummary(["Fatal error: x"]).reason == "x")
  }

  @Test("Without a reason, it is the last line that is not empty")
  func last() {
    #expect(CrashSummary(["a", "b", ""]).reason == "b")
    #expect(CrashSummary([]).reason == nil)
  }
}
