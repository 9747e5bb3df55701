import Foundation
import Testing

@testable import promise_tui

/// Each test runs in a process of its own: a process captures its output once, and other tests
/// capture it too.
@Suite struct HeldOutputTests {
  /// A file that stands in for standard output.
  private final class Target {
    let file = tmpfile()
    var descriptor: Int32 { file.map { fileno($0) } ?? -1 }

    func print(_ text: String) { _ = text.withCString { write(descriptor, $0, strlen($0)) } }

    /// What has been written to it.
    var text: String {
      var bytes = [UInt8](repeating: 0, count: 100_000)
      let count = pread(descriptor, &bytes, bytes.count, 0)
      return String(decoding: bytes[..<max(0, count)], as: UTF8.self)
    }

    deinit { file.map { _ = fclose($0) } }
  }

  @Test("captured output is taken line by line, each line once")
  func lines() async {
    await #expect(processExitsWith: .success) {
      let target = Target()
      target.print("before\n")
      StdoutCapture.hold(target.descriptor)
      target.print("one\n\ntwo\nthr")
      #expect(StdoutCapture.take(atEnd: false) == ["one", "", "two"])
      #expect(StdoutCapture.take(atEnd: false) == [])
      target.print("ee\n")
      #expect(StdoutCapture.take(atEnd: false) == ["three"])
      target.print("rest")
      #expect(StdoutCapture.take(atEnd: true) == ["rest"])
      StdoutCapture.release()
      target.print("after\n")
      #expect(target.text == "before\nafter\n")
    }
  }

  @Test("what is not taken arrives at its destination")
  func release() async {
    await #expect(processExitsWith: .success) {
      let target = Target()
      StdoutCapture.hold(target.descriptor)
      target.print("one\ntwo")
      StdoutCapture.release()
      StdoutCapture.release()
      #expect(target.text == "one\ntwo")
      #expect(StdoutCapture.take(atEnd: true) == [])
    }
  }

  @Test("printing a lot does not block until it is read")
  func much() async {
    await #expect(processExitsWith: .success) {
      let target = Target()
      let line = String(repeating: "ä", count: 3000)
      StdoutCapture.hold(target.descriptor)
      for _ in 0..<100 { target.print(line + "\n") }
      let lines = StdoutCapture.take(atEnd: false)
      StdoutCapture.release()
      #expect(lines.count == 100)
      #expect(lines.allSatisfy { $0 == line })
    }
  }
}
