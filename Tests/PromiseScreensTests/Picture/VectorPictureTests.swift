import Foundation
import Testing

@testable import PromiseScreens

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The elements of an SVG document.
private final class Elements: NSObject, XMLParserDelegate {
  struct Element {
    var name: String
    var attributes: [String: String]
    var text = ""
  }

  private(set) var all: [Element] = []
  private var open: [Int] = []

  /// Reads `document`; fails if it is not well-formed XML.
  init(_ document: String) throws {
    super.init()
    let parser = XMLParser(data: Data(document.utf8))
    parser.delegate = self
    try #require(parser.parse(), "\(String(describing: parser.parserError))")
  }

  func parser(
    _: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    open.append(all.count)
    all.append(Element(name: name, attributes: attributes))
  }

  func parser(_: XMLParser, didEndElement: String, namespaceURI: String?, qualifiedName: String?) {
    open.removeLast()
  }

  func parser(_: XMLParser, foundCharacters text: String) {
    open.last.map { all[$0].text += text }
  }
}

@Suite struct VectorPictureTests {
  @Test("Every word of the screen is in the picture at its own cell")
  func places() throws {
    var driver = Driver()
    driver.goToPicture()
    let canvas = view(driver.state)
    let texts = try Elements(Picture(canvas, title: "t").svg).all.filter { $0.name == "text" }
    var rows = Array(
      repeating: Array(repeating: " ", count: canvas.width), count: canvas.height)
    for text in texts {
      let y = try #require(text.attributes["y"].flatMap { Int($0) })
      let x = try #require(text.attributes["x"].flatMap { Int($0) })
      for (offset, character) in text.text.enumerated() {
        rows[y / 17][x / 8 + offset] = String(character)
      }
    }
    for y in 0..<canvas.height {
      for x in 0..<canvas.width where LineShape(canvas[x, y].text) == nil {
        #expect(rows[y][x] == canvas[x, y].text, "\(x) \(y)")
      }
    }
  }

  @Test("The text of a run is as wide as its cells, whatever the font")
  func widths() throws {
    var driver = Driver()
    driver.goToPicture()
    let elements = try Elements(Picture(view(driver.state), title: "t").svg).all
    for element in elements where element.name == "text" {
      guard let length = element.attributes["textLength"] else { continue }
      #expect(Int(length) == element.text.count * 8)
    }
  }

  @Test("Untrusted text is not read as markup")
  func hostile() throws {
    var canvas = Canvas(width: 60, height: 2)
    canvas.draw("</text><script>\"&amp;'\u{1b}[2J\u{0}\u{202e}", .rejected, x: 0, y: 0)
    canvas.draw("漢字 e\u{301}\u{301} 👩‍👩‍👧", .title, x: 0, y: 1)
    let elements = try Elements(Picture(canvas, title: "<&>\"\u{7}\u{FFFE}").svg).all
    #expect(!elements.contains { $0.name == "script" })
    let known: Set = ["svg", "title", "style", "rect", "g", "text", "path"]
    #expect(Set(elements.map(\.name)).isSubset(of: known))
  }

  @Test("A selected row is one bar, with the text in the color of the page")
  func reversed() throws {
    var canvas = Canvas(width: 20, height: 1)
    canvas.draw(StyledLine("chosen", .body), x: 2, y: 0, width: 10, reversed: true)
    let elements = try Elements(Picture(canvas, title: "").svg).all
    let bar = elements.first { $0.name == "rect" && $0.attributes["class"] == "body" }
    #expect(bar?.attributes["x"] == "16")
    #expect(bar?.attributes["width"] == "80")
    #expect(elements.contains { $0.text == "chosen" && $0.attributes["class"] == "body inverse" })
  }

  @Test("Without a theme it follows the reader's preference; with one it has only those colors")
  func themes() {
    let canvas = view(.picker())
    #expect(Picture(canvas, title: "").svg.contains("prefers-color-scheme: dark"))
    let contrast = Picture(canvas, title: "", theme: Theme(.highContrast)).svg
    #expect(contrast.contains(".page { fill: #000000 }"))
    #expect(!contrast.contains("prefers-color-scheme"))
  }

  @Test("The same screen always gives the same picture")
  func stable() {
    let canvas = view(.picker())
    #expect(Picture(canvas, title: "a").svg == Picture(canvas, title: "a").svg)
  }
}
