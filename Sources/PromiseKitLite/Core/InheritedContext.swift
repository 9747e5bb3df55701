import Synchronization

/// What a promise inherits along its chain in addition to the environment: the context that cancels
/// it, and the objects whose lifetime it depends on. Most chains have neither, and pay nothing.
struct InheritedContext: Sendable {
  /// The context that cancels the chain.
  var context: CancelContext?
  /// The objects whose deallocation cancels the chain. Each `until` of the chain adds one.
  var owners: [Owner] = []

  /// Whether one of the owners was deallocated.
  var isOwnerGone: Bool { owners.contains { $0.isGone } }

  var isEmpty: Bool { context == nil && owners.isEmpty }

  /// Creates the inherited context of a promise that follows from several parents: whatever cancels
  /// one of them cancels it. A parent that has left its context does not contribute it.
  ///
  /// - Complexity: O(n), where n is the number of parents.
  init(of parents: [PromiseCore]) {
    guard Self.isAny.load(ordering: .relaxed) else { return }
    var contexts: [CancelContext] = []
    var known: Set<ObjectIdentifier> = []
    for parent in parents {
      guard let inheritedContext = parent.metadata?.inheritedContext else { continue }
      if let context = inheritedContext.context, !parent.hasLeftContext,
        known.insert(ObjectIdentifier(context)).inserted
      {
        contexts.append(context)
      }
      for owner in inheritedContext.owners where known.insert(ObjectIdentifier(owner)).inserted {
        owners.append(owner)
      }
    }
    context = contexts.count > 1 ? CancelContext(within: contexts) : contexts.first
  }

  init(context: CancelContext? = nil) { self.context = context }

  /// Whether a promise of this process has had a context or an owner.
  private static let isAny = Atomic<Bool>(false)

  /// Notes that promises can have a context or an owner from now on.
  static func begin() { isAny.store(true, ordering: .relaxed) }
}

/// A weak reference to an object whose lifetime a chain depends on.
final class Owner: Sendable {
  // Written once. A weak reference can be read from any thread, and the object itself is not
  // accessed.
  nonisolated(unsafe) private weak var object: AnyObject?

  init(_ object: AnyObject) {
    self.object = object
    InheritedContext.begin()
  }

  var isGone: Bool { object == nil }
}

/// The label, the inherited context, the tag, and the carried context of a promise. Few promises have
/// any of these.
final class Metadata: Sendable {
  /// The label that the program gave the promise.
  let label: Label?
  let inheritedContext: InheritedContext
  /// The tag that distinguishes this promise and those that follow from it, if there is an
  /// observer.
  let tag: Label?
  /// What the code that settles the promise sees of the context in which the promise was created.
  let carried: CarriedContext?

  init(
    label: Label?, inheritedContext: InheritedContext, tag: Label?, carried: CarriedContext?
  ) {
    self.label = label
    self.inheritedContext = inheritedContext
    self.tag = tag
    self.carried = carried
  }

  /// Returns the metadata of a promise that begins a chain in `environment`.
  static func root(
    label: Label?, in environment: @autoclosure () -> PromiseEnvironment
  ) -> Metadata? {
    let context = Activity.isAny ? Context.current?.cancellation : nil
    let tag = Tag.current
    let carried =
      CarriedContext.isAny ? CarriedContext.captured(after: nil, in: environment()) : nil
    guard label != nil || context != nil || tag != nil || carried != nil else { return nil }
    return Metadata(
      label: label, inheritedContext: InheritedContext(context: context), tag: tag,
      carried: carried)
  }

  /// Returns the metadata of a promise that follows from `parent`.
  @inline(__always)
  static func child(label: Label?, of parent: PromiseCore) -> Metadata? {
    if CarriedContext.isAny {
      let carried = CarriedContext.captured(
        after: parent.metadata?.carried, in: parent.environment)
      return child(label: label, of: parent.metadata, carrying: carried)
    }
    return child(label: label, of: parent.metadata, carrying: nil)
  }

  private static func child(
    label: Label?, of parent: Metadata?, carrying carried: CarriedContext?
  ) -> Metadata? {
    guard let parent, !parent.inheritedContext.isEmpty || parent.tag != nil else {
      let tag = Tag.current
      guard label != nil || tag != nil || carried != nil else { return nil }
      if label == nil, tag == nil, let parent, parent.label == nil, carried === parent.carried {
        return parent
      }
      return Metadata(
        label: label, inheritedContext: InheritedContext(), tag: tag, carried: carried)
    }
    let tag = parent.tag ?? Tag.current
    guard
      label != nil || parent.label != nil || tag !== parent.tag || carried !== parent.carried
    else { return parent }
    return Metadata(
      label: label, inheritedContext: parent.inheritedContext, tag: tag, carried: carried)
  }

  /// Returns the metadata of a promise that follows from several.
  static func child(label: Label?, of parents: [PromiseCore]) -> Metadata? {
    let inheritedContext = InheritedContext(of: parents)
    let tag = Tag.of(parents)
    let carried = CarriedContext.isAny ? CarriedContext.captured(of: parents) : nil
    guard label != nil || !inheritedContext.isEmpty || tag != nil || carried != nil else {
      return nil
    }
    return Metadata(label: label, inheritedContext: inheritedContext, tag: tag, carried: carried)
  }
}

/// The tag of the running task or job.
enum Tag {
  @TaskLocal static var running: Label?

  private static let wasUsed = Atomic<Bool>(false)

  /// Whether a promise of this process can have a tag.
  static var isAny: Bool { wasUsed.load(ordering: .relaxed) && Activity.isAny }
  static func begin() { wasUsed.store(true, ordering: .relaxed) }

  /// The tag of a promise that begins here; `nil` without an observer.
  static var current: Label? { isAny ? running : nil }

  /// Returns the tag of a promise that follows from several: the first tag that a parent has.
  static func of(_ parents: [PromiseCore]) -> Label? {
    guard isAny else { return nil }
    for case let tag? in parents.lazy.map({ $0.metadata?.tag }) { return tag }
    return running
  }
}

extension Label {
  /// Runs `body` with this tag.
  func bind<R>(_ body: () throws -> R) rethrows -> R {
    try Tag.$running.withValue(self, operation: body)
  }
}
