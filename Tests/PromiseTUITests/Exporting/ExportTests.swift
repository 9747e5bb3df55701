import Foundation
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseScreens
import Testing

@testable import promise_tui

/// Tests exports of demos: goldens, ranges, and the files that they are written to.
@Suite struct ExportTests {
  private func exporter(_ name: String) throws -> Exporter {
    let scenario = try Catalog.scenario(named: name, settings: [])
    let (events, isWhole) = SimulatedRun.events(
      of: scenario, limit: 100_000, within: .seconds(3600))
    #expect(isWhole)
    let header = TraceHeader(isVirtual: true, title: name)
    return Exporter(
      run: Recording(entry: scenario.entry, header: header, events: events),
      size: Size(width: 60, height: 18))
  }

  /// Writes the files instead if `UPDATE_GOLDENS=1`.
  @Test(
    "Two demos are unchanged in each format",
    arguments: ["login-fetch-submit", "dashboard-race"], ExportFormat.allCases)
  func goldens(name: String, format: ExportFormat) throws {
    var bytes = try exporter(name).export(format).bytes
    #expect(try bytes == exporter(name).export(format).bytes)
    // Without the script, which has tests of its own.
    if format == .html {
      let page = String(decoding: bytes, as: UTF8.self)
      bytes = Array(page.replacing(/(?s)<script>\(function.*?<\/script>/, with: "").utf8)
    }
    let ending = format == .sequence ? ".sequence.mmd" : format.ending
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Goldens/\(name)\(ending)")
    if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: file)
      return
    }
    #expect(try Data(contentsOf: file) == Data(bytes), "\(file.lastPathComponent) is not as it was")
  }

  @Test("A part of the events leads to the same state when it is read back")
  func part() throws {
    var exporter = try exporter("dashboard-race")
    exporter.range = ExportRange(from: .time(110_000_000), to: .time(145_000_000))
    var reader = TraceReader()
    var events = try reader.read(try exporter.export(.jsonl).bytes)
    events += try reader.finish()
    let since = try #require(reader.header?.since)
    var (part, whole) = (Graph(since: since), Graph())
    for event in events { part.apply(event) }
    let last = try #require(events.last?.sequence)
    for event in exporter.run.events where event.sequence <= last { whole.apply(event) }
    #expect(events.count < last && part.dropped == 0)
    for node in part.promises {
      #expect(node.state == whole[node.id]?.state, "\(node.id)")
      #expect(node.title == whole[node.id]?.title)
    }
    #expect(part.counts.open == whole.counts.open)
  }

  @Test("A range without an event is rejected, with the range of the run")
  func empty() throws {
    var exporter = try exporter("dashboard-race")
    exporter.range = ExportRange(from: .event(500))
    #expect {
      _ = try exporter.export(.dot)
    } throws: {
      "\($0)".contains("from event 1 to 70")
    }
  }

  @Test("A file's extension selects the format")
  func endings() {
    for format in ExportFormat.allCases where format != .sequence {
      #expect(ExportFormat(path: "a.b/run\(format.ending)") == format)
    }
    #expect(ExportFormat(path: "RUN.PERFETTO-TRACE") == .perfetto)
    #expect(ExportFormat(path: "run.txt") == nil)
  }

  @Test("Only its owner can read an exported file, and a new one replaces no other")
  func files() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let name = folder.appending(path: "run").path
    #expect(try OutputFile.create(name, ".svg", with: [1]) == "\(name).svg")
    #expect(try OutputFile.create(name, ".svg", with: [2]) == "\(name)-2.svg")
    #expect(try Data(contentsOf: URL(filePath: "\(name).svg")) == Data([1]))
    try OutputFile.replace("\(name).svg", with: [3])
    #expect(try Data(contentsOf: URL(filePath: "\(name).svg")) == Data([3]))
    let about = try FileManager.default.attributesOfItem(atPath: "\(name).svg")
    #expect(about[.posixPermissions] as? Int == 0o600)
    #expect(throws: CommandError.self) {
      try OutputFile.replace(folder.path, with: [4])
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
  }
}
