// The keys of the gate of a program, and those of the list of its breakpoints.
extension KeyTable {
  static let gate: [Binding] = [
    Binding(
      [("b", .breakpoints)], .gate, in: Mode.panes.union([.breakpoints]), "breakpoints",
      "open or close the list of breakpoints, which close the gate of the program", needs: .gate),
    Binding(
      [("u", .unblock)], .gate, in: Mode.panes.union([.breakpoints]), "unblock",
      "let start what a wait depends on, until the wait has ended: a thread waits, and the gate holds what it "
        + "waits for", needs: .gate),
  ]

  static let breakpoints: [Binding] = [
    Binding(
      [("a", .addBreakpoint)], .gate, in: [.breakpoints], "add",
      "in the list of breakpoints: add one; the line begins with what is selected"),
    Binding(
      [(.enter, .switchBreakpoint)], .gate, in: [.breakpoints], "on, off",
      "in the list of breakpoints: turn the selected one off, or on again"),
    Binding(
      [("e", .editBreakpoint)], .gate, in: [.breakpoints], "edit",
      "in the list of breakpoints: change the selected one"),
    Binding(
      [("d", .removeBreakpoint)], .gate, in: [.breakpoints], "delete",
      "in the list of breakpoints: delete the selected one"),
    Binding(
      arrows, .gate, in: [.breakpoints], "rows",
      "in the list of breakpoints: previous, next one"),
    Binding(
      [(.escape, .back)], .gate, in: [.breakpoints], "close",
      "in the list of breakpoints: close it"),
  ]
}
