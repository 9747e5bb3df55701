import PromiseGraph
import PromiseInsight
import PromiseKitLite

/// The result of `check --only format` as text.
struct TraceFormatReport {
  /// The name of the file.
  var name: String
  var findings: [TraceFormatCheck.Finding]
  /// The number of events that were read.
  var count: Int
  /// Whether only mistakes are printed.
  var isQuiet = false

  /// How many findings are mistakes.
  var mistakes: Int { findings.count { !$0.isNote } }

  /// The findings, a line each, as a compiler prints them; then how many there are.
  var text: String {
    let shown = isQuiet ? findings.filter { !$0.isNote } : findings
    let most = TraceFormatCheck.mostShown
    var text = shown.prefix(most).map { finding in
      let kind = finding.isNote ? "note: " : ""
      return sanitized("\(name):\(finding.line): \(kind)\(finding.text)") + "\n"
    }.joined()
    if shown.count > most { text += "... and \(shown.count - most) more\n" }
    if mistakes > 0 {
      text += "\(sanitized(name)): \(plural(mistakes, "mistake")) in \(plural(count, "event"))\n"
    } else if !isQuiet {
      text += "ok    \(sanitized(name)): \(plural(count, "event")), the format is valid\n"
    }
    return text
  }

  /// Creates the report of these findings.
  init(name: String, findings: [TraceFormatCheck.Finding], count: Int) {
    (self.name, self.findings, self.count) = (name, findings, count)
  }

  /// Reads and checks a trace.
  ///
  /// - Throws: The reason, with the exit status, if it is not a trace in JSON Lines.
  init(_ input: TraceInput, isQuiet: Bool) throws(CommandError) {
    name = input.name
    self.isQuiet = isQuiet
    var check = TraceFormatCheck()
    do throws(TraceError) {
      var isFirst = true
      var buffer = [UInt8](repeating: 0, count: 1 << 18)
      while case let count = readBytes(input.descriptor, into: &buffer), count > 0 {
        let bytes = Array(buffer[..<count])
        if isFirst, TraceDecoder.isBinary(bytes) {
          throw TraceError.notATrace(
            reason: "it is a binary trace, and --only format checks JSON Lines")
        }
        isFirst = false
        try check.take(bytes)
      }
      findings = try check.finish()
    } catch {
      throw CommandError("\(input.name): \(error)", status: 65)
    }
    count = check.count
  }
}
