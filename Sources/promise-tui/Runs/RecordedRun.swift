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
  /// Whether some of it could not be read.
  var isDamaged = false
  /// How the recording ended. A demo's run that was stopped is cut short.
  var ending = TraceEnding.unknown
  /// Whether something may have happened that the events do not contain.
  var isCutShort: Bool { ending.isIncomplete }

  /// Loads the run that `name` stands for: `-`, a file, or else a demo or one of its variants with
  /// `settings` applied to its knobs. Reports on standard error what could not be read, and to `progress` how many
  /// events were read so far.
  ///
  /// - Throws: The exit status, after the reason is reported: 66 if there is no such run, 65 if it
  ///   is not a trace or a newer one.
  static func load(
    _ name: String, settings: [String] = [], progress: (Int) -> Void = { _ in },
    complain: (String) -> Void = Output.printError
  ) throws -> RecordedRun {
    guard !name.isEmpty else {
      throw CommandError(
        "the name of the run is empty: give a trace, - for standard input, or a demo", status: 64
      ).report()
    }
    if name == "-" || Folder.exists(name) {
      return try trace(name, progress: progress, complain: complain)
    }
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

  /// Reads the trace in a file, or on standard input for `-`; in a folder, those of several processes.
  ///
  /// - Throws: The same as ``load(_:settings:progress:complain:)``.
  static func trace(
    _ path: String, progress: (Int) -> Void = { _ in },
    complain: (String) -> Void = Output.printError
  ) throws -> RecordedRun {
    if Folder.leadsToFolder(path), case let files = TracePaths.inFolder(path), !files.isEmpty {
      return try processes(files, progress: progress, complain: complain)
    }
    let input = try TraceInput.open(path)
    defer { input.close() }
    return try read(input, counting: progress, reporting: complain)
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
      header: TraceHeader(isVirtual: true, title: scenario.entry.name),
      ending: isWhole ? .unknown : .cutShort)
  }

  /// Reads as much as can be read.
  ///
  /// - Throws: The exit status 65, after the reason is reported, if it is not a trace or a newer
  ///   one.
  static func read(_ input: TraceInput) throws -> RecordedRun {
    try read(input, counting: { _ in }, reporting: Output.printError)
  }

  /// Reads as much as can be read; `progress` is called with how many events were read so far, and `report` with a
  /// sentence for what cannot be read.
  ///
  /// - Throws: The same as ``read(_:)``.
  private static func read(
    _ input: TraceInput, counting progress: (Int) -> Void, reporting report: (String) -> Void
  ) throws -> RecordedRun {
    do throws(CommandError) {
      return try read(input, progress: progress, complain: report)
    } catch {
      report(error.sentence)
      throw ExitCode(error.status)
    }
  }

  /// Reads as much as can be read; `complain` is called with a sentence for what cannot.
  ///
  /// - Throws: The reason, with the exit status 65, if it is not a trace or a newer one.
  static func read(
    _ input: TraceInput, keeping limit: Int = NewestEvents.mostEvents,
    progress: (Int) -> Void = { _ in }, complain: (String) -> Void
  ) throws(CommandError) -> RecordedRun {
    try input.waitForWriter(waiting: complain)
    var newest = NewestEvents(events: limit)
    let trace: DecodedTrace
    do throws(UnreadableTrace) {
      trace = try input.decode {
        newest.add($0)
        progress(newest.count)
      }
    } catch {
      throw CommandError("\(input.name): \(error.advice)", status: 65)
    }
    for sentence in trace.complaints { complain("\(input.name): \(sentence)") }
    if let sentence = newest.sentence { complain("\(input.name): \(sentence)") }
    let events = trace.inOrder(newest.take())
    let header = trace.header ?? TraceHeader(isVirtual: false)
    return RecordedRun(
      entry: RunDescriptor(
        name: header.title ?? Folder.name(of: input.name), teaches: "recorded in \(input.name)"),
      isVirtual: header.isVirtual, events: events, header: header, isDamaged: trace.isDamaged,
      ending: trace.ending)
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
    guard let trace = try? input.decode({ newest.add($0) }) else { return [] }
    return trace.inOrder(newest.take())
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
