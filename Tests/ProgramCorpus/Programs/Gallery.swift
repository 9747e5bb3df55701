import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net", attributes: .concurrent)

extension CorpusProgram {
  /// Screens of a gallery are opened and left; what a screen has begun ends with it.
  package static let gallery = CorpusProgram(right: "gallery", concurrent: ["net"]) {
    let gallery = Gallery()
    for screen in 0..<5 {
      after(label: "tap", .milliseconds(screen * 55)).done(label: "open screen") {
        gallery.open(screen)
      }
    }
    return gallery
  }
}

private final class Gallery: Sendable {
  private let current = Shared<CancelContext?>(nil)
  private let visible = Shared<[Int]>([])

  func open(_ screen: Int) {
    current.value?.cancel()
    let context = CancelContext()
    current.value = context
    visible.value = []
    context.run {
      album(screen)
        .then(label: "load all") { pictures in
          when(label: "all pictures", fulfilled: pictures.map { self.picture($0) })
        }
        .done(label: "title") { pictures in note("screen \(screen): \(pictures.count) pictures") }
        .cancelled(label: "left") { note("left screen \(screen)") }
        .catch(label: "no album") { error in note("screen \(screen): \(error)") }
    }
    countVisit(screen)
  }

  private func album(_ screen: Int) -> Promise<[Int]> {
    net.async(.promise, label: "album") {
      work(12)
      return (0..<4).map { screen * 10 + $0 }
    }
  }

  private func picture(_ number: Int) -> Promise<Int> {
    net.async(.promise, label: "picture") { () -> Int in
      work(10 + number * 17 % 43)
      return number
    }
    .get(label: "show picture") { number in self.visible.update { $0.append(number) } }
  }

  /// Counts the visit, also of a screen that was left soon.
  private func countVisit(_ screen: Int) {
    net.async(.guarantee, label: "visit") { work(70 - screen * 12) }.done(label: "counted") {}
  }
}
