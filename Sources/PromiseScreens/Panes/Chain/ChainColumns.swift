import PromiseGraph
import PromiseInsight

/// The columns of a drawing and their widths. A list of concessions fits them into the available room: the
/// least important parts go first, and columns always stay aligned.
struct ChainColumns {
  /// A drawn column.
  struct Entry: Hashable, Sendable {
    var column: ChainColumn
    var width: Int
  }

  /// What to give up if room is short.
  private enum Concession {
    case drop(ChainColumn)
    /// Narrow the column as far as needed, but not below this width.
    case narrow(ChainColumn, Int)
    /// Reduce the span to its longest times.
    case tightenSpan
  }

  private(set) var entries: [Entry]
  /// The width of the span left of its dash.
  private(set) var spanLeft: Int

  /// The concessions in the order in which they are made.
  private static let narrowConcessions: [Concession] = [
    .tightenSpan, .narrow(.name, 12), .narrow(.queue, 6), .drop(.span), .narrow(.name, 10),
    .narrow(.queue, 4), .drop(.queue), .narrow(.value, 7), .narrow(.name, 6), .narrow(.value, 5),
    .drop(.value), .drop(.name),
  ]
  private static let wideConcessions: [Concession] = [
    .drop(.thread), .drop(.queued), .drop(.ran), .drop(.kind), .narrow(.name, 14), .drop(.created),
    .narrow(.queue, 6), .narrow(.value, 9), .drop(.settled), .drop(.queue), .narrow(.name, 6),
    .drop(.value), .drop(.name),
  ]

  /// The greatest widths of columns before the value column gets the rest, and the least width of that
  /// column.
  private static func bounds(isWide: Bool) -> (most: [ChainColumn: Int], value: Int) {
    isWide ? ([.name: 24, .kind: 10, .queue: 10], 20) : ([.name: 16, .queue: 8], 9)
  }

  /// Fits the wanted columns into `room` cells.
  ///
  /// - Parameters:
  ///   - natural: the longest text of each column, headings included.
  ///   - span: the longest times left and right of a span's dash.
  init(
    _ wanted: [ChainColumn], natural: [ChainColumn: Int], span: (left: Int, right: Int), room: Int
  ) {
    let isWide = wanted == ChainColumn.wide
    let bounds = Self.bounds(isWide: isWide)
    var span = (left: max(3, span.left), right: max(3, span.right), tight: span)
    entries = wanted.map { column in
      let width =
        switch column {
        case .value: bounds.value
        case .span: span.left + 1 + span.right
        default: min(natural[column] ?? 0, bounds.most[column] ?? .max)
        }
      return Entry(column: column, width: column.isNumber ? max(7, width) : width)
    }
    for concession in isWide ? Self.wideConcessions : Self.narrowConcessions {
      let missing = entries.needed - room
      if missing <= 0 { break }
      switch concession {
      case .drop(let column): entries.removeAll { $0.column == column }
      case .narrow(let column, let least):
        for index in entries.indices where entries[index].column == column {
          let width = entries[index].width
          entries[index].width = min(width, max(least, width - missing))
        }
      case .tightenSpan:
        (span.left, span.right) = span.tight
        for index in entries.indices where entries[index].column == .span {
          entries[index].width = span.left + 1 + span.right
        }
      }
    }
    spanLeft = span.left
    complete(natural, keeping: isWide ? 4 : 11, room: room)
    spread(room - entries.needed, keeping: (natural[.value] ?? 0) - bounds.value)
  }

  /// Gives spare cells to names and queues that are cut, but keeps some for the value column.
  private mutating func complete(_ natural: [ChainColumn: Int], keeping kept: Int, room: Int) {
    for index in entries.indices
    where entries[index].column == .name || entries[index].column == .queue {
      let missing = min(Self.most, natural[entries[index].column] ?? 0) - entries[index].width
      entries[index].width += max(0, min(missing, room - entries.needed - kept))
    }
  }

  /// The greatest width of a name or a queue.
  private static let most = 40

  /// Gives spare cells to the value column, and what it does not need to name and span, one each. If cells
  /// are still missing, takes them from the last column.
  private mutating func spread(_ spare: Int, keeping kept: Int) {
    guard let last = entries.indices.last else { return }
    var spare = spare
    for index in entries.indices.dropLast() where spare > max(0, kept) {
      guard entries[index].column == .name || entries[index].column == .span else { continue }
      entries[index].width += 1
      spare -= 1
    }
    entries[last].width = max(0, entries[last].width + spare)
  }
}

extension [ChainColumns.Entry] {
  /// The total width of the columns, with one cell between any two.
  fileprivate var needed: Int { reduce(0) { $0 + $1.width } + Swift.max(0, count - 1) }
}

/// The columns of the chain pane to the right of the lanes.
enum ChainColumn: Hashable, Sendable, CaseIterable {
  case id, name, kind, queue, thread, created, queued, ran, settled
  /// The start (created or ran) and the settlement in one column: `80–202`.
  case span
  /// The value, or what the promise waits for.
  case value

  /// The columns of the wide form, of the narrow form, and of the form with room only for names.
  static let tiny: [Self] = [.id, .name, .queue, .value]
  static let narrow: [Self] = [.id, .name, .queue, .span, .value]
  static let wide: [Self] = [
    .id, .name, .kind, .queue, .thread, .created, .queued, .ran, .settled, .value,
  ]

  /// Returns the columns for a pane of that width. They depend on nothing else, so that the form does not
  /// change during a run.
  static func wanted(width: Int) -> [Self] { width >= 70 ? wide : width >= 42 ? narrow : tiny }

  /// Returns the headings of the column, the longest first.
  func headings(_ language: Language) -> [String] {
    switch self {
    case .id: [language.text("ID"), ""]
    case .name: [language.text("NAME"), ""]
    case .kind: [language.text("KIND")]
    case .queue: [language.text("QUEUE"), language.text("ON"), ""]
    case .thread: [language.text("THR")]
    case .created: [language.text("CREATED")]
    case .queued: [language.text("QUEUED")]
    case .ran: [language.text("RAN")]
    case .settled: [language.text("SETTLED")]
    case .span: [language.text("TIME"), ""]
    case .value: [language.text("VALUE / WAITS FOR"), language.text("VALUE"), ""]
    }
  }

  /// Whether the column is aligned at the right, as numbers are.
  var isNumber: Bool {
    switch self {
    case .created, .queued, .ran, .settled: true
    default: false
    }
  }

  /// The role of the column, unless the state determines another one.
  var role: Role {
    switch self {
    case .id, .name, .value: .body
    default: .dim
    }
  }
}
