import CNcurses

/// What this machine's description of a type of terminal says.
struct TerminalDescription: Hashable, Sendable {
  /// Why the screen cannot be shown on such a terminal; `nil` if it can.
  var problem: StartFailure?
  /// The number of colors; 0 for none.
  var colors = 0
  /// Whether what was on the screen can be shown again at the end.
  var hasAlternateScreen = false
  /// Whether the terminal can have a mouse, and mark what is pasted.
  var mayHaveMouse = false
}

extension TerminalDescription {
  /// Reads the description of a type, such as `xterm-256color`. Call it while there is no screen.
  init(of type: String) {
    var contents = cn_description()
    let result = Int(cn_describe(type, &contents))
    self.init(
      problem: StartFailure(result: result), colors: Int(contents.colors),
      hasAlternateScreen: contents.has_alternate, mayHaveMouse: contents.may_have_mouse)
  }
}
