import Synchronization

extension PromiseTrace {
  /// Runs `body`, and gives every chain that begins in it a tag, by which one request's promises can be told
  /// from another's. What follows from a tagged promise has the same tag.
  ///
  /// ```swift
  /// PromiseTrace.tag("request 7f3") {
  ///   login().then { token in fetch(token) }.done { items in show(items) }.catch { error in alert(error) }
  /// }
  /// ```
  ///
  /// Of tags that lie in each other the innermost counts. Nothing happens where nobody observes.
  ///
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  @discardableResult
  public static func tag<R>(_ tag: String, _ body: () throws -> R) rethrows -> R {
    Tag.begin()
    return try Tag.$running.withValue(Label(tag), operation: body)
  }

  /// Runs `body`, and gives every chain that begins in it, or in a task that it makes, a tag.
  ///
  /// ```swift
  /// let items = try await PromiseTrace.tag("request 7f3") {
  ///   try await login().then { token in fetch(token) }.async()
  /// }
  /// print(items.count)
  /// ```
  ///
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  @discardableResult
  public static func tag<R>(
    _ tag: String, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> R
  ) async rethrows -> R {
    Tag.begin()
    return try await Tag.$running.withValue(Label(tag), operation: body, isolation: isolation)
  }
}

/// The tag of the task or job that is running.
enum Tag {
  @TaskLocal static var running: Label?

  private static let wasUsed = Atomic<Bool>(false)

  /// Some promise of this process may have a tag.
  static var isAny: Bool { wasUsed.load(ordering: .relaxed) && Activity.isAny }
  static func begin() { wasUsed.store(true, ordering: .relaxed) }

  /// The tag of a promise that begins here; none where nobody observes.
  static var current: Label? { isAny ? running : nil }

  /// The tag of a promise that follows from several: that of the first which has one.
  static func of(_ parents: [PromiseCore]) -> Label? {
    guard isAny else { return nil }
    for case let tag? in parents.lazy.map({ $0.extras?.tag }) { return tag }
    return running
  }
}

extension Label {
  /// Runs `body` as a part of what has this tag.
  func bind<R>(_ body: () throws -> R) rethrows -> R {
    try Tag.$running.withValue(self, operation: body)
  }
}
