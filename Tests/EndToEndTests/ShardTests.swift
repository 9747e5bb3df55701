import Foundation
import Testing

extension EndToEnd {
  /// `promise-tui explore --shard`, and the report of the shards.
  @Suite
  struct ShardTests {
    @Test("The report of the merged shards is that of a single run")
    func shards() throws {
      let scratch = try ScratchFolder()
      for options in [
        ["checkout-bug"], ["dashboard-race", "--set", "timeout=100", "--seed", "3"],
      ].map({ $0 + ["--timeout", "3600"] }) {
        let single = try Binary.run(words: ["explore", "--plain"] + options)
        let files = try (1...3).map { number in
          let file = scratch.path("\(number).shard")
          let shard = try Binary.run(
            words: ["explore", "--shard", "\(number)/3", "-o", file] + options)
          #expect(shard.status == 0, "\(shard.error)")
          return file
        }
        let merged = try Binary.run(words: ["explore", "--plain"] + files.reversed())
        #expect(merged.output == single.output)
        #expect(merged.status == single.status)
      }
    }

    @Test("Files that are not exactly the shards of one exploration are not merged")
    func foreignShards() throws {
      let scratch = try ScratchFolder()
      func file(_ name: String, _ shard: String, _ options: String...) throws -> String {
        let file = scratch.path(name)
        let outcome = try Binary.run(words: ["explore", "--shard", shard, "-o", file] + options)
        #expect(outcome.status == 0, "\(outcome.error)")
        return file
      }
      let one = try file("one", "1/2", "dashboard-race")
      let two = try file("two", "2/2", "dashboard-race")
      let again = try file("again", "1/2", "dashboard-race")
      let variant = try file("variant", "2/2", "dashboard-race", "--set", "timeout=90")
      let demo = try file("demo", "2/2", "then-order")
      let three = try file("three", "2/3", "dashboard-race")
      let reduced = try file("reduced", "2/2", "dashboard-race", "--no-reduction")
      let short = scratch.path("short")
      let text = try String(contentsOfFile: two, encoding: .utf8)
      try text.split(separator: "\n").dropLast().joined(separator: "\n")
        .write(toFile: short, atomically: true, encoding: .utf8)
      let other = scratch.path("other")
      try text.replacingOccurrences(of: #""version":""#, with: #""version":"0"#)
        .write(toFile: other, atomically: true, encoding: .utf8)
      for (files, sentence) in [
        ([one], "shard 2 of 2 is missing: run 'promise-tui explore dashboard-race --shard 2/2 -o"),
        ([one, again, two], "are both shard 1 of 2: leave one of them out"),
        ([one, demo], "they differ in the demo, then-order and dashboard-race"),
        ([one, variant], "they differ in --set, timeout=90 and"),
        ([one, three], "they differ in the number of shards, 3 and 2"),
        ([one, reduced], "--no-reduction"),
        ([one, short], "is not complete: run 'promise-tui explore dashboard-race --shard"),
        ([one, other], "from another version"),
        ([other], "from another version"),
      ] {
        let outcome = try Binary.run(words: ["explore"] + files)
        #expect(outcome.status == 65)
        #expect(outcome.output == "")
        #expect(outcome.error.contains(sentence), "\(outcome.error)")
      }
    }
  }
}
