import Foundation
import Testing

extension EndToEnd {
  /// The result of `make lint` in a small project with two folders.
  @Suite("The floors are checked")
  struct FloorsTests {
    /// Runs `scripts/floors` over a target with `Engine`, which declares `Motor`, and `Car`, which names it, and
    /// another target that imports nothing.
    private func check(
      floors: String, car: String = "struct Wheels { var motor: Motor }\n",
      engine: String = "struct Motor {}\n", other: String = ""
    ) throws -> Command.Outcome {
      let scratch = try ScratchFolder()
      for (path, text) in [
        "CONTRIBUTING.md":
          "<!-- floors -->\n| target | floors |\n|---|---|\n| `Garage` | \(floors) |\n\n",
        "Sources/Garage/Car/Wheels.swift": car, "Sources/Garage/Engine/Motor.swift": engine,
        "Sources/Street/Street.swift": other,
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

    @Test(
      "A reference to a member of an extension on a higher or the same floor is an error with its place"
    )
    func members() throws {
      let outcome = try check(
        floors: "Engine → Car",
        car:
          "struct Wheels { let turns: Int }\nlet spin = Wheels(turns: 1).horsepower\nlet idle = revolve(2)\n",
        engine: """
          struct Motor {}
          extension Int {
            static let most = 3
            var horsepower: Int { self }
          }
          extension Wheels {
            var horsepower: Int { turns }
          }
          func revolve(_ times: Int) -> Int { times }

          """)
      #expect(outcome.status == 1)
      let place = "floors: Sources/Garage/Car/Wheels.swift"
      #expect(
        outcome.error == """
          \(place):2: Car uses horsepower of Engine (Sources/Garage/Engine/Motor.swift:7), which is not on a lower floor
          \(place):3: Car uses revolve of Engine (Sources/Garage/Engine/Motor.swift:9), which is not on a lower floor

          """)
    }

    @Test("A name that is declared elsewhere, too, is not a reference to a member")
    func otherMembers() throws {
      let engine = """
        extension Wheels {
          var size: Int { 1 }
          func reduce() {}
          private func hide() {}
        }

        """
      // Its own member, its own variable, a label, a private member, and a member of the standard library, which a
      // target that cannot see this one uses as well.
      for car in [
        "extension Wheels { var size: Int { 2 } }\nlet a = Wheels().size\n",
        "func turn(size: Int) -> Int { size }\n", "func f() {\n  let size = 1\n  g(size)\n}\n",
        "private extension Int { func hide() {} }\nlet b: Void = 1.hide()\n",
        "let c: Void = [1].reduce()\n",
      ] {
        let outcome = try check(
          floors: "Engine → Car", car: "struct Wheels {}\n" + car, engine: engine,
          other: "let sum: Void = [1].reduce()\n")
        #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome.error)")
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
