/// Instants as people and other programs write them.
enum CivilDate {
  /// Returns the nanoseconds since 1970 for a number of seconds since then, such as 1790000000.5, or a
  /// date with a time, such as 2026-09-21T14:13:20Z; `nil` for anything else.
  static func nanoseconds(_ text: String) -> Int64? {
    if let seconds = Double(text), seconds.isFinite, seconds >= 0, seconds < 9e9 {
      // Whole seconds and their fraction apart, so that no digit is lost.
      let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.allSatisfy({ $0.allSatisfy(\.isNumber) }), let whole = Int64(parts[0]) else {
        return Int64(seconds * 1e9)
      }
      return whole * 1_000_000_000 + (parts.count > 1 ? fraction(parts[1]) : 0)
    }
    return iso(text)
  }

  /// Reads a date as HTTP writes it: `Wed, 21 Oct 2026 07:28:00 GMT`. Returns the seconds since 1970.
  static func http(_ text: String) -> Int64? {
    let parts = text.split(whereSeparator: { " ,".contains($0) })
    guard parts.count == 6, parts[5] == "GMT", let day = Int(parts[1]), let year = Int(parts[3]),
      let month = months.firstIndex(of: String(parts[2])), let time = time(parts[4])
    else { return nil }
    return seconds(year, month + 1, day, time)
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static func fraction(_ digits: Substring) -> Int64 {
    Int64(String(digits.prefix(9)) + String(repeating: "0", count: max(0, 9 - digits.count))) ?? 0
  }

  private static func iso(_ text: String) -> Int64? {
    guard text.last == "Z" || text.last == "z" else { return nil }
    let halves = text.dropLast().split(whereSeparator: { "Tt ".contains($0) })
    guard halves.count == 2 else { return nil }
    let date = halves[0].split(separator: "-").map { Int($0) }
    let clock = halves[1].split(separator: ".", maxSplits: 1)
    guard date.count == 3, let year = date[0], let month = date[1], let day = date[2],
      let first = clock.first, let time = time(first),
      clock.dropFirst().allSatisfy({ $0.allSatisfy(\.isNumber) }),
      let seconds = seconds(year, month, day, time)
    else { return nil }
    return seconds * 1_000_000_000 + (clock.count > 1 ? fraction(clock[1]) : 0)
  }

  private static func time(_ text: Substring) -> Int64? {
    let parts = text.split(separator: ":").map { Int64($0) }
    guard parts.count == 3, let hour = parts[0], let minute = parts[1], let second = parts[2],
      (0..<24).contains(hour), (0..<60).contains(minute), (0...60).contains(second)
    else { return nil }
    return (hour * 60 + minute) * 60 + second
  }

  /// Returns the seconds since 1970 at a time of a day of the Gregorian calendar.
  private static func seconds(_ year: Int, _ month: Int, _ day: Int, _ time: Int64) -> Int64? {
    guard (1970...2200).contains(year), (1...12).contains(month), (1...31).contains(day) else {
      return nil
    }
    let isLeap: (Int) -> Bool = { $0 % 4 == 0 && ($0 % 100 != 0 || $0 % 400 == 0) }
    let lengths = [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard day <= lengths[month - 1] else { return nil }
    var days = (1970..<year).reduce(0) { $0 + (isLeap($1) ? 366 : 365) }
    days += lengths[..<(month - 1)].reduce(0, +) + day - 1
    return Int64(days) * 86_400 + time
  }
}
