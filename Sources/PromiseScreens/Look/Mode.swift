/// Which keys hold: what stands in front.
package enum Mode: String, Hashable, Sendable, CaseIterable {
  /// The list of demos.
  case picker
  /// The panes of a demo.
  case demo
  /// The panes of a demo, while the user chooses what runs next.
  case choosing
  /// The panes of a demo, with the panel that answers why over a part of them.
  case why
  /// The panes of a demo, with the panel in which its run is changed by hand over a part of them.
  case whatIf
  /// The same, while how a promise is to be settled is asked for.
  case settling
  /// The outcomes of an exploration.
  case explore
  /// The panes of a demo, with its lesson over a part of them.
  case lesson
  /// A question about a run, or its answer.
  case quiz
  /// The panel in which the form of an export is chosen, over the panes.
  case export
  /// The help, over any of them.
  case help
  /// A line is being typed; characters without a binding go into it.
  case prompt

  /// All but the line that is being typed: letters are keys.
  static let lettered = Set(allCases).subtracting([.prompt])
  /// The modes in which the panes of a demo are seen.
  static let panes: Set<Mode> = [.demo, .choosing, .why]
  /// The same, with nothing over them.
  static let bare: Set<Mode> = [.demo, .choosing]
  /// A run is in front, maybe with a panel over it.
  var showsRun: Bool { ![.picker, .explore, .quiz].contains(self) }
}
