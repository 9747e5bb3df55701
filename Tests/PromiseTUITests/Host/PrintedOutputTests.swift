import PromiseGraph
import PromiseInsight
import PromiseSystem
import Testing

@testable import promise_tui

@Suite("What a repeated program prints")
struct PrintedOutputTests {
  /// Returns the output of a shell command.
  private func output(_ command: String, searching texts: [String] = []) throws -> PrintedOutput {
    let printed = try #require(PrintedOutput(searching: texts))
    var program = ChildProcess.Program(arguments: ["/bin/sh", "-c", command])
    printed.receive(from: &program)
    let child = try ChildProcess.start(program)
    let waiter = try #require(EventWaiter(to: nil))
    #expect(child.ending(within: .seconds(3600), waiter, printing: printed) != nil)
    return printed
  }

  @Test("Standard output and standard error are kept in one order, and written to a private file")
  func order() throws {
    let printed = try output("echo one; echo two >&2; printf three")
    #expect(printed.lastLines == ["one", "two", "three"])
    let folder = "\(Folder.temporary)/printed-output-\(getpid())"
    defer { unlink(folder) }
    #expect(printed.write(to: folder))
    #expect(Folder.size(of: folder) == 13)
    #expect(!printed.write(to: folder), "a file that exists is not overwritten")
  }

  @Test("Of a lot of output, the beginning and the end are kept, and texts are found in all of it")
  func large() throws {
    let printed = try output(
      "echo first; head -c 3000000 /dev/zero; echo needle; head -c 3000000 /dev/zero; echo last",
      searching: ["needle", "first", "haystack"])
    #expect(printed.count == 6_000_018)
    #expect(printed.found == ["needle", "first"])
    #expect(printed.lastLines.suffix(2).first?.hasSuffix("last") == true)
    let path = "\(Folder.temporary)/printed-output-large-\(getpid())"
    defer { unlink(path) }
    #expect(printed.write(to: path))
    let size = try #require(Folder.size(of: path))
    #expect(size > 2 * PrintedOutput.most && size < 2 * PrintedOutput.most + 100)
  }

  @Test("A text is found wherever the pieces of the output begin and end")
  func pieces() {
    let text = "aabaabaac"
    for first in 1..<text.utf8.count {
      for second in first..<text.utf8.count {
        var search = TextSearch("abaac")
        let bytes = Array(text.utf8)
        search.take(Array(bytes[..<first]))
        search.take(Array(bytes[first..<second]))
        search.take(Array(bytes[second...]))
        #expect(search.isFound)
      }
    }
    var search = TextSearch("ok")
    search.take(Array("o".utf8))
    search.take(Array("K ko".utf8))
    #expect(!search.isFound)
  }

  @Test("Outputs that differ only in ports, addresses and times have the same digest")
  func digests() throws {
    let one = try output("echo listening on port 8080; printf '2026-01-02T10:20:30Z done'")
    let other = try output("echo listening on port 9090; printf '2026-01-03T11:21:31Z done'")
    let third = try output("echo listening on port 9090; printf '2026-01-03T11:21:31Z failed'")
    #expect(one.digestOfLines == other.digestOfLines)
    #expect(one.digestOfLines != third.digestOfLines)
  }

  @Test("A process that is left over neither prolongs the run nor survives it")
  func leftOver() throws {
    let printed = try output("sleep 100 & echo $!")
    let process = try #require(pid_t(printed.lastLines[0]))
    var isGone = false
    for _ in 0..<200 where !isGone {
      isGone = kill(process, 0) != 0 || Self.isZombie(process)
      if !isGone { _ = waitToRead([], milliseconds: 10) }
    }
    #expect(isGone)
  }

  private static func isZombie(_ process: pid_t) -> Bool {
    // A killed process that nothing has waited for yet.
    let file = open("/proc/\(process)/stat", O_RDONLY)
    guard file >= 0 else { return true }
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 512)
    let count = readBytes(file, into: &buffer)
    return String(decoding: buffer[..<max(0, count)], as: UTF8.self).contains(") Z ")
  }
}
