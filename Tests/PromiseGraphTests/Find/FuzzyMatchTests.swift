import Testing

@testable import PromiseGraph
@testable import PromiseInsight

@Suite("Fuzzy matches")
struct FuzzyMatchTests {
  @Test("The letters have to occur in their order, in any case")
  func order() {
    #expect(FuzzyMatch("LFS", in: "login-fetch-submit")?.offsets == [0, 6, 12])
    #expect(FuzzyMatch("sfl", in: "login-fetch-submit") == nil)
    #expect(FuzzyMatch("", in: "login") == nil && FuzzyMatch("login", in: "log") == nil)
  }

  @Test("Letters at the beginning of words and side by side are preferred")
  func best() {
    #expect(FuzzyMatch("fetch", in: "cafe fetch")?.offsets == [5, 6, 7, 8, 9])
    #expect(FuzzyMatch("os", in: "lost-order-store")?.offsets == [5, 11])
    #expect(FuzzyMatch("st", in: "lost")?.offsets == [2, 3])
    let names = ["slow-main", "default-main", "nobody-drains-main"]
    let best = names.max {
      FuzzyMatch("sm", in: $0)?.score ?? 0 < FuzzyMatch("sm", in: $1)?.score ?? 0
    }
    #expect(best == "slow-main")
    let (whole, spread) = (FuzzyMatch("race", in: "race"), FuzzyMatch("race", in: "reach ace"))
    #expect((whole?.score ?? 0) > (spread?.score ?? 0))
  }

  @Test("In a sentence only a word counts, with at most a few letters left out")
  func compact() throws {
    let sentence = "values travel down a chain, from queue to queue"
    #expect(try #require(FuzzyMatch("queue", in: sentence)).isCompact(in: sentence))
    #expect(try #require(FuzzyMatch("trvel", in: sentence)).isCompact(in: sentence))
    #expect(try #require(FuzzyMatch("vdcq", in: sentence)).isCompact(in: sentence) == false)
    #expect(try #require(FuzzyMatch("alues", in: sentence)).isCompact(in: sentence) == false)
  }

  @Test("Chinese text is found by any of its characters")
  func chinese() throws {
    let text = "值沿着链传递"
    #expect(try #require(FuzzyMatch("链传", in: text)).isCompact(in: text))
  }

  @Test("Long texts and patterns are cut, not refused")
  func long() {
    let text = String(repeating: "ab", count: 5000)
    #expect(FuzzyMatch("ab", in: text) != nil)
    #expect(FuzzyMatch(String(repeating: "z", count: 5000), in: text) == nil)
  }
}
