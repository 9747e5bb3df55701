package import PromiseCourse
import PromiseEvents
import PromiseExploration
import PromiseGraph

/// The panel in which a lesson is read beside its demo: which page is open, and what the run shows of it.
package struct LessonPanel: Sendable {
  /// A page of the lesson.
  enum Page: Hashable, Sendable {
    /// What it is about.
    case introduction
    /// A step, by its place.
    case step(Int)
    /// What comes after the steps, by its place.
    case section(Int)
  }

  /// What the run says of a claim.
  enum Mark: Hashable, Sendable {
    /// The event of that number shows it.
    case shown(at: Int)
    /// It does not hold in this run, which is not the one that the lesson speaks of.
    case otherwise
    /// It is about runs with other settings or other schedules.
    case elsewhere
    /// The run is not known so far.
    case unknown
  }

  /// What the run says of a step.
  struct Step: Hashable, Sendable {
    /// The number of its event; none where that does not happen, as far as the run is known.
    var event: Int?
    var marks: [Mark]
  }

  package let lesson: Lesson
  /// The pages in their order.
  let pages: [Page]
  /// The place of the page that is open.
  var place = 0
  /// The answer to the page's question is seen.
  var showsAnswer = false
  /// How far the page is scrolled.
  var scroll = 0
  /// What the run says of each step, as far as it is known.
  private(set) var steps: [Step] = []
  /// The number of the last event that this was made of, and whether the run ends with it.
  private var known: (last: Int, isWhole: Bool)?

  /// Opens the first page.
  init(_ lesson: Lesson) {
    self.lesson = lesson
    pages =
      [.introduction] + lesson.steps.indices.map { .step($0) }
      + lesson.sections.indices.map { .section($0) }
  }

  /// The page that is open.
  var page: Page { pages.indices.contains(place) ? pages[place] : .introduction }

  /// The step that is open, and what the run says of it.
  var step: (step: LessonStep, told: Step)? {
    guard case .step(let index) = page, steps.indices.contains(index) else { return nil }
    return (lesson.steps[index], steps[index])
  }

  /// Looks again at what the run says, where more is known of it than before. O(events)
  mutating func refresh(_ run: Run) {
    let history = run.prediction ?? run.history
    let isWhole = run.prediction != nil || run.finished
    guard known?.last != history.last || known?.isWhole != isWhole else { return }
    known = (history.last, isWhole)
    let course = NamedRun(Array(history.events))
    steps = lesson.steps.map { step in
      let event = step.moment.event(in: course)?.sequence
      return Step(
        event: event,
        marks: step.claims.map { claim in
          guard claim.claim.isOfStandardRun else { return .elsewhere }
          // What never happens is known at the end alone.
          guard isWhole else { return .unknown }
          return claim.claim.shown(in: course, at: event ?? history.last).map { .shown(at: $0) }
            ?? .otherwise
        })
    }
  }
}
