import PromiseScreens
import PromiseSystem

/// The interface: waits for keys, signals and messages, updates the state, performs the resulting
/// effects, and draws.
///
/// It sleeps in `poll`, and wakes only if there is something to do.
final class InterfaceLoop {
  /// Why the interface ended.
  enum Departure: Hashable, Sendable {
    case quit
    /// Input has ended, so no key can arrive.
    case inputEnded
    /// The process must end by this signal.
    case signal(Int32)
  }

  private var state: State
  private let terminal: any Surface
  private let pipe: WakePipe
  private let demos: any RunSource
  private var openRun: OpenRun
  /// The runs below the open one, the topmost last: their messages are not read until they are
  /// back.
  private var beneath: [OpenRun] = []
  private let explorations: Mailbox
  private let quizzes: Mailbox
  /// Where answers are recorded.
  private let answers: AnswerLog?
  /// Keeps the state from one start of the program to the next, if anything is kept.
  private let keeper: Keeper?
  /// The critical values that were found, whichever run is open by then.
  private let critical: Mailbox
  /// What is known about the runs of the demos.
  private let previews: Mailbox
  private let copier: Copier
  private var exploration: (any OutcomeFeed)?
  private var pacer = FramePacer()
  /// Whether the screen is suspended until the terminal is ours again.
  private var isAway = false
  private var departure: Departure?
  private var notice: String?
  /// What the run reports, after the screen is left.
  private(set) var exitReport = ExitReport()

  /// A run, and its mailbox.
  private struct OpenRun {
    var mailbox: Mailbox
    var feed: (any Feed)?
  }

  /// Creates an interface on `terminal` that begins with `state`, and opens runs from `demos`.
  init(
    state: State, terminal: any Surface, pipe: WakePipe, demos: any RunSource,
    answers: AnswerLog? = nil, keeper: Keeper? = nil, notice: String? = nil
  ) {
    self.state = state
    self.terminal = terminal
    self.pipe = pipe
    self.demos = demos
    self.answers = answers
    self.keeper = keeper
    quizzes = Mailbox(wake: { pipe.wake() })
    openRun = OpenRun(mailbox: Mailbox(wake: { pipe.wake() }))
    explorations = Mailbox(wake: { pipe.wake() })
    critical = Mailbox(wake: { pipe.wake() })
    previews = Mailbox(wake: { pipe.wake() })
    copier = Copier(wake: { pipe.wake() })
    self.notice = terminal.notice ?? notice
  }

  /// Runs until the user leaves.
  func run(opening start: Interface.Start) -> Departure {
    switch start {
    case .demo(let name), .lesson(let name): state.awaitOpening(of: name)
    case .tour: state.demos.first.map { state.awaitOpening(of: $0.name) }
    case .picker, .exploration, .quiz, .comparison: break
    }
    handle(.resize(terminal.currentSize()))
    switch start {
    case .picker: sayNotice()
    case .demo(let name): perform(.open(demo: name))
    case .tour(let tour):
      perform(state.begin(tour))
    case .lesson(let name):
      state.openLesson()
      perform(.open(demo: name))
    case .quiz(let names):
      perform(state.startQuiz(names))
      sayNotice()
    case .exploration(let name):
      perform(state.explore(name))
      sayNotice()
    case .comparison(let comparison):
      state.compare(comparison)
      sayNotice()
    }
    while true {
      if let departure {
        // A program started for the screen ends with it.
        openRun.feed?.close()
        exploration?.close()
        keeper?.keep(state.kept)
        exitReport = exploration?.exitReport ?? openRun.feed?.exitReport ?? demos.exitReport
        return departure
      }
      if !isAway, pacer.takeFrame(at: now) {
        terminal.show(state)
        if terminal.isSlow, !state.isCalm { handle(.slowTerminal) }
      }
      let hasInput = wait()
      answer(pipe.drain())
      for outcome in copier.take() {
        terminal.send(outcome.sequence)
        handle(.notice(outcome.message))
      }
      let messages =
        critical.take() + previews.take() + explorations.take() + quizzes.take()
        + openRun.mailbox.take()
      for message in messages { handle(message) }
      if hasInput, !isAway { readKeys() }
      if pacer.takeTick(at: now) { handle(.tick(now: now)) }
    }
  }

  /// Handles a message: updates the state and performs the resulting effects.
  private func handle(_ message: Message) {
    pacer.changed()
    perform(update(&state, message))
    if case .opened = message { sayNotice() }
  }

  /// Shows the message about the terminal once, when it can be seen.
  private func sayNotice() {
    guard let notice else { return }
    self.notice = nil
    handle(.notice(notice))
  }

  /// The summary of an exploration or a quiz, to print when the screen is left.
  var summary: String? { state.exploring?.summary ?? state.quizSummary }

  private func perform(_ effects: [Effect]) { for effect in effects { perform(effect) } }

