import PromiseKitLite
import Testing

@testable import PromiseGraph
@testable import PromiseInsight

@Suite("Languages")
struct LanguageTests {
  @Test("Numbers, ordinals and lists have the form of each language")
  func forms() {
    #expect(
      [1, 2, 3, 11, 22].map(Language.english.ordinal) == ["1st", "2nd", "3rd", "11th", "22nd"])
    #expect(Language.chinese.ordinal(2) == "第 2")
    #expect(Language.english.plural(1200, "job") == "1,200 jobs")
    #expect(Language.chinese.plural(3, "job") == "3 个任务")
    #expect(Language.english.list(["a", "b", "c"], more: 2) == "a, b, c and 2 more")
    #expect(Language.chinese.list(["a", "b", "c"]) == "a、b 和 c")
  }

  @Test("Captions, warnings and answers are in Chinese when it is asked for")
  func chinese() throws {
    var history = History()
    history.append(contentsOf: EventStream.login.events)
    let graph = history.graph(at: history.last)
    let event = try #require(history.events.first { $0.kind.name == .handlerAttached })
    let narration = Narration(event, in: graph, language: .chinese)
    #expect(narration.sentence == "p2 'fetch' 给 'login(user)' 添加处理函数（第 1 个），将在 net 上运行")
    let answer = graph.explanation(of: PromiseID(2), in: history, language: .chinese)
    #expect(answer.lines.first?.text == "p2 'fetch' 的值 3 items 从哪里来？")
    #expect(!answer.text.contains(#/[a-z] (is|was|the|its) /#))
  }
}
