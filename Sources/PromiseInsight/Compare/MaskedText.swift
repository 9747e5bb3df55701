import PromiseGraph

/// Returns `text` with a placeholder for everything that differs between runs of the same program without a
/// reason in the program: a memory address, a port, a UUID, a point in time.
///
/// A date alone, a number and a network address are kept, because they may be the difference. O(n)
package func masked(_ text: String) -> String {
  guard text.utf8.contains(where: \.isDigit) else { return text }
  var masking = Masking(Array(text.utf8))
  masking.run()
  return masking.result.map { String(decoding: $0, as: UTF8.self) } ?? text
}

/// A text that is being masked.
struct Masking {
  let text: [UInt8]
  /// The current position.
  private(set) var place = 0
  /// The masked text up to `copied`.
  private var masked: [UInt8] = []
  private var copied = 0

  init(_ text: [UInt8]) { self.text = text }

  mutating func run() {
    while place < text.count {
      if let (word, end) = mask() {
        masked += text[copied..<place]
        masked += word.utf8
        (place, copied) = (end, end)
      } else {
        place += 1
      }
    }
  }

  /// The result; `nil` if nothing in the text is masked.
  var result: [UInt8]? { copied == 0 ? nil : masked + text[copied...] }
}

extension UInt8 {
  /// Classes of ASCII bytes.
  var isDigit: Bool { (0x30...0x39).contains(self) }
  var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) || self == 0x5F }
  var isHexDigit: Bool { isDigit || (0x61...0x66).contains(self | 0x20) }
}

extension Masking {
  /// Returns the placeholder for what begins here, and where that ends.
  func mask() -> (String, Int)? {
    let byte = text[place]
    if byte.isHexDigit, !isInWord(place) {
      if let end = memoryAddress { return ("<address>", end) }
      if let end = uuid { return ("<uuid>", end) }
    }
    if byte.isDigit, !isInWord(place) {
      if let end = dateAndTime(from: place) ?? wordyDate(from: place) ?? timeOfDay(from: place)
        ?? secondsSince1970
      {
        return ("<time>", end)
      }
      if isBehindPort, let end = digits(from: place, 2...5) { return ("<port>", end) }
    }
    if byte.isLetter, !isInWord(place), let start = behindWeekday, let end = wordyDate(from: start)
    {
      return ("<time>", end)
    }
    return nil
  }

  // MARK: - What is masked, and where it ends

  /// `0x` and at least eight digits.
  private var memoryAddress: Int? {
    guard byte(place) == UInt8(ascii: "0"), byte(place + 1) == UInt8(ascii: "x") else { return nil }
    let end = end(from: place + 2, \.isHexDigit)
    return end - place >= 10 ? end : nil
  }

  /// `B1E5D3A0-0001-4C3E-9A3F-2C963F66AFA6`
  private var uuid: Int? {
    var at = place
    for (number, length) in [8, 4, 4, 4, 12].enumerated() {
      if number > 0 {
        guard byte(at) == UInt8(ascii: "-") else { return nil }
        at += 1
      }
      let end = end(from: at, \.isHexDigit)
      guard end - at == length else { return nil }
      at = end
    }
    return isInWord(at, before: false) ? nil : at
  }

  /// `2026-11-22T08:55:55.120Z`, `2026-11-22 08:55:55 +0000`
  private func dateAndTime(from start: Int) -> Int? {
    guard let year = digits(from: start, 4...4), let month = digits(after: "-", from: year, 2...2),
      let day = digits(after: "-", from: month, 2...2), let gap = byte(day),
      gap == UInt8(ascii: "T") || gap == UInt8(ascii: " ")
    else { return nil }
    return timeOfDay(from: day + 1, needsSeconds: false)
  }

  /// `22 Nov 2026 08:55:55 GMT`
  private func wordyDate(from start: Int) -> Int? {
    guard let day = digits(from: start, 1...2), byte(day) == UInt8(ascii: " "),
      isWord(at: day + 1, among: Self.months),
      let year = digits(after: " ", from: day + 4, 4...4), byte(year) == UInt8(ascii: " ")
    else { return nil }
    return timeOfDay(from: year + 1, needsSeconds: false)
  }

  /// `08:55:55`, with optional fractional seconds and a time zone.
  private func timeOfDay(from start: Int, needsSeconds: Bool = true) -> Int? {
    guard byte(start - 1) != UInt8(ascii: ":"), let hours = digits(from: start, 2...2),
      let minutes = digits(after: ":", from: hours, 2...2)
    else { return nil }
    var end = minutes
    if let seconds = digits(after: ":", from: minutes, 2...2) {
      end = seconds
      end = digits(after: ".", from: end, 1...9) ?? digits(after: ",", from: end, 1...9) ?? end
    } else if needsSeconds {
      return nil
    }
    end = zone(from: end) ?? end
    return isInWord(end, before: false) || byte(end) == UInt8(ascii: ":") ? nil : end
  }

