#if Logging
  internal import PromiseKitLite

  /// What messages say about a promise: how it was created.
  struct Declaration: Sendable {
    var label: String?
    var tag: String?
    var operation: PromiseEvent.Operation
    var site: PromiseEvent.SourceSite?

    init(_ creation: PromiseEvent.Creation) {
      label = creation.label.map(bounded)
      tag = creation.tag.map(bounded)
      operation = creation.operation
      site = creation.site
    }
  }

  /// What is remembered of a promise from its creation until it is freed.
  struct KnownPromise: Sendable {
    let declaration: Declaration
    /// Where its error arose, if it is rejected.
    var origin: ErrorOrigin?
    /// A handler was attached to it, or it is an input of another promise.
    var hasReaders = false
    /// A promise that it waits for was freed while pending, and was reported.
    var isStranded = false

    init(_ declaration: Declaration) { self.declaration = declaration }
  }

  /// The promise in which an error arose. The promises that the error reaches share it; it outlives
  /// the promise, which is often freed before it turns out that no handler handles the error.
  final class ErrorOrigin: Sendable {
    let promise: PromiseID
    let declaration: Declaration?

    init(_ promise: PromiseID, _ declaration: Declaration?) {
      (self.promise, self.declaration) = (promise, declaration)
    }
  }

  /// When a job was enqueued or, once it runs, when it started.
  struct KnownJob: Sendable {
    var time: Int64
    var isRunning: Bool
  }

  /// Returns the beginning of a text of the program, so that a long label takes bounded memory.
  private func bounded(_ text: String) -> String {
    text.utf8.count <= 480 ? text : String(text.prefix(120)) + "…"
  }
#endif
