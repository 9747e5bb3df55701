import ArgumentParser
import PromiseGraph
import PromiseKitLite
import PromiseScreens
import PromiseSystem

/// A finished run, as a command names it: a trace in a file or on standard input, or a demo, which
/// is simulated now.
struct RecordedRun: Sendable {
  /// Its name and description.
  var entry: RunDescriptor
  /// Whether the times are those of a simulation.
  var isVirtual: Bool
  /// The events, in order.
  var events: [PromiseEvent]
  /// The header of the trace; for a demo, the one it would have.
  var header: TraceHeader
  /// Whether some lines could not be read.
  var isDamaged = false
  /// Whether the last line is incomplete, or a demo's run was stopped: what followed is unknown.
  var isCutShort = false

  /// Loads the run that `name` stands for: `-`, a file, or else a demo or one of its variants with
  /// `settings` applied to its knobs. Reports on standard error what could not be read.
  ///
  /// - Throws: The exit status, after the reason is reported: 66 if there is no such run, 65 if it
  ///   is not a trace or a newer one.
  static func load(_ name: String, settings: [String] = []) throws -> RecordedRun {
    guard !name.isEmpty else {
      throw CommandError(
        "the name of the run is empty: give a trace, - for standard input, or a demo", status: 64
      ).report()
    }
    if name == "-" || Folder.exists(name) { return try trace(name) }
    guard let scenario = try? Catalog.scenario(named: name, settings: settings) else {
      // A name that looks like a demo's was probably meant to be one.
      let base = name.split(separator: "/").first.map(String.init)
      if !name.contains("/") && !name.contains(".") || base.map(Catalog.all.contains) == true {
        _ = try Catalog.scenario(named: name, settings: settings)
      }
      throw CommandError(
        "\(name): no such file or demo. \(Catalog.names)", status: 66
      ).report()
    }
    return try demo(scenario)
  }

  /// Reads the trace in a file, or on standard input for `-`.
  ///
  /// - Throws: The same as ``load(_:settings:)``.
  static func trace(_ path: String) throws -> RecordedRun {
    let input = try TraceInput.open(path)
    defer { input.close() }
    return try read(input)
  }

  /// Simulates the demo to its end.
  private static func demo(_ scenario: RunnableDemo) throws -> RecordedRun {
    StdoutCapture.hold(STDOUT_FILENO)
    defer { StdoutCapture.release() }
    let (events, isWhole) = SimulatedRun.events(
      of: scenario, limit: 1_000_000, within: .seconds(60), printed: StdoutCapture.take)
    if !isWhole {
      Output.printError(
        "\(scenario.entry.name): the run was stopped because it took too long; only the part that ran is used"
      )
    }
    return RecordedRun(
      entry: scenario.entry, isVirtual: true, events: events,
      header: TraceHeader(isVirtual: true, title: scenario.entry.name), isCutShort: !isWhole)
  }

  /// Reads as much as can be read.
  ///
  /// - Throws: The exit status 65, after the reason is reported, if it is not a trace or a newer
  ///   one.
  static func read(_ input: TraceInput) throws -> RecordedRun {
    do throws(CommandError) {
      return try read(input, complain: Output.printError)
    } catch {
      throw error.report()
    }
  }

  /// Reads as much as can be read; `complain` is called with a sentence for what cannot.
  ///
  /// - Throws: The reason, with the exit status 65, if it is not a trace or a newer one.
  static func read(
    _ input: TraceInput, complain: (String) -> Void
  ) throws(CommandError) -> RecordedRun {
    try input.waitForWriter(waiting: complain)
    var newest = NewestEvents()
    let reader: TraceReader
    do throws(TraceError) {
      reader = try input.decode { newest.add($0) }
    } catch {
      throw CommandError("\(input.name): \(error.advice)", status: 65)
    }
    for sentence in reader.complaints { complain("\(input.name): \(sentence)") }
    if let sentence = newest.sentence { complain("\(input.name): \(sentence)") }
    let events = reader.inOrder(newest.take())
    let header = reader.header ?? TraceHeader(isVirtual: false)
    return RecordedRun(
      entry: RunDescriptor(
        name: header.title ?? Folder.name(of: input.name), teaches: "recorded in \(input.name)"),
      isVirtual: header.isVirtual, events: events, header: header, isDamaged: reader.isDamaged,
      isCutShort: reader.isCutShort)
  }
}

/// Reads the events of a trace in a file, without reporting what cannot be read.
enum RunTrace {
  /// Returns the events in order, with a gap where some are missing; empty if the file is not a
  /// trace.
  static func events(of path: String) -> [PromiseEvent] {
    guard Folder.isFile(path), let input = try? TraceInput.open(path) else { return [] }
    defer { input.close() }
    var newest = NewestEvents()
    guard let reader = try? input.decode({ newest.add($0) }) else { return [] }
    return reader.inOrder(newest.take())
  }
}

extension TraceReader {
  /// Returns the events sorted by number, with a gap where some are missing.
  func inOrder(_ events: [PromiseEvent]) -> [PromiseEvent] {
    let isInOrder = zip(events, events.dropFirst()).allSatisfy { $0.sequence < $1.sequence }
    return (isInOrder ? events : events.sorted { $0.sequence < $1.sequence })
      .tellingWhatIsMissing(since: header?.since ?? 0)
  }

  /// What could not be read, as sentences: the first few, and how many more there are.
  var complaints: [String] {
    var sentences = problems.prefix(3).map(\.description)
    if problemCount > 3 { sentences.append("\(problemCount - 3) more lines like these") }
    for (kind, count) in skipped.sorted(by: { $0.key < $1.key }).prefix(3) {
      sentences.append(
        "\(plural(count, "event")) of kind '\(kind)' skipped: the trace was written by a newer version"
      )
    }
    return sentences
  }

  /// Whether lines could not be read. An incomplete last line does not count: a killed program
  /// leaves one.
  var isDamaged: Bool {
    problemCount > problems.count { $0.kind == .truncated }
  }
}

extension TraceWriter {
  /// Returns a whole trace.
  func bytes(_ header: TraceHeader, _ events: some Sequence<PromiseEvent>) -> [UInt8] {
    var bytes = line(header)
    for event in events { append(event, to: &bytes) }
    return bytes
  }
}
