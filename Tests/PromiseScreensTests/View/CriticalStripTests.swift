import PromiseExploration
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import Testing

@testable import PromiseScreens

@Suite("Critical values as a strip") struct CriticalStripTests {
  private func strip(_ present: Int64, _ width: Int, _ glyphs: GlyphSet = .unicode) -> String {
    let ms: Int64 = 1_000_000
    var stretches = [
      CriticalStretch(start: 0, end: 100 * ms, label: "fresh wins"),
      CriticalStretch(start: 100 * ms, end: 150 * ms, label: "cache.read wins"),
      CriticalStretch(start: 150 * ms, end: nil, label: "too late wins"),
    ]
    let place = stretches.lastIndex { $0.start <= present * ms } ?? 0
    stretches[place].isPresent = true
    return CriticalStrip(stretches, present: present * ms, glyphs).line(width: width)?.text ?? ""
  }

  @Test("It names the outcome of each stretch, its borders, and the present length")
  func whole() {
    let text = strip(140, 100)
    #expect(text.hasPrefix("0 ├─ fresh wins ─"))
    #expect(text.contains("┤100├─ cache.read wins ─"))
    #expect(text.contains("▲140─"))
    #expect(text.contains("┤150├─ too late wins ─"))
    #expect(text.hasSuffix("─▸"))
    let isPlain = strip(140, 100, .ascii).allSatisfy { $0.isASCII }
    #expect(isPlain)
    #expect(strip(140, 100, .ascii).contains("|100|- cache.read wins -"))
  }

  @Test("The present length is where it lies in its stretch")
  func place() throws {
    let places = [101, 125, 149].map { (present: Int64) in
      let text = Array(strip(present, 100))
      return text.firstIndex(of: "▲") ?? 0
    }
    #expect(places == places.sorted())
    #expect(Set(places).count == 3)
    let last = strip(200, 100)
    let mark = try #require(last.firstIndex(of: "▲"))
    let label = try #require(last.firstRange(of: "too late"))
    #expect(mark > label.upperBound)
  }

  @Test("It is never wider than its room, and always shows the present stretch")
  func widths() {
    for width in 1...120 {
      for present: Int64 in [0, 50, 100, 140, 150, 999] {
        for glyphs in GlyphSet.allCases {
          let text = strip(present, width, glyphs)
          #expect(displayWidth(text) <= width)
          if width >= 45 { #expect(text.contains("\(present)"), "\(text)") }
        }
      }
    }
    #expect(strip(140, 50).contains("cache.read wins"))
    #expect(strip(140, 50).contains("…"))
  }

  @Test("In what-if the strip is below the heading, and follows the length")
  func inPanel() throws {
    var driver = SimulatedDriver(until: 60, state: .picker(100, 40))
    driver.type("i")
    let row = driver.panel?.rows.firstIndex { $0.promise.name == "cache.read" } ?? -1
    for _ in 0..<max(0, row) { driver.press(.down) }
    #expect(driver.screen.contains("cache.read wins"))
    #expect(driver.screen.contains("▲100"))
    driver.press(.right)
    #expect(driver.screen.contains("▲101"))
    driver.press(.left, .left)
    #expect(driver.screen.contains("▲99"))
    driver.type("]")
    let now = driver.panel?.selectedRow.flatMap { driver.panel?.length(of: $0)?.now } ?? 0
    let points = try #require(driver.panel?.criticalValues(in: driver.state)).points.map(\.value)
    #expect(points.contains(now - 1_000_000))
    driver.type("[[")
    #expect(driver.panel?.selectedRow.flatMap { driver.panel?.length(of: $0)?.now } ?? 0 < now)
  }
}
