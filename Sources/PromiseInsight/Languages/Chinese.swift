package import PromiseGraph

/// The Chinese texts of the screens, from the file `chinese.txt`, and the words of `chinese-words.txt`.
package enum Chinese {
  /// The translation of each phrase, by its English key, in the order of the file.
  package static let rows: [(key: String, text: String)] =
    file("chinese.txt").split(separator: "\n").compactMap { line in
      guard line.hasPrefix("\""), line.hasSuffix("\";"),
        let middle = line.firstRange(of: "\" = \"")
      else { return nil }
      return (
        unescaped(line.dropFirst()[..<middle.lowerBound]),
        unescaped(line[middle.upperBound...].dropLast(2))
      )
    }

  private static func unescaped(_ text: Substring) -> String {
    String(text.replacing("\\\"", with: "\"").replacing("\\\\", with: "\\"))
  }

  private static func file(_ name: String) -> String {
    embeddedFiles["PromiseInsight/\(name)"] ?? ""
  }
}

extension Chinese {
  /// Returns the longest word of the course and the screens that `text` begins with; `nil` if it begins
  /// with none. Chinese has no spaces, and a line is not broken inside a word.
  package static func word(startingWith text: Substring) -> Substring? {
    for length in stride(from: longest, to: 1, by: -1) {
      let candidate = text.prefix(length)
      if candidate.count == length, words.contains(candidate) { return candidate }
    }
    return nil
  }

  /// The number of characters of the longest word.
  private static let longest = 4

  /// The words of two characters or more.
  private static let words = Set(file("chinese-words.txt").split { $0.isWhitespace })
}

extension Language {
  /// Written with simplified characters.
  package static let chinese = Language(
    code: "zh",
    translations: Dictionary(Chinese.rows.map { ($0.key, $0.text) }) { first, _ in first })

  package static let all = [english, chinese]

  /// Creates the language of a locale such as `zh_CN.UTF-8` or `zh-Hans`; English for any other.
  package init(locale: String) {
    let name = locale.lowercased().prefix { $0.isLetter }
    self = Self.all.first { $0.code == name } ?? .english
  }
}
