import TestSupport
import Testing

@testable import PromiseEvents
@testable import PromiseKitLite
import PromiseSystem

@Suite("A recording in a file")
struct RecordingFileTests {
  struct Refused: Error { var password = "sesame" }

  /// Values, errors, and notes that are secret.
  private static func secrets() {
    Promise.value("sesame").done(label: "login", on: nil) { note("it is \($0)") }.cauterize()
    Promise<Int>(label: "refused", error: Refused()).recover(on: nil) { _ in Promise.value(0) }
      .cauterize()
    _ = Promise<Int>(label: "unhandled", error: Refused())
  }

  @Test("has every event, and a header with the process")
  func whole() throws {
    var options = TraceSession.Options()
    (options.title, options.pid) = ("login", 7)
    let trace = try TracedRun.file(options, Self.secrets)
    #expect(trace.header?.title == "login")
    #expect(trace.header?.pid == 7)
    #expect(trace.header?.since == nil)
    #expect(trace.problems == [])
    #expect(trace.events.map(\.sequence).sorted() == Array(1...trace.events.count))
    #expect(trace.text.contains("sesame"))
  }

  @Test("is readable only by its owner, also if it existed before, and is emptied first")
  func mode() throws {
    let folder = try TemporaryFolder()
    folder.write("{\"promise-trace\":\"1.0\"}\nold", to: "run.jsonl", mode: 0o666)
    let run = try TracedRun(to: .file(folder.path("run.jsonl")))
    #expect(run.session.end())
    #expect(folder.mode("run.jsonl") == 0o600)
    #expect(try WrittenTrace(folder.bytes("run.jsonl")).header?.minor == TraceHeader.currentMinor)
  }

  @Test("A file that is not a trace is not overwritten")
  func spared() throws {
    let folder = try TemporaryFolder()
    folder.write("dear diary", to: "notes.txt")
    #expect(throws: PromiseTrace.Failure.self) {
      try TracedRun(to: .file(folder.path("notes.txt")))
    }
    #expect(folder.bytes("notes.txt") == Array("dear diary".utf8))
  }

  @Test("A file that another process is writing is left alone")
  func twice() throws {
    let folder = try TemporaryFolder()
    let first = try TracedRun(to: .file(folder.path("run.jsonl")))
    let second = try TracedRun(to: .file(folder.path("run.jsonl")))
    #expect(second.session.opening.remark?.contains("another process is writing") == true)
    #expect(first.session.end())
    #expect(second.session.end())
    #expect(folder.names.sorted() == ["run.jsonl", "run.jsonl.\(getpid())"])
  }

  @Test("%p in the path is replaced by the process identifier")
  func processNumber() {
    #expect(
      PromiseTrace.Target("a-%p-%p%.jsonl").resolved == .file("a-\(getpid())-\(getpid())%.jsonl"))
    #expect(PromiseTrace.Target("unix:/tmp/%p").resolved == .socket("/tmp/\(getpid())"))
    #expect(PromiseTrace.Target("fd:7") == .descriptor(7))
  }

  @Test("Without values, it contains no value, error, or note")
  func valuesOff() throws {
    var options = TraceSession.Options()
    options.values = .off
    let trace = try TracedRun.file(options, Self.secrets)
    #expect(!trace.text.contains("sesame"))
    #expect(trace.text.contains("unhandled"))
    #expect(trace.problems == [])
  }

  @Test("Redacted text appears nowhere in it")
  func redacted() throws {
    var options = TraceSession.Options()
    options.redact = { $0.contains("sesame") ? "hidden" : $0 }
    let trace = try TracedRun.file(options, Self.secrets)
    #expect(!trace.text.contains("sesame"))
    #expect(trace.text.contains("hidden"))
    #expect(trace.problems == [])
  }

  @Test("Events that are filtered out leave no gap")
  func filtered() throws {
    var options = TraceSession.Options()
    options.filter = .kinds([.created, .settled])
    let trace = try TracedRun.file(options, Self.secrets)
    #expect(Set(trace.events.map(\.kind.name)) == [.created, .settled])
    #expect(trace.events.map(\.sequence).sorted() == Array(1...trace.events.count))
    options.filter = .labels(["login"])
    let labelled = try TracedRun.file(options, Self.secrets)
    #expect(labelled.text.contains("login"))
    #expect(!labelled.text.contains("refused"))
  }

  @Test(
    "If there is no room, permission, or file, that is reported and nothing else happens",
    arguments: [
      ("/", "Is a directory"), ("/nowhere/run.jsonl", "No such file"), ("", "path is empty"),
      ("fd:2", "above 2"), ("fd:9999", "not open"), ("unix:", "path of the socket is empty"),
      ("unix:/tmp/\(String(repeating: "x", count: 200))", "too long"),
      ("unix:/nowhere/socket", "No such file"), ("unix:/etc/passwd", "not a socket"),
    ])
  func failures(target: String, reason: String) {
    let failure = #expect(throws: PromiseTrace.Failure.self) {
      try TracedRun(to: PromiseTrace.Target(target))
    }
    #expect(failure?.description.contains(reason) == true)
  }

  #if os(Linux)
    @Test("A full disk ends the recording, once, and not the program")
    func full() throws {
      let run = try TracedRun(to: .file("/dev/full"))
      run.environment.run(Self.secrets)
      #expect(run.waitForComplaint()?.contains("No space left") == true)
      run.environment.run(Self.secrets)
    }
  #endif
}
