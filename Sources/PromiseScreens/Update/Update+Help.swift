import PromiseGraph
import PromiseInsight

extension State {
  /// Opens or closes the help.
  mutating func toggleHelp() {
    overlay = overlay == nil ? .help(HelpPanel()) : nil
  }

  /// Goes to the next or previous page of the help; wraps around.
  mutating func turnHelpPage(_ action: Action) {
    guard case .help(var panel) = overlay else { return }
    let count = HelpView.pages(self).count
    guard count > 1, panel.pattern == nil else {
      notice =
        panel.pattern == nil
        ? language.text("everything is on this page")
        : language.text("Esc shows all pages again")
      return
    }
    panel.page = (panel.page + (action == .nextTopic ? 1 : count - 1)) % count
    panel.scroll = 0
    overlay = .help(panel)
  }

  /// Opens the prompt that searches the help.
  mutating func searchHelp() {
    guard case .help(let panel) = overlay else { return }
    overlay = .prompt(Prompt(in: panel))
  }

  /// Shows what matches the line that is typed into the help.
  mutating func searchHelp(for text: String, _ prompt: inout Prompt) {
    prompt.help?.query = text
    prompt.help?.scroll = 0
  }

  /// Shows all of the help again, or closes it.
  mutating func leaveHelp() {
    guard case .help(var panel) = overlay, panel.pattern != nil else {
      overlay = nil
      return
    }
    (panel.query, panel.scroll) = ("", 0)
    overlay = .help(panel)
  }
}
