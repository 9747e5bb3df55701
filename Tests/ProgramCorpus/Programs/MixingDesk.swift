import Dispatch
import PromiseKitLite

private let mixer = DispatchQueue(label: "mixer")
private let studio = DispatchQueue(label: "studio", attributes: .concurrent)

extension CorpusProgram {
  /// Tracks of a song are mixed; one of them needs an effect that is computed elsewhere.
  package static let mixingDesk = CorpusProgram(
    "mixing-desk", .waitInHandler, isLabelled: false, concurrent: ["studio"]
  ) { isRepaired in
    let meter = Shared(0)
    let tracks = (0..<10).map { track in
      record(track)
        .then(on: mixer) { samples -> Promise<[Int]> in  // culprit
          guard track == 3 else { return .value(samples) }
          let reverb = addReverb(samples)
          if isRepaired { return reverb }
          return .value(try reverb.wait())  // culprit
        }
        .map(on: mixer) { samples -> Int in  // victim
          work(1)
          return samples.reduce(0, +)
        }
    }
    tick(0, meter)
    when(fulfilled: tracks)
      .map(on: mixer) { levels in levels.max() ?? 0 }  // victim
      .done { note("the song is ready at level \($0)") }
      .catch { note("no song: \($0)") }
    return meter
  }
}

private func record(_ track: Int) -> Promise<[Int]> {
  studio.async(.promise) { () -> [Int] in
    work(20 + track * 9)
    return (0..<8).map { $0 * track }
  }
}

private func addReverb(_ samples: [Int]) -> Promise<[Int]> {
  when(
    fulfilled: (1...3).map { echo in
      studio.async(.promise) { () -> [Int] in
        work(55 * echo)
        return samples.map { $0 / echo }
      }
    }
  ).map(on: studio) { $0.flatMap { $0 } }
}

/// The level meter is drawn every now and then.
private func tick(_ count: Int, _ meter: Shared<Int>) {
  guard count < 12 else { return }
  after(.milliseconds(20))
    .then(on: mixer) { () -> Promise<Int> in  // victim
      .value(count)
    }
    .done { level in
      meter.value = level
      tick(count + 1, meter)
    }
    .catch { note("no meter: \($0)") }
}
