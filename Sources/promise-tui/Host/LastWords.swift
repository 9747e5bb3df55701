/// What a program printed and no event tells: its last words, if it crashed.
struct LastWords: Hashable, Sendable {
  /// The lines, but for the addresses that the runtime prints of a crash.
  let lines: [String]

  init(_ printed: [String]) {
    var lines: [String] = []
    var isTrace = false
    for line in printed {
      if line == "Current stack trace:" {
        isTrace = true
      } else if !isTrace || line.first?.isNumber != true {
        isTrace = false
        lines.append(line)
      }
    }
    self.lines = lines
  }

  /// Why it crashed, as the runtime says; else what it said last.
  var reason: String? {
    for line in lines {
      if let mark = line.firstRange(of: "Fatal error: ") {
        let place = line[..<mark.lowerBound]
        let reason = line[mark.upperBound...]
        // A place in the standard library says nothing.
        return place.isEmpty || place.hasPrefix("Swift/")
          ? String(reason) : "\(reason) (\(Self.place(place)))"
      }
    }
    return lines.last { !$0.isEmpty }
  }

  /// `Hello/main.swift:7: ` without what follows the number.
  private static func place(_ text: Substring) -> Substring {
    text.prefix { $0 != " " }.hasSuffix(":") ? text.prefix { $0 != " " }.dropLast() : text
  }
}
