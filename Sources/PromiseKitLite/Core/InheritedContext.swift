import Synchronization

/// What a promise inherits along its chain beside the environment: which context cancels it, and whose
/// life it depends on. Most chains have neither, and pay for none.
struct InheritedContext: Sendable {
  /// What cancels the chain.
  var context: CancelContext?
  /// Whose end cancels the chain; each `until` of the chain adds one.
  var owners: [Owner] = []

  /// One of the owners is gone.
  var isOwnerGone: Bool { owners.contains { $0.isGone } }

  var isEmpty: Bool { context == nil && owners.isEmpty }

  /// What a promise inherits that follows from several: whatever cancels one of them cancels it. A parent
  /// that has left its context passes none on.
  /// Complexity: O(n).
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

  /// Some promise of this process has had a context or an owner.
  private static let isAny = Atomic<Bool>(false)

  /// From now on some promise may have one.
  static func begin() { isAny.store(true, ordering: .relaxed) }
}

/// Somebody for whom a chain works, not kept alive by it.
final class Owner: Sendable {
  // Written once; a weak reference may be read from any thread, and nothing of the object is touched.
  nonisolated(unsafe) private weak var object: AnyObject?

  init(_ object: AnyObject) {
    self.object = object
    InheritedContext.begin()
  }

  var isGone: Bool { object == nil }
}

/// What few promises have, and what they know of it.
final class Metadata: Sendable {
  /// What the program calls it.
  let label: Label?
  let inheritedContext: InheritedContext
  /// What it and those that follow from it are told from others by, where somebody observes.
  let tag: Label?

  init(label: Label?, inheritedContext: InheritedContext, tag: Label?) {
    self.label = label
    self.inheritedContext = inheritedContext
    self.tag = tag
  }

  /// The extras of a promise that begins a chain.
  static func root(label: Label?) -> Metadata? {
    let context = Activity.isAny ? Context.current?.cancellation : nil
    let tag = Tag.current
    guard label != nil || context != nil || tag != nil else { return nil }
    return Metadata(label: label, inheritedContext: InheritedContext(context: context), tag: tag)
  }

  /// The extras of a promise that follows from one with `parent`.
  static func child(label: Label?, of parent: Metadata?) -> Metadata? {
    guard let parent, !parent.inheritedContext.isEmpty || parent.tag != nil else {
      let tag = Tag.current
      guard label != nil || tag != nil else { return nil }
      return Metadata(label: label, inheritedContext: InheritedContext(), tag: tag)
    }
    let tag = parent.tag ?? Tag.current
    guard label != nil || parent.label != nil || tag !== parent.tag else { return parent }
    return Metadata(label: label, inheritedContext: parent.inheritedContext, tag: tag)
  }

  /// The extras of a promise that follows from several.
  static func child(label: Label?, of parents: [PromiseCore]) -> Metadata? {
    let inheritedContext = InheritedContext(of: parents)
    let tag = Tag.of(parents)
    guard label != nil || !inheritedContext.isEmpty || tag != nil else { return nil }
    return Metadata(label: label, inheritedContext: inheritedContext, tag: tag)
  }
}

/// A name that the program gave a promise; most have none.
@usableFromInline
package final class Label: Sendable {
  let text: String
  @usableFromInline package init(_ text: String) { self.text = text }

  /// The label of that text, `nil` if there is no text.
  @inlinable
  package static func named(_ text: String?) -> Label? {
    guard let text else { return nil }
    return Label(text)
  }
}
