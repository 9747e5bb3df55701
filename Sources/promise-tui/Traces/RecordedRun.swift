import ArgumentParser
import PromiseKitLite
import PromiseScreens

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A run that is over, as a command names it: a trace in a file or on standard input, or a demo, which is
/// simulated now.
struct RecordedRun: Sendable {
  /// How it is called.
  var entry: DemoEntry
  /// The times are those of a simulation.
  var isVirtual: Bool
  /// The events, in order.
  var events: [PromiseEvent]

  /// The run that `name` names: `-`, a file, or else a demo or its variant with its knobs turned as
  /// `settings` say. What could not be read of it is told on the error stream.
  ///
  /// - Throws: The exit status, once the reason is told: 66 where there is no such thing, 65 where it is no
  ///   trace or a newer one.
  static func load(_ name: String, settings: [String] = []) throws -> RecordedRun {
    if name == "-" { return try read(STDIN_FILENO, named: "standard input") }
    if Folder.exists(name) { return try file(name) }
    guard let scenario = try? Catalogue.scenario(named: name, settings: settings) else {
      // A name like a demo's was meant to be one.
      if !name.contains("/"), !name.contains(".") {
        _ = try Catalogue.scenario(named: name, settings: settings)
      }
      Output.complain("there is no file \(name), and no demo of that name. \(Catalogue.names)")
      throw ExitCode(66)
    }
    return try demo(scenario)
  }

  /// The trace in a file.
  private static func file(_ path: String) throws -> RecordedRun {
    guard !Folder.leadsToFolder(path) else {
      Output.complain("\(path) is a folder, and no trace")
      throw ExitCode(66)
    }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      Output.complain("\(path) cannot be read: \(String(cString: strerror(errno)))")
      throw ExitCode(66)
    }
    defer { close(descriptor) }
    return try read(descriptor, named: path)
  }

  /// The demo's run, whole.
  private static func demo(_ scenario: Scenario) throws -> RecordedRun {
    HeldOutput.hold(STDOUT_FILENO)
    defer { HeldOutput.release() }
    let (events, isWhole) = SimulatedRun.events(
      of: scenario, limit: 1_000_000, within: .seconds(60), printed: HeldOutput.take)
    if !isWhole { Output.complain("the run of \(scenario.entry.name) was cut: it takes too long") }
    return RecordedRun(entry: scenario.entry, isVirtual: true, events: events)
  }

  /// All that can be read from `descriptor`.
  private static func read(_ descriptor: Int32, named name: String) throws -> RecordedRun {
    var reader = TraceReader()
    var events: [PromiseEvent] = []
    do {
      var buffer = [UInt8](repeating: 0, count: 1 << 18)
      while true {
        let count = systemRead(descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        events += try reader.read(Array(buffer[..<count]))
      }
      events += try reader.finish()
    } catch {
      Output.complain("\(name): \(error)")
      throw ExitCode(65)
    }
    reader.complain(of: name)
    if !zip(events, events.dropFirst()).allSatisfy({ $0.sequence < $1.sequence }) {
      events.sort { $0.sequence < $1.sequence }
    }
    return RecordedRun(
      entry: DemoEntry(name: reader.header?.title ?? name, teaches: "recorded in \(name)"),
      isVirtual: reader.header?.isVirtual ?? false, events: events)
  }
}

extension TraceReader {
  /// Tells on the error stream what could not be read of the trace called `name`.
  func complain(of name: String) {
    for problem in problems.prefix(3) { Output.complain("\(name): \(problem)") }
    if problemCount > 3 { Output.complain("\(name): \(problemCount - 3) more lines like that") }
    for (kind, count) in skipped.sorted(by: { $0.key < $1.key }).prefix(3) {
      Output.complain(
        "\(name): \(count) of '\(kind)' skipped: the trace was written by a newer version")
    }
  }
}

// What a method of that name hides.
private func systemRead(
  _ descriptor: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int
) -> Int { read(descriptor, bytes, count) }
