import CHost
import PromiseKitLite
import PromiseScreens
import PromiseSystem

/// Whether a program can be recorded on this machine, tried with this one.
struct RecordingFacts: Sendable {
  /// What came of a recording.
  enum Trial: Hashable, Sendable {
    /// That many events were recorded, and read again.
    case recorded(Int)
    case failed(String)
    /// It was not tried, because there is no folder for temporary files.
    case untried
  }

  /// A recording in the binary format, for which a file is mapped into memory.
  var trial: Trial
  /// Whether events get their times from a counter of the processor.
  var hasCounter: Bool
  /// How many nanoseconds it takes to read the clock.
  var clockCost: Double
}

extension RecordingFacts {
  /// Records a few promises of this process in the folder of temporary files.
  static func current() -> Self {
    var cost = 0.0
    let hasCounter = host_measure_clock(&cost)
    guard let folder = PrivateFolder() else {
      return Self(trial: .untried, hasCounter: hasCounter, clockCost: cost)
    }
    defer { folder.remove() }
    return Self(
      trial: trial(in: "\(folder.path)/trial\(TraceName.binary)"), hasCounter: hasCounter,
      clockCost: cost)
  }

  private static func trial(in path: String) -> Trial {
    do {
      try PromiseTrace.start(to: .file(path))
    } catch {
      return .failed("\(error)")
    }
    _ = Promise.value(1).map(on: nil) { $0 + 1 }.map(on: nil) { $0 * 2 }
    PromiseTrace.stop()
    return events(in: path)
  }

  /// Counts the events of a trace.
  static func events(in path: String) -> Trial {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return .failed("no trace was written") }
    defer { close(descriptor) }
    let input = TraceInput(name: path, descriptor: descriptor, path: path)
    var complaints: [String] = []
    do {
      let run = try Recording.read(input, complain: { complaints.append($0) })
      let count = run.events.count
      return count > 0 ? .recorded(count) : .failed(complaints.first ?? "the trace has no events")
    } catch {
      return .failed(error.sentence)
    }
  }

  var findings: [DoctorFinding] { [recording, clock] }

  private var recording: DoctorFinding {
    switch trial {
    case .untried: .untested("recording", "there is no folder for temporary files")
    case .recorded(let count):
      .ok("recording", "\(count) events went through a mapped file and were read again")
    case .failed(let reason):
      .needed(
        "recording", reason,
        next: "set TMPDIR to a folder on a local disk, or to /dev/shm, and record to a file there")
    }
  }

  private var clock: DoctorFinding {
    let cost = "\(Int(clockCost.rounded())) ns a reading"
    return hasCounter
      ? .ok("clock", "the processor's counter, \(cost)")
      : .limited("clock", "the system's clock, \(cost): recorded programs run a little slower")
  }
}
