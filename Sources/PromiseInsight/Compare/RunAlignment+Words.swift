import PromiseEvents
package import PromiseGraph

// The differences as sentences. The runs are called A and B.
extension RunAlignment {
  /// Returns a difference as a sentence without a full stop.
  package func sentence(
    of difference: RunDifference, in language: Language = .english
  ) -> String {
    switch difference.change {
    case .race(let change): sentence(of: change, language)
    case .outcome(let change), .value(let change): sentence(of: change, language)
    case .presence(let presence, let isAfter):
      isAfter
        ? sentence(of: presence, "A", after, before, language)
        : sentence(of: presence, "B", before, after, language)
    case .ran(let change): sentence(of: change, language)
    case .move(let move): sentence(of: move, language)
    case .printed(let change): sentence(of: change, language)
    case .link(let change): sentence(of: change, language)
    case .time(let change): sentence(of: change, language)
    case .warning(let warning, _):
      "\(warning.severity) \(warning.lint)\(warning.site.map { " at \($0.fileAndLine)" } ?? ""): "
        + warning.sentence
    }
  }

  private func old(_ place: Int) -> String { before.name(of: place) }
  private func new(_ place: Int) -> String { after.name(of: place) }

  /// `'x', 'y' and 3 more`
  private func list(_ names: [String], _ language: Language, limit: Int = 4) -> String {
    language.list(Array(names.prefix(limit)), more: max(0, names.count - limit))
  }

  // MARK: - Races

  private func sentence(of change: RunChanges.RaceChange, _ language: Language) -> String {
    let race = old(change.before)
    let decided = decision(change, race, language)
    guard let culprit = change.culprit else { return decided }
    let took = culprit.words(of: old(culprit.before), language)
    return language.text("\(took): \(decided)")
  }

  /// `'too late' won the race 'first' in B`
  private func decision(
    _ change: RunChanges.RaceChange, _ race: String, _ language: Language
  ) -> String {
    let isTimeout = before.promises[change.before].operation == .timeout
    switch (change.winnerBefore, change.winnerAfter) {
    case (.promise(let loser), .limit):
      return language.text("the timeout \(race) gave up on \(old(loser)) in B")
    case (.limit, .promise(let winner)):
      return language.text("\(new(winner)) was in time for the timeout \(race) in B")
    case (.limit, .limit): return race
    case (.promise(let loser), .promise(let winner)):
      let names = (new(winner), old(loser))
      if before.promises[change.before].hasResolver || isTimeout {
        return language.text("\(names.0) settled \(race) in B, and \(names.1) in A")
      }
      if before.promises[change.before].operation == .all {
        return language.text(
          "\(names.0) was the first to fail for \(race) in B, and \(names.1) in A")
      }
      return change.culprit == nil
        ? language.text("\(names.0) won the race \(race) in B, and \(names.1) in A")
        : language.text("\(names.0) won the race \(race) in B")
    }
  }

  // MARK: - Outcomes

  private func sentence(of change: OutcomeChange, _ language: Language) -> String {
    func words(_ state: RunChanges.EndState, _ text: String) -> String {
      let state = (word: state.words(language), isSettled: state.isSettled)
      return state.isSettled
        ? state.word + (text.isEmpty ? "" : " \(sanitized(text).cut(to: 60))")
        : language.text("\(state.word) at the end")
    }
    let texts = apart(change.textBefore, change.textAfter)
    let (one, other) = (words(change.stateBefore, texts.0), words(change.stateAfter, texts.1))
    let text = "\(old(change.before)) \(one) -> \(other)"
    let followers = change.followers.map(old)
    return followers.isEmpty ? text : language.text("\(text); so \(list(followers, language))")
  }

  /// Returns two texts from shortly before they diverge, if they diverge too late to be seen.
  private func apart(_ one: String, _ other: String) -> (String, String) {
    let (first, second) = (compared(one), compared(other))
    let shared = zip(first, second).prefix { $0 == $1 }.count
    guard shared > 40, first != second else { return (one, other) }
    return ("..." + first.dropFirst(shared - 20), "..." + second.dropFirst(shared - 20))
  }

  private func sentence(of change: RunChanges.RunChange, _ language: Language) -> String {
    let text =
      change.ranAfter
      ? language.text("\(new(change.after)) runs in B and not in A")
      : language.text("\(old(change.before)) runs in A and not in B")
    return change.skipped.map {
      language.text("\(text), where \($0.briefWords(in: language))")
    } ?? text
  }

  // MARK: - Promises and handlers

  private func sentence(
    of presence: RunChanges.Presence, _ missing: String, _ run: ComparedRun, _ other: ComparedRun,
    _ language: Language
  ) -> String {
    let promise = run.promises[presence.promise]
    var text = run.name(of: presence.promise)
    if promise.label?.isEmpty == false {
      text += " (\(promise.spelling))"
      text += promise.site.map { language.text(" at \($0.fileAndLine)") } ?? ""
    }
    if !presence.followers.isEmpty {
      let others = list(presence.followers.map { run.name(of: $0) }, language)
      text = language.text("\(text), along with \(others)")
    }
    switch presence.reason {
    case .absent: return text
    case .notMade(let creator):
      let creator = other.name(of: creator)
      return language.text(
        "\(text); the handler of \(creator), which creates it, does not run in \(missing)")
    case .notYet: return language.text("\(text); \(missing) ends before it would be created")
    case .unknown:
      return language.text("\(text); \(missing) has lost events, possibly including it")
    }
  }

