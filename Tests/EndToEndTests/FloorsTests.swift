import Foundation
import Testing

extension EndToEnd {
  /// The result of `make lint` in a small project with two folders.
  @Suite("The floors are checked")
  struct FloorsTests {
    /// Runs `scripts/floors` over a target with `Engine`, which declares `Motor`, and `Car`, which names it.
    private func check(
      floors: String, car: String = "struct Wheels { var motor: Motor }\n",
      engine: String = "struct Motor {}\n"
    ) throws -> Command.Outcome {
      let scratch = try ScratchFolder()
      for (path, text) in [
        "CONTRIBUTING.md":
          "<!-- floors -->\n| target | floors |\n|---|---|\n| `Garage` | \(floors) |\n\n",
        "Sources/Garage/Car/Wheels.swift": car, "Sources/Garage/Engine/Motor.swift": engine,
      ] {
        let file = URL(fileURLWithPath: scratch.path(path))
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
      }
      return try Command(
        [checkout.appendingPathComponent("scripts/floors").path, scratch.path("")]
      ).run()
    }

    @Test("A reference to a lower floor is allowed")
    func down() throws {
      let outcome = try check(floors: "Car → Engine")
      #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome.error)")
    }

    @Test("A reference to a higher or the same floor is an error with its place")
    func up() throws {
      for floors in ["Engine → Car", "Car, Engine"] {
        let outcome = try check(floors: floors)
        #expect(outcome.status == 1)
        #expect(
          outcome.error == """
            floors: Sources/Garage/Car/Wheels.swift:1: Car names Motor of Engine, which is not on a lower floor

            """)
      }
    }

    @Test("A name in a comment or a string is not a reference, and neither is a private type")
    func words() throws {
      let outcome = try check(
        floors: "Engine → Car",
        car: """
          // Motor
          /* Motor
             Motor */
          let text = "a \\" Motor" + \"\"\"
            Motor
            \"\"\"
          private struct Bolt {}

          """, engine: "struct Motor { var bolt: Bolt }\nprivate struct Bolt {}\n")
      #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome.error)")
    }

    @Test("A folder without a floor and a floor without a folder are errors")
    func table() throws {
      let outcome = try check(floors: "Car → Motors")
      #expect(outcome.status == 1)
      #expect(outcome.error.contains("the table has no floor for Engine of Garage"))
      #expect(outcome.error.contains("a folder Motors in Garage, which does not exist"))
    }
  }
}
