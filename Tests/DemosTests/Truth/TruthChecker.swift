import Foundation
import PromiseGraph
import PromiseInsight
import PromiseKitLite

/// Holds what is said about a run against its events.
struct TruthChecker {
  let record: EventRecord
  /// The history of the run, for the explanations.
  private(set) lazy var history: History = {
    var history = History()
    history.append(contentsOf: record.events)
    history.flush()
    return history
  }()
  /// What is false, or has a form that no one knows.
  private(set) var findings: [String] = []
  /// How many sentences were looked at.
  private(set) var sentences = 0
  /// Whether the true sentences are kept, and those that were.
  var collects = false
  private(set) var collected:
    [(sentence: String, forms: SentenceForms, scene: EventScene, context: SentenceContext)] = []

  init(_ events: [PromiseEvent]) {
    record = EventRecord(events)
  }

  /// Judges a sentence.
  mutating func judge(
    _ sentence: String, _ forms: SentenceForms, _ scene: EventScene,
    _ context: SentenceContext = SentenceContext()
  ) {
    sentences += 1
    if let finding = forms.finding(sentence, in: scene, context) {
      findings.append(finding)
    } else if collects {
      collected.append((sentence, forms, scene, context))
    }
  }

  /// Adds a finding about why something is as it is.
  mutating func find(_ finding: String, _ scene: EventScene) {
    findings.append("why at event \(scene.number): \(finding)")
  }

  /// Judges the sentence and the rule of each event.
  mutating func checkNarration() {
    var graph = Graph()
    for event in record.events {
      graph.apply(event)
      let narration = Narration(event, in: graph)
      let scene = EventScene(record, at: event.sequence)
      judge(narration.sentence, .events, scene)
      if let rule = narration.rule { judge(rule, .rules, scene) }
    }
  }

  /// Judges the captions of playback.
  mutating func checkPlayback() {
    var after = 0
    for beat in BeatPlan(history).beats {
      defer { after = max(after, beat.events.upperBound) }
      guard !beat.caption.isEmpty else { continue }
      let isWait = beat.kind == .wait && beat.caption.sentence.hasPrefix("for ")
      let scene = EventScene(
        record, at: isWait ? beat.events.lowerBound : beat.events.upperBound)
      let played = PlayedBeat(beat: beat, after: after)
      judge(beat.caption.sentence, .playback(played), scene)
      guard let rule = beat.caption.rule else { continue }
      // A rule is one clause; other reasons can be two.
      let isRule = SentenceForms.rules.finding(rule, in: scene, SentenceContext()) == nil
      for reason in isRule ? [rule] : rule.components(separatedBy: "; ") {
        judge(reason, isRule ? .rules : .reasons(played), scene)
      }
    }
  }
}
