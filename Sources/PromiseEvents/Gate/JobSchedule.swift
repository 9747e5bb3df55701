/// The order in which the jobs and the timers of a run started: a schedule for another run of the same
/// program on real queues.
///
/// Its text has a line for each start:
///
/// ```
/// promise-tui schedule 1
/// job "login"
/// beside job Checkout/main.swift:42:9 #2
/// timer "timeout"
/// ```
///
/// A job has the name of the promise that it settles: its label, or the place that created it. `#2` is
/// the second job that was enqueued with that name. `beside` says that an earlier job was still running.
/// `later`, at the end, lists what had not started when the run ended: it does not start before the others.
package struct JobSchedule: Hashable, Sendable {
  package var steps: [Step]

  package init(steps: [Step] = []) { self.steps = steps }

  /// The schedule without what had not started when the run ended.
  package var started: JobSchedule { JobSchedule(steps: steps.filter { !$0.isLater }) }

  /// What jobs or timers are called in several runs.
  package struct Name: Hashable, Sendable {
    package var label: String?
    package var site: SourceSite?
    package var isTimer: Bool

    package init(label: String?, site: SourceSite?, isTimer: Bool) {
      (self.label, self.site, self.isTimer) = (label, site, isTimer)
    }
  }

  /// A start of a job, or the firing of a timer.
  package struct Step: Hashable, Sendable {
    package var name: Name
    /// The number of jobs with the same name that were enqueued before.
    package var occurrence: Int
    /// Whether an earlier job was still running.
    package var isBeside: Bool
    /// Whether it did not start in the run, so that it comes after all that did.
    package var isLater: Bool

    package init(
      _ name: Name, occurrence: Int, isBeside: Bool = false, isLater: Bool = false
    ) {
      (self.name, self.occurrence) = (name, occurrence)
      (self.isBeside, self.isLater) = (isBeside, isLater)
    }

    /// The step without what depends on others.
    package var alone: Step { Step(name, occurrence: occurrence) }

    /// Returns whether this is the start of the same job or timer.
    package func isSame(as other: Step) -> Bool {
      name == other.name && occurrence == other.occurrence
    }
  }
}

// MARK: - Text

extension JobSchedule {
  /// The first line of the text.
  package static var heading: String { "promise-tui schedule 1" }

  /// The text, with `comment` in lines of its own.
  package func text(comment: String? = nil) -> String {
    let comments = (comment ?? "").split(separator: "\n").map { "# \($0)" }
    return ([Self.heading] + comments + steps.map(\.text)).joined(separator: "\n") + "\n"
  }

  /// Reads the text of a schedule.
  package init(_ text: String) throws(InputError) {
    steps = []
    var isFirst = true
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isLineEnd)
      .enumerated()
    {
      let line = line.drop { $0 == " " || $0 == "\t" }
      if line.isEmpty || line.first == "#" { continue }
      if isFirst {
        guard line.trimmedEnd == Self.heading else {
          let isNewer = line.hasPrefix(Self.heading.dropLast())
          throw InputError(
            isNewer
              ? "the schedule has another version than '\(Self.heading)'"
              : "a schedule begins with the line '\(Self.heading)'", line: index + 1)
        }
        isFirst = false
        continue
      }
      guard let step = Step(String(line.trimmedEnd)) else {
        throw InputError(
          #"expected job or timer and a name, such as job "login" or job main.swift:4:9 #2"#,
          line: index + 1)
      }
      steps.append(step)
    }
    if isFirst { throw InputError("the schedule is empty", line: 1) }
  }
}

extension JobSchedule.Step {
  /// The line of the step.
  package var text: String {
    (isLater ? "later " : "") + (isBeside ? "beside " : "") + (name.isTimer ? "timer " : "job ")
      + name.text
      + (occurrence == 0 ? "" : " #\(occurrence + 1)")
  }

  /// The name in a sentence: `'order'`, `the timer of 'answer' #2`.
  package var subject: String {
    let name = name.label.map { "'\($0)'" } ?? name.text
    let number = occurrence == 0 ? "" : " #\(occurrence + 1)"
    return (self.name.isTimer ? "the timer of " : "") + name + number
  }

  /// Reads a line; `nil` if it is not one of a schedule.
  package init?(_ line: String) {
    var rest = line[...]
    func take(_ word: String) -> Bool {
      guard rest.hasPrefix(word + " ") else { return false }
      rest = rest.dropFirst(word.count + 1)
      return true
    }
    isLater = take("later")
    isBeside = take("beside")
    let isTimer = take("timer")
    guard isTimer || take("job") else { return nil }
    occurrence = 0
    if let mark = rest.range(of: " #", backwards: true), let number = Int(rest[mark.upperBound...]),
      number > 0
    {
      occurrence = number - 1
      rest = rest[..<mark.lowerBound]
    }
    guard let name = JobSchedule.Name(String(rest), isTimer: isTimer) else { return nil }
    self.name = name
  }
}

extension JobSchedule.Name {
  /// The label in quotation marks, or the place.
  package var text: String {
    if let label { return QuotedText.quoted(label) }
    return site.map { "\($0.file):\($0.line):\($0.column)" } ?? "?"
  }

  init?(_ text: String, isTimer: Bool) {
    self.isTimer = isTimer
    if text.unicodeScalars.first == "\"" {
      guard let label = QuotedText.unquoted(text) else { return nil }
      (self.label, site) = (label, nil)
      return
    }
    label = nil
    guard text != "?" else {
      site = nil
      return
    }
    let parts = text.split(separator: ":")
    guard parts.count >= 3, let line = Int(parts[parts.count - 2]),
      let column = Int(parts[parts.count - 1])
    else { return nil }
    site = SourceSite(
      file: parts.dropLast(2).joined(separator: ":"), line: line, column: column)
  }
}

extension Substring {
  /// The text without spaces at its end.
  fileprivate var trimmedEnd: Substring {
    var text = self
    while let last = text.last, last == " " || last == "\t" || last == "\r" { text.removeLast() }
    return text
  }

  /// Returns where `part` is found last.
  fileprivate func range(of part: String, backwards: Bool) -> Range<Index>? {
    var index = endIndex
    while index > startIndex {
      index = self.index(before: index)
      if self[index...].hasPrefix(part) { return index..<self.index(index, offsetBy: part.count) }
    }
    return nil
  }
}

extension Character {
  /// Whether a line of a file ends here. Other line separators can be part of a label.
  fileprivate var isLineEnd: Bool { self == "\n" || self == "\r\n" }
}
