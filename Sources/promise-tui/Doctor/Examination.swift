import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseScreens
import PromiseSystem

/// What promise-tui can use on this machine: the findings of `promise-tui about doctor`.
struct Examination: Hashable, Sendable {
  /// The version of promise-tui.
  var version: String
  /// The system, in a few words.
  var system: String
  var groups: [DoctorGroup]

  /// What is missing and needed.
  var lacks: [DoctorFinding] {
    groups.flatMap(\.findings).filter { $0.isNeeded && $0.state == .missing }
  }

  /// Whether nothing that is needed is missing.
  var isReady: Bool { lacks.isEmpty }
}

extension Examination {
  /// The findings as a table of at most `width` columns, with the next steps below them.
  func text(width: Int) -> String {
    let head = ["promise-tui \(version), \(system)"]
    return .sections([head] + groups.map { Self.lines(of: $0, width) } + [[summary]])
  }

  private static func lines(of group: DoctorGroup, _ width: Int) -> [String] {
    let room = max(24, width - left)
    return [group.title.uppercased()]
      + group.findings.flatMap { finding in
        let start = "  " + finding.state.rawValue.padded(to: stateWidth) + finding.name
        let fact = wrapped(sanitized(finding.fact), to: room)
        let next = (finding.next.map { wrapped(sanitized($0), to: room - 6) } ?? [])
          .enumerated().map { ($0.offset == 0 ? "next: " : "      ") + $0.element }
        return (fact + next).enumerated().map { row, line in
          (row == 0 ? start : "").padded(to: left) + line
        }
      }
  }

  /// The conclusion, in one line.
  private var summary: String {
    guard isReady else {
      return "Needed, and missing: \(lacks.map(\.name).joined(separator: ", "))."
    }
    let count = groups.flatMap(\.findings).count { $0.state == .limited || $0.state == .missing }
    return count == 0
      ? "Everything that could be tested works."
      : "Nothing that is needed is missing."
  }

  private static let stateWidth = 10
  /// The column in which facts begin.
  private static let left = 2 + stateWidth + 17
}

extension Examination {
  /// The findings as JSON, on one line, to be attached to a report of a bug.
  var document: String {
    let checks = groups.flatMap { group in
      group.findings.map { finding in
        JSON.object([
          ("area", .text(group.title)), ("name", .text(finding.name)),
          ("state", .text(finding.state.rawValue.lowercased())), ("fact", .text(finding.fact)),
          ("next", .maybe(finding.next)), ("stops", .flag(finding.isNeeded)),
        ])
      }
    }
    return JSON.object([
      ("program", .text("promise-tui")), ("version", .text(version)), ("system", .text(system)),
      ("ready", .flag(isReady)), ("checks", .list(checks)),
    ]).description + "\n"
  }
}

extension Examination {
  /// Examines the machine, the terminal and the user's files. What is tried out leaves nothing behind.
  static func current(version: String, _ environment: TerminalEnvironment = .current) -> Self {
    let configuration = Result { () throws(CommandError) in try ConfigFile.ofUser(environment) }
    let settings = (try? configuration.get()) ?? Settings()
    let locale = LocaleFacts.current(environment, settings)
    let terminal = TerminalFacts.current(environment, isUTF8: locale.isUTF8)
    return Self(
      version: version, system: SystemName.current,
      groups: [
        DoctorGroup(title: "terminal", findings: terminal.findings),
        DoctorGroup(title: "text", findings: locale.findings),
        DoctorGroup(
          title: "files",
          findings: FolderFacts.current(environment, configuration).findings),
        DoctorGroup(title: "recording", findings: RecordingFacts.current().findings),
        DoctorGroup(title: "programs", findings: ProgramFacts.current(environment).findings),
        DoctorGroup(
          title: "installation", findings: InstalledFiles.current(environment).findings),
      ])
  }
}

/// The name of the system.
enum SystemName {
  /// The kernel with its version, the processor, and the distribution if it says which it is.
  static var current: String {
    var names = utsname()
    guard uname(&names) == 0 else { return "an unknown system" }
    let kernel = "\(text(of: names.sysname)) \(text(of: names.release)) \(text(of: names.machine))"
    return distribution.map { "\($0), \(kernel)" } ?? kernel
  }

  private static var distribution: String? {
    guard let bytes = try? SmallFile.read("/etc/os-release", limit: 1 << 16) else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    return lines.first { $0.hasPrefix("PRETTY_NAME=") }.map {
      String($0.dropFirst("PRETTY_NAME=".count).filter { $0 != "\"" })
    }
  }

  /// Returns the text in an array of characters that C declares.
  private static func text<Characters>(of characters: Characters) -> String {
    withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
