import Dispatch
import PromiseKitLite

private let belt = DispatchQueue(label: "belt")
private let office = DispatchQueue(label: "post office", attributes: .concurrent)

extension CorpusProgram {
  /// Parcels are sorted one after another; what is counted and sent to the customer is not waited for.
  package static let parcelSorting = CorpusProgram(
    right: "parcel-sorting", isLabelled: false, concurrent: ["post office"]
  ) {
    let (count, bins) = (Shared(0), Shared<[Int: [Int]]>([:]))
    (1...9).reduce(Promise()) { before, parcel in
      before
        .then { scan(parcel) }
        .get { _ in inform(parcel) }
        .map(on: belt) { town in bins.value[town, default: []].append(parcel) }
        .done { _ in
          // The scale reports when it likes.
          weigh(parcel).done { grams in count.update { $0 += grams } }.cauterize()
        }
    }
    .done { note("\(bins.value.count) bins are full") }
    .catch { note("the belt stands: \($0)") }
    return (count, bins)
  }
}

private func scan(_ parcel: Int) -> Promise<Int> {
  belt.async(.promise) { () -> Int in
    work(8)
    return parcel % 4
  }
}

private func inform(_ parcel: Int) {
  office.async(.promise) { work(35 - parcel) }
    .done { note("customer of \(parcel) knows") }
    .catch { _ in note("customer of \(parcel) has no telephone") }
}

private func weigh(_ parcel: Int) -> Promise<Int> {
  office.async(.promise) { () -> Int in
    work(parcel == 4 ? 60 : 12)
    return parcel * 100
  }
}
