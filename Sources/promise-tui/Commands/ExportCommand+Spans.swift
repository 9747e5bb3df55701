import ArgumentParser
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseSystem

// MARK: - Spans: to a file, or to a receiver

extension ExportCommand {
  /// Exports the run as spans.
  func exportSpans(_ form: ExportFormat, of name: String) throws {
    let encoding: SpanEncoding? =
      format == nil && spans.otlp != nil ? nil : form == .otlp ? .json : .protobuf
    let destination = try spans.destination(as: encoding)
    let source = try SpanSource(
      name, settings: knobs.settings, range: at, epoch: epoch)
    let environment = OTLPEnvironment.current
    let service = environment.service
    var export = SpanExport(
      source.header, epoch: source.epoch,
      resource: SpanResource(
        source.header, service: service ?? source.name, version: programVersion,
        more: destination == nil ? [] : environment.attributes),
      as: destination?.encoding ?? encoding ?? .protobuf)
    if let destination {
      try send(source, &export, to: destination)
    } else {
      try write(source, &export)
    }
    Exporter.shortfall(cut: export.cutCount).map(Output.printError)
  }

  private func write(_ source: SpanSource, _ export: inout SpanExport) throws {
    guard let output, output != "-" else {
      try source.read { events in for batch in export.add(events) { Output.emit(batch.bytes) } }
      for batch in export.finish() { Output.emit(batch.bytes) }
      return
    }
    var status: (any Error)?
    try OutputFile.replace(output) { file in
      var problem: Int32?
      func write(_ batches: [SpanBatch]) {
        for batch in batches where problem == nil {
          problem = writeBytes(batch.bytes[...], to: file)
        }
      }
      do {
        try source.read { write(export.add($0)) }
      } catch {
        status = error
      }
      write(export.finish())
      return problem
    }
    if let status { throw status }
  }

  /// How long a receiver may be unavailable, in nanoseconds.
  private static var patience: Int64 { 30_000_000_000 }

  private func send(
    _ source: SpanSource, _ export: inout SpanExport, to destination: OTLPDestination
  ) throws {
    let progress = ProgressLine()
    var sender = SpanSender(Curl(destination: destination), clock: .real())
    sender.patience = Self.patience
    sender.waiting = { reason, pause in
      let seconds = seconds(pause)
      progress?.show("\(destination.address) \(reason): next attempt in \(seconds)")
    }
    var isOver = false
    func send(_ batches: [SpanBatch]) {
      for batch in batches {
        guard !isOver else {
          sender.leave(batch.spans)
          continue
        }
        isOver = sender.send(batch) != .answered
        progress?.show("sent \(grouped(sender.report.accepted)) spans")
      }
    }
    try source.read { send(export.add($0)) }
    send(export.finish())
    progress?.clear()
    let sentences = sender.report.sentences(to: destination.address, again: again(source))
    for sentence in sentences { Output.printError(sentence) }
    guard sender.report.isComplete else { throw ExitCode.failure }
  }

  /// Returns the command that sends everything once more, with the same identities.
  private func again(_ source: SpanSource) -> String {
    // What has no date of its own would get another one.
    let seconds = source.epoch / 1_000_000_000
    let fraction = "\(source.epoch % 1_000_000_000 + 1_000_000_000)".dropFirst()
    let date = source.header.origin == nil ? " --epoch \(seconds).\(fraction)" : ""
    return
      "promise-tui export \(shellQuoted(name))\(date) --otlp \(shellQuoted(spans.otlp ?? "env"))"
  }
}

/// Returns a length of time in seconds, for a message.
private func seconds(_ nanoseconds: Int64) -> String {
  let tenths = nanoseconds / 100_000_000
  return "\(tenths / 10).\(tenths % 10) s"
}
