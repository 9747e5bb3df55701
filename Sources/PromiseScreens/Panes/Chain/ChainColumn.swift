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
