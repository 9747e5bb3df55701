import Demos
import Dispatch
import Testing

@Suite("Knobs")
struct KnobTests {
  private let knobs = Knobs([
    .milliseconds("delay", 80, "how long it takes"),
    .integer("count", 3, in: 1...9, "how many there are"),
    .flag("loud", false, "whether it says so"),
    .answer("answer", ["ok", "fail"], "what is answered"),
  ])

  @Test("A knob that is not set has its default")
  func defaults() {
    #expect(knobs.description == "delay=80 count=3 loud=no answer=ok")
    #expect(knobs.milliseconds("delay") == .milliseconds(80))
    #expect(knobs.integer("count") == 3)
    #expect(!knobs.flag("loud"))
    #expect(knobs.answer("answer", is: "ok"))
  }

  @Test(
    "name=value sets a knob",
    arguments: [
      ("delay=200", "delay=200 count=3 loud=no answer=ok"),
      ("delay=200ms", "delay=200 count=3 loud=no answer=ok"),
      ("count=9", "delay=80 count=9 loud=no answer=ok"),
      ("loud=yes", "delay=80 count=3 loud=yes answer=ok"),
      ("loud=true", "delay=80 count=3 loud=yes answer=ok"),
      ("answer=fail", "delay=80 count=3 loud=no answer=fail"),
    ])
  func set(setting: String, expected: String) throws {
    var knobs = knobs
    try knobs.set(setting)
    #expect(knobs.description == expected)
  }

  @Test(
    "An invalid setting is reported with the knob, the value, and the allowed values",
    arguments: [
      ("delay", "'delay' is not of the form name=value"),
      ("=7", "'=7' is not of the form name=value"),
      ("speed=7", "there is no knob 'speed'; this demo has delay, count, loud, answer"),
      ("delay=soon", "'soon' is not a value for delay, which takes milliseconds from 0 to 10000"),
      ("delay=-1", "'-1' is not a value for delay, which takes milliseconds from 0 to 10000"),
      (
        "delay=99999999999999999999",
        """
        '99999999999999999999' is not a value for delay, which takes milliseconds from 0 to 10000
        """
      ),
      ("count=0", "'0' is not a value for count, which takes a number from 1 to 9"),
      ("loud=maybe", "'maybe' is not a value for loud, which takes yes or no"),
      ("answer=", "'' is not a value for answer, which takes ok or fail"),
    ])
  func refused(setting: String, words: String) {
    var changed = knobs
    let error = #expect(throws: KnobError.self) { try changed.set(setting) }
    #expect(error?.description == words)
    #expect(changed == knobs)
  }

  @Test("If a knob is set several times, the last setting wins")
  func last() throws {
    let demo = try #require(Demo.named("login-fails"))
    let knobs = try Knobs(demo, settings: ["login=1", "login=2"])
    #expect(knobs.milliseconds("login") == .milliseconds(2))
  }

  @Test("A demo without knobs says so")
  func none() {
    #expect(KnobError.noKnob(name: "x", known: []).description.hasSuffix("this demo has none"))
  }
}
