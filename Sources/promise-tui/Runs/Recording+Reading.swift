import ArgumentParser
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseScreens
import PromiseSystem

/// A run that a command names: a trace in a file or on standard input, or a demo, which is simulated now.
extension Recording {
  /// Loads the run that `name` stands for: `-`, a file, or else a demo or one of its variants with
  /// `settings` applied to its knobs. Reports on standard error what could not be read, and to `progress` how many
  /// events were read so far.
  ///
  /// - Throws: Why there is none; the status is 66 if there is no such run, 65 if it is not a trace or a newer one.
  static func load(
    _ name: String, settings: [String] = [], progress: (Int) -> Void = { _ in },
    complain: (String) -> Void = Output.printError
  ) throws -> Recording {
    guard !name.isEmpty else {
      throw usageError(
        "the name of the run is empty: give a trace, - for standard input, or a demo")
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
      throw CommandError("\(name): no such file or demo. \(Catalog.names)", status: 66)
    }
    return try demo(scenario)
  }

  /// Reads the trace in a file, or on standard input for `-`; in a folder, those of several processes.
  ///
  /// - Throws: The same as ``load(_:settings:progress:complain:)``.
  static func trace(
    _ path: String, progress: (Int) -> Void = { _ in },
    complain: (String) -> Void = Output.printError
  ) throws -> Recording {
    let files = Folder.leadsToFolder(path) ? TracePaths.inFolder(path) : []
    let shown = ProcessMerger.shown(files.isEmpty ? [path] : files, complain: complain)
    let inputs = try shown.map(TraceInput.open)
    defer { for input in inputs { input.close() } }
    return try read(inputs, progress: progress, complain: complain)
  }

  /// Simulates the demo to its end.
  private static func demo(_ scenario: RunnableDemo) throws -> Recording {
    StdoutCapture.hold(STDOUT_FILENO)
    defer { StdoutCapture.release() }
    let (events, isWhole) = SimulatedRun.events(
      of: scenario, limit: 1_000_000, within: .seconds(60), printed: StdoutCapture.take)
    if !isWhole {
      Output.printError(
        "\(scenario.entry.name): the run was stopped because it took too long; only the part that ran is used"
      )
    }
    return Recording(
      entry: scenario.entry,
      header: TraceHeader(isVirtual: true, title: scenario.entry.name), events: events,
      ending: isWhole ? .unknown : .cutShort)
  }

  /// Reads as much as can be read; `complain` is called with a sentence for what cannot.
  ///
  /// - Throws: The reason, with the exit status 65, if it is not a trace or a newer one.
  static func read(
    _ input: TraceInput, keeping limit: Int = NewestEvents.mostEvents,
    progress: (Int) -> Void = { _ in }, complain: (String) -> Void
  ) throws(CommandError) -> Recording {
    try input.waitForWriter(waiting: complain)
    var newest = NewestEvents(events: limit)
    var trace = TraceDecoder(input.descriptor)
    do {
      try trace.readAll {
        newest.add($0)
        progress(newest.count)
      }
    } catch {
      throw error.about(input.name)
    }
    for sentence in trace.complaints { complain("\(input.name): \(sentence)") }
    if let sentence = newest.sentence { complain("\(input.name): \(sentence)") }
    let events = trace.inOrder(newest.take())
    let header = trace.header ?? TraceHeader(isVirtual: false)
    return Recording(
      entry: RunDescriptor(
        name: header.title ?? Folder.name(of: input.name), teaches: "recorded in \(input.name)"),
      header: header, events: events, ending: trace.ending, isDamaged: trace.isDamaged)
  }

  /// Returns the events of a trace in a file, without reporting what cannot be read: in order, with a gap where some are missing; empty if the file is not a
  /// trace.
  static func events(of path: String) -> [PromiseEvent] {
    guard Folder.isFile(path), let input = try? TraceInput.open(path) else { return [] }
    defer { input.close() }
    var newest = NewestEvents()
    var trace = TraceDecoder(input.descriptor)
    guard (try? trace.readAll { newest.add($0) }) != nil else { return [] }
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
