/// What a breakpoint is compared with before a job starts.
package struct GateSubject: Sendable {
  /// The promise that the job settles, if it has a name in the events.
  package var promise: PromiseID?
  /// The label of that promise.
  package var label: String?
  /// The tag of its chain.
  package var tag: String?
  /// The label of the queue; empty for a timer.
  package var queue: String
  /// Where the promise was created.
  package var site: SourceSite?
  /// The description of the value or the error that the handler reads; empty if it reads none, or if
  /// the description was not wanted.
  package var value: String

  package init(
    promise: PromiseID?, label: String?, tag: String?, queue: String, site: SourceSite?,
    value: String
  ) {
    (self.promise, self.label, self.tag) = (promise, label, tag)
    (self.queue, self.site, self.value) = (queue, site, value)
  }

  /// The name in a sentence: `'submit'`, or the place.
  package var text: String {
    label.map { "'\($0)'" } ?? site.map { "\($0.file):\($0.line)" } ?? "a job"
  }
}
