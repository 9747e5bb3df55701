import PromiseGraph
import PromiseInsight
import PromiseKitLite

/// The findings in the Static Analysis Results Interchange Format, SARIF 2.1.0, as code scanning and
/// editors read them.
///
/// GitHub rejects a whole file if one of its results has no place. A result whose place in the source is not
/// known is therefore at the first line of the run's own file.
struct SarifReport {
  let report: FindingReport

  /// The document. It is the same for the same runs: it contains no date and no host name.
  var text: String {
    let run = JSON.object([
      ("tool", .object([("driver", driver)])),
      ("invocations", .list([invocation])),
      ("originalUriBaseIds", .object([(Self.base, .object([("uri", .text(rootAddress))]))])),
      ("results", .list(results)),
    ])
    let document = JSON.object([
      (
        "$schema",
        .text(
          "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
        )
      ),
      ("version", .text("2.1.0")), ("runs", .list([run])),
    ])
    return "\(document)\n"
  }

  /// The name of the repository's folder in addresses.
  private static let base = "SRCROOT"

  private var rootAddress: String {
    report.root == "/" ? "file:///" : "file://\(Self.address(report.root))/"
  }
}

// MARK: - The tool

extension SarifReport {
  /// The rules that results refer to; runs that cannot be read are notifications instead.
  private static let rules = FindingRule.all.filter { $0 != .unreadableRun }
  private static let places: [String: Int] = Dictionary(
    uniqueKeysWithValues: rules.enumerated().map { ($0.element.id, $0.offset) })

  private var driver: JSON {
    .object([
      ("name", .text("promise-tui")), ("version", .text(report.version)),
      ("semanticVersion", .text(report.version)),
      ("rules", .list(Self.rules.map(Self.descriptor))),
      ("notifications", .list([Self.descriptor(.unreadableRun)])),
    ])
  }

  private static func descriptor(_ rule: FindingRule) -> JSON {
    let summary = sentence(rule.summary)
    let fix = sentence(rule.fix)
    let isLint = Lints.named(rule.id) != nil
    let more =
      isLint
      ? "'promise-tui about lints \(rule.id)' explains it, and so does \(rule.page)."
      : "\(rule.page) explains it."
    let markdown =
      isLint
      ? "`promise-tui about lints \(rule.id)` explains it, and so does `\(rule.page)`."
      : "`\(rule.page)` explains it."
    return .object([
      ("id", .text(rule.id)), ("name", .text(camelCased(rule.id))),
      ("shortDescription", message(summary)),
      ("fullDescription", message("\(summary) Fix: \(fix)")),
      (
        "help",
        .object([
          ("text", .text("\(summary)\nFix: \(fix)\n\(more)")),
          ("markdown", .text("\(summary)\n\n**Fix.** \(fix)\n\n\(markdown)")),
        ])
      ),
      ("defaultConfiguration", .object([("level", .text(rule.level.rawValue))])),
      (
        "properties",
        .object([
          ("tags", .texts(["promises", "concurrency"])),
          ("problem.severity", .text(problemSeverity(rule.level))),
        ])
      ),
    ])
  }

  /// The severity in the words of code scanning.
  private static func problemSeverity(_ level: ReportedFinding.Level) -> String {
    level == .note ? "recommendation" : level.rawValue
  }

  /// Returns a clause as a sentence: `A promise was freed.`
  private static func sentence(_ text: String) -> String {
    (text.first.map { $0.uppercased() } ?? "") + text.dropFirst() + "."
  }

  /// Returns `UnhandledRejection` for `unhandled-rejection`.
  private static func camelCased(_ id: String) -> String {
    id.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  private var invocation: JSON {
    var pairs: [(String, JSON)] = [
      ("executionSuccessful", .flag(report.isComplete)), ("exitCode", .number(Int(report.status))),
    ]
    let unread = report.runs.compactMap { run in run.problem.map { (run, $0) } }
    if !unread.isEmpty {
      let list = unread.map { run, problem in
        JSON.object([
          (
            "descriptor",
            .object([("id", .text(FindingRule.unreadableRun.id)), ("index", .number(0))])
          ),
          ("level", .text(problem.level.rawValue)), ("message", Self.message(problem.message)),
          ("locations", .list([location(of: run.name)])),
        ])
      }
      pairs.append(("toolExecutionNotifications", .list(list)))
    }
    return .object(pairs)
  }
}

// MARK: - The results

extension SarifReport {
  private var results: [JSON] {
    let entries = report.entries.filter { Self.places[$0.finding.rule] != nil }
    return zip(entries, fingerprints(entries)).map(result)
  }

