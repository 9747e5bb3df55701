import PromiseGraph
import PromiseKitLite

extension State {
  /// Takes in what has become of the program that is watched.
  mutating func hear(_ news: WatchNews) -> [Effect] {
    switch news {
    case .begun(let entry):
      watching = Watching()
      var empty = Run(Recording(entry: entry, isVirtual: true, events: []), lints: lints)
      empty.stop()
      empty.end()
      empty.trouble = .firstBuild
      run = empty
    case .busy(let work, let seconds, let step):
      // What was said of the run before gives way to what is done now.
      if watching?.activity == nil { notice = nil }
      let time = seconds > 0 ? " \(seconds) s" : ""
      watching?.activity = work + time + (step.isEmpty ? "" : " \(step)")
    case .ran(let recording, let remark, let trouble):
      watching = Watching(trouble: trouble)
      let effects = show(recording)
      // Where there is something to see of the run, the source stays beside it.
      run?.trouble = recording.events.isEmpty ? trouble : nil
      notice = trouble?.headline ?? remark
      return effects
    case .failed(let trouble):
      watching?.activity = nil
      watching?.isStale = run?.history.isEmpty == false
      watching?.trouble = trouble
      // It is read from its beginning.
      run?.scrolls[.source] = nil
      run?.slot = .source
      run?.trouble = trouble
      notice = ([trouble.headline] + trouble.diagnostics.prefix(1).map(\.sentence))
        .joined(separator: "; ")
    }
    return []
  }

  /// Shows a run that is over: at the step where the one before it stands, if there is one.
  mutating func show(_ recording: Recording) -> [Effect] {
    progress = nil
    var new = Run(recording, lints: lints)
    new.record(recording.events)
    new.end()
    guard let old = run, old.recorded, old.history.isEmpty || old.demo.name == new.demo.name else {
      return show(new)
    }
    let overlay = overlay
    defer { self.overlay = overlay }
    if old.history.isEmpty {
      new.focus = old.focus
      new.zoomed = old.zoomed
      return show(new)
    }
    let step = SameStep(from: old, to: new)
    arrival = Arrival(place: .event(step.playhead), like: step.translated)
    let effects = show(new)
    guard old.playing else { return effects }
    run?.playing = true
    return effects + requestTick(after: run?.interval ?? 0)
  }
}
