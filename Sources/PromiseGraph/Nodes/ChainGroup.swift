package import PromiseEvents

/// The identity of a group of chains; groups count from 1 in the order of their first promises.
package struct GroupID: Hashable, Comparable, Sendable {
  /// The number.
  package let rawValue: Int

  /// Creates an identity from a number.
  package init(_ rawValue: Int) { self.rawValue = rawValue }

  package static func < (a: GroupID, b: GroupID) -> Bool { a.rawValue < b.rawValue }
}

/// The chains that begin at the same place in the source; without a place, those whose roots have the same
/// operation and label.
///
/// One more group contains the promises that were only mentioned, each as a chain, until they are declared.
package struct ChainGroup: Hashable, Sendable, Identifiable {
  package let id: GroupID
  /// The name, shared by the versions of the group.
  @Box private var name: Name
  /// The first promises of its chains, in the order of their creation, without those that are forgotten. Access
  /// by index takes O(log chains).
  package internal(set) var roots = RemovableList<PromiseID>()
  /// How many of its chains are forgotten.
  package internal(set) var forgotten = 0
  /// How many of its promises, including links, are in each state.
  package internal(set) var counts = StateCounts()
  /// When its first and its newest chain began, in nanoseconds.
  package internal(set) var firstCreated: Int64 = 0
  package internal(set) var lastCreated: Int64 = 0
  /// How long its finished chains took: ``ChainNode/duration``.
  package internal(set) var times = DurationHistogram()
  /// How many gaps there were when it was last changed.
  var gaps = 0

  init(id: GroupID, key: GroupKey, of creation: PromiseEvent.Creation) {
    self.id = id
    name = Name(
      key: key, operation: creation.operation, language: creation.language,
      label: creation.label)
  }
}

extension ChainGroup {
  /// How many chains it has ever had.
  package var chainCount: Int { roots.count + forgotten }
  /// Whether it is a single chain that is not forgotten.
  package var isOneChain: Bool { roots.count == 1 && forgotten == 0 }
  /// How many promises its chains have.
  package var promiseCount: Int { counts.total }
  /// How many of its chains have finished.
  package var overCount: Int { times.count }

  /// The operation of its first root.
  package var operation: PromiseEvent.Operation { name.operation }
  /// Where its roots were created, if that is known.
  package var site: SourceSite? {
    if case .site(let site) = name.key.place { site } else { nil }
  }
  /// What its chains have in common.
  var key: GroupKey {
    _read { yield name.key }
  }
  /// Whether it contains the promises that were only mentioned.
  package var isUnknown: Bool { name.key == .unknown }

  /// The name of its roots: their label; if the labels differ, their common prefix and three dots; else the
  /// operation.
  package var title: String {
    if name.key == .unknown { return "unknown" }
    let spelling = name.operation.spelling(in: name.language)
    guard let label = name.label else { return spelling }
    guard name.labelsDiffer else { return label }
    return label.isEmpty ? spelling : label + "…"
  }

  /// Adds a chain.
  mutating func add(_ root: PromiseID, label: String?, at time: Int64) {
    if roots.isEmpty { firstCreated = time }
    lastCreated = time
    roots.append(root)
    if name.label != label { name.add(label) }
  }

  /// After gaps, counts every state that may have changed in them as unknown.
  mutating func pass(gaps: Int) {
    guard self.gaps != gaps else { return }
    self.gaps = gaps
    counts.forgetOpen()
  }

  private struct Name: Hashable, Sendable {
    let key: GroupKey
    let operation: PromiseEvent.Operation
    let language: PromiseEvent.ProgramLanguage
    /// The label, or the common prefix of all labels.
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
struct GroupKey: Hashable, Sendable, Bucketed {
  /// How their roots were created.
  enum Place: Hashable, Sendable {
    case site(SourceSite)
    case name(PromiseEvent.Operation, label: String?)
    /// The promises were only mentioned.
    case unknown
  }

  var place: Place
  /// Their process; `nil` for the first one.
  var process: ProcessID?

  static var unknown: Self { Self(place: .unknown) }

  var bucket: Int { hashValue }
}

extension GroupKey {
  /// Creates the key of a chain with such a root.
  init(_ creation: PromiseEvent.Creation, in process: ProcessID?) {
    place = creation.site.map(Place.site) ?? .name(creation.operation, label: creation.label)
    self.process = process
  }
}

extension String {
  /// Returns the common prefix of both.
  fileprivate func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}

/// A chain: a promise with no parent, or with several, and the links that follow from it.
///
/// A promise that a handler creates starts a chain of its own. So does a link of a promise that was only
/// mentioned, whose parent is unknown.
package struct ChainNode: Hashable, Sendable {
  /// The first promise of the chain.
  package let root: PromiseID
  /// The group that it belongs to.
  package let group: GroupID
  /// How many promises it has, and how many of them may still settle.
  package internal(set) var promises = 0
  package internal(set) var open = 0
  /// The newest of its promises.
  @Compact var newest: PromiseID?
  /// When its root was created, and when the last of its promises became final, in nanoseconds.
  package let created: Int64
  package internal(set) var ended: Int64

  init(root: PromiseID, group: GroupID, created: Int64) {
    self.root = root
    _newest = Compact(wrappedValue: nil)
    self.group = group
    self.created = created
    ended = created
  }

  /// Whether all its promises are final. Attaching a link opens it again.
  package var isOver: Bool { promises > 0 && open == 0 }

  /// The nanoseconds from its root's creation to its end; `nil` if it has not finished.
  package var duration: Int64? {
    isOver ? max(0, ended.saturatingMinus(created)) : nil
  }
}
