import Foundation
import Testing

extension EndToEnd {
  /// Creating, watching, changing and breaking your own package.
  @Suite
  struct WatchingTests {
    @Test("A new package says what to do next, and is never overwritten")
    func new() throws {
      let scratch = try ScratchFolder()
      let folder = scratch.path("hello")
      let made = try Binary.run("watch", "--new", folder)
      #expect(made.status == 0)
      #expect(made.error.isEmpty)
      #expect(made.output.contains("promise-tui watch \(folder)"))
      let main = try String(contentsOfFile: "\(folder)/Sources/Hello/main.swift", encoding: .utf8)
      #expect(main.contains("Simulation.run {"))
      let again = try Binary.run("watch", "--new", folder)
      #expect(again.status == 1)
      #expect(again.error.contains("already contains a package"))
      #expect(again.error.contains("promise-tui watch \(folder)"))
      #expect(
        try String(contentsOfFile: "\(folder)/Sources/Hello/main.swift", encoding: .utf8) == main)
    }

    @Test("What cannot be created is rejected, with the next step")
    func rejections() throws {
      let scratch = try ScratchFolder()
      let noLibrary = try Binary.run("watch", "--new", scratch.path("x"), "--library", scratch.root)
      #expect(noLibrary.status == 64)
      #expect(noLibrary.error.contains("neither a checkout of promise-tui nor a URL"))
      let sameName = try Binary.run("watch", "--new", scratch.path(checkout.lastPathComponent))
      #expect(sameName.status == 64)
      #expect(sameName.error.contains("choose another folder"))
      try "x".write(toFile: scratch.path("file"), atomically: true, encoding: .utf8)
      let notFolder = try Binary.run("watch", "--new", scratch.path("file/hello"))
      #expect(notFolder.status == 1)
      #expect(notFolder.error.contains("cannot be written"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.root) == ["file"])
    }

    @Test("A new package needs a new folder, in one that exists, with a package's name")
    func newFolders() throws {
      let scratch = try ScratchFolder()
      try "x".write(toFile: scratch.path("notes"), atomically: true, encoding: .utf8)
      let table: [(folder: String, status: Int32, said: String)] = [
        ("/", 64, "/ is the root"), ("/..", 64, "/ is the root"),
        (scratch.root, 1, "exists already"),
        ("\(scratch.root)/.", 1, "exists already"), (scratch.path("notes"), 1, "exists already"),
        (scratch.path("deep/hello"), 1, "mkdir -p \(scratch.path("deep"))"),
        (scratch.path("a\"b"), 64, "cannot be the name"), (scratch.path(".git"), 64, "begin with"),
        (scratch.path("-x"), 64, "begin with"), (scratch.path("a:b"), 64, "cannot be the name"),
      ]
      for (folder, status, said) in table {
        let outcome = try Binary.run("watch", "--new", "--", folder)
        #expect(outcome.status == status, "\(folder): \(outcome.error)")
        #expect(outcome.error.contains(said), "\(folder): \(outcome.error)")
        #expect(outcome.output.isEmpty, "\(folder)")
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.root) == ["notes"])
    }

    @Test("What cannot be watched is rejected, with the next step")
    func nothingToWatch() throws {
      let scratch = try ScratchFolder()
      let missing = try Binary.run("watch", scratch.path("none"))
      #expect(missing.status == 66)
      #expect(missing.error.contains("promise-tui watch --new"))
      let empty = try Binary.run("watch", scratch.root, "--plain")
      #expect(empty.status == 66)
      #expect(empty.error.contains("no Package.swift"))
      let home = try ScratchFolder()
      try FileManager.default.createDirectory(
        atPath: home.path("bin"), withIntermediateDirectories: true)
      _ = try Binary.run("watch", "--new", scratch.path("hello"))
      let noSwift = try Binary.run(
        "watch", scratch.path("hello"), "--plain", environment: ["PATH": home.path("bin")])
      #expect(noSwift.status == 1)
      #expect(noSwift.error.contains("'swift' is not in PATH"))
      #expect(try Binary.run("watch", scratch.root, "--timeout", "0").status == 64)
    }

    /// The whole workflow of a user: create, watch, change, break, repair.
    @Test("A saved change and a saved mistake are shown on the screen")
    func watched() throws {
      let scratch = try ScratchFolder()
      let folder = scratch.path("hello")
      #expect(try Binary.run("watch", "--new", folder).status == 0)
      let file = "\(folder)/Sources/Hello/main.swift"
      let original = try String(contentsOfFile: file, encoding: .utf8)
      let home = ProcessInfo.processInfo.environment["HOME"] ?? "/"
      let session = try Session("watch \(folder)", with: "HOME=\(home)", width: 100, height: 30)
      try session.terminal.wait(until: "the first picture") {
        $0.contains("built and run in") || $0.contains("▸ x1")
      }
      try session.terminal.type("g")
      for _ in 0..<8 { try session.terminal.type("Right") }
      try session.wait(until: "a step") { $0.event == 8 && $0.isPaused }

      /// Returns the screen after `text` was saved.
      func save(_ text: String, until what: String, _ isSeen: (String) -> Bool) throws -> String {
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        return try session.terminal.wait(until: what, isSeen)
      }
      let changed = try save(
        original.replacing("\"login\"", with: "\"sign in\""), until: "the picture"
      ) { $0.contains("sign in") && $0.contains("built and run in") }
      #expect(Session.Header(changed)?.event == 8)
      #expect(Session.Header(changed)?.isPaused == true)

      let broken = try save(
        original.replacing("print(", with: "prnt("), until: "the error"
      ) { $0.contains("cannot find 'prnt' in") && $0.contains("1 error") }
      #expect(broken.contains("last build"))
      #expect(broken.contains("sign in"))

      _ = try save(original, until: "the repaired program") {
        $0.contains("built and run in") && !$0.contains("sign in")
      }
      try session.quit()
    }
  }
}
