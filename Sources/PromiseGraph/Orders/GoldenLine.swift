/// One line of a golden order: `80 fetch on net`, `fetch on net`, `shown 3`.
package struct GoldenLine: Hashable, Sendable {
  /// As it stands in the file, without the blanks behind it.
  package let raw: String
  /// The milliseconds that it begins with.
  package let time: Int64?
  /// The rest.
  package let text: String
  /// All of it, for a name that begins with a number.
  private let whole: String

  /// Reads a line. What comes after a backslash at the start of the text is taken as it stands.
  package init(_ line: String) {
    let line = line.trimmedBlanks
    raw = String(line)
    let whole = line.drop { $0 == " " || $0 == "\t" }
    self.whole = Self.unescaped(whole)
    let digits = whole.prefix { $0.isASCII && $0.isNumber }
    let rest = whole.dropFirst(digits.count)
    if let time = Int64(digits), rest.first.map({ $0 == " " || $0 == "\t" }) ?? true {
      self.time = time
      text = Self.unescaped(rest.drop { $0 == " " || $0 == "\t" })
    } else {
      time = nil
      text = self.whole
    }
  }

  /// The line for a step.
  package init(_ step: HandlerOrder.Step, times: Bool) {
    self.init(step.line(of: Self.escaped(step.text, alone: !times), times: times))
  }

  /// Whether it tells that step; without `times` when it happened is left aside.
  package func tells(_ step: HandlerOrder.Step, times: Bool) -> Bool {
    let said = step.text.trimmedBlanks.drop { $0 == " " || $0 == "\t" }
    if time != nil, whole == said { return true }
    guard text == said else { return false }
    guard times, let time else { return true }
    return time == step.milliseconds
  }

  private static func unescaped(_ text: Substring) -> String {
    String(text.first == "\\" ? text.dropFirst() : text)
  }

  /// With a backslash where the line would be read as something else: `alone` where no time stands before.
  private static func escaped(_ text: String, alone: Bool) -> String {
    guard let first = text.first(where: { $0 != " " && $0 != "\t" }) else { return "\\" }
    let isSpecial = alone && "#{}[".contains(first)
    return first == "\\" || isSpecial ? "\\" + text : text
  }
}

extension StringProtocol {
  /// Without the blanks at its end.
  var trimmedBlanks: SubSequence {
    var end = endIndex
    while end > startIndex, case let before = index(before: end),
      self[before] == " " || self[before] == "\t" || self[before] == "\r"
    {
      end = before
    }
    return self[..<end]
  }
}
