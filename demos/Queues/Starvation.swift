// Five thumbnails are put on the disk's queue. Then a letter must be
// saved there, which takes almost no time. When is it saved?

import Dispatch
import PromiseKitLite

private let disk = DispatchQueue(label: "disk")

extension Demo {
  static let starvation = Demo(
    "starvation", "starvation",
    teaches: "a late job waits for every job queued before it",
    from: "Dispatch; PromiseKit concurrently:; rule 3",
    queues: [.serial("disk")],
    knobs: [
      .milliseconds("thumbnail", 40, "how long a thumbnail takes"),
      .milliseconds("save", 15, "when the letter is queued"),
      .answer(
        "feed", ["at-once", "one-by-one"], "how they are requested"),
    ],
    variants: [
      Variant(
        "one-by-one", "one at a time", ["feed=one-by-one"]
      )
    ],
    lints: ["long-queue-wait"], accessing: .nothing
  ) { knobs in
    after(label: "letter", knobs.milliseconds("save"))
      .done(label: "save", on: disk) { work(for: .milliseconds(2)) }
      .done(label: "saved", on: .main) { note("the letter is saved") }

    var numbers = (1...5).makeIterator()
    let isAtOnce = knobs.answer("feed", is: "at-once")
    return when(
      label: "album",
      fulfilled: AnyIterator {
        numbers.next().map { makeThumbnail($0, knobs) }
      },
      concurrently: isAtOnce ? 5 : 1
    )
    .done(label: "show", on: .main) { note("\($0.count) thumbnails") }
    .catch(label: "alert", on: .main) { note("alert \($0)") }
  }
}

private func makeThumbnail(_ number: Int, _ knobs: Knobs)
  -> Guarantee<Int>
{
  disk.async(.guarantee, label: "thumbnail \(number)") {
    work(for: knobs.milliseconds("thumbnail"))
    return number
  }
}