  private func perform(_ effect: Effect) {
    switch effect {
    case .open(let name, let schedule, let place, let isOver, let changes):
      let pipe = pipe
      if isOver {
        beneath.append(openRun)
        openRun = OpenRun(mailbox: Mailbox(wake: { pipe.wake() }))
      }
      openRun.feed?.close()
      openRun.feed = demos.open(
        Opening(demo: name, schedule: schedule, place: place, changes: changes),
        openRun.mailbox.newSender())
    case .closeDemo: closeDemo()
    case .explore(let name):
      exploration?.close()
      exploration = demos.explore(name, explorations.newSender())
    case .findOrder(let demo, let request):
      demos.findOrder(demo, request, openRun.mailbox.currentSender)
    case .prepareQuiz(let demo): demos.prepareQuiz(demo, quizzes.newSender())
    case .askedQuestion: answers?.ask()
    case .answeredQuestion(let record):
      if let problem = answers?.write(record) { handle(.notice(problem)) }
    case .preview(let demo, let countsQuestions):
      demos.preview(demo, countsQuestions: countsQuestions, previews.currentSender)
    case .keepProgress: keeper?.keep(state.kept)
    case .endQuiz: _ = quizzes.newSender()
    case .findCritical(let demo, let request):
      demos.findCritical(demo, request, critical.currentSender)
    case .compare(let outcome): exploration?.compare(outcome: outcome)
    case .compareDialects(let demo): demos.compareDialects(demo, critical.currentSender)
    case .stopExploring:
      exploration?.close()
      exploration = nil
      _ = explorations.newSender()
    case .runNextJob: openRun.feed?.runNextJob()
    case .gate(let order): openRun.feed?.order(order)
    case .copy(let text): copier.copy(text, language: state.language)
    case .export(let request): export(request)
    case .tick(let time): pacer.wantTick(at: time)
    case .endProgram: openRun.feed?.endProgram()
    case .quit: departure = departure ?? .quit
    case .suspend: stop(group: true)
    case .redraw:
      terminal.redraw()
      pacer.changed()
    }
  }

  /// Writes the run in the background; the footer shows the result.
  private func export(_ request: ExportRequest) {
    guard let run = state.run else { return }
    let sender = critical.currentSender
    Exporter.write(run, request, theme: state.theme, language: state.language) {
      sender.post(.notice($0))
    }
  }

  /// Closes the run; a run below it is read again.
  private func closeDemo() {
    openRun.feed?.close()
    openRun.feed = nil
    _ = openRun.mailbox.newSender()
    if let uppermost = beneath.popLast() {
      openRun = uppermost
      pipe.wake()
    }
  }

  private var now: Int64 { EventWaiter.now }
}

// MARK: - Input and signals

extension InterfaceLoop {
  /// Sleeps until something happens or is due; returns whether there may be keys to read.
  ///
  /// A process that is not in the terminal's foreground ignores the keys: they are not meant for
  /// it, and the system would stop it for reading them.
  private func wait() -> Bool {
    let patience = pacer.patience(at: now, draws: !isAway)
    return waitToRead(
      [pipe.reading, isAway ? -1 : terminal.input], milliseconds: Int32(clamping: patience ?? -1))[
        1]
  }

  /// Reads the keys. Input that is readable but empty has ended; the rest of a key's sequence can have
  /// arrived after the reading.
  private func readKeys() {
    if let messages = terminal.read() {
      for message in messages where departure == nil {
        if message == .key(.control("\\")) { departure = .signal(SIGQUIT) }
        if message == .key(.control("c")), exploration?.isInterrupted == true {
          departure = .signal(SIGINT)
        }
        handle(message)
      }
      pacer.changed()
    } else {
      if waitToRead([terminal.input], milliseconds: 0)[0], hasNothing(terminal.input) {
        departure = departure ?? .inputEnded
      }
    }
  }

  /// Handles signals; those that end the program come first.
  private func answer(_ signals: Set<Int32>) {
    if let deadly = [SIGTERM, SIGHUP, SIGINT, SIGQUIT].first(where: signals.contains) {
      departure = departure ?? .signal(deadly)
      return
    }
    if signals.contains(SIGTSTP) { stop(group: false) }
    if signals.contains(SIGCONT) { comeBack() }
    if signals.contains(SIGWINCH), !isAway { handle(.resize(terminal.currentSize())) }
  }
}

// MARK: - Suspending and resuming

extension InterfaceLoop {
  /// Stops the process; afterwards, the screen waits until the terminal is ours.
  private func stop(group: Bool) {
    terminal.stop(group: group)
    comeBack()
    // SIGCONT arrives as a signal as well.
    answer(pipe.drain().subtracting([SIGCONT]))
  }

  /// Returns to the screen, unless a shell has put us in the background: it sends SIGCONT when it
  /// gives the terminal back.
  private func comeBack() {
    isAway = !terminal.isOurs
    guard !isAway else { return }
    terminal.resume()
    // The terminal may have been resized meanwhile, without a signal to a stopped process.
    handle(.resize(terminal.currentSize()))
  }
}
