import ArgumentParser
import PromiseGraph
import PromiseKitLite
import PromiseScreens
import PromiseSystem

/// A run that is over, as a command names it: a trace in a file or on standard input, or a demo, which is
/// simulated now.
struct RecordedRun: Sendable {
  /// How it is called.
  var entry: RunDescriptor
  /// The times are those of a simulation.
  var isVirtual: Bool
  /// The events, in order.
  var events: [PromiseEvent]
  /// The first line of the trace; of a demo, as it would be.
  var header: TraceHeader
  /// Some lines could not be read.
  var isDamaged = false
  /// The last line breaks off, or a demo's run was given up: nobody knows what came then.
  var isCutShort = false

  /// The run that `name` names: `-`, a file, or else a demo or its variant with its knobs turned as
  /// `settings` say. What could not be read of it is told on the error stream.
  ///
  /// - Throws: The exit status, once the reason is told: 66 where there is no such thing, 65 where it is no
  ///   trace or a newer one.
  static func load(_ name: String, settings: [String] = []) throws -> RecordedRun {
    guard !name.isEmpty else {
      throw CommandError(
        "the name of the run is empty: name a trace, - for standard input, or a demo", status: 64
      ).told()
    }
    if name == "-" || Folder.exists(name) { return try trace(name) }
    guard let scenario = try? Catalogue.scenario(named: name, settings: settings) else {
      // A name like a demo's was meant to be one.
      let base = name.split(separator: "/").first.map(String.init)
      if !name.contains("/") && !name.contains(".") || base.map(Catalogue.all.contains) == true {
        _ = try Catalogue.scenario(named: name, settings: settings)
      }
      throw CommandError(
        "there is no file \(name), and no demo of that name. \(Catalogue.names)", status: 66
      ).told()
    }
    return try demo(scenario)
  }

  /// The trace in a file, or on standard input for `-`.
  ///
  /// - Throws: As ``load(_:settings:)`` does.
  static func trace(_ path: String) throws -> RecordedRun {
    let input = try TraceInput.open(path)
    defer { input.close() }
    return try read(input)
  }

  /// The demo's run, whole.
  private static func demo(_ scenario: RunnableDemo) throws -> RecordedRun {
    StdoutCapture.hold(STDOUT_FILENO)
    defer { StdoutCapture.release() }
    let (events, isWhole) = SimulatedRun.events(
      of: scenario, limit: 1_000_000, within: .seconds(60), printed: StdoutCapture.take)
    if !isWhole {
      Output.complain(
        "the run of \(scenario.entry.name) was cut: it takes too long; the part that ran is used")
    }
    return RecordedRun(
      entry: scenario.entry, isVirtual: true, events: events,
      header: TraceHeader(isVirtual: true, title: scenario.entry.name), isCutShort: !isWhole)
  }

  /// All that can be read.
  ///
  /// - Throws: The exit status 65, once the reason is told, where it is no trace or a newer one.
  static func read(_ input: TraceInput) throws -> RecordedRun {
    var reader = TraceReader()
    var events: [PromiseEvent] = []
    do throws(TraceError) {
      try input.readAll { bytes throws(TraceError) in events += try reader.read(bytes) }
      events += try reader.finish()
    } catch {
      throw CommandError("\(input.name): \(error.advice)", status: 65).told()
    }
    for sentence in reader.complaints { Output.complain("\(input.name): \(sentence)") }
    events = reader.inOrder(events)
    let header = reader.header ?? TraceHeader(isVirtual: false)
    return RecordedRun(
      entry: RunDescriptor(
        name: header.title ?? Folder.name(of: input.name), teaches: "recorded in \(input.name)"),
      isVirtual: header.isVirtual, events: events, header: header, isDamaged: reader.isDamaged,
      isCutShort: reader.isCutShort)
  }
}

/// The events of a trace in a file, without a word about what cannot be read of it.
enum RunTrace {
  /// More than these nobody compares.
  private static let mostEvents = 2_000_000

  /// The events in order, with a gap where some are missing; nothing where it is no trace.
  static func events(of path: String) -> [PromiseEvent] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var reader = TraceReader()
    var events: [PromiseEvent] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while events.count < mostEvents, case let count = readBytes(file, into: &buffer), count > 0,
      let more = try? reader.read(Array(buffer[..<count]))
    {
      events += more
    }
    if let last = try? reader.finish() { events += last }
    return reader.inOrder(events)
  }
}

extension TraceReader {
  /// What it has read, by number, with a gap where some are missing.
  func inOrder(_ events: [PromiseEvent]) -> [PromiseEvent] {
    let isInOrder = zip(events, events.dropFirst()).allSatisfy { $0.sequence < $1.sequence }
    return (isInOrder ? events : events.sorted { $0.sequence < $1.sequence })
      .tellingWhatIsMissing(since: header?.since ?? 0)
  }

  /// What could not be read, in sentences: a few, and how many more there are.
  var complaints: [String] {
    var sentences = problems.prefix(3).map(\.description)
    if problemCount > 3 { sentences.append("\(problemCount - 3) more lines like that") }
    for (kind, count) in skipped.sorted(by: { $0.key < $1.key }).prefix(3) {
      sentences.append(
        "\(count) of '\(kind)' skipped: the trace was written by a newer version")
    }
    return sentences
  }

  /// Lines could not be read; that the last one breaks off is how a program ends that is killed.
  var isDamaged: Bool {
    problemCount > problems.count { $0.kind == .truncated }
  }
}

extension TraceWriter {
  /// A whole trace.
  func bytes(_ header: TraceHeader, _ events: some Sequence<PromiseEvent>) -> [UInt8] {
    var bytes = line(header)
    for event in events { append(event, to: &bytes) }
    return bytes
  }
}
