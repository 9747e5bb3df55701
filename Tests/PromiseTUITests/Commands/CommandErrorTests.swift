import PromiseKitLite
import Testing

@testable import promise_tui

import PromiseSystem

@Suite("An error names the next step")
struct CommandErrorTests {
  /// A path at which nothing exists.
  private let nothing = "/tmp/promise-tui-nothing-here"

  @Test("of a trace")
  func traces() {
    let table: [(path: String, status: Int32?, words: String)] = [
      ("", 64, "give a file, or - for standard input"),
      (nothing, 66, "'promise-tui record -o \(nothing) -- PROGRAM' records one"),
      ("/", 66, "name a file in it"), ("/dev/null", nil, ""),
      ("unix:/tmp/x", 66, "PROMISE_TRACE=run.ptrace, then 'promise-tui open run.ptrace' shows it"),
      ("unix:x", 66, "'promise-tui open --gate x' controls a gate"),
      ("fd:3", 66, "'promise-tui open run.ptrace' shows it"),
      ("-5", 66, "neither a file nor the ID of a process"),
    ]
    for (path, status, words) in table {
      let refusal = TraceInput.problem(with: path)
      #expect(TraceInput.mayBegin(path) == (path == nothing), "\(path)")
      #expect(refusal?.status == status, "\(path)")
      #expect(refusal?.sentence.contains(words) ?? words.isEmpty, "\(path)")
    }
    let errors: [(TraceError, String)] = [
      (.empty, "links PromiseKitLite"), (.notATrace(reason: "no JSON"), "PROMISE_TRACE=run.ptrace"),
      (.newerVersion("2.0"), "install a newer promise-tui"),
    ]
    for (error, words) in errors {
      let sentence = CommandError(error).sentence
      #expect(sentence.hasPrefix("\(error)") && sentence.contains(words))
    }
  }

  @Test("of a socket")
  func sockets() {
    let table: [(path: String, status: Int32?, words: String)] = [
      ("", 64, "give the one in PROMISE_GATE=unix:PATH"),
      ("/tmp/" + String(repeating: "x", count: 200), 64, "Choose a short one"),
      ("/tmp", 66, "name the socket in it"),
      ("/dev/null", 66, "is not a socket"),
      ("\(nothing)/my.sock", 66, "'mkdir -p \(nothing)' creates it"), ("\(nothing).sock", nil, ""),
    ]
    for (path, status, words) in table {
      let refusal = SocketPath.problem(with: path)
      #expect(refusal?.status == status, "\(path)")
      #expect(refusal?.sentence.contains(words) ?? words.isEmpty, "\(path)")
    }
    let failures: [(Int32, String)] = [
      (EACCES, "only the user who runs the program"), (EPROTOTYPE, "PROMISE_GATE=unix:PATH"),
    ]
    for (number, words) in failures {
      let sentence = SocketPath.sentence("/tmp/my.sock", number)
      #expect(sentence.hasPrefix("/tmp/my.sock: ") && sentence.contains(words))
    }
  }

  @Test("of a program")
  func programs() {
    let table: [(number: Int32, name: String, words: String)] = [
      (ENOENT, "myapp", "Name its path, such as .build/debug/myapp"),
      (ENOENT, "./myapp", "'swift build' builds the one in a package"),
      (EACCES, "/tmp", "name a program in it"), (EACCES, "./my app", "'chmod +x './my app''"),
      (ENOTDIR, "a/b", "choose another path"), (ENOEXEC, "./notes", "must begin with #!/bin/sh"),
      (EAGAIN, "myapp", "try again"), (E2BIG, "myapp", "without promise-tui?"),
    ]
    for (number, name, words) in table {
      let sentence = CommandError.noStart(name, number).sentence
      #expect(sentence.contains(name) && sentence.contains(words), "\(sentence)")
    }
    let inputs: [(path: String, isTyped: Bool, words: String?)] = [
      ("", false, "name of a file, or -"), ("-", true, "pipe something in"), ("-", false, nil),
      ("/tmp", false, "name a file in it"), ("/dev/null", true, nil),
    ]
    for (path, isTyped, words) in inputs {
      let refusal = ProgramInput.problem(with: path, keysAreTyped: isTyped)
      #expect(refusal?.sentence.hasPrefix("--stdin") ?? (words == nil), "\(path)")
      if let words { #expect(refusal?.sentence.contains(words) == true, "\(path)") }
    }
  }

  @Test("of a file to write")
  func files() {
    let table: [(number: Int32, path: String, words: String)] = [
      (ENOENT, "\(nothing)/a b/run.svg", "'mkdir -p '\(nothing)/a b'' creates it"),
      (EISDIR, "/tmp", "name a file in it"), (ENOTDIR, "/dev/null/x", "Choose another path"),
      (EACCES, "/x", "in a folder of your own"), (EROFS, "/x", "in a folder of your own"),
      (ENOSPC, "/x", "Free some space, or choose a file elsewhere"),
      (EIO, "/x", "Choose another file"),
      (EACCES, "", "give one"),
    ]
    for (number, path, words) in table {
      let sentence = CommandError.unwritable(path, number).sentence
      #expect(sentence.contains(words), "\(sentence)")
    }
    #expect(
      CommandError.unreadable("/x", EACCES).sentence.contains("'ls -l /x' shows who may read it"))
    #expect(CommandError.unreadable("/x", ENOENT).sentence.hasPrefix("/x: no such file"))
    let recorded: [(path: String, words: String?)] = [
      ("", "the name of a file, such as -o run.ptrace"),
      ("-", "'promise-tui export run.ptrace --follow' prints them while the program runs"),
      ("\(nothing)/run.jsonl", "'mkdir -p \(nothing)'"),
      ("/tmp", "name a file in it"), ("/etc/passwd", "use --force"), ("\(nothing).jsonl", nil),
    ]
    for (path, words) in recorded {
      let sentence = RecordedFile.problem(with: path)
      #expect((sentence == nil) == (words == nil), "\(path)")
      if getuid() == 0, let words { #expect(sentence?.contains(words) == true, "\(path)") }
    }
    for user in [0, 1000] as [uid_t] {
      let sentence = RunningProgram.refusal(to: user)
      #expect(sentence.contains(user == 0 ? "not even to root" : "only the user who runs it"))
    }
    let folders: [(number: Int32, path: String, words: String)] = [
      (ENOENT, "", "-o needs the name of a folder"),
      (EEXIST, "/etc/passwd", "Choose another folder"),
      (EACCES, "/x", "a folder of your own"),
    ]
    for (number, path, words) in folders {
      #expect(KeptRuns.sentence(path, number).contains(words))
    }
  }

  @Test("of the file to which a trace in JSON Lines is recorded first")
  func recordedFirst() throws {
    let folder = try #require(PrivateFolder())
    defer { folder.remove() }
    let path = "\(folder.path)/x.jsonl"
    #expect(Folder.write("notes\n", to: path + ".ptrace") == nil)
    let sentence = RecordedFile.problem(with: path)
    #expect(sentence?.hasPrefix("\(path) is recorded to \(path).ptrace first: ") == true)
    #expect(sentence?.contains("use --force to overwrite it") == true)
    #expect(RecordedFile.problem(with: path, force: true) == nil)
    try RecordedFile.check(path, force: true)
    #expect(!Folder.exists(path + ".ptrace"))
  }
}
