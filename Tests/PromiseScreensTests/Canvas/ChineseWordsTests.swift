import PromiseGraph
import PromiseInsight
import Testing

@testable import PromiseScreens

@Suite("Words of Chinese")
struct ChineseWordsTests {
  private static let text = "处理函数在队列中等待，直到 promise 敲定；之后它的结果进入下一个环节。"

  @Test("A line is not broken inside a word, and nothing is lost", arguments: 8...40)
  func lines(width: Int) {
    let lines = wrapped(Self.text, to: width)
    #expect(lines.joined().filter { $0 != " " } == Self.text.filter { $0 != " " })
    #expect(lines.allSatisfy { displayWidth($0) <= width })
    for word in ["处理函数", "队列", "等待", "直到", "敲定", "之后", "结果", "进入", "环节"] {
      #expect(lines.contains { $0.contains(word) }, "\(word) is broken at \(width)")
    }
  }

  @Test("A word that is wider than the line is broken")
  func narrow() {
    #expect(wrapped("处理函数", to: 4) == ["处理", "函数"])
  }

  @Test("The longest word at a place is found, and none where none begins")
  func words() {
    #expect(Chinese.word(startingWith: "处理函数在") == "处理函数")
    #expect(Chinese.word(startingWith: "promise 敲定") == nil)
    #expect(Chinese.word(startingWith: "") == nil)
  }
}
