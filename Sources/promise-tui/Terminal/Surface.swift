import PromiseScreens

/// What the interface is shown on, and where its keys come from: a screen, or sentences line by line.
protocol Surface: AnyObject {
  /// What to say about it, if it is not what it promised to be.
  var notice: String? { get }
  /// The descriptor at which keys arrive.
  var input: Int32 { get }
  /// The size that there is to draw on.
  func currentSize() -> Size
  /// Shows what `state` says, as far as that is not shown yet.
  func show(_ state: State)
  /// Shows everything anew with the next state.
  func redraw()
  /// What was typed, which may be nothing that has a meaning; nil where nothing has come at all.
  func read() -> [Message]?
  /// Sends a text to the clipboard of whoever looks, as far as the terminal takes it.
  func send(_ bytes: [UInt8])
  /// Leaves the terminal and stops, with the whole job if it is `^Z` that asks; returns when the
  /// process goes on.
  func stop(group: Bool)
  /// The terminal is the process's own, not that of a shell which has put it in the background.
  var isOurs: Bool { get }
  /// Comes back, also after a stop that nobody could prepare.
  func resume()
  /// Gives the terminal back.
  func end()
}
