import PromiseGraph
import PromiseInsight
import Foundation
import Testing

@testable import PromiseCourse
@testable import promise_tui

@Suite("Answers as JSON Lines")
struct AnswerLogTests {
  private static let record: QuizRecord = {
    var question = QuizQuestion(
      kind: .order, event: 3, choices: [.notes(["a", "b"]), .notes(["b", "a"])], right: 1,
      deciding: [], begins: [])
    question.subject = nil
    return QuizRecord(question, of: "zalgo", chosen: 0, in: CourseText(.english), arrow: ">")
  }()

  private func path() -> String {
    FileManager.default.temporaryDirectory.appending(path: "answers-\(UUID().uuidString)").path
  }

  @Test("Each answer is appended as a line that only its owner can read")
  func lines() throws {
    let path = path()
    defer { try? FileManager.default.removeItem(atPath: path) }
    var now: Int64 = 5_000_000_000
    for _ in 0..<2 {
      let log = try AnswerLog(appendingTo: path, now: { now }, date: { 1_795_318_800 })
      log.ask()
      now += 1_234_567_890
      #expect(log.write(Self.record) == nil)
    }
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let line =
      #"{"time":"2026-11-22T03:40:00Z","demo":"zalgo","kind":"order","#
      + #""question":"What prints, in order?","choices":["a > b","b > a"],"#
      + #""chosen":1,"right":2,"correct":false,"milliseconds":1234}"#
    #expect(text == line + "\n" + line + "\n")
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test("A file that cannot be written is an error with its path and the reason")
  func failure() {
    #expect {
      try AnswerLog(appendingTo: "/nowhere/answers.jsonl")
    } throws: { error in
      (error as? CommandError)?.sentence
        == "-o: /nowhere: no such folder. 'mkdir -p /nowhere' creates it"
    }
  }

  @Test("A failed write is reported")
  func full() throws {
    let log = try AnswerLog(appendingTo: "/dev/full")
    #expect(log.write(Self.record)?.hasPrefix("/dev/full: answers cannot be written") == true)
  }

  @Test("Dates are in the Gregorian calendar")
  func dates() {
    #expect(AnswerLog.text(ofDate: 0) == "1970-01-01T00:00:00Z")
    #expect(AnswerLog.text(ofDate: 951_782_399) == "2000-02-28T23:59:59Z")
  }
}
