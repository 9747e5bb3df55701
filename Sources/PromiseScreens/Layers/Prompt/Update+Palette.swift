import PromiseGraph
import PromiseInsight

extension State {
  /// Moves the selection in the list above the prompt.
  mutating func choose(in prompt: inout Prompt, by rows: Int) {
    let last = palette(for: prompt.line.text).count - 1
    let next = min(max(0, prompt.chosen + rows), max(0, last))
    if next == prompt.chosen {
      notice = last < 0 ? language.text("no match") : language.text("no other match")
    }
    prompt.chosen = next
  }

  /// Does what the selected row of the list above the prompt says, or the best match.
  mutating func acceptPlace(_ prompt: Prompt) {
    let entries = palette(for: prompt.line.text)
    guard !prompt.line.text.isEmpty || prompt.chosen > 0 || prompt.isPointed else { return }
    guard entries.indices.contains(prompt.chosen) else {
      if prompt.line.text.contains(where: { $0 != " " }) {
        notice = language.text("nothing is called \(prompt.line.text)")
      }
      return
    }
    perform(entries[prompt.chosen].target)
  }

  private mutating func perform(_ target: PaletteEntry.Target) {
    switch target {
    case .place(let text): go(to: text)
    case .queue(let queue):
      run?.focus = .queues
      explain(queue)
    case .demo(let name):
      demoList.picked = demos.firstIndex { $0.name == name } ?? demoList.picked
      ask(.open(demo: name))
    case .key(let row, let action):
      if let obstacle = row.needs?.obstacle(in: self) { return notice = obstacle }
      action.perform(&self)
    case .stop(let text): acceptBreakpoint(Prompt(.breakpoint, text, for: run))
    case .line(let line):
      guard let first = palette(for: line).first else { return }
      perform(first.target)
    }
  }
}