  private func sentence(of move: RunChanges.Move, _ language: Language) -> String {
    // The output of a handler moves with it.
    let handlers = move.passed.filter { before.steps[$0].note == nil }
    let passed = (handlers.isEmpty ? move.passed : handlers).map {
      before.name(of: before.steps[$0])
    }
    let most = Array(move.isLater ? passed.prefix(3) : passed.suffix(3))
    let rest = passed.count - most.count + max(0, move.count - move.passed.count)
    let name = before.name(of: before.steps[move.before])
    let others = language.list(most, more: rest)
    let events = (
      before.steps[move.before].moment.sequence, after.steps[move.after].moment.sequence
    )
    let text =
      move.isLater
      ? language.text("\(name) runs after \(others)")
      : language.text("\(name) runs before \(others)")
    let why =
      switch move.reason {
      case .state(let state): language.text(": both access \(brief(state, 32))")
      case .parent(let parent):
        language.text(": handlers of \(old(parent)) run in the order of their attachment")
      case .unseen(let maker):
        language.text(
          ": \(old(maker)) was given the same in both runs and did something else, so it may use what the other changes"
        )
      case .queue, .program, nil: ""
      }
    return text + why + language.text(" (event \(events.0) -> \(events.1))")
  }

  private func sentence(of change: RunChanges.PrintedChange, _ language: Language) -> String {
    let run = change.isAfter ? after : before
    let step = run.steps[change.step]
    let time = milliseconds(run.time(step.moment))
    return language.text("\(run.name(of: step)) at \(time) (event \(step.moment.sequence))")
  }

  private func sentence(of change: RunChanges.LinkChange, _ language: Language) -> String {
    let name = old(change.before)
    switch change.what {
    case .name: return language.text("\(name) is called \(new(change.after))")
    case .queue(let one, let other):
      return language.text("\(name) runs on \(one.cut(to: 40)) -> \(other.cut(to: 40))")
    case .parent(let one, let other):
      let nothing = language.text("nothing")
      return language.text(
        "\(name) is attached to \(one.map(old) ?? nothing) -> \(other.map(new) ?? nothing)")
    case .returned(let one, let other):
      let nothing = language.text("no promise")
      return language.text(
        "the handler of \(name) returns \(one.map(old) ?? nothing) -> \(other.map(new) ?? nothing)")
    }
  }

  // MARK: - Times

  private func sentence(of change: RunChanges.TimeChange, _ language: Language) -> String {
    let difference = change.difference
    // A percentage of a length close to zero means nothing.
    let share =
      change.lengthBefore > 0 && difference / 100 < change.lengthBefore
      ? " (\(difference < 0 ? "-" : "+")\(percent(difference, of: change.lengthBefore)) %)" : ""
    let words = change.phase.words(of: old(change.before), in: language)
    let lengths = (milliseconds(change.lengthBefore), milliseconds(change.lengthAfter))
    let by = milliseconds(Int64(clamping: difference.magnitude))
    return
      (difference < 0
      ? language.text("\(words) \(lengths.0) -> \(lengths.1) ms: faster by \(by) ms")
      : language.text("\(words) \(lengths.0) -> \(lengths.1) ms: slower by \(by) ms")) + share
  }

  private func percent(_ difference: Int64, of whole: Int64) -> String {
    let share = (Double(difference.magnitude) * 100 / Double(whole)).rounded()
    return PromiseGraph.grouped(Int(Swift.min(share, 1e15)))
  }
}

extension RunChanges.TimeChange {
  /// Returns how long the phase took, instead of how long before: `'price' took 41.0 ms instead of 12.0 ms`.
  func words(of name: String, _ language: Language) -> String {
    let (now, then) = (milliseconds(lengthAfter), milliseconds(lengthBefore))
    let phase = phase == .open || phase == .ran ? nil : phase.words(of: name, in: language)
    let words = phase ?? language.text("\(name) took")
    return language.text("\(words) \(now) ms instead of \(then) ms")
  }
}

extension RunChanges.TimeChange.Phase {
  /// Returns the phase as text about a promise, in a language: `'fetch' ran for`.
  package func words(of name: String, in language: Language) -> String {
    switch self {
    case .queued: language.text("\(name) waited in its queue")
    case .ran: language.text("\(name) ran for")
    case .timer: language.text("the timer of \(name) took")
    case .open: language.text("\(name) was pending")
    }
  }
}

extension RunChanges.EndState {
  /// Returns the state as a word or two.
  func words(_ language: Language) -> String {
    switch self {
    case .fulfilled: language.text("fulfilled")
    case .rejected: language.text("rejected")
    case .cancelled: language.text("cancelled")
    case .pending: language.text("pending")
    case .queued: language.text("queued")
    case .running: language.text("running")
    case .lost: language.text("freed while pending")
    case .unknown: language.text("unknown")
    }
  }
}
