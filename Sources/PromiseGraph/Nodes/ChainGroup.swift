package import PromiseEvents

/// Names a group of chains; they count from 1 in the order of their first promises.
package struct GroupID: Hashable, Comparable, Sendable {
  /// The number.
  package let rawValue: Int

  /// Makes an identity of a number.
  package init(_ rawValue: Int) { self.rawValue = rawValue }

  package static func < (a: GroupID, b: GroupID) -> Bool { a.rawValue < b.rawValue }
}

/// The chains that begin at the same place of the source; without a place, those whose roots are of one
/// operation and label.
///
/// One group more holds the promises that were only mentioned, each as a chain; it is empty again once
/// all of them have told how they began.
package struct ChainGroup: Hashable, Sendable, Identifiable {
  package let id: GroupID
  /// What it is called by, shared by the versions of the group.
  private var name: Box<Name>
  /// The promises that its chains begin with, in the order of their creation. Any of them by its place
  /// in O(log chains). Those that are forgotten are not among them.
  package internal(set) var roots = RemovableList<PromiseID>()
  /// How many chains it had that are forgotten.
  package internal(set) var forgotten = 0
  /// How many of its promises, links included, are in which state.
  package internal(set) var counts = StateCounts()
  /// When its first and its newest chain began, in nanoseconds.
  package internal(set) var firstCreated: Int64 = 0
  package internal(set) var lastCreated: Int64 = 0
  /// How long those of its chains took that are over: ``ChainNode/duration``.
  package internal(set) var times = DurationHistogram()
  /// How many gaps there had been when it was changed last.
  var gaps = 0

  init(id: GroupID, key: GroupKey, operation: PromiseEvent.Operation, label: String?) {
    self.id = id
    name = Box(Name(key: key, operation: operation, label: label))
  }
}

extension ChainGroup {
  /// How many chains it ever had.
  package var chainCount: Int { roots.count + forgotten }
  /// It is one chain, and that is there.
  package var isOneChain: Bool { roots.count == 1 && forgotten == 0 }
  /// How many promises its chains have.
  package var promiseCount: Int { counts.total }
  /// How many of its chains are over.
  package var overCount: Int { times.count }

  /// The operation of its first root.
  package var operation: PromiseEvent.Operation { name.value.operation }
  /// Where its roots were made, if that is known.
  package var site: SourceSite? {
    if case .site(let site) = name.value.key { site } else { nil }
  }
  /// What its chains have in common.
  var key: GroupKey {
    _read { yield name.value.key }
  }
  /// It holds the promises that were only mentioned.
  package var isUnknown: Bool { name.value.key == .unknown }

  /// What its roots are called: their label; where that differs what the labels begin with and three
  /// points; else the operation.
  package var title: String {
    let name = name.value
    if name.key == .unknown { return "unknown" }
    guard let label = name.label else { return name.operation.spelling }
    guard name.labelsDiffer else { return label }
    return label.isEmpty ? name.operation.spelling : label + "…"
  }

  /// One more chain begins in it.
  mutating func add(_ root: PromiseID, label: String?, at time: Int64) {
    if roots.isEmpty { firstCreated = time }
    lastCreated = time
    roots.append(root)
    if name.value.label != label { name.value.add(label) }
  }

  /// After gaps no state is known that may have changed in them.
  mutating func pass(gaps: Int) {
    guard self.gaps != gaps else { return }
    self.gaps = gaps
    counts.forgetOpen()
  }

  private struct Name: Hashable, Sendable {
    let key: GroupKey
    let operation: PromiseEvent.Operation
    /// The label, or what all labels begin with.
    var label: String?
    var labelsDiffer = false

    mutating func add(_ other: String?) {
      guard let label, let other else {
        labelsDiffer = true
        self.label = ""
        return
      }
      if labelsDiffer, other.hasPrefix(label) { return }
      self.label = label.commonPrefix(with: other)
      labelsDiffer = true
    }
  }
}

/// What the chains of a group have in common.
enum GroupKey: Hashable, Sendable, Bucketed {
  case site(SourceSite)
  case name(PromiseEvent.Operation, label: String?)
  /// They were only mentioned.
  case unknown

  var bucket: Int {
    switch self {
    case .site(let site): site.line &+ site.column &* 31 &+ site.file.utf8.count &* 509
    case .name, .unknown: hashValue
    }
  }

  /// What a chain has in common with others whose root began like this.
  init(_ creation: PromiseEvent.Creation) {
    self = creation.site.map(Self.site) ?? .name(creation.operation, label: creation.label)
  }
}

extension String {
  /// What both begin with.
  fileprivate func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}

/// One chain: a promise that is chained on none, or on several, and the links that hang on it.
///
/// What a handler makes is a chain of its own. Of a promise that was only mentioned nobody knows what
/// it is chained on; what hangs on it begins a chain.
package struct ChainNode: Hashable, Sendable {
  /// The promise that it begins with.
  package let root: PromiseID
  /// The group that it belongs to.
  package let group: GroupID
  /// How many promises it has, and how many of them may settle yet.
  package internal(set) var promises = 0
  package internal(set) var open = 0
  /// The newest of them.
  @Compact var newest: PromiseID?
  /// When its root was made, and when the last one of its promises became final, in nanoseconds.
  package let created: Int64
  package internal(set) var ended: Int64

  init(root: PromiseID, group: GroupID, created: Int64) {
    self.root = root
    _newest = Compact(wrappedValue: nil)
    self.group = group
    self.created = created
    ended = created
  }

  /// Nothing of it may settle any more. A link that is hung on it opens it again.
  package var isOver: Bool { promises > 0 && open == 0 }

  /// Where it is over: the nanoseconds from its root's creation to its end.
  package var duration: Int64? {
    isOver ? max(0, ended.saturatingMinus(created)) : nil
  }
}
