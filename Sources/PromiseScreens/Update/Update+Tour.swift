import PromiseGraph

extension State {
  /// Opens the first demo; the others follow.
  package mutating func begin(_ tour: Tour) -> [Effect] {
    self.tour = tour
    return asking { $0.openOfTour() }
  }

  private mutating func openOfTour() {
    guard let tour, demos.indices.contains(tour.place) else {
      tour = nil
      return
    }
    picked = tour.place
    ask(.open(demo: demos[tour.place].name))
  }

  /// A demo of the tour has been opened: nothing is due before its end.
  mutating func announceOfTour() {
    tour?.due = nil
    sayTour()
  }

  /// Says in the footer what the demo teaches.
  private mutating func sayTour() {
    guard let tour, let run else { return }
    notice = "\(tour.place + 1) of \(demos.count)  \(run.demo.name): \(run.demo.teaches)"
  }

  /// Lets a run that is over be looked at for a while; whoever is busy with it is not disturbed.
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

  /// Goes on to the next demo, when it is time; tells whether it was.
  mutating func continueTour() -> Bool {
    guard let tour, let due = tour.due, due != .max, now >= due else { return false }
    // Until the next one is here nothing is due.
    self.tour?.due = .max
    let next = tour.place + 1
    if next >= demos.count, !tour.repeats {
      self.tour = nil
      notice = "that was the course"
      return true
    }
    self.tour?.place = next % demos.count
    openOfTour()
    return true
  }
}
