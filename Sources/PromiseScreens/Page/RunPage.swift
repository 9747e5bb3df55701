import PromiseEvents
package import PromiseGraph

/// A run as a self-contained web page: the screens after its events, and a script that moves between them.
package struct RunPage {
  private let recording: Recording
  private let range: ClosedRange<Int>
  private let size: Size
  private let glyphs: GlyphSet
  private let theme: Theme?
  private let lints: LintSettings

  /// Creates a page of the screens of a run after the events of `range`, in the colors of `theme` or, if
  /// `nil`, in light or dark colors as the reader prefers.
  package init(
    _ recording: Recording, range: ClosedRange<Int>, size: Size, glyphs: GlyphSet = .unicode,
    theme: Theme? = nil, lints: LintSettings = LintSettings()
  ) {
    self.recording = recording
    self.range = range
    self.size = size
    self.glyphs = glyphs
    self.theme = theme
    self.lints = lints
  }

  /// The most frames of a page: of a longer run, only events that settle a promise or end a turn are shown,
  /// or some of them.
  package static let mostFrames = 2000

  /// The document, the number of frames, and the number of events in the range.
  package var document: (html: String, frames: Int, events: Int) {
    var state = State(size: size, glyphs: glyphs, theme: .monochrome, demos: [], lints: lints)
    _ = update(&state, .recorded(recording))
    let count = recording.events.count { range.contains($0.sequence) }
    var frames = PageFrames(height: height, end: state.run?.history.last ?? 0)
    let numbers = shown(in: state.run?.history)
    let parts = stride(from: 0, to: numbers.count, by: Self.framesAtOnce).map {
      numbers[$0..<min($0 + Self.framesAtOnce, numbers.count)]
    }
    let drawn = concurrentMap(parts.count) { [state] part in draw(parts[part], from: state) }
    for frame in drawn.joined() { frames.add(frame) }
    if let last = numbers.last { state.show(event: last) }
    let text = numbers.isEmpty ? "" : view(state, hasKeys: false).text
    return (html(frames, count: count, lastText: text), frames.count, count)
  }

  /// The number of rows: the last row shows keys, which a page does not have.
  private var height: Int { max(1, size.height - 1) }

  /// Returns the screens after these events.
  private func draw(_ numbers: ArraySlice<Int>, from state: State) -> [PageFrames.Frame] {
    var state = state
    var previous: Canvas?
    return numbers.map { number in
      state.show(event: number)
      let canvas = view(state, hasKeys: false)
      defer { previous = canvas }
      return PageFrames.Frame(
        canvas, after: previous, height: height, event: number,
        time: state.run?.history[number]?.time ?? 0)
    }
  }

  /// The number of frames that each concurrent task draws.
  private static let framesAtOnce = 100

  /// Returns the events that have a frame.
  private func shown(in history: History?) -> [Int] {
    guard let history else { return [] }
    var all: [Int] = []
    var telling: [Int] = []
    var turn = history.turn(at: range.lowerBound)
    for event in history.events where range.contains(event.sequence) {
      let next = history.turn(at: event.sequence)
      if next != turn, let last = all.last, telling.last != last { telling.append(last) }
      turn = next
      all.append(event.sequence)
      if event.kind.isSettlement { telling.append(event.sequence) }
    }
    guard all.count > Self.mostFrames, let last = all.last else { return all }
    if telling.last != last { telling.append(last) }
    guard telling.count > Self.mostFrames else { return telling }
    return (1...Self.mostFrames).map { telling[$0 * telling.count / Self.mostFrames - 1] }
  }

  private func html(_ frames: PageFrames, count: Int, lastText: String) -> String {
    let title = escaped(sanitized(recording.entry.name))
    let about = escaped(sanitized(recording.entry.teaches))
    let clock = recording.isVirtual ? "virtual time" : "real time"
    let kept =
      frames.count < count
      ? "\(grouped(frames.count)) of \(grouped(count)) events are shown: those that settle a "
        + "promise or end a turn, up to the limit of a page."
      : "\(plural(count, "event")), \(clock)."
    let style = PageStyle(light: theme ?? Theme(.light), dark: theme ?? Theme(.color))
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
      style-src 'unsafe-inline'; script-src '\(PageScript.hash)'; base-uri 'none'; form-action 'none'">
      <meta name="viewport" content="width=device-width">
      <title>\(title)</title>
      <style>
      \(style.css)</style>
      </head>
      <body>
      <h1>\(title)</h1>
      \(about.isEmpty ? "" : "<p>\(about)</p>")
      <div id="controls" hidden>
      <button id="back" type="button">back</button>
      <button id="toggle" type="button">run</button>
      <button id="on" type="button">forward</button>
      <input id="slider" type="range" min="0" value="0" aria-label="event">
      <span id="where"></span>
      </div>
      <div id="screen" role="img" aria-label="the screen after the event" aria-describedby="where"></div>
      <noscript><p>Scripts are off; this is the last event:</p><pre>\(escaped(lastText))</pre></noscript>
      <p>\(kept) Keys: arrows step, Space runs or pauses, [ and ] skip 10 %, Home and End. \
      Add #event=31 to the address to open that event.</p>
      <script id="run" type="application/json">
      \(frames.json)
      </script>
      <script>\(PageScript.text)</script>
      </body>
      </html>

      """
  }
}

/// The style sheet of a page: a class for each role, in light and dark colors.
struct PageStyle {
  let light: Theme
  let dark: Theme

  /// The rules, one per line.
  var css: String {
    let rules = """
      body { margin: 1rem; background: var(--paper); color: var(--ink); \
      font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", \
      "Liberation Mono", monospace }
      h1 { font-size: 1rem } p { margin: 0.5rem 0 }
      #screen { white-space: pre; overflow-x: auto; line-height: 1.2em; \
      font-variant-ligatures: none }
      #screen div { height: 1.2em }
      #screen b { display: inline-block; height: 1.2em; overflow: hidden; text-align: center; \
      vertical-align: top; font-weight: inherit }
      #slider { width: 40ch; max-width: 100%; vertical-align: middle }
      button { font: inherit; min-width: 7ch }

      """
    let weights = Role.allCases.map(light.weight).joined()
    let inLight = colours(light, paper: "#ffffff", ink: "#202020")
    guard light.ground == nil else { return rules + weights + inLight }
    return ":root { color-scheme: light dark }\n" + rules + weights + inLight
      + "@media (prefers-color-scheme: dark) {\n"
      + colours(dark, paper: "#101214", ink: "#d8d8d8") + "}\n"
  }

  private func colours(_ theme: Theme, paper: String, ink: String) -> String {
    let ground = theme.ground
    let paper = ground.flatMap { $0.background.hexadecimal } ?? paper
    let ink = ground.flatMap { $0.text.hexadecimal } ?? ink
    return ":root { --paper: \(paper); --ink: \(ink) }\n"
      + Role.allCases.map { role in
        let color = theme[role].color.hexadecimal ?? ink
        return ".\(role.rawValue) { color: \(color) } "
          + ".\(role.rawValue).inverse { color: \(paper); background: \(color) }\n"
      }.joined()
  }
}
