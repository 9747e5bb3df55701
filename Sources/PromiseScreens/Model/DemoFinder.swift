import PromiseCourse
import PromiseGraph
import PromiseInsight

/// What is typed in the list of demos, and the demos that match it.
struct DemoFinder: Hashable, Sendable {
  /// A demo that matches.
  struct Hit: Hashable, Sendable {
    /// Its index.
    var demo: Int
    /// How well it matches.
    var score: Int
    /// The offsets of the matched characters in its name.
    var offsets: [Int]
  }

  /// The typed text.
  private(set) var line: LineEditor
  /// Whether all characters are typed, also those that are keys of the list.
  var takesLetters = false
  /// The demos that match, the best match first; all of them while nothing is typed.
  private(set) var hits: [Hit] = []

  init(_ line: LineEditor, in demos: [RunDescriptor], _ language: Language) {
    self.line = line
    let words = line.text.split(separator: " ").map(String.init)
    hits = demos.enumerated().compactMap { index, demo in
      Self.hit(index, demo, words, language)
    }
    .sorted { ($0.score, -$0.demo) > ($1.score, -$1.demo) }
  }

  /// Returns the match of a demo: each word has to match its name, its title, or what else is known about it.
  private static func hit(
    _ index: Int, _ demo: RunDescriptor, _ words: [String], _ language: Language
  ) -> Hit? {
    let texts = [
      (demo.title(language), 6), (demo.topic(language), 3), (demo.teaches, 3), (demo.title, 3),
      (demo.chapter?.name ?? "", 3), (demo.from, 0),
    ]
    var hit = Hit(demo: index, score: 0, offsets: [])
    for word in words {
      var best = Int.min
      if let match = FuzzyMatch(word, in: demo.name) {
        best = match.score + 12 + (demo.name == word ? 12 : 0)
        hit.offsets += match.offsets
      }
      for (text, bonus) in texts {
        guard let match = FuzzyMatch(word, in: text), match.isCompact(in: text) else { continue }
        best = max(best, match.score + bonus)
      }
      guard best > .min else { return nil }
      hit.score += best
    }
    return hit
  }
}

/// What is selected and typed in the list of demos, and what is known about them.
struct DemoList: Sendable {
  /// The indices of the selected demo and of its variant; 0 is the demo itself.
  var picked = 0 {
    didSet { if picked != oldValue { pickedVariant = 0 } }
  }
  var pickedVariant = 0
  /// What is typed to find a demo; `nil` if nothing was typed.
  var finder: DemoFinder?
  /// What is known about the runs of the demos, by name, and the demo about which it was requested.
  var previews: [String: DemoPreview] = [:]
  var requestedPreview: String?
  /// Whether the run was opened from the list, to which Esc returns.
  var isOrigin = false
}

extension State {
  /// The name of the selected demo, or of its selected variant, such as `all/dictionary`.
  var pickedName: String? {
    guard demos.indices.contains(demoList.picked), listed.contains(demoList.picked) else {
      return nil
    }
    let demo = demos[demoList.picked]
    guard demoList.pickedVariant > 0, demo.variants.indices.contains(demoList.pickedVariant - 1)
    else {
      return demo.name
    }
    return "\(demo.name)/\(demo.variants[demoList.pickedVariant - 1].name)"
  }

  /// The indices of the demos that the list shows, in its order.
  var listed: [Int] { finds ? demoList.finder?.hits.map(\.demo) ?? [] : Array(demos.indices) }

  /// Whether the list shows only what matches the typed text.
  var finds: Bool { demoList.finder?.line.text.contains { $0 != " " } == true }
}
