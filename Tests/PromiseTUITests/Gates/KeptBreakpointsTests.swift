import Foundation
import PromiseKitLite
import Testing

@testable import promise_tui

@Suite("The breakpoints that are kept with a program")
struct KeptBreakpointsTests {
  private let home: PrivateFolder
  private let folders: UserFolders
  private let submit = Breakpoint(.label("submit"), count: 2)
  private let error = Breakpoint(
    .error("off line"), condition: .init(.contains, "\"5\""), isOn: false)

  init() throws {
    home = try #require(PrivateFolder())
    folders = UserFolders(
      TerminalEnvironment(outputIsTerminal: true, variables: ["HOME": home.path]))
  }

  private func remove() { try? FileManager.default.removeItem(atPath: home.path) }

  @Test("They are read at the next run of the same executable, and of no other")
  func roundTrip() throws {
    defer { remove() }
    let kept = KeptBreakpoints(of: "/bin/shop", in: folders)
    #expect(kept.list.isEmpty && kept.problem == nil)
    #expect(kept.set([submit, error]) == nil)
    #expect(KeptBreakpoints(of: "/bin/shop", in: folders).list == [submit, error])
    #expect(KeptBreakpoints(of: "/usr/bin/shop", in: folders).list.isEmpty)
    let more = Breakpoint(.queue("main"))
    #expect(
      KeptBreakpoints(of: "/bin/shop", adding: [more, submit], in: folders).list
        == [submit, error, more])
  }

  @Test("A damaged file is said and kept aside; what can be read of it counts")
  func damaged() throws {
    defer { remove() }
    let kept = KeptBreakpoints(of: "/bin/shop", in: folders)
    #expect(kept.set([submit]) == nil)
    let path = try #require(kept.path)
    let text = try String(contentsOfFile: path, encoding: .utf8) + "lable x\n"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    let damaged = KeptBreakpoints(of: "/bin/shop", in: folders)
    #expect(damaged.list == [submit])
    #expect(damaged.problem?.contains("\(path).damaged") == true)
    #expect(try String(contentsOfFile: "\(path).damaged", encoding: .utf8) == text)
    #expect(KeptBreakpoints(of: "/bin/shop", in: folders).list.isEmpty)
  }

  @Test("Without a home, nothing is kept, and that is said")
  func homeless() {
    defer { remove() }
    let none = UserFolders(TerminalEnvironment(outputIsTerminal: true, variables: [:]))
    let kept = KeptBreakpoints(of: "/bin/shop", in: none)
    #expect(kept.set([submit])?.contains("not kept") == true)
    #expect(kept.list == [submit])
  }
}
