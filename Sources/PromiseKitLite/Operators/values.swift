/// The value of a promise as an `AsyncSequence` of one element. Returned by ``Promise/values``.
///
/// ```swift
/// let pages: PromiseValues<Page> = load(1).values
/// for try await page in pages { show(page) }
/// ```
///
/// Each iterator begins with the value. An error of the promise is thrown in its place; it then counts
/// as handled.
public struct PromiseValues<Element: Sendable>: AsyncSequence, Sendable {
  public typealias Failure = any Error
  private let promise: Promise<Element>

  init(_ promise: Promise<Element>) { self.promise = promise }

  /// Returns an iterator that awaits the promise and returns its value once.
  ///
  /// ```swift
  /// var pages = load(1).values.makeAsyncIterator()
  /// let page = try await pages.next()
  /// print(page == nil)
  /// ```
  public func makeAsyncIterator() -> Iterator { Iterator(promise: promise) }

  /// Awaits the promise, and returns its value once.
  ///
  /// ```swift
  /// var pages = load(1).values.makeAsyncIterator()
  /// let page = try await pages.next(isolation: nil)
  /// print(page ?? "none")
  /// ```
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var promise: Promise<Element>?

    /// Returns the value the first time, and `nil` afterward.
    ///
    /// - Throws: The error of the promise; `CancellationError` if the task is canceled while it waits.
    ///   The promise continues.
    public mutating func next() async throws -> Element? { try await next(isolation: nil) }

    /// Returns the value the first time, and `nil` afterward, to a task that runs on an actor.
    ///
    /// - Throws: The error of the promise; `CancellationError` if the task is canceled while it waits.
    public mutating func next(
      isolation: isolated (any Actor)?
    ) async throws(any Error) -> Element? {
      guard let promise = promise.take() else { return nil }
      return try await promise._async(false, on: isolation, at: .unknown)
    }
  }
}

extension Promise {
  /// The value as an `AsyncSequence` of one element, for code that takes a sequence.
  ///
  /// ```swift
  /// for try await items in fetch("token").values { show(items) }
  /// ```
  ///
  /// The sequence throws the error if the promise is rejected. The task that iterates awaits the
  /// promise as with ``Thenable/async(cancelsContext:isolation:file:line:column:)``.
  ///
  /// **Value.** The only element of the sequence.
  /// **Error.** Thrown by the sequence.
  /// **Cancellation.** Thrown by the sequence.
  /// **Queue.** The actor of the task.
  /// **Elsewhere.** PromiseKit –; google –; JavaScript –; Bolts –.
  public var values: PromiseValues<Value> { PromiseValues(self) }
}

/// The value of a guarantee as an `AsyncSequence` of one element, which cannot fail. Returned by
/// ``Guarantee/values``.
///
/// ```swift
/// let ticks: GuaranteeValues<Void> = after(seconds: 0.1).values
/// for await _ in ticks { print("now") }
/// ```
public struct GuaranteeValues<Element: Sendable>: AsyncSequence, Sendable {
  public typealias Failure = Never
  private let guarantee: Guarantee<Element>

  init(_ guarantee: Guarantee<Element>) { self.guarantee = guarantee }

  /// Returns an iterator that awaits the guarantee and returns its value once.
  ///
  /// ```swift
  /// var ticks = after(seconds: 0.1).values.makeAsyncIterator()
  /// await ticks.next()
  /// ```
  public func makeAsyncIterator() -> Iterator { Iterator(guarantee: guarantee) }

  /// Awaits the guarantee, and returns its value once.
  ///
  /// ```swift
  /// var ticks = after(seconds: 0.1).values.makeAsyncIterator()
  /// await ticks.next(isolation: nil)
  /// print("now")
  /// ```
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var guarantee: Guarantee<Element>?

    /// Returns the value the first time, and `nil` afterward.
    @discardableResult
    public mutating func next() async -> Element? { await next(isolation: nil) }

    /// Returns the value the first time, and `nil` afterward, to a task that runs on an actor.
    ///
    /// - Throws: Nothing.
    @discardableResult
    public mutating func next(
      isolation: isolated (any Actor)?
    ) async throws(Never) -> Element? {
      guard let guarantee = guarantee.take() else { return nil }
      return await guarantee._async(on: isolation, at: .unknown)
    }
  }
}

extension Guarantee {
  /// The value as an `AsyncSequence` of one element, for code that takes a sequence.
  ///
  /// ```swift
  /// for await _ in after(seconds: 0.1).values { print("now") }
  /// ```
  public var values: GuaranteeValues<Value> { GuaranteeValues(self) }
}
