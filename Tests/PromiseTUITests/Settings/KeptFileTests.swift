import Foundation
import PromiseScreens
import Testing

@testable import promise_tui

/// What the screen keeps between two starts of the program.
@Suite struct KeptFileTests {
  /// A folder of its own as the home of the user.
  private final class Home {
    let path: String
    init() throws {
      var template = Array("/tmp/promise-tui.XXXXXX".utf8CString)
      guard mkdtemp(&template) != nil else { throw Failure() }
      path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
    deinit { try? FileManager.default.removeItem(atPath: path) }
    struct Failure: Error {}

    /// The file, in an environment with this home.
    func file(_ variables: [String: String] = [:]) throws -> KeptFile {
      let environment = TerminalEnvironment(
        outputIsTerminal: true, variables: ["HOME": path].merging(variables) { $1 })
      return try #require(KeptFile(UserFolders(environment)))
    }

    func mode(of name: String) throws -> Int {
      let attributes = try FileManager.default.attributesOfItem(atPath: path + "/" + name)
      return try #require(attributes[.posixPermissions] as? Int)
    }
  }

  private static let some = KeptState(
    view: ViewSettings(speed: 2),
    progress: CourseProgress(
      played: ["zalgo"], results: ["zalgo": CourseProgress.Result(right: 3, of: 4)]),
    typed: ["search": ["fetch", "a \"quoted\" ✓"], "goTo": ["206ms"]])

  @Test("What is kept is read back, from a file and a folder that only the user can read")
  func roundTrip() throws {
    let home = try Home()
    let file = try home.file()
    #expect(file.path == "\(home.path)/.local/state/promise-tui/state.json")
    #expect(file.read().kept == KeptState())
    #expect(file.add(Self.some, since: KeptState()))
    #expect(file.read().kept == Self.some)
    #expect(try home.mode(of: ".local/state/promise-tui") == 0o700)
    #expect(try home.mode(of: ".local/state/promise-tui/state.json") == 0o600)
  }

  @Test("XDG_STATE_HOME names the folder, unless it is not an absolute path")
  func folder() throws {
    let home = try Home()
    #expect(
      try home.file(["XDG_STATE_HOME": "/elsewhere"]).path == "/elsewhere/promise-tui/state.json")
    #expect(
      try home.file(["XDG_STATE_HOME": "here"]).path
        == "\(home.path)/.local/state/promise-tui/state.json")
    let none = TerminalEnvironment(outputIsTerminal: true, variables: [:])
    #expect(KeptFile(UserFolders(none)) == nil)
  }

  @Test("A home that does not exist, or a file in the way, keeps nothing")
  func noHome() throws {
    let home = try Home()
    let file = try home.file(["HOME": "\(home.path)/none"])
    #expect(!file.add(Self.some, since: KeptState()))
    #expect(!FileManager.default.fileExists(atPath: "\(home.path)/none"))
    try Data().write(to: URL(fileURLWithPath: "\(home.path)/.local"))
    #expect(try !home.file().add(Self.some, since: KeptState()))
  }

  @Test(
    "A damaged file counts as empty, and is kept aside",
    arguments: [
      "", "{", "[]", "{\"speed\":1}", "null", "{\"version\":\"1\"}", "\u{0}\u{1}",
    ])
  func damaged(text: String) throws {
    let home = try Home()
    let file = try home.file()
    #expect(file.add(Self.some, since: KeptState()))
    try Data(text.utf8).write(to: URL(fileURLWithPath: file.path))
    let contents = file.read()
    #expect(contents.kept == KeptState())
    #expect(contents.problem == .damaged(movedTo: "\(file.path).damaged"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: file.path + ".damaged")) == Data(text.utf8))
    #expect(file.add(Self.some, since: KeptState()))
    #expect(file.read().kept == Self.some)
  }

  @Test("A huge file is set aside, a folder in its place is left alone")
  func huge() throws {
    let home = try Home()
    let file = try home.file()
    #expect(file.add(Self.some, since: KeptState()))
    try Data(count: KeptFile.mostBytes + 1).write(to: URL(fileURLWithPath: file.path))
    #expect(file.read().problem != nil)
    try FileManager.default.createDirectory(atPath: file.path, withIntermediateDirectories: true)
    #expect(file.read().kept == KeptState())
    #expect(!file.add(Self.some, since: KeptState()))
  }

  @Test("A file of a newer program is not replaced")
  func newer() throws {
    let home = try Home()
    let file = try home.file()
    #expect(file.add(Self.some, since: KeptState()))
    let text = Data("{\"version\":2,\"zoomed\":\"?\"}\n".utf8)
    try text.write(to: URL(fileURLWithPath: file.path))
    #expect(file.read().problem == .newer(path: file.path))
    #expect(!file.add(Self.some, since: KeptState()))
    #expect(try Data(contentsOf: URL(fileURLWithPath: file.path)) == text)
  }

  @Test("A field that is not what it should be is as if it were missing")
  func fields() throws {
    let home = try Home()
    let file = try home.file()
    #expect(file.add(KeptState(typed: ["search": ["x"]]), since: KeptState()))
    let text = """
      {"version":1,"speed":99,"focus":"nowhere","shared":"time","zoomed":3,"played":[1,"zalgo"],\
      "results":{"zalgo":[5,4],"chain":[1]},"typed":{"search":"x","other":["y"]},"more":[]}
      """
    try Data(text.utf8).write(to: URL(fileURLWithPath: file.path))
    let contents = file.read()
    #expect(contents.problem == nil)
    #expect(
      contents.kept
        == KeptState(
          progress: CourseProgress(played: ["zalgo"]), typed: ["other": ["y"], "search": []]))
  }

  @Test("Two programs add to one file: neither loses the progress of the other")
  func twoPrograms() throws {
    let home = try Home()
    let file = try home.file()
    #expect(file.add(KeptState(view: ViewSettings(speed: 1)), since: KeptState()))
    let start = file.read().kept
    var first = start
    _ = first.progress.play("zalgo")
    first.typed["search"] = ["one"]
    var second = start
    _ = second.progress.play("then-order")
    second.typed["search"] = ["two"]
    second.view.speed = 3
    #expect(file.add(first, since: start))
    #expect(file.add(second, since: start))
    let kept = file.read().kept
    #expect(kept.progress.played == ["zalgo", "then-order"])
    #expect(kept.typed["search"] == ["one", "two"])
    #expect(kept.view == ViewSettings(speed: 3))
  }

  @Test("Writes at the same time leave a whole file with all progress")
  func concurrent() async throws {
    let home = try Home()
    let file = try home.file()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<40 {
        group.addTask {
          file.add(
            KeptState(progress: CourseProgress(played: ["demo-\(number)"])), since: KeptState())
        }
      }
    }
    let contents = file.read()
    #expect(contents.problem == nil)
    #expect(contents.kept.progress.played.count == 40)
    let names = try FileManager.default.contentsOfDirectory(
      atPath: "\(home.path)/.local/state/promise-tui")
    #expect(names == ["state.json"])
  }

  @Test("The histories are bounded")
  func bounded() throws {
    let home = try Home()
    let file = try home.file()
    for round in 0..<3 {
      let lines = (0..<80).map { "\(round)-\($0)" }
      #expect(file.add(KeptState(typed: ["search": lines]), since: KeptState()))
    }
    let lines = try #require(file.read().kept.typed["search"])
    #expect(lines.count == KeptState.mostLines)
    #expect(lines.last == "2-79")
  }
}
