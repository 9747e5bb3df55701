import PromiseKitLite
import TestSupport
import Testing

@testable import PromiseGraph
@testable import PromiseInsight

@Test(
  "A pattern matches its text regardless of case",
  arguments: [
    ("login", "Login(user)", ["Login"]), ("o", "foo boo", ["o", "o", "o", "o"]),
    ("aa", "aaaaa", ["aa", "aa"]), ("é", "CAFÉ café", ["É", "é"]), ("fé", "café", ["fé"]),
    ("x", "", []), ("longer than the text", "text", []), ("n b", "in between", ["n b"]),
    ("at the very end", "it stands at the very end", ["at the very end"]),
    ("b", "aaaaaaaaaaaaaaaab", ["b"]), ("İ", "İx", ["İ"]), ("界", "世界", ["界"]),
  ])
func patternRanges(pattern: String, text: String, found: [String]) throws {
  let pattern = try #require(SearchPattern(pattern))
  #expect(pattern.ranges(in: text).map { String(text[$0]) } == found)
  #expect(pattern.matches(text) == !found.isEmpty)
}

@Test("A blank pattern matches nothing")
func blankPattern() {
  for text in ["", " ", "\t "] { #expect(SearchPattern(text) == nil) }
}

@Test("Places match a search byte by byte", arguments: 0..<40)
func patternPlaces(seed: Int) throws {
  var generator = SeededGenerator(seed: seed)
  let letters = Array("aab\u{80}é ")
  func text(_ count: Int) -> String {
    String((0..<count).map { _ in letters.randomElement(using: &generator) ?? "a" })
  }
  for length in 0..<40 {
    let (text, word) = (text(length), text(Int.random(in: 1...3, using: &generator)))
    guard let pattern = SearchPattern(word) else { continue }
    let (bytes, wanted) = (Array(text.utf8), Array(word.utf8))
    var places: [Int] = []
    var index = 0
    while index + wanted.count <= bytes.count {
      let isHere = Array(bytes[index..<(index + wanted.count)]) == wanted
      if isHere { places.append(index) }
      index += isHere ? wanted.count : 1
    }
    let found = pattern.ranges(in: text).map {
      text.utf8.distance(from: text.startIndex, to: $0.lowerBound)
    }
    #expect(found == places, "\(word) in \(text)")
  }
}

@Test(
  "A promise is found by its name, value, error, file, and identity",
  arguments: [
    ("login(", [1]), ("source:login.", [1, 2, 3, 4, 5, 6]), (".then fetch", [2]),
    ("RECEIPT", [3]), ("file:login.swift:13", [3]), ("login.swift", []), ("p6", [6]),
    ("p66", []), ("items", [2, 6]), ("catch", [5]), ("nobody", []),
  ])
func patternPromises(text: String, promises: [Int]) throws {
  let graph = EventStream.login.graph
  let pattern = try #require(SearchPattern(typed: text))
  let found = graph.promises.filter { pattern.matches($0, in: graph) }.map(\.id.rawValue)
  #expect(found == promises)
}
