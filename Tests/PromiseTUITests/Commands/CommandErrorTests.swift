import PromiseKitLite
import Testing

@testable import promise_tui

import PromiseSystem

@Suite("Errors are reported with the next step")
struct RefusalTests {
  /// A path that does not exist.
  private let nothing = "/tmp/promise-tui-nothing-here"

  @Test("of a trace")
  func traces() {
    let table: [(path: String, status: Int32?, words: String)] = [
      ("", 64, "name a file, or - for standard input"),
      (nothing, 66, "'promise-tui record -o \(nothing) -- PROGRAM' makes one"),
      ("/", 66, "name a file in it"), ("/dev/null", nil, ""),
    ]
    for (path, status, words) in table {
      let refusal = TraceInput.problem(with: path)
      #expect(refusal?.status == status, "\(path)")
      #expect(refusal?.sentence.contains(words) ?? words.isEmpty, "\(path)")
    }
    let errors: [(TraceError, String)] = [
      (.empty, "links PromiseKitLite"), (.notATrace(reason: "no JSON"), "PROMISE_TRACE=run.jsonl"),
      (.newerVersion("2.0"), "a newer promise-tui reads it"),
    ]
    for (error, words) in errors {
      #expect(error.advice.hasPrefix("\(error)") && error.advice.contains(words))
    }
  }

  @Test("of a socket")
  func sockets() {
    let table: [(path: String, status: Int32?, words: String)] = [
      ("", 64, "name that of PROMISE_TRACE=unix:PATH"),
      ("/tmp/" + String(repeating: "x", count: 200), 64, "one below /tmp is short"),
      ("/tmp", 66, "name the socket in it"),
      ("/dev/null", 66, "'promise-tui open /dev/null' shows what was recorded"),
      ("\(nothing)/my.sock", 66, "'mkdir -p \(nothing)' makes it"), ("\(nothing).sock", nil, ""),
    ]
    for (path, status, words) in table {
      let refusal = SocketPath.problem(with: path)
      #expect(refusal?.status == status, "\(path)")
      #expect(refusal?.sentence.contains(words) ?? words.isEmpty, "\(path)")
    }
    let failures: [(Int32, String)] = [
      (EACCES, "only the user of the program"), (EPROTOTYPE, "PROMISE_TRACE=unix:PATH"),
    ]
    for (number, words) in failures {
      let sentence = SocketPath.sentence("/tmp/my.sock", LocalSocket.Failure(number: number))
      #expect(sentence.hasPrefix("/tmp/my.sock: ") && sentence.contains(words))
    }
  }

  @Test("of a program")
  func programs() {
    let table: [(number: Int32, name: String, words: String)] = [
      (ENOENT, "myapp", "name its path, as .build/debug/myapp"),
      (ENOENT, "./myapp", "'swift build' builds that of a package"),
      (EACCES, "/tmp", "name the one in it"), (EACCES, "./my app", "'chmod +x './my app''"),
      (ENOTDIR, "a/b", "name another path"), (ENOEXEC, "./notes", "begins with #!/bin/sh"),
      (EAGAIN, "myapp", "try again"), (E2BIG, "myapp", "without promise-tui?"),
    ]
    for (number, name, words) in table {
      let error = ChildProcess.StartError(number: number)
      let sentence = ChildProcess.explanation(of: error, name)
      #expect(sentence.contains(name) && sentence.contains(words), "\(sentence)")
    }
    let inputs: [(path: String, isTyped: Bool, words: String?)] = [
      ("", false, "name a file, or -"), ("-", true, "pipe something in"), ("-", false, nil),
      ("/tmp", false, "name a file in it"), ("/dev/null", true, nil),
    ]
    for (path, isTyped, words) in inputs {
      let refusal = ProgramInput.problem(with: path, keysAreTyped: isTyped)
      #expect(refusal?.sentence.hasPrefix("--stdin") ?? (words == nil), "\(path)")
      if let words { #expect(refusal?.sentence.contains(words) == true, "\(path)") }
    }
  }

  @Test("of a file that is written")
  func files() {
    let table: [(number: Int32, path: String, words: String)] = [
      (ENOENT, "\(nothing)/a b/run.svg", "'mkdir -p '\(nothing)/a b'' makes it"),
      (EISDIR, "/tmp", "name a file in it"), (ENOTDIR, "/dev/null/x", "name another path"),
      (EACCES, "/x", "in a folder of your own"), (EROFS, "/x", "in a folder of your own"),
      (ENOSPC, "/x", "free some, or name a file elsewhere"), (EIO, "/x", "name another file"),
      (EACCES, "", "name one"),
    ]
    for (number, path, words) in table {
      let sentence = FileError.sentence(.write, path, number)
      #expect(sentence.contains(words), "\(sentence)")
    }
    #expect(FileError.sentence(.read, "/x", EACCES).contains("'ls -l /x' tells who may"))
    #expect(FileError.sentence(.read, "/x", ENOENT).hasPrefix("there is no file /x"))
    let recorded: [(path: String, words: String?)] = [
      ("", "name a file, as -o run.jsonl"), ("\(nothing)/run.jsonl", "'mkdir -p \(nothing)'"),
      ("/tmp", "name a file in it"), ("/etc/passwd", "say --force"), ("\(nothing).jsonl", nil),
    ]
    for (path, words) in recorded {
      let sentence = RecordedFile.problem(with: path)
      #expect((sentence == nil) == (words == nil), "\(path)")
      if getuid() == 0, let words { #expect(sentence?.contains(words) == true, "\(path)") }
    }
    let folders: [(number: Int32, path: String, words: String)] = [
      (ENOENT, "", "--keep is empty"), (EEXIST, "/etc/passwd", "name another folder"),
      (EACCES, "/x", "a folder of your own"),
    ]
    for (number, path, words) in folders {
      #expect(KeptRuns.sentence(path, number).contains(words))
    }
  }
}
