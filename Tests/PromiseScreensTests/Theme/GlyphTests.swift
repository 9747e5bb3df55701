import Testing

@testable import PromiseScreens

/// What a sign says. Two signs may look alike only if they say the same.
private enum Meaning: String, CaseIterable {
  case pending, queued, running, lockedIn, fulfilled, rejected, cancelled, passed, unhandled, lost
  case deciding, unknown, warning, flow
  /// A drawn line, such as an edge, a frame, or a stretch of time.
  case line
  /// A line that turns.
  case corner
  /// Where an input meets the line of its fan-in.
  case joint
  /// Work that is done, and where it begins and ends.
  case done, begin, end
  /// What has not happened yet.
  case ahead
  /// A promise that waits for others.
  case waiting
  case playhead, bookmark, pause, held, right, left, up, down, cut, errorOutput
}

extension Glyph {
  fileprivate var meaning: Meaning {
    switch self {
    case .pending: .pending
    case .queued, .barLow, .hatch: .queued
    case .running: .running
    case .lockedIn: .lockedIn
    case .fulfilled: .fulfilled
    case .rejected: .rejected
    case .cancelled: .cancelled
    case .passed: .passed
    case .unhandled: .unhandled
    case .lost: .lost
    case .winner, .laneSettledBy, .decision: .deciding
    case .unknown: .unknown
    case .warning: .warning
    case .flow: .flow
    case .laneVertical, .laneHorizontal, .laneDotted, .laneBranch, .frameHorizontal,
      .frameVertical, .timeLine:
      .line
    case .laneLast, .laneJoinFirst, .laneJoinLast, .frameTopLeft, .frameTopRight,
      .frameBottomLeft, .frameBottomRight:
      .corner
    case .laneJoin: .joint
    case .barFull, .filled, .progressDone, .progressHead: .done
    case .barLeft: .begin
    case .barRight: .end
    case .dotted, .empty, .progressAhead: .ahead
    case .timeWaiting, .timeFanIn: .waiting
    case .playhead: .playhead
    case .bookmark: .bookmark
    case .pause: .pause
    case .held: .held
    case .arrowRight: .right
    case .arrowLeft: .left
    case .arrowUp: .up
    case .arrowDown: .down
    case .ellipsis: .cut
    case .errorOutput: .errorOutput
    }
  }
}

@Test("In ASCII each sign has one meaning")
func oneMeaning() {
  let groups = Dictionary(grouping: Glyph.allCases) { $0.ascii }
  for (sign, glyphs) in groups {
    let meanings = Set(glyphs.map(\.meaning))
    #expect(meanings.count == 1, "\(sign) is \(glyphs)")
  }
  // None of them is a digit, which the lanes use for the inputs of a fan-in.
  #expect(Glyph.allCases.allSatisfy { !$0.ascii.isNumber })
}

@Test("Every sign is one cell wide, and its counterpart is ASCII")
func signs() {
  for glyph in Glyph.allCases {
    #expect(displayWidth(String(glyph.unicode)) == 1)
    #expect(glyph.ascii.isASCII)
  }
  for level in GlyphSet.unicode.levels { #expect(displayWidth(String(level)) == 1) }
  #expect(GlyphSet.ascii.levels.allSatisfy { $0.isASCII })
  #expect(GlyphSet.ascii.levels.count == GlyphSet.unicode.levels.count)
}

@Test("With Unicode each state has a sign of its own, too")
func statesInUnicode() {
  let states: [Glyph] = [
    .pending, .queued, .running, .lockedIn, .fulfilled, .rejected, .cancelled, .passed, .unhandled,
    .lost, .unknown, .winner, .warning, .flow,
  ]
  #expect(Set(states.map(\.unicode)).count == states.count)
}
