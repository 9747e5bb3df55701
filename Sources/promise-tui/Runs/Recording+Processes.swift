import ArgumentParser
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseScreens

extension Recording {
  /// Reads traces as one run: that of one process as it is, and those of several merged.
  ///
  /// - Throws: The reason; the status is 66 if nothing writes to a pipe, 65 if one is not a trace or a newer one.
  static func read(
    _ inputs: [TraceInput], progress: (Int) -> Void = { _ in },
    complain: (String) -> Void = Output.printError
  ) throws(CommandError) -> Recording {
    let limit = max(NewestEvents.mostEvents / max(1, inputs.count), 10_000)
    var count = 0
    func next(_ input: TraceInput) throws(CommandError) -> Recording {
      let before = count
      return try read(
        input, keeping: limit,
        progress: {
          count = before + $0
          progress(count)
        }, complain: complain)
    }
    if let input = inputs.first, inputs.count == 1 { return try next(input) }
    var merger = ProcessMerger()
    var runs: [Recording] = []
    for input in inputs {
      let run = try next(input)
      guard let process = merger.add(run.header, named: TraceName.base(of: input.name)) else {
        break
      }
      merger.append(run.events, to: process)
      merger.finish(process)
      // The events are in the merger now.
      runs.append(run.withoutEvents)
    }
    let events = merger.take(waits: false)
    for sentence in merger.warnings { complain(sentence) }
    var header = runs.map(\.header).merged
    header.origin = merger.origin
    let ending = runs.map(\.ending).first(where: \.isIncomplete) ?? runs.first?.ending
    return Recording(
      entry: RunDescriptor(
        name: header.title ?? "",
        teaches: "recorded in \(inputs.map(\.name).joined(separator: ", "))"),
      header: header, events: events, ending: ending ?? .unknown,
      isDamaged: runs.contains(where: \.isDamaged))
  }

  private var withoutEvents: Recording {
    var run = self
    run.events = []
    return run
  }
}

extension [TraceHeader] {
  /// The header of a trace of all these processes.
  var merged: TraceHeader {
    var header = TraceHeader(isVirtual: allSatisfy(\.isVirtual), title: mergedTitle)
    let languages = Set(map(\.language))
    if languages.count == 1 { header.language = first?.language ?? nil }
    return header
  }

  /// The names of the first processes, and how many others there are.
  private var mergedTitle: String? {
    var names: [String] = []
    for case let name? in map(\.title) where !names.contains(name) { names.append(name) }
    guard !names.isEmpty else { return nil }
    let more = names.count - 3
    return names.prefix(3).joined(separator: ", ") + (more > 0 ? " +\(more)" : "")
  }
}

extension ProcessMerger {
  /// Returns the traces of the processes that are shown; `complain` is called if there are more.
  static func shown<Trace>(
    _ traces: [Trace], complain: (String) -> Void = Output.printError
  ) -> ArraySlice<Trace> {
    if traces.count > most {
      complain(
        "a screen shows at most \(most) processes: only the first \(most) of \(traces.count) traces are read"
      )
    }
    return traces.prefix(most)
  }
}

/// The traces that the arguments of a command name.
enum TracePaths {
  /// Returns the file that is named, or those in the folder that is.
  ///
  /// - Throws: Why there is no trace, or that standard input is one of several.
  static func files(_ name: String, isOneOfSeveral: Bool) throws(CommandError) -> [String] {
    if isOneOfSeveral, name == "-" {
      throw usageError("'-' cannot be one of several traces: write it to a file, and name that")
    }
    guard Folder.leadsToFolder(name), case let found = inFolder(name), !found.isEmpty else {
      if name != "-", let problem = TraceInput.problem(with: name) { throw problem }
      return [name]
    }
    return found
  }

  /// Returns the traces in a folder, in the order in which their processes began as far as their names say it.
  static func inFolder(_ path: String) -> [String] {
    let folder = path.hasSuffix("/") && path.utf8.count > 1 ? String(path.dropLast()) : path
    return TraceName.inOrder(Folder.names(of: folder).filter(TraceName.mayBeTrace))
      .map { "\(folder)/\($0)" }.filter(Folder.isFile)
  }
}
