import PromiseKitLite
import Testing

@Suite("Where an error arose")
struct ErrorOriginTests {
  private struct Broken: Error {}

  @Test("A when that fails names the input that failed first")
  func input() {
    let cached = Promise.value(label: "cached", 1)
    let (first, one) = Promise<Int>.pending(label: "first")
    let (second, two) = Promise<Int>.pending(label: "second")
    let all = when(label: "all", fulfilled: [cached, first, second])
    #expect(all.errorOrigin == nil)
    two.reject(Broken())
    one.reject(Broken())
    #expect(all.errorOrigin?.label == "second")
    #expect(all.errorOrigin?.site.line == 12)
    #expect(first.errorOrigin?.label == "first")
    #expect(cached.errorOrigin == nil)
    all.cauterize()
    first.cauterize()
  }

  @Test("An input that was rejected from the start is named too")
  func rejectedFromTheStart() {
    let broken = Promise<Int>(label: "broken", .failure(Broken()))
    let all = when(fulfilled: [Promise.value(1), broken])
    #expect(all.errorOrigin?.label == "broken")
    all.cauterize()
  }

  @Test("An error that was passed on keeps the place where it arose")
  func passedOn() {
    let (source, seal) = Promise<Int>.pending(label: "source")
    let outer = Promise<Int>.pending(label: "outer")
    outer.resolver.resolve(source)
    let race = race(label: "race", outer.promise, Promise<Int>.pending(label: "other").promise)
    seal.reject(Broken())
    #expect(outer.promise.errorOrigin?.label == "source")
    #expect(race.errorOrigin?.label == "source")
    race.cauterize()
  }
}
