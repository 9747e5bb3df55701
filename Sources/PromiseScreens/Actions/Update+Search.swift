import PromiseEvents
import PromiseGraph
import PromiseInsight

extension State {
  /// Searches for `text` as it is typed, and selects the first match that exists at the playhead.
  mutating func search(_ text: String, from origin: Prompt.Origin) {
    goBack(to: origin)
    guard let run, let pattern = SearchPattern(typed: text) else {
      self.run?.search = nil
      return
    }
    self.run?.search = SearchState(pattern, in: run.searchIndex, after: run.search)
    guard let match = firstMatch(from: origin) else { return }
    show(match)
  }

  /// Returns the first match of a search that was opened at `origin`.
  private mutating func firstMatch(from origin: Prompt.Origin) -> SearchState.Match? {
    guard let run else { return nil }
    guard run.focus == .events else {
      return run.search?.first(from: origin.selection ?? run.subject, upTo: run.playhead)
    }
    self.run?.search?.findEvents(in: run.searchIndex, after: run.history.base)
    return self.run?.search?.firstEvent(from: origin.playhead)
  }

  /// Shows a match if it exists at the playhead or, in the events pane, has happened.
  private mutating func show(_ match: SearchState.Match) {
    guard let run else { return }
    if let promise = match.promise {
      guard match.event <= run.playhead else { return }
      self.run?.selection = promise
      center()
    } else if match.event <= run.history.last {
      self.run?.stop()
      self.run?.move(to: match.event)
    }
  }

  /// Accepts the search prompt: goes to the match, even ahead of the playhead, and reports its number.
  mutating func acceptSearch(_ text: String, from origin: Prompt.Origin) {
    guard SearchPattern(typed: text) != nil else {
      // As in vi, an empty line searches for the last one again.
      guard let last = typed["search"]?.last, let pattern = SearchPattern(typed: last), let run
      else {
        return
      }
      self.run?.search = SearchState(pattern, in: run.searchIndex)
      return goToMatch(forward: true)
    }
    guard let match = firstMatch(from: origin) else {
      notice = language.text("no match for \(text)")
      run?.search = nil
      return
    }
    if run?.selection != origin.selection { run?.trail.append(origin.selection) }
    go(to: match)
  }

  /// Goes to the next or previous match; wraps around.
  mutating func goToMatch(forward: Bool) {
    guard let run, let pattern = run.search?.pattern else { return }
    refreshSearch()
    let match: SearchState.Match?
    if run.focus == .events {
      self.run?.search?.findEvents(in: run.searchIndex, after: run.history.base)
      match = self.run?.search?.nextEvent(from: run.playhead, forward: forward)
    } else {
      match = self.run?.search?.next(from: run.subject, forward: forward)
    }
    guard let match else {
      notice = language.text("no match for \(pattern.text)")
      return
    }
    go(to: match)
  }

  /// Goes to a match, moving the playhead if it is ahead.
  private mutating func go(to match: SearchState.Match) {
    guard let run else { return }
    let isAhead = match.event > run.playhead
    if let promise = match.promise { self.run?.selection = promise }
    if isAhead || match.promise == nil {
      self.run?.stop()
      move(.position(match.event))
    }
    center()
    guard notice == nil else { return }
    let place = match.text(language)
    if let filtered = self.run?.filtered, let promise = match.promise, !filtered.keeps(promise) {
      notice = language.text("match \(place): the filter hides \(promise)")
    } else if isAhead {
      notice = language.text("match \(place), at event \(match.event)")
    } else {
      notice = language.text("match \(place)")
    }
  }

  /// Includes events that arrived since the search.
  mutating func refreshSearch() {
    guard let run, let search = run.search else { return }
    self.run?.search = SearchState(search.pattern, in: run.searchIndex, after: search)
  }

  /// Restores the view of the run from before the search.
  mutating func goBack(to origin: Prompt.Origin) {
    guard let run else { return }
    self.run?.selection = origin.selection
    self.run?.scrolls = origin.scrolls
    guard run.playhead != origin.playhead, run.focus == .events else { return }
    self.run?.playing = origin.playing
    self.run?.move(to: origin.playing && run.isLive ? run.history.last : origin.playhead)
  }

  /// Scrolls the selected promise into the middle of the panes that show it.
  mutating func center() {
    guard let run else { return }
    for place in layout.places where place.pane.arrows == .select {
      let inside = place.frame.inside
      let content = run.content(of: place.pane, inside, glyphs, language)
      let scroll = run.scrolls[place.pane] ?? Scroll()
      self.run?.scrolls[place.pane] = scroll.centred(on: content, height: inside.height)
    }
  }
}

extension State {
  /// What the search prompt shows: the number of the match, and how to reach one that is ahead.
  var searchText: String {
    guard let prompt, let run, let search = run.search else { return "" }
    let match =
      run.focus == .events
      ? search.firstEvent(from: prompt.origin.playhead)
      : search.first(from: prompt.origin.selection ?? run.subject, upTo: run.playhead)
    guard let match else { return language.text("no match") }
    let isAhead = match.event > (match.promise == nil ? run.history.last : run.playhead)
    let place = match.text(language)
    guard isAhead else { return place }
    guard let promise = match.promise else {
      return language.text("\(place): ahead, at event \(match.event); Enter goes there")
    }
    return language.text("\(place): \(promise) is ahead, at event \(match.event); Enter goes there")
  }
}
