import Foundation
import PromiseKitLite
import Testing

extension EndToEnd {
  /// A recording that changes nothing of the program, however it is built and whoever runs it.
  @Suite
  struct HarmlessRecordingTests {
    private let scratch: ScratchFolder
    private var path: String { scratch.path("run.ptrace") }

    init() throws {
      scratch = try ScratchFolder()
      // Other users can create files in it, as in /tmp.
      chmod(scratch.root, 0o777)
    }

    private func traced(
      _ words: String..., values: String? = nil, as user: Int? = nil,
      program: String = TracedProgram.path
    ) throws -> Command.Outcome {
      try Command(
        OtherUser.prefix(user) + [program] + words,
        environment: [
          "PROMISE_TRACE": path, "PROMISE_TRACE_VALUES": values, "SWIFT_BACKTRACE": "enable=no",
        ]
      ).run()
    }

    /// The events of the whole trace.
    private func events() throws -> [PromiseEvent] {
      let run = try RecordedRun(path)
      #expect(run.complaints == [] && !run.events.isEmpty)
      return run.events
    }

    /// The bytes of the trace as text.
    private var text: String {
      let data = try? Data(contentsOf: URL(fileURLWithPath: path))
      return String(decoding: data ?? Data(), as: UTF8.self)
    }

    private var names: [String] {
      let names = try? FileManager.default.contentsOfDirectory(atPath: scratch.root)
      return (names ?? []).sorted()
    }

    // MARK: Values

    @Test("A description of the program is called only with full values")
    func slow() throws {
      #expect(try traced("slow").output == "0\n")
      #expect(text.contains("Slow()"))
      #expect(try traced("slow", values: "off").output == "0\n")
      #expect(!text.contains("Slow()"))
      let full = try traced("slow", values: "full")
      #expect(Int(full.output.dropLast()).map { $0 >= 6 } == true)
      #expect(
        try events().contains { event in
          if case .settled(let settlement) = event.kind {
            settlement.description.contains("slow")
          } else {
            false
          }
        })
    }

    // MARK: Names

    @Test("record says where the older recording is, and overwrites another file only if told to")
    func record() throws {
      let words = ["-o", path, "--", TracedProgram.path, "chain"]
      let first = try Binary.run(words: ["record"] + words)
      #expect(!first.error.contains("older"))
      let second = try Binary.run(words: ["record"] + words)
      #expect(second.error.contains("(the older recording is now \(path).1): promise-tui open"))
      #expect(second.error.filter { $0 == "\n" }.count == 1)
      try "dear diary\n".write(toFile: path, atomically: false, encoding: .utf8)
      #expect(try Binary.run(words: ["record"] + words).status == 64)
      #expect(scratch.text("run.ptrace") == "dear diary\n")
      #expect(try Binary.run(words: ["record", "--force"] + words).status == 0)
      #expect(try !events().isEmpty)
    }

    @Test("open --follow shows the second run, although the first one was moved away")
    func follow() throws {
      _ = try traced("chain", "1")
      let first = try events().count
      let session = try Session("open \(path) --follow")
      try session.wait(until: "the first run") { $0.last == first }
      _ = try traced("chain", "2")
      let second = try events().count
      try session.wait(until: "the second run") { $0.last == second }
      try session.terminal.type("q")
    }

    // MARK: Other users

    @Test(
      "A file of another user gets nothing",
      .enabled(if: OtherUser.isAvailable, "only the administrator can run programs of two users"))
    func otherFile() throws {
      for text in ["", "{\"promise-trace\":\"1.5\"}\n"] {
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        chmod(path, 0o666)
        try #require(chown(path, OtherUser.number, OtherUser.number) == 0)
        let outcome = try traced("chain")
        #expect(outcome.status == 0)
        #expect(outcome.error.contains("belongs to another user and is not written to"))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
        unlink(path)
      }
    }

    @Test(
      "A program of another user's file with privileges is not recorded, and says nothing",
      .enabled(
        if: OtherUser.canRaisePrivileges,
        "needs the administrator, and a file system that allows set-user-ID programs"),
      arguments: ["4755", "2755"], ["", "give-up"])
    func setUser(mode: String, way: String) throws {
      let copy = scratch.path("program")
      // A process of another test could keep the file open that this one writes.
      try #require(Command(["cp", TracedProgram.path, copy]).run().status == 0)
      try #require(Command(["chmod", mode, copy]).run().status == 0)
      let outcome = try traced("privileged", way, as: Int(OtherUser.number), program: copy)
      #expect(outcome.output == (mode == "4755" ? "0\ndone\n" : "\(OtherUser.number)\ndone\n"))
      #expect(outcome.error == "")
      #expect(names == ["program"])
    }

    @Test(
      "A program with file capabilities is not recorded, and says nothing",
      .enabled(if: OtherUser.canRaiseCapabilities, "needs the administrator, and setcap"))
    func capabilities() throws {
      let copy = scratch.path("program")
      // A process of another test could keep the file open that this one writes.
      try #require(Command(["cp", TracedProgram.path, copy]).run().status == 0)
      chmod(copy, 0o755)
      // Without privileges, it is recorded.
      _ = try traced("privileged", as: Int(OtherUser.number), program: copy)
      try #require(names == ["program", "run.ptrace"])
      unlink(path)
      try #require(Command(["setcap", "cap_net_bind_service+ep", copy]).run().status == 0)
      let outcome = try traced("privileged", as: Int(OtherUser.number), program: copy)
      #expect(outcome.output == "\(OtherUser.number)\ndone\n")
      #expect(outcome.error == "")
      #expect(names == ["program"])
    }

    @Test(
      "A program that can become another user again is not recorded, and says nothing",
      .enabled(if: OtherUser.isAvailable, "only the administrator can run programs of two users"))
    func savedUser() throws {
      let outcome = try traced("privileged", "keep", "\(OtherUser.number)")
      #expect(outcome.output == "0\ndone\n")
      #expect(outcome.error == "")
      #expect(names == [])
    }
  }
}

/// A user without privileges, for the tests that the administrator runs.
enum OtherUser {
  static let number: UInt32 = 65534

  /// The words before a command that run it as `user`; none for `nil`.
  static func prefix(_ user: Int?) -> [String] {
    user.map { ["setpriv", "--reuid=\($0)", "--regid=\($0)", "--clear-groups"] } ?? []
  }

  /// Whether this user can run the test program.
  static let isAvailable: Bool = {
    guard geteuid() == 0 else { return false }
    let outcome = try? Command(prefix(Int(number)) + [TracedProgram.path]).run()
    return outcome?.status == 64
  }()

  /// Whether a program that belongs to the administrator can give this user privileges.
  static let canRaisePrivileges: Bool = works(["chmod", "4755"], says: "0\n")

  /// Whether a file can have capabilities.
  static let canRaiseCapabilities: Bool = works(["setcap", "cap_net_bind_service+ep"], says: nil)

  /// Returns whether a copy of a program can be changed by `words`, and then says this.
  private static func works(_ words: [String], says text: String?) -> Bool {
    guard isAvailable, let scratch = try? ScratchFolder() else { return false }
    chmod(scratch.root, 0o755)
    let copy = scratch.path("id")
    guard (try? Command(["cp", "/usr/bin/id", copy]).run().status) == 0,
      (try? Command(words + [copy]).run().status) == 0,
      let outcome = try? Command(prefix(Int(number)) + [copy, "-u"]).run()
    else { return false }
    return outcome.status == 0 && (text == nil || outcome.output == text)
  }
}
