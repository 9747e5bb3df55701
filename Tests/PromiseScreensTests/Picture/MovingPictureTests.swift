import Foundation
import Testing

@testable import PromiseScreens

@Suite struct MovingPictureTests {
  /// A canvas with a word in each row.
  private func canvas(_ rows: String...) -> Canvas {
    var canvas = Canvas(width: 12, height: rows.count)
    for (y, text) in rows.enumerated() { canvas.draw(text, x: 0, y: y) }
    return canvas
  }

  @Test("What all frames have in common is drawn once, and stands still")
  func common() {
    let layers = PictureLayers([canvas("title", "one"), canvas("title", "two")])
    #expect(layers.still.contains(">title<"))
    #expect(layers.moving.map(\.frames) == [[0], [1]])
    #expect(layers.svg.split(separator: "\n").count { $0.contains(">title<") } == 1)
  }

  @Test("A row that comes back is drawn once")
  func returning() {
    let layers = PictureLayers([canvas("a", "x"), canvas("b", "x"), canvas("a", "y")])
    #expect(layers.moving.map(\.frames) == [[0, 2], [1], [0, 1], [2]])
    #expect(layers.moving.map(\.name) == ["f0-2", "f1", "f0-1", "f2"])
  }

  @Test("In each frame exactly its own rows are visible", arguments: 0..<3)
  func visible(frame: Int) {
    let frames = [canvas("a", "x"), canvas("b", "x"), canvas("a", "y")]
    let layers = PictureLayers(frames)
    let shown = layers.moving.filter { $0.frames.contains(frame) }.map(\.svg).joined()
    for y in 0..<2 { #expect(shown.contains(PictureRow(frames[frame], y).svg)) }
    #expect(shown.split(separator: "\n").count == 2)
  }

  @Test("The frames follow each other, each for the same time, and begin again")
  func keyframes() {
    let layers = PictureLayers([canvas("a"), canvas("b"), canvas("a")])
    let css = PictureMotion(layers, durations: [2_000, 2_000, 2_000]).css
    #expect(
      css == """
        .f1 { visibility: hidden }
        @keyframes f0-2 { 0% { visibility: visible } 33.333% { visibility: hidden } \
        66.666% { visibility: visible } }
        @keyframes f1 { 0% { visibility: hidden } 33.333% { visibility: visible } \
        66.666% { visibility: hidden } }
        @media (prefers-reduced-motion: no-preference) {
        .f0-2 { animation: f0-2 6000ms step-end infinite }
        .f1 { animation: f1 6000ms step-end infinite }
        }

        """)
  }

  @Test("A frame is shown for as long as it is given")
  func durations() {
    let frames = [canvas("a"), canvas("b")]
    let svg = Picture(frames: frames, durations: [1_000, 3_000], title: "t").svg
    #expect(svg.contains("animation: f0 4000ms step-end infinite"))
    #expect(
      svg.contains(
        "@keyframes f1 { 0% { visibility: hidden } 25% { visibility: visible } }"))
  }

  @Test("Of a row that changes, only the elements that differ move; many frames have a short name")
  func elements() {
    var frames = (0..<12).map { canvas("title    \($0 % 10)") }
    frames.append(canvas("title"))
    let layers = PictureLayers(frames)
    #expect(layers.still.contains(">title<"))
    #expect(layers.moving.count == 10)
    let long = PictureLayers(Array(repeating: canvas("a"), count: 9) + [canvas("b")])
    #expect(long.moving.map(\.name) == ["f0_8", "f9"])
  }

  @Test("Without motion the last frame is shown")
  func reducedMotion() throws {
    let svg = Picture(frames: [canvas("a"), canvas("b")], title: "t").svg
    let still = try #require(svg.components(separatedBy: "@media (prefers-reduced-motion").first)
    #expect(still.contains("\n.f0 { visibility: hidden }\n"))
    #expect(!still.contains(".f1 {"))
  }

  @Test("A frame stands long enough to be read; frames that are all alike do not move")
  func duration() {
    #expect((2_000...4_000).contains(Picture.frameDuration))
    let svg = Picture(frames: [canvas("a"), canvas("a")], title: "t").svg
    #expect(!svg.contains("keyframes"))
    #expect(!svg.contains("<g class"))
  }

  @Test("One frame is the picture of its canvas, as ever")
  func single() {
    let one = canvas("a", "b")
    #expect(Picture(frames: [one], title: "t").svg == Picture(one, title: "t").svg)
    #expect(!Picture(one, title: "t").svg.contains("animation"))
  }

  @Test("Frames of different heights share one page, as large as the largest")
  func heights() {
    let svg = Picture(frames: [canvas("a"), canvas("a", "b", "c")], title: "t").svg
    #expect(svg.contains("height=\"67\""))
  }

  @Test("There is no script, and nothing is loaded")
  func passive() {
    let svg = Picture(frames: [canvas("a"), canvas("b")], title: "t").svg
    for word in ["<script", "href", "url(", "@import"] { #expect(!svg.contains(word)) }
  }
}
