import Foundation
import Testing

extension EndToEnd {
  /// The lesson about a demo, and the quiz.
  @Suite
  struct CourseTests {
    @Test("L opens the lesson, Space advances a step, a asks, Esc closes")
    func lesson() throws {
      let session = try Session("demo then-order --lesson")
      try session.terminal.wait(for: "Lesson: ")
      try session.terminal.type("Space")
      try session.terminal.wait(for: "step 1 of ")
      try session.terminal.type("Space")
      // The playhead moves to the event of the step as soon as the run has reached it.
      try session.terminal.wait(until: "the event of step 2") { screen in
        guard screen.contains("step 2 of "), let event = screen.firstMatch(of: /event +(\d+)/)?.1
        else { return false }
        return Session.Header(screen)?.event == Int(event)
      }
      try session.terminal.type("b")
      try session.terminal.wait(for: "step 1 of ")
      try session.terminal.type("Escape")
      try session.terminal.wait(until: "the lesson is closed") { !$0.contains("Lesson: ") }
      try session.quit()
    }

    @Test(
      "The promises of a demo's script are recorded while node runs it",
      .enabled(if: Node.isThere, "node 18 or later is not installed"))
    func recordedScript() throws {
      let printed = try Binary.run(
        "demo", "adoption-ticks", "--js", "--real", "--plain")
      #expect(printed.status == 0)
      #expect(printed.error.hasSuffix("1\n2\n3\nadopted\n4\nend\n"))
      #expect(printed.output.hasPrefix("AdoptionTicks.mjs\n"))
      #expect(printed.output.contains("adopts       p10"))
    }

    @Test("A question is answered and explained, and the score is shown at the end")
    func quiz() throws {
      let folder = try ScratchFolder()
      let session = try Session("quiz then-order -o \(folder.path("answers"))")
      try session.terminal.wait(for: "question 1 of ")
      try session.terminal.type("1")
      let answered = try session.terminal.wait(for: "Why")
      #expect(answered.contains("score 1 of 1") || answered.contains("score 0 of 1"))
      try session.terminal.type("n", "Enter")
      try session.terminal.wait(for: "question 2 of ")
      try session.quit()
      #expect(try session.terminal.screen().contains("Quiz: score "))
      let line = try #require(folder.text("answers"))
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      #expect(object["demo"] as? String == "then-order" && object["chosen"] as? Int == 1)
    }

    @Test("Q starts a quiz about the open demo, and Esc returns to it")
    func fromDemo() throws {
      let session = try Session("demo then-order")
      try session.playAndPause()
      let picture = try session.picture()
      try session.terminal.type("Q")
      try session.terminal.wait(for: "QUIZ")
      try session.terminal.type("Escape")
      try session.terminal.wait(until: "the picture from before") { $0 == picture }
      try session.terminal.type("q")
      #expect(try session.status() == 0)
    }

    @Test(
      "Without a terminal, questions are text; the end of the input ends the quiz with the score")
    func plain() throws {
      let outcome = try Command(
        ["/bin/sh", "-c", "printf '1\\n1\\n' | \(Binary.path) quiz then-order"]).run()
      #expect(outcome.status == 0)
      #expect(outcome.error == "")
      #expect(outcome.output.contains("Quiz: then-order"))
      #expect(outcome.output.contains(/score \d of 2\n/))
      let chinese = try Binary.run("--lang", "zh", "quiz", "then-order", "--plain")
      #expect(chinese.status == 0)
      #expect(chinese.output.contains("测验"))
    }

    @Test("A mistake on the command line is rejected with what there is")
    func refused() throws {
      for (arguments, sentence) in [
        (["zalog"], "Did you mean 'zalgo'?"),
        (["--only", "colour"], "  - winner\n  - queue\n"),
        (["zalgo", "--shuffle"], "--shuffle takes no name"),
        (["--set", "a=1"], "--set needs a demo"),
        (["zalgo", "-o", "/nowhere/file"], "'mkdir -p /nowhere' creates it"),
      ] {
        let outcome = try Binary.run(words: ["quiz"] + arguments)
        #expect(outcome.status == 64)
        #expect(outcome.output == "")
        #expect(outcome.error.contains(sentence), "\(outcome.error)")
      }
    }
  }
}
