extension QuizMaker {
  /// The most lines that one is asked to put in order.
  private static var mostNotes: Int { 8 }

  /// What prints, in order? Where that is much, the question begins where the runs first differ.
  func orderQuestion() -> QuizQuestion? {
    let notes = run.notes.map(\.text)
    let lists = others.map { $0.notes.map(\.text) }
    guard notes.count > 1 else { return nil }
    let skipped = notes.count <= Self.mostNotes ? 0 : sameBeginning(notes, lists)
    let part = { (list: [String]) in
      Array(list.dropFirst(skipped).prefix(Self.mostNotes))
    }
    let asked = Array(run.notes.dropFirst(skipped).prefix(Self.mostNotes))
    guard let first = asked.first else { return nil }
    let wrong = lists.filter { $0.starts(with: notes.prefix(skipped)) }.map(part)
      .filter { $0.count > 1 }
    var deciding: [Int] = []
    var places: [Int] = []
    for note in asked {
      places.append(deciding.count)
      if let start = note.start, !deciding.contains(start) { deciding.append(start) }
      deciding.append(note.event)
    }
    var question = QuizQuestion(
      .order, at: max(0, (first.start ?? first.event) - 1), deciding: deciding)
    question.continues = skipped > 0
    let right = part(notes)
    return complete(question, right: .notes(right), wrong: wrong.map { .notes($0) }) { answer in
      guard case .notes(let chosen) = answer, chosen != right else { return 0 }
      let same = zip(chosen, right).prefix { $0 == $1 }.count
      return places.indices.contains(same) ? places[same] : 0
    }
  }

  /// How many notes come first in every run that differs at all, as far as it leaves something to ask.
  private func sameBeginning(_ notes: [String], _ lists: [[String]]) -> Int {
    let lengths = lists.filter { $0 != notes }.map { list in
      zip(notes, list).prefix { $0 == $1 }.count
    }
    return min(lengths.min() ?? 0, max(0, notes.count - 2))
  }
}
