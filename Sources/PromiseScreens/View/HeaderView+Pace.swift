import PromiseGraph

// Whether a run goes on, how fast, and where the playhead stands.
extension HeaderView {
  /// The program still runs, or how it has ended; at its end the pace says so.
  static func live(_ run: Run) -> [HeaderItem] {
    guard run.real, !run.isAtEnd else { return [] }
    if let ending = run.ending {
      let role: Role = ending.isFailure ? .warning : .dim
      return [
        HeaderItem(
          StyledLine(ending.short, role), rank: ending.isFailure ? .help : .warnings)
      ]
    }
    return [HeaderItem(StyledLine(run.isLive ? "live" : "ended", .dim), rank: .live)]
  }

  /// How much has come since the picture of a running program was paused.
  static func newer(_ run: Run, narrow: Bool) -> [HeaderItem] {
    guard run.isLive, !run.playing, run.history.last > run.playhead else { return [] }
    let count = grouped(run.history.last - run.playhead)
    let (words, widest) = narrow ? ("+\(count)", "+99") : ("\(count) newer", "1,000 newer")
    return [HeaderItem(StyledLine(words, .heading), rank: .newer, widest: widest)]
  }

  /// What can be chosen, and by which keys.
  private static func choosing(_ run: Run) -> HeaderItem {
    let count = run.choicePoint?.options.count ?? 0
    let line =
      count == 0
      ? StyledLine("CHOOSE", .heading) : StyledLine("CHOOSE 1-\(min(9, count))", .running)
    return HeaderItem(line, rank: .pace, widest: "CHOOSE 1-9")
  }

  /// Running or paused, and how fast; at the end of what is over, that it has ended, and how.
  static func pace(_ run: Run, _ glyphs: GlyphSet) -> HeaderItem {
    if run.choosing, !run.playing { return choosing(run) }
    let paused = "\(glyphs[.pause])PAUSED"
    let speed = run.isLive ? "" : " \(run.speedWords)"
    if run.isAtEnd { return HeaderItem(end(run), rank: .pace, widest: paused + speed) }
    let going = "\(glyphs[.running])\(run.isLive ? "LIVE" : "RUN")"
    var line = run.playing ? StyledLine(going, .running) : StyledLine(paused, .heading)
    line.add(speed)
    return HeaderItem(line, rank: .pace, widest: paused + speed)
  }

  /// Nothing is paused where nothing can come any more.
  private static func end(_ run: Run) -> StyledLine {
    guard !run.history.isEmpty || run.ending != nil else { return StyledLine() }
    guard let ending = run.ending, ending.short != ProgramEnding.plain else {
      return StyledLine("ENDED", .heading)
    }
    return StyledLine(ending.short, ending.isFailure ? .warning : .heading)
  }

  static func position(_ run: Run, _ word: String) -> StyledLine {
    let last = run.total.last
    var line = StyledLine("\(word) \(aligned("\(run.playhead)", with: "\(last)"))")
    line.add("/\(last)", run.total.predicted ? .future : .body)
    return line
  }
}
