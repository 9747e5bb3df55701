import Testing

@testable import PromiseScreens

@Test("Typed text is inserted at the cursor")
func typing() {
  var line = LineEditor("abd")
  line.left()
  line.insert("c")
  #expect((line.before, line.after) == ("abc", "d"))
  line.start()
  line.insert("世é")
  #expect(line.text == "世éabcd")
  line.end()
  line.right()
  #expect((line.before, line.after) == ("世éabcd", ""))
  line.start()
  line.left()
  line.erase()
  #expect(line.text == "世éabcd")
}

@Test("A character with its marks is one, for the cursor and for erasing")
func combiningMarks() {
  var line = LineEditor()
  line.insert("e")
  line.insert("\u{301}")
  line.insert("x")
  line.left()
  line.left()
  #expect((line.before, line.after) == ("", "e\u{301}x"))
  line.end()
  line.erase()
  line.erase()
  #expect(line.text == "")
}

@Test(
  "A word is erased with the spaces after it",
  arguments: [("one two", "one "), ("one two  ", "one "), ("one", ""), ("", ""), ("  ", "")])
func erasingWords(text: String, rest: String) {
  var line = LineEditor(text)
  line.eraseWord()
  #expect(line.text == rest)
}

@Test("Line breaks become spaces, and other control characters are left out")
func controlCharacters() {
  var line = LineEditor()
  line.insert("a\nb\tc\u{1B}[31md\u{0}\u{7F}e\u{2028}f")
  #expect(line.text == "a b c[31mde f")
}

@Test("A line has a maximum length, however much is pasted")
func longLine() {
  var line = LineEditor()
  line.insert(String(repeating: "世界 ", count: 10_000))
  #expect(line.text.utf8.count < 3000)
  for _ in 0..<3000 { line.left() }
  #expect(line.before == "")
}
