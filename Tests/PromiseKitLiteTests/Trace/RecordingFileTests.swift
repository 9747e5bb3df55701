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

  /// A trace, and its bytes as text.
  private struct Written {
    let text: String
    let events: [PromiseEvent]
    let reader: BinaryTraceReader

    init(_ bytes: [UInt8]) throws {
      text = String(decoding: bytes, as: UTF8.self)
      (events, reader) = try MappedSamples.read(bytes)
    }
  }

  @Test("has every event, and a header with the process")
  func whole() throws {
    let trace = try Written(MappedSamples.recording { Self.secrets() })
    #expect(trace.reader.header.title == "login")
    #expect(trace.reader.header.pid == Int(getpid()))
    #expect(trace.reader.complaints == [])
    #expect(trace.events.contains { $0.kind.name == .errorUnhandled })
    #expect(trace.text.contains("sesame"))
  }

  @Test("%p in the path is replaced by the process identifier")
  func processNumber() throws {
    #expect(
      try PromiseTrace.Target("a-%p-%p%.ptrace").path() == "a-\(getpid())-\(getpid())%.ptrace")
  }

  @Test("Without values, it contains no value, error, or note")
  func valuesOff() throws {
    let trace = try Written(MappedSamples.recording(.off, Self.secrets))
    #expect(!trace.text.contains("sesame"))
    #expect(trace.text.contains("unhandled"))
    #expect(trace.reader.complaints == [])
  }

  @Test("Redacted text appears nowhere in it")
  func redacted() throws {
    let trace = try Written(
      MappedSamples.recording(redact: { $0.contains("sesame") ? "hidden" : $0 }, Self.secrets))
    #expect(!trace.text.contains("sesame"))
    #expect(trace.text.contains("hidden"))
    #expect(trace.reader.complaints == [])
  }

  @Test("Events that are filtered out leave no gap")
  func filtered() throws {
    let trace = try Written(
      MappedSamples.recording(filter: .kinds([.created, .settled]), Self.secrets))
    #expect(Set(trace.events.map(\.kind.name)) == [.created, .settled])
    #expect(trace.events.map(\.sequence) == Array(1...trace.events.count))
    let labelled = try Written(MappedSamples.recording(filter: .labels(["login"]), Self.secrets))
    #expect(labelled.events.contains { $0.kind.name == .created })
    #expect(!labelled.text.contains("refused"))
  }

  @Test(
    "If there is no room, permission, or file, that is reported and nothing else happens",
    arguments: [
      ("/", "Is a directory"), ("/nowhere/run.ptrace", "No such file"), ("", "path is empty"),
      ("/dev/full", "not a file"), ("fd:3", "not a file"), ("unix:/tmp/socket", "not a file"),
    ])
  func failures(target: String, reason: String) {
    let failure = #expect(throws: PromiseTrace.Failure.self) {
      try TraceOpening.regularFile(at: PromiseTrace.Target(target).path())
    }
    #expect(failure?.description.contains(reason) == true, "\(failure?.description ?? "")")
  }
}