  private func result(_ entry: FindingReport.Entry, _ fingerprint: String) -> JSON {
    let finding = entry.finding
    let location =
      finding.place.map { self.location($0) } ?? self.location(of: entry.runs.first ?? "")
    var pairs: [(String, JSON)] = [
      ("ruleId", .text(finding.rule)),
      ("ruleIndex", .number(Self.places[finding.rule] ?? -1)),
      ("level", .text(finding.level.rawValue)),
      ("message", Self.message(text(of: finding))),
      ("locations", .list([location])),
      ("partialFingerprints", .object([("promise/v1", .text(fingerprint))])),
      ("occurrenceCount", .number(max(1, finding.count))),
    ]
    let related = finding.related.enumerated().map { index, related in
      self.location(related.place, message: related.message, id: index + 1)
    }
    if !related.isEmpty { pairs.append(("relatedLocations", .list(related))) }
    var properties: [(String, JSON)] = [("runs", .texts(entry.runs.map(sanitized)))]
    if let event = finding.event { properties.append(("event", .number(event))) }
    if finding.unlisted > 0 {
      properties.append(("unlistedConsequences", .number(finding.unlisted)))
    }
    pairs.append(("properties", .object(properties)))
    return .object(pairs)
  }

  private func text(of finding: ReportedFinding) -> String {
    finding.message + (finding.details.isEmpty ? "" : "\n\(finding.details)")
  }

  /// Returns what identifies each finding when lines move: its rule, its file, and what it is about. Those that
  /// share all of it are numbered in the order of their lines.
  private func fingerprints(_ entries: [FindingReport.Entry]) -> [String] {
    let keys = entries.map { entry in
      let file = entry.finding.place?.file ?? ""
      return "\(entry.finding.rule):\(sanitized(file)):\(entry.finding.identity)"
    }
    var fingerprints = keys
    let order = entries.indices.sorted { a, b in
      let (one, other) = (entries[a].finding.place, entries[b].finding.place)
      return (one?.line ?? 0, one?.column ?? 0, a) < (other?.line ?? 0, other?.column ?? 0, b)
    }
    var seen: [String: Int] = [:]
    for index in order {
      seen[keys[index], default: 0] += 1
      if let number = seen[keys[index]], number > 1 { fingerprints[index] += ":\(number)" }
    }
    return fingerprints
  }

  /// A message. What a reader would take for a link, `[text](target)`, is escaped.
  private static func message(_ text: String) -> JSON {
    let text = text.replacing("](", with: "\\](")
    return .object([("text", .text(text))])
  }
}

// MARK: - Places

extension SarifReport {
  private func location(_ place: ProgramPlace) -> JSON {
    .object([("physicalLocation", physical(place))])
  }

  /// Returns a related place, or only what happened if it has none.
  private func location(_ place: ProgramPlace?, message: String, id: Int) -> JSON {
    let parts: [(String, JSON)] = [("id", .number(id)), ("message", Self.message(message))]
    return .object(parts + (place.map { [("physicalLocation", physical($0))] } ?? []))
  }

  /// Returns the first line of the file of a run, for what has no place in the source.
  private func location(of run: String) -> JSON {
    let isFile = Folder.exists(run)
    let place = ProgramPlace(
      file: run == "-" ? "stdin" : run.isEmpty ? "run" : run,
      path: isFile ? Folder.absolute(run) : nil, line: 1)
    return .object([
      ("physicalLocation", physical(place)),
      ("message", Self.message("The place in the source is not known.")),
    ])
  }

  private func physical(_ place: ProgramPlace) -> JSON {
    let path = report.path(of: place)
    var artifact: [(String, JSON)] = [
      ("uri", .text((path.hasPrefix("/") ? "file://" : "") + Self.address(path)))
    ]
    if !path.hasPrefix("/") { artifact.append(("uriBaseId", .text(Self.base))) }
    var pairs: [(String, JSON)] = [("artifactLocation", .object(artifact))]
    if let line = place.line {
      pairs.append(
        (
          "region",
          .object(
            [("startLine", .number(line))]
              + (place.column.map { [("startColumn", .number($0))] } ?? []))
        ))
    }
    return .object(pairs)
  }

  /// Returns a path as part of an address.
  static func address(_ path: String) -> String {
    var text = ""
    for byte in path.utf8 {
      let scalar = Unicode.Scalar(byte)
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "/", "-", ".", "_", "~", "+", "@":
        text.unicodeScalars.append(scalar)
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        text += "%" + (digits.count < 2 ? "0" : "") + digits
      }
    }
    return text
  }
}
