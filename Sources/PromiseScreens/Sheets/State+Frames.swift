// Where the panes of a run are, and the panel over them.
extension State {
  /// The layout of the panes beside or above the panel that covers them.
  var layout: Layout {
    switch modeBeneath {
    case .ended, .why, .whatIf, .settling, .breakpoints, .lesson: wholeLayout.cut(by: panelFrame)
    case .picker, .demo, .choosing, .explore, .compare, .quiz, .export, .help, .prompt: wholeLayout
    }
  }

  /// The layout of the panes without a panel.
  var wholeLayout: Layout {
    if run?.isFirstBuild == true {
      return Layout(size, focus: .source, slot: .source, zoomed: true)
    }
    return Layout(
      size, focus: run?.focus ?? .chain, slot: run?.slot ?? .source, zoomed: run?.zoomed ?? false,
      hasOutput: run?.output != nil, empty: run?.emptyPanes ?? [])
  }

  /// The frame of a panel over the panes. The frame of a lesson and that of the card at the end of a run leave what
  /// these speak about visible.
  var panelFrame: Rect {
    let layout = wholeLayout
    return switch modeBeneath {
    case .lesson: layout.lesson(size)
    case .ended: layout.card(size) { EndCardView.height(self, width: $0) }
    case .picker, .demo, .choosing, .why, .whatIf, .settling, .breakpoints, .explore, .compare,
      .quiz, .export,
      .help,
      .prompt:
      layout.panel(size)
    }
  }
}
