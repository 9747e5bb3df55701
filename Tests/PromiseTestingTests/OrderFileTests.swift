import Foundation
import PromiseKitLite
import Testing

@testable import PromiseTesting

@Suite("Updating an order file")
struct OrderFileTests {
  private func run(_ labels: [String]) -> [PromiseEvent] {
    var events: [PromiseEvent] = []
    for (index, label) in labels.enumerated() {
      let promise = PromiseID(index + 1)
      for kind: PromiseEvent.Kind in [
        .created(.init(promise: promise, operation: .then, label: label)),
        .jobStarted(job: JobID(index + 1), child: promise, queue: 1),
      ] {
        events.append(
          PromiseEvent(
            sequence: events.count + 1, time: Int64(index) * 1_000_000, thread: 1, queue: nil,
            kind: kind))
      }
    }
    return events
  }

  @Test("A missing file is written with its folder; sections are kept apart")
  func writing() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/orders-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let whole = OrderFile("a/b/c.order", section: nil, beside: "\(folder)/Tests.swift")
    let part = OrderFile("a/b/c.order", section: "part", beside: "\(folder)/Tests.swift")
    #expect(whole.problem(with: run(["x"]), times: true)?.contains("there is no") == true)
    #expect(whole.update(to: run(["x", "y"]), isVirtual: true) == nil)
    #expect(part.update(to: run(["z"]), isVirtual: false) == nil)
    let text = try String(contentsOfFile: whole.path, encoding: .utf8)
    #expect(text == "0 x on q1\n1 y on q1\n\n[part]\nz on q1\n")
    #expect(whole.problem(with: run(["x", "y"]), times: true) == nil)
    #expect(part.problem(with: run(["z"]), times: true) == nil)
    #expect(whole.problem(with: run(["x"]), times: true)?.contains("- 1 y on q1") == true)
  }

  @Test("The only section of a file is the default; with several, one must be chosen")
  func sections() throws {
    let path = FileManager.default.temporaryDirectory.path + "/\(UUID().uuidString).order"
    defer { try? FileManager.default.removeItem(atPath: path) }
    func problem(_ text: String, section: String? = nil) throws -> String? {
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      return OrderFile(path, section: section, beside: "").problem(with: run(["x"]), times: true)
    }
    #expect(try problem("[any]\nx on q1\n") == nil)
    #expect(try problem("[any]\ny on q1\n")?.contains("not that of \(path) [any]") == true)
    let several = "[one]\nx on q1\n[two]\ny on q1\n"
    #expect(try problem(several, section: "one") == nil)
    #expect(
      try problem(several)?.contains(
        "has no section without a name; it has: [one], [two]. Choose one with 'section:'.")
        == true)
    #expect(
      try problem(several, section: "three")?.contains(
        "has no section [three]; it has: [one], [two].")
        == true)
  }

  @Test(
    "Expectations in a file are checked, kept by an update, and reported if they are invalid"
  )
  func expectations() throws {
    let path = FileManager.default.temporaryDirectory.path + "/\(UUID().uuidString).order"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let file = OrderFile(path, section: nil, beside: "")
    func write(_ text: String) throws {
      try text.write(toFile: path, atomically: true, encoding: .utf8)
    }
    try write("# why\nexpect: x before y\nx on q1\n\nexpect: never z starts\n")
    #expect(
      file.problem(with: run(["x"]), times: true)
        == "expect: x before y: nothing is called 'y'")
    #expect(file.update(to: run(["z", "y"]), isVirtual: true)?.contains("x before y") == true)
    let text = "# why\nexpect: x before y\nz on q1\ny on q1\n\nexpect: never z starts\n"
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    let problem = try #require(file.problem(with: run(["z"]), times: true))
    #expect(problem.contains("- y on q1") && problem.contains("expect: never z starts: z starts"))
    try write("x on q1\nexpect: in some schedule: x before y\n")
    for problem in [
      file.problem(with: run(["x"]), times: true), file.update(to: run(["x"]), isVirtual: true),
    ] {
      #expect(problem?.contains("line 2: 'in some schedule: x before y' is about more") == true)
    }
  }

  @Test("A file that cannot be written is reported")
  func refused() {
    let file = OrderFile("/proc/none/x.order", section: nil, beside: "")
    #expect(file.update(to: run([]), isVirtual: true)?.contains("cannot be updated") == true)
  }
}
