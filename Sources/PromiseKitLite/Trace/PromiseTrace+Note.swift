extension PromiseTrace {
  /// Posts a text as an event, in its place among the events of the running chain.
  ///
  /// ```swift
  /// fetch(token).done { items in PromiseTrace.note("\(items.count) items") }
  /// ```
  ///
  /// - Parameter text: The text. It is evaluated only if an observer is installed.
  public static func note(_ text: @autoclosure () -> String) {
    guard let environment = Activity.environment,
      environment.bus.isObserved || environment.witness != nil
    else { return }
    let text = text()
    environment.witness?.say(text)
    environment.post(.note(text))
  }
}
