import PromiseExploration

/// Splits Markdown into the pieces of a lesson.
struct MarkdownReader {
  /// A piece, and its first line.
  struct Piece {
    var line: Int
    var kind: Kind
  }

  enum Kind {
    case heading(level: Int, String)
    case quote(String)
    case block(LessonBlock)
  }

  private(set) var pieces: [Piece] = []
  private var paragraph: (line: Int, text: String, isItem: Bool)?
  private var table: (line: Int, rows: [[String]])?
  private var code: (line: Int, lines: [String])?

  init(_ text: String) {
    var number = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      number += 1
      read(String(line), number)
    }
    close()
  }

  private mutating func read(_ line: String, _ number: Int) {
    if line.hasPrefix("```") {
      let open = code
      close()
      if open == nil { code = (number, []) }
    } else if code != nil {
      code?.lines.append(line)
    } else if line.trimmed.isEmpty {
      close()
    } else if line.hasPrefix("#") {
      close()
      let level = line.prefix { $0 == "#" }.count
      pieces.append(
        Piece(line: number, kind: .heading(level: level, line.dropFirst(level).trimmed)))
    } else if line.hasPrefix("> ") {
      close()
      pieces.append(Piece(line: number, kind: .quote(line.dropFirst(2).trimmed)))
    } else if line.hasPrefix("|") {
      row(line, number)
    } else if line.hasPrefix("- ") {
      close()
      paragraph = (number, line.dropFirst(2).trimmed, true)
    } else {
      join(line.trimmed, number)
    }
  }

  /// Appends a line to the current paragraph; between Chinese characters without a space.
  private mutating func join(_ text: String, _ number: Int) {
    if table != nil { close() }
    guard let open = paragraph else {
      paragraph = (number, text, false)
      return
    }
    let isTight = (open.text.last?.isWide ?? false) && (text.first?.isWide ?? false)
    paragraph?.text = open.text + (isTight ? "" : " ") + text
  }

  private mutating func row(_ line: String, _ number: Int) {
    if table == nil { close() }
    var cells = line.trimmed.split(separator: "|", omittingEmptySubsequences: false).map(\.trimmed)
    cells.removeFirst()
    if cells.last?.isEmpty == true { cells.removeLast() }
    // The line below the header specifies the alignment of columns.
    let isRule = cells.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0 == "-" || $0 == ":" } }
    if table == nil { table = (number, []) }
    if !isRule { table?.rows.append(cells) }
  }

  /// Ends the current paragraph, table or code block.
  private mutating func close() {
    if let (line, text, isItem) = paragraph {
      pieces.append(Piece(line: line, kind: .block(isItem ? .item(text) : .paragraph(text))))
    }
    if let (line, rows) = table, let header = rows.first {
      let block = LessonBlock.table(header: header, rows: Array(rows.dropFirst()))
      pieces.append(Piece(line: line, kind: .block(block)))
    }
    if let (line, lines) = code { pieces.append(Piece(line: line, kind: .block(.code(lines)))) }
    (paragraph, table, code) = (nil, nil, nil)
  }
}

extension Character {
  /// Whether it is written without spaces around it: Chinese characters and punctuation.
  var isWide: Bool {
    unicodeScalars.contains { scalar in
      (0x2E80...0x9FFF).contains(scalar.value) || (0xFF00...0xFFEF).contains(scalar.value)
        || (0x2014...0x2026).contains(scalar.value)
    }
  }
}
