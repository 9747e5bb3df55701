/// The columns of one drawing and how wide each is: fitted into the room there is by a list of
/// concessions, so that what matters least goes first and columns are aligned always.
struct ChainColumns {
  /// A column that is drawn.
  struct Entry: Hashable, Sendable {
    var column: ChainColumn
    var width: Int
  }

  /// What may be given up where the room is short.
  private enum Concession {
    case drop(ChainColumn)
    /// It is made narrower as far as that helps, and down to so many cells.
    case narrow(ChainColumn, Int)
    /// The span takes no more than its longest times.
    case tightenSpan
  }

  private(set) var entries: [Entry]
  /// How many cells of the span stand left of its `>`.
  private(set) var spanLeft: Int

  /// In the order in which they are made.
  private static let narrowConcessions: [Concession] = [
    .tightenSpan, .narrow(.value, 7), .narrow(.value, 5), .narrow(.name, 12), .narrow(.queue, 5),
    .narrow(.name, 9), .drop(.span), .drop(.queue), .narrow(.name, 6), .drop(.value), .drop(.name),
  ]
  private static let wideConcessions: [Concession] = [
    .drop(.thread), .drop(.queued), .drop(.ran), .drop(.kind), .narrow(.name, 14), .drop(.created),
    .narrow(.queue, 6), .narrow(.value, 9), .drop(.settled), .drop(.queue), .narrow(.name, 6),
    .drop(.value), .drop(.name),
  ]

  /// How wide a column is at most before the value gets what is left, and how wide the value is at
  /// least.
  private static func bounds(isWide: Bool) -> (most: [ChainColumn: Int], value: Int) {
    isWide ? ([.name: 24, .kind: 10, .queue: 10], 20) : ([.name: 16, .queue: 8], 9)
  }

  /// Fits the columns that are wanted into `room` cells.
  ///
  /// - Parameters:
  ///   - natural: the longest text of each column, headings included.
  ///   - span: the longest times left and right of a span's `>`.
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
    spread(room - entries.needed, keeping: (natural[.value] ?? 0) - bounds.value)
  }

  /// Gives the cells that are left to the value; what it has no use for, one each to name and span.
  /// Where cells are missing still, takes them from the last column.
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
  /// The cells that the columns take, with one between any two.
  fileprivate var needed: Int { reduce(0) { $0 + $1.width } + Swift.max(0, count - 1) }
}

/// The columns of the chain pane right of the lanes.
enum ChainColumn: Hashable, Sendable, CaseIterable {
  case id, name, kind, queue, thread, created, queued, ran, settled
  /// When it was created or ran, and settled, in one: `80>202`.
  case span
  /// The value, or what is waited for.
  case value

  /// The columns of the wide form, of the narrow one, and of one where names need all the room.
  static let tiny: [Self] = [.id, .name, .queue, .value]
  static let narrow: [Self] = [.id, .name, .queue, .span, .value]
  static let wide: [Self] = [
    .id, .name, .kind, .queue, .thread, .created, .queued, .ran, .settled, .value,
  ]

  /// The columns for a pane of that width: it alone decides, so that a pane never changes its form
  /// while a run goes on.
  static func wanted(width: Int) -> [Self] { width >= 70 ? wide : width >= 42 ? narrow : tiny }

  /// The word above the column in the wide form.
  var heading: String {
    switch self {
    case .id: "ID"
    case .name: "NAME"
    case .kind: "KIND"
    case .queue: "QUEUE"
    case .thread: "THR"
    case .created: "CREATED"
    case .queued: "QUEUED"
    case .ran: "RAN"
    case .settled: "SETTLED"
    case .span: "TIME"
    case .value: "VALUE / WAITS ON"
    }
  }

  /// Numbers stand at the right.
  var isNumber: Bool {
    switch self {
    case .created, .queued, .ran, .settled: true
    default: false
    }
  }

  /// How it is drawn where the state says nothing else.
  var role: Role {
    switch self {
    case .id, .name, .value: .body
    default: .dim
    }
  }
}
