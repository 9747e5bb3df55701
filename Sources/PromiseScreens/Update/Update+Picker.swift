import PromiseGraph

extension State {
  /// The name of the selected demo, or of its selected variant, such as `all/dictionary`.
  var pickedName: String? {
    guard demos.indices.contains(picked) else { return nil }
    let demo = demos[picked]
    guard pickedVariant > 0, demo.variants.indices.contains(pickedVariant - 1) else {
      return demo.name
    }
    return "\(demo.name)/\(demo.variants[pickedVariant - 1].name)"
  }

  /// Selects the next or previous variant of the demo; wraps around.
  mutating func pickVariant(_ action: Action) {
    guard demos.indices.contains(picked) else { return }
    let count = demos[picked].variants.count + 1
    guard count > 1 else {
      notice = language.text("\(demos[picked].name) has no variants")
      return
    }
    pickedVariant = (pickedVariant + (action == .nextVariant ? 1 : count - 1)) % count
  }

  /// Selects the first demo of the next chapter, or of the current or previous one.
  mutating func pickChapter(_ action: Action) {
    let firsts = demos.indices.filter {
      $0 == 0 || demos[$0].chapter?.name != demos[$0 - 1].chapter?.name
    }
    let next =
      action == .nextChapter
      ? firsts.first { $0 > picked } : firsts.last { $0 < picked }
    if let next {
      picked = next
    } else {
      notice =
        action == .nextChapter
        ? language.text("this is the last chapter") : language.text("this is the first demo")
    }
  }

  /// Selects the first demo from `start` on whose name, chapter, topic or source contains `text`.
  /// Returns whether there is one.
  @discardableResult
  mutating func pick(matching text: String, from start: Int) -> Bool {
    let wanted = text.lowercased()
    let order = Array(demos.indices[start...]) + Array(demos.indices[..<start])
    let found = order.first { index in
      let demo = demos[index]
      return [demo.name, demo.title, demo.teaches, demo.from, demo.chapter?.name ?? ""]
        .contains { $0.lowercased().contains(wanted) }
    }
    if let found { picked = found }
    return found != nil
  }
}

extension State {
  /// Opens the export panel.
  mutating func openExport() {
    guard let run else { return }
    guard !run.history.isEmpty else {
      notice = language.text("there is nothing to export yet")
      return
    }
    self.run?.stop()
    overlay = .export(ExportPanel(run))
  }

  /// Performs an action of the export panel.
  mutating func export(_ action: Action) {
    guard case .export(var panel) = overlay, let run else { return }
    switch action {
    case .nextPart, .previousPart:
      guard panel.format != .svg else {
        notice = language.text("a picture shows a single event: the one at the playhead")
        return
      }
      let step = action == .nextPart ? 1 : panel.parts.count - 1
      panel.part = (panel.part + step) % panel.parts.count
      overlay = .export(panel)
      return
    default:
      overlay = nil
      notice = language.text("writing \(panel.format.rawValue) ...")
      ask(
        .export(
          ExportRequest(
            format: panel.format, range: panel.range(in: run), size: size, glyphs: glyphs,
            name: ExportPanel.fileName(of: run)))
      )
    }
  }

  /// Selects another format.
  mutating func arrowInExport(_ rows: Int) {
    guard case .export(var panel) = overlay else { return }
    panel.selected = min(max(0, panel.selected + rows), ExportFormat.allCases.count - 1)
    overlay = .export(panel)
  }
}
