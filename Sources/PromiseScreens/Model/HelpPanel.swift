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
    switch overlay {
    case .help(let panel): panel
    case .prompt(let prompt): prompt.help
    case .export, nil: nil
    }
  }
}
