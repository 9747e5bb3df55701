import PromiseGraph
import PromiseInsight

/// The help that is open: its page, its scroll position, and what is searched for in it.
struct HelpPanel: Hashable, Sendable {
  /// The index of the page.
  var page = 0
  /// The scroll position.
  var scroll = 0
  /// The text that is searched for; empty if all is shown.
  var query = ""

  /// The pattern of the search; `nil` if all is shown.
  var pattern: SearchPattern? { SearchPattern(query) }
}

extension State {
  /// The help, if it is open, also beneath the line that is typed into it.
  var help: HelpPanel? {
    get { overlays[HelpPanel.self] }
    set { overlays[HelpPanel.self] = newValue }
  }

  /// Opens the help, or closes what is open in its place.
  mutating func toggleHelp() {
    if overlays.all.isEmpty { help = HelpPanel() } else { overlays.removeAll() }
  }
}

extension HelpPanel: Layer {
  var mode: Mode { .help }
  func sheet(_ state: State) -> Sheet? { HelpView.sheet(self, state) }

  /// Goes to the next or previous page; wraps around.
  fileprivate func turnPage(_ step: Int, _ state: inout State) {
    let count = HelpView.pages(state).count
    guard count > 1, pattern == nil else {
      state.notice =
        pattern == nil
        ? state.language.text("everything is on this page")
        : state.language.text("Esc shows all pages again")
      return
    }
    state.help?.page = (page + step + count) % count
    state.help?.scroll = 0
  }

  /// Shows all of the help again, or closes it.
  func back(_ state: inout State) {
    state.help = pattern == nil ? nil : HelpPanel(page: page)
  }

  func move(by rows: Int, isPage: Bool, _ state: inout State) {
    let scroll = scrolled(scroll, by: rows, state)
    state.help?.scroll = scroll
  }

  func wheel(by rows: Int, x: Int, y: Int, _ state: inout State) {
    move(by: rows, isPage: false, &state)
  }
}

extension Action {
  static let help = Action("help") { $0.toggleHelp() }
  static let nextTopic = Action("next-topic") { $0.help?.turnPage(1, &$0) }
  static let previousTopic = Action("previous-topic") { $0.help?.turnPage(-1, &$0) }
  fileprivate static let searchHelp = Action.search.meaning {
    $0.help?.query = ""
    $0.prompt = Prompt(.help)
  }
}

extension KeyTable {
  static let inHelp: [Binding] = [
    Binding(
      [(.right, .nextTopic), (.left, .previousTopic)], .program, in: [.help], "topic",
      "in the help: next, previous topic"),
    Binding(
      [("/", .searchHelp)], .find, in: [.help], "find",
      "in the help: show only what contains a text"),
  ]
}
