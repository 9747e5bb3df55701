import Testing

@testable import promise_tui

import PromiseSystem

@Suite struct WakePipeTests {
  @Test("each signal comes out of the pipe once, and a wake-up is not a signal")
  func drain() throws {
    let pipe = try #require(WakePipe())
    defer {
      close(pipe.reading)
      close(pipe.writing)
    }
    pipe.wake()
    for number in [SIGWINCH, SIGTERM, SIGWINCH] {
      var byte = UInt8(number)
      #expect(write(pipe.writing, &byte, 1) == 1)
    }
    #expect(pipe.drain() == [SIGWINCH, SIGTERM])
    #expect(pipe.drain() == [])
  }

  @Test("a full pipe does not block")
  func full() throws {
    let pipe = try #require(WakePipe())
    defer {
      close(pipe.reading)
      close(pipe.writing)
    }
    for _ in 0..<200_000 { pipe.wake() }
    #expect(pipe.drain() == [])
  }

  @Test("Input has ended if it is readable and empty, not if bytes have just arrived")
  func ends() {
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    defer { close(ends[0]) }
    #expect(!waitToRead([ends[0]], milliseconds: 0)[0] && hasNothing(ends[0]))
    #expect(write(ends[1], "x", 1) == 1)
    #expect(waitToRead([ends[0]], milliseconds: 0)[0] && !hasNothing(ends[0]))
    var byte: UInt8 = 0
    #expect(read(ends[0], &byte, 1) == 1)
    close(ends[1])
    #expect(waitToRead([ends[0]], milliseconds: 0)[0] && hasNothing(ends[0]))
  }
}
