/// The list of demos. What it does is in the folder `Picker`.
struct PickerLayer: Layer {
  var mode: Mode { .picker }
  var showsRun: Bool { false }
}

/// The panes of a run. What they do is in the folder `Panes`.
struct PanesLayer: Layer {
  private var isChoosing = false

  init(_ run: Run? = nil) { isChoosing = run?.choosing == true }

  var mode: Mode { isChoosing ? .choosing : .demo }
}

extension State {
  /// The open layers, from back to front: the list, the panes of a run, or what is in front of both; the panel over
  /// them; the overlays.
  var layers: [any Layer] {
    let base = workspaces.all.last { $0.isInFront }
    let behind: any Layer = base ?? (run == nil ? PickerLayer() as any Layer : PanesLayer(run))
    let panel = base == nil ? run?.panels.all.suffix(1) ?? [] : []
    return [behind] + panel + overlays.all
  }

  /// The front layer, which determines the keys.
  var front: any Layer { layers.last ?? PickerLayer() }

  /// The front layer without the overlays.
  var beneath: any Layer { layers.dropLast(overlays.all.count).last ?? PickerLayer() }

  /// The name of the front layer.
  package var mode: Mode { front.mode }
}

// MARK: - Panels

extension Panel {
  func frame(in layout: Layout, _ state: State) -> Rect {
    let most = layout.panel(state.size)
    return textHeight(state, width: most.inside.width).map { most.shortened(to: $0 + 2) }
      ?? most
  }
  func textHeight(_ state: State, width: Int) -> Int? { nil }
  var wheelSelects: Bool { false }
  func copied(_ state: State) -> String? { PanesLayer().copied(state) }
  func pageRows(_ state: State) -> Int { state.panelFrame.inside.height - 1 }
  func press(x: Int, y: Int, _ state: inout State) {
    guard sheet(state)?.frame.contains(x, y) == true else {
      return PanesLayer().press(x: x, y: y, &state)
    }
    pressSheet(x: x, y: y, &state)
  }
  func wheel(by rows: Int, x: Int, y: Int, _ state: inout State) {
    guard sheet(state)?.frame.contains(x, y) == true else {
      return PanesLayer().wheel(by: rows, x: x, y: y, &state)
    }
    move(by: wheelSelects ? rows.signum() : rows, isPage: false, &state)
  }
  func look(_ step: Int, _ state: inout State) { PanesLayer().look(step, &state) }
}

// Where the panes of a run are, and the panel over them.
extension State {
  /// The layout of the panes beside or above the panel that covers them.
  var layout: Layout {
    let layout = wholeLayout
    return (beneath as? any Panel).map { layout.cut(by: $0.frame(in: layout, self)) } ?? layout
  }

  /// The layout of the panes without a panel.
  var wholeLayout: Layout {
    if run?.isFirstBuild == true {
      return Layout(size, focus: .source, slot: .source, zoomed: true)
    }
    return Layout(
      size, focus: run?.focus ?? .chain, slot: run?.slot ?? .source, zoomed: run?.zoomed ?? false,
      hasOutput: run?.output != nil, empty: run?.emptyPanes ?? [],
      isPlaying: run?.isExplained ?? false)
  }

  /// The frame of a panel over the panes.
  var panelFrame: Rect {
    let layout = wholeLayout
    return (beneath as? any Panel)?.frame(in: layout, self) ?? layout.panel(size)
  }
}
