import Dispatch
import PromiseKitLite

private let desk = DispatchQueue(label: "light desk")
private let dimmers = DispatchQueue(label: "dimmers", attributes: .concurrent)

extension CorpusProgram {
  /// Before a play: lamps are tested, cues are loaded, and the curtain tells the desk which act it is.
  package static let stageLights = CorpusProgram(
    "stage-lights", .attachOrder, isLabelled: false, concurrent: ["dimmers"]
  ) { isRepaired in
    let act = Shared(0)
    let (curtain, raise) = Guarantee<Int>.pending()
    // The stage manager raises the curtain.
    after(.milliseconds(160)).done { raise(2) }

    let lamps = (0..<11).map { lamp in
      dimmers.async(.promise) { () -> Int in
        work(10 + lamp * 4)
        return lamp
      }.map(on: desk) { $0 % 5 != 4 }
    }
    let keepAct = { @Sendable in
      _ = curtain.done(on: desk) { act.value = $0 }  // culprit
    }
    if isRepaired { keepAct() }

    when(fulfilled: lamps)
      .done { good in note("\(good.filter { $0 }.count) lamps work") }
      .then { loadCues() }
      .done { cues in
        curtain
          .map(on: desk) { _ in cues[act.value] }  // culprit
          .then { cue in fade(to: cue) }
          .done { level in note("lights at \(level)") }
          .catch { note("dark: \($0)") }
        if !isRepaired { keepAct() }
      }
      .catch { note("no show: \($0)") }
    // The sound waits for the curtain as well; it does not matter when.
    for speaker in 0..<6 {
      after(.milliseconds(8 * speaker)).done {
        _ = curtain.done { _ in note("speaker \(speaker) is on") }
      }
    }
    return curtain
  }
}

private func loadCues() -> Promise<[Int]> {
  when(
    fulfilled: (0..<4).map { number in
      desk.async(.promise) { () -> Int in
        work(3)
        return number * 25
      }
    })
}

private func fade(to level: Int) -> Promise<Int> {
  let steps = (1...5).map { step in
    dimmers.async(.promise) { work(step * 5) }
  }
  return when(fulfilled: steps).map { _ in level }
}
