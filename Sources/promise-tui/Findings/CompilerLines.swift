import PromiseKitLite

/// The findings as compilers print them, `file:line:column: warning: message [rule]`, for editors: quickfix
/// in vim, compilation mode in Emacs, problem matchers in VS Code, script phases in Xcode.
///
/// The paths are absolute, because Xcode reads no others. A file that was not found has the name that it has
/// in the trace.
struct CompilerLines {
  let report: FindingReport

  /// The lines: one for each finding, and a note for each thing that followed from it.
  var text: String { report.entries.map(lines).joined() }

  private func lines(_ entry: FindingReport.Entry) -> String {
    let finding = entry.finding
    let start = place(finding.place, or: entry.runs.first ?? "")
    var text = "\(start): \(finding.level): \(finding.message) [\(finding.rule)]\n"
    for line in finding.details.split(separator: "\n") { text += "    \(line)\n" }
    for related in finding.related {
      let place = related.place.map { self.place($0, or: "") } ?? start
      text += "\(place): note: so: \(related.message)\n"
    }
    if !finding.fix.isEmpty { text += "\(start): note: fix: \(sanitized(finding.fix))\n" }
    return text
  }

  /// Returns a place, or the run if it is not known.
  private func place(_ place: ProgramPlace?, or run: String) -> String {
    guard let place else { return sanitized(run == "-" ? "stdin" : run) }
    return
      ([sanitized(place.path ?? place.file)]
      + [place.line, place.column].compactMap { $0 }
      .map { "\($0)" }).joined(separator: ":")
  }
}
