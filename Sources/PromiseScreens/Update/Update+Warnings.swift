import PromiseGraph

extension State {
  /// Selects the warning so many lines further down, where older ones stand; without warnings the arrow
  /// keys scroll.
  mutating func chooseWarning(_ rows: Int) -> [Effect] {
    guard let run, let inside = layout.frame(of: .warnings)?.inside else { return [] }
    let context = run.context(glyphs, for: .warnings)
    let scroll = run.scrolls[.warnings] ?? Scroll()
    let content = run.content(of: .warnings, inside, glyphs)
    let count = context.warningCount
    // Below the oldest one stand the notes: there the arrow keys scroll.
    let isLeaving = rows > 0 && context.warning == 0
    guard count > 0, !isLeaving, rows > 0 || !scroll.isAway else {
      self.run?.scrolls[.warnings] = scroll.settled(
        on: content, height: inside.height, movedBy: rows)
      return []
    }
    let chosen = context.warning.map { $0 - rows } ?? (rows > 0 ? count - 1 : 0)
    self.run?.warning = min(max(0, chosen), count - 1)
    self.run?.scrolls[.warnings] = scroll.settled(on: content, height: inside.height)
    return []
  }

  /// Goes to the event at which the selected warning was found, or the newest one, and selects its
  /// promise.
  mutating func openWarning() {
    guard let run else { return }
    let context = run.context(glyphs)
    guard context.warningCount > 0 else {
      notice = "there is no warning to go to"
      return
    }
    let index = context.warning ?? context.warningCount - 1
    let warning = context.warning(index)
    self.run?.stop()
    self.run?.move(to: warning.moment.sequence)
    self.run?.warning = index
    if let promise = warning.promise {
      self.run?.trail.append(run.selection)
      self.run?.selection = promise
    }
  }
}
