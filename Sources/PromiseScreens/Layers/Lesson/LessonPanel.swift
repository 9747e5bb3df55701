package import PromiseCourse
import PromiseEvents
import PromiseExploration
import PromiseGraph
import PromiseInsight

/// The panel of a lesson beside its demo: which page is open, and which claims the run shows.
package struct LessonPanel: Sendable {
  /// A page of the lesson.
  enum Page: Hashable, Sendable {
    /// The introduction.
    case introduction
    /// A step, by its index.
    case step(Int)
    /// A section after the steps, by its index.
    case section(Int)
  }

  /// Whether the run shows a claim.
  enum Mark: Hashable, Sendable {
    /// The event of that number shows it.
    case shown(at: Int)
    /// It does not hold in this run, which is not the run that the lesson describes.
    case otherwise
    /// It is about runs with other settings or other schedules.
    case elsewhere
    /// Not enough of the run is known yet.
    case unknown
  }

  /// What the run shows of a step.
  struct Step: Hashable, Sendable {
    /// The number of its event; `nil` if it does not happen in the known part of the run.
    var event: Int?
    var marks: [Mark]
  }

  /// The lesson; its pages stay the same.
  package internal(set) var lesson: Lesson
  /// The pages in order.
  let pages: [Page]
  /// The index of the open page.
  var place = 0
  /// Whether the answer to the page's question is visible.
  var showsAnswer = false
  /// The scroll position of the page.
  var scroll = 0
  /// What the known part of the run shows of each step.
  private(set) var steps: [Step] = []
  /// The last event that ``steps`` were computed from, and whether the run ends with it.
  private var known: (last: Int, isWhole: Bool)?

  /// Opens the first page.
  init(_ lesson: Lesson) {
    self.lesson = lesson
    pages =
      [.introduction] + lesson.steps.indices.map { .step($0) }
      + lesson.sections.indices.map { .section($0) }
  }

  /// The open page.
  var page: Page { pages.indices.contains(place) ? pages[place] : .introduction }

  /// The open step, and what the run shows of it.
  var step: (step: LessonStep, shown: Step)? {
    guard case .step(let index) = page, steps.indices.contains(index) else { return nil }
    return (lesson.steps[index], steps[index])
  }

  /// Recomputes ``steps`` if more of the run is known than before. O(events)
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
          // That something never happens is known only at the end.
          guard isWhole else { return .unknown }
          return claim.claim.shown(in: course, at: event ?? history.last).map { .shown(at: $0) }
            ?? .otherwise
        })
    }
  }
}
