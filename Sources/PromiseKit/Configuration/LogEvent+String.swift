extension LogEvent {
  /// The event in a sentence, under PromiseKit's name.
  ///
  /// ```swift
  /// conf.logHandler = { event in logger.warning(event.asString()) }
  /// ```
  public func asString() -> String { sentence }
}
