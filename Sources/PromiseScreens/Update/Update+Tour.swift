import PromiseCourse
import PromiseGraph
import PromiseInsight

extension State {
  /// Opens the first demo of a tour; the others follow.
  package mutating func begin(_ tour: Tour) -> [Effect] {
    self.tour = tour
    return asking { $0.openOfTour() }
  }

  private mutating func openOfTour() {
    guard let tour, demos.indices.contains(tour.place) else {
      tour = nil
      return
    }
    demoList.picked = tour.place
    demoList.isOrigin = true
    ask(.open(demo: demos[tour.place].name))
  }

  /// Notes that a demo of the tour was opened: nothing is due before its end.
  mutating func announceOfTour() {
    tour?.due = nil
    sayTour()
  }

  /// Shows in the footer what the demo teaches.
  private mutating func sayTour() {
    guard let tour, let run else { return }
    let place = course.part(tour.place + 1, of: demos.count)
    notice = "\(place)  \(run.demo.name)\(course.colon)\(run.demo.topic(language))"
  }

  /// Pauses the tour at the end of a run, and stops it while the user works with the run.
  mutating func restInTour() {
    guard let tour, let run else { return }
    guard run.finished, !run.playing, Mode.bare.contains(mode), run.overrides.isEmpty,
      exploring == nil
    else {
      if tour.due != .max { self.tour?.due = nil }
      return
    }
    guard tour.due == nil else { return }
    let due = now + Tour.rest
    self.tour?.due = due
    sayTour()
    ask(.tick(at: due))
  }

  /// Continues with the next demo when it is due. Returns whether it was.
  mutating func continueTour() -> Bool {
    guard let tour, let due = tour.due, due != .max, now >= due else { return false }
    // Nothing is due until the next demo is open.
    self.tour?.due = .max
    self.tour?.place = (tour.place + 1) % demos.count
    openOfTour()
    return true
  }
}