  /// `Z`, ` GMT`, `+02:00`, ` +0000`
  private func zone(from start: Int) -> Int? {
    if byte(start) == UInt8(ascii: "Z") { return start + 1 }
    let sign = byte(start) == UInt8(ascii: " ") ? start + 1 : start
    if isWord(at: sign, among: ["GMT", "UTC"]) { return sign + 3 }
    guard byte(sign) == UInt8(ascii: "+") || byte(sign) == UInt8(ascii: "-"),
      let hours = digits(from: sign + 1, 2...4)
    else { return nil }
    return hours - sign == 5 ? hours : digits(after: ":", from: hours, 2...2)
  }

  /// Seconds since 1970, or milliseconds, microseconds or nanoseconds, in the years from 2014 to 2040.
  private var secondsSince1970: Int? {
    guard let end = digits(from: place, 10...19), [10, 13, 16, 19].contains(end - place),
      byte(place - 1) != UInt8(ascii: "."), !isInWord(end, before: false)
    else { return nil }
    let seconds = text[place..<(place + 10)].reduce(Int64(0)) {
      $0 * 10 + Int64($1 - UInt8(ascii: "0"))
    }
    guard (1_400_000_000...2_210_000_000).contains(seconds) else { return nil }
    return digits(after: ".", from: end, 1...9) ?? end
  }

  /// What stands here is the number of a port: `localhost:43121`, `http://shop:43121`, `port 43121`.
  private var isBehindPort: Bool {
    let before = place - 1
    guard let byte = byte(before) else { return false }
    if byte == UInt8(ascii: ":"), isHost(before: before) { return true }
    guard [UInt8(ascii: " "), UInt8(ascii: ":"), UInt8(ascii: "=")].contains(byte) else {
      return false
    }
    let end =
      byte == UInt8(ascii: " ") && self.byte(before - 1) == UInt8(ascii: ":")
      ? before - 1 : before
    return end >= 4 && isWord(at: end - 4, among: ["port", "Port"])
      && !(end > 4 && text[end - 5].isLetter)
  }

  /// Returns whether a host precedes the colon at `end`: a name after `://`, `localhost`, or four numbers.
  private func isHost(before end: Int) -> Bool {
    if byte(end - 1) == UInt8(ascii: "]") { return true }
    var start = end
    while start > 0, text[start - 1].isInHost { start -= 1 }
    guard start < end else { return false }
    if start >= 3, text[(start - 3)..<start].elementsEqual("://".utf8) { return true }
    if text[start..<end].elementsEqual("localhost".utf8) { return true }
    let parts = text[start..<end].split(
      separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 4
      && parts.allSatisfy { (1...3).contains($0.count) && $0.allSatisfy(\.isDigit) }
  }

  /// The start of the date after `Sun, `.
  private var behindWeekday: Int? {
    guard isWord(at: place, among: Self.weekdays), byte(place + 3) == UInt8(ascii: ","),
      byte(place + 4) == UInt8(ascii: " ")
    else { return nil }
    return place + 5
  }

  private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  // MARK: - Looking at bytes

  private func byte(_ place: Int) -> UInt8? { text.indices.contains(place) ? text[place] : nil }

  /// Returns whether there is a letter or digit before `place`, or at it.
  private func isInWord(_ place: Int, before: Bool = true) -> Bool {
    byte(before ? place - 1 : place).map { $0.isDigit || $0.isLetter } ?? false
  }

  private func end(from start: Int, _ fits: (UInt8) -> Bool) -> Int {
    var end = start
    while end < text.count, fits(text[end]) { end += 1 }
    return end
  }

  /// Returns the end of a number of digits that begin here, if no letter or further digit follows.
  private func digits(from start: Int, _ lengths: ClosedRange<Int>) -> Int? {
    let end = end(from: start, \.isDigit)
    return lengths.contains(end - start) ? end : nil
  }

  /// Returns the same after a sign.
  private func digits(
    after sign: Unicode.Scalar, from start: Int, _ lengths: ClosedRange<Int>
  ) -> Int? {
    byte(start) == UInt8(ascii: sign) ? digits(from: start + 1, lengths) : nil
  }

  private func isWord(at start: Int, among words: [String]) -> Bool {
    words.contains { word in
      start >= 0 && start + word.utf8.count <= text.count
        && text[start..<(start + word.utf8.count)].elementsEqual(word.utf8)
        && !isInWord(start + word.utf8.count, before: false)
    }
  }
}

extension UInt8 {
  fileprivate var isInHost: Bool { isDigit || isLetter || self == 0x2D || self == 0x2E }
}
