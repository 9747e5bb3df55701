import PromiseGraph
import PromiseInsight

extension State {
  /// Types the character of `key` into the list, unless the key is bound there. Once something is typed, the key
  /// for help types as well, and after `/` all characters do. Returns whether it was typed.
  mutating func findsWith(_ key: Key) -> Bool {
    guard mode == .picker else { return false }
    let action = keys.stroke(for: key, in: .picker)?.action
    if isOpening {
      // No list is shown: the keys are already those of the run.
      if [.quit, .back].contains(keys.stroke(for: key, in: .demo)?.action) { ask(.quit) }
      return ![.help, .redraw, .suspend, .toggleMouse].contains(action)
    }
    guard case .character(let character) = key else { return false }
    guard action == nil || takesLetters || demoList.finder != nil && action == .help else {
      return false
    }
    // A space before everything else would find nothing.
    if character == " ", demoList.finder?.line.text.isEmpty != false { return true }
    find { $0.insert(String(character)) }
    return true
  }

  /// Whether all characters are typed into the list.
  var takesLetters: Bool { demoList.finder?.takesLetters == true }

  /// Whether the keys of a row are typed into the list at this moment, and do nothing else.
  func isTyped(in row: Binding) -> Bool {
    guard demoList.finder != nil else { return false }
    if row.strokes.contains(where: { $0.action == .help }) { return true }
    return takesLetters
      && row.strokes.allSatisfy { if case .character = $0.key { true } else { false } }
  }

  /// Starts to find a demo with any characters, also those that are keys of the list.
  mutating func beginFinding() {
    if demoList.finder == nil { find { _ in } }
    demoList.finder?.takesLetters = true
  }

  /// Edits the typed text; the best match is selected.
  mutating func find(_ edit: (inout LineEditor) -> Void) {
    let old = demoList.finder?.line ?? LineEditor()
    var line = old
    edit(&line)
    guard demoList.finder == nil || line != old else { return }
    let takesLetters = takesLetters
    demoList.finder = DemoFinder(line, in: demos, language)
    demoList.finder?.takesLetters = takesLetters
    if line != old, finds, let best = listed.first { demoList.picked = best }
  }

  /// Erases what is typed, in part or wholly.
  mutating func eraseFound(_ edit: (inout LineEditor) -> Void) {
    guard demoList.finder != nil else {
      return notice = language.text("nothing is typed: letters find a demo")
    }
    find(edit)
    if demoList.finder?.line.text.isEmpty == true { demoList.finder = nil }
  }

  /// Shows all demos again; the selected one stays. If all are shown, quits.
  mutating func backInPicker() {
    guard demoList.finder != nil else { return ask(.quit) }
    demoList.finder = nil
    if !demos.indices.contains(demoList.picked) { demoList.picked = 0 }
  }
}

// MARK: - What is known about the selected demo

extension State {
  /// What is known about the run of the selected demo.
  var preview: DemoPreview? { pickedName.flatMap { demoList.previews[$0] } }

  /// Requests what the list shows about the selected demo, or the end card about the open one, if it is not known;
  /// one at a time.
  mutating func refreshPreview() {
    guard demoList.requestedPreview == nil else { return }
    if mode == .picker, !isOpening, size.width >= PickerView.previewWidth, let pickedName,
      demoList.previews[pickedName] == nil
    {
      demoList.requestedPreview = pickedName
      ask(.preview(demo: pickedName, countsQuestions: false))
    } else if let run, run.endCard != nil, run.isOfCourse, !demos.isEmpty,
      demoList.previews[run.demo.name]?.questions == nil
    {
      demoList.requestedPreview = run.demo.name
      ask(.preview(demo: run.demo.name, countsQuestions: true))
    }
  }

  /// Takes in what is known about the run of a demo.
  mutating func previewed(_ demo: String, _ preview: DemoPreview?) {
    if demoList.requestedPreview == demo { demoList.requestedPreview = nil }
    // Without an answer it is not requested again.
    demoList.previews[demo] = preview ?? DemoPreview([], questions: 0)
  }
}
