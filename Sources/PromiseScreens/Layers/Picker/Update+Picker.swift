import PromiseCourse
import PromiseEvents
import PromiseGraph
import PromiseInsight

extension State {
  /// Selects the demo `rows` further in the list.
  fileprivate mutating func pick(movedBy rows: Int) {
    let listed = listed
    guard let last = listed.indices.last else { return }
    let place = listed.firstIndex(of: demoList.picked) ?? 0
    demoList.picked = listed[min(max(0, place.saturatingPlus(rows)), last)]
  }

  /// Selects the first or the last demo of the list.
  mutating func pickEnd(_ demo: Int?) { if let demo { demoList.picked = demo } }

  /// Selects the next demo that was not played yet; wraps around.
  mutating func pickUnplayed() {
    let listed = listed
    let place = listed.firstIndex(of: demoList.picked) ?? 0
    let order = Array(listed.dropFirst(place + 1)) + Array(listed.prefix(place + 1))
    guard let next = order.first(where: { !courseProgress.hasPlayed(demos[$0].name) }) else {
      notice = language.text("every demo here was played")
      return
    }
    demoList.picked = next
  }

  /// Selects the next or previous variant of the demo; wraps around.
  mutating func pickVariant(_ step: Int) {
    guard demos.indices.contains(demoList.picked) else { return }
    let count = demos[demoList.picked].variants.count + 1
    guard count > 1 else {
      notice = language.text("\(demos[demoList.picked].name) has no variants")
      return
    }
    demoList.pickedVariant = (demoList.pickedVariant + step + count) % count
  }

  /// Selects the first demo of the next chapter, or of the current or previous one; among what matches, the next
  /// or previous demo.
  mutating func pickChapter(_ step: Int) {
    if finds { return pickBeside(step) }
    let firsts = demos.indices.filter {
      $0 == 0 || demos[$0].listedChapter?.name != demos[$0 - 1].listedChapter?.name
    }
    let next =
      step > 0 ? firsts.first { $0 > demoList.picked } : firsts.last { $0 < demoList.picked }
    if let next {
      demoList.picked = next
    } else {
      notice =
        step > 0
        ? language.text("this is the last chapter") : language.text("this is the first demo")
    }
  }

  /// Selects the next or previous demo among what matches.
  private mutating func pickBeside(_ step: Int) {
    let before = demoList.picked
    pick(movedBy: step)
    guard demoList.picked == before else { return }
    notice =
      step > 0 ? language.text("this is the last demo") : language.text("this is the first demo")
  }
}

extension PickerLayer {
  func back(_ state: inout State) { state.backInPicker() }

  func move(by rows: Int, isPage: Bool, _ state: inout State) { state.pick(movedBy: rows) }

  func pageRows(_ state: State) -> Int {
    PickerView.frames(state.size).list.inside.height - 1
  }

  func take(_ item: Int, _ state: inout State) {
    if item == state.demoList.picked { return state.openPicked() }
    state.demoList.picked = item
  }

  func wheel(by rows: Int, x: Int, y: Int, _ state: inout State) {
    state.pick(movedBy: rows.signum())
  }

  /// Selects a chapter with Tab.
  func look(_ step: Int, _ state: inout State) { state.pickChapter(step) }
}

// MARK: - Opening

extension State {
  /// Opens the selected demo.
  mutating func openPicked() {
    guard let pickedName else {
      notice =
        demos.isEmpty
        ? language.text("there are no demos")
        : language.text("no demo matches; Esc shows all of them")
      return
    }
    demoList.isOrigin = true
    ask(.open(demo: pickedName))
  }

  /// Opens the selected demo with its lesson.
  mutating func openPickedLesson() {
    guard pickedName != nil, demos[demoList.picked].lesson != nil else {
      notice = course.noLesson
      return
    }
    opensLesson = true
    openPicked()
  }

  /// Opens the demo at a place of the list.
  mutating func openDemo(_ place: Int) {
    guard listed.indices.contains(place) else {
      notice = language.text("there are only \(listed.count) demos")
      return
    }
    demoList.picked = listed[place]
    openPicked()
  }

  /// The demo after the open one that was not played yet or, if all were, the next one.
  var nextDemo: Int? {
    guard let name = run?.demo.name.prefix(while: { $0 != "/" }), demos.count > 1,
      let place = demos.firstIndex(where: { $0.name == name })
    else { return nil }
    let order = Array(place + 1..<demos.count) + Array(0..<place)
    return order.first { !courseProgress.hasPlayed(demos[$0].name) } ?? order.first
  }

  /// Opens the next demo.
  mutating func openNextDemo() {
    guard let nextDemo else { return }
    demoList.finder = nil
    demoList.picked = nextDemo
    openPicked()
  }

  /// Closes the run and shows the list.
  mutating func leaveRun() {
    guard !demos.isEmpty else {
      notice = language.text("there is no list: this run was not opened from one")
      return
    }
    if let run, let place = demos.firstIndex(where: { $0.name == run.demo.name }) {
      demoList.picked = place
    }
    for _ in 0..<(unchanged == nil ? 1 : 2) { ask(.closeDemo) }
    if exploring != nil {
      exploring = nil
      ask(.stopExploring)
    }
    run = nil
    unchanged = nil
    tour = nil
    nextTick = nil
  }
}
