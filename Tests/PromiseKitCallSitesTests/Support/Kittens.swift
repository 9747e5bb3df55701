import Dispatch
import PromiseKitLite

// What programs of Swift 5 are made of: classes with state, closures that capture them, callbacks and
// delegates without a word about threads.

enum KittenError: Error { case none, angry(Int) }

/// Neither it nor what it holds says that it may be sent.
class Kitten {
  var name: String
  var lives = 9
  init(name: String) { self.name = name }
}

/// A value with classes in it.
struct Litter {
  var kittens: [Kitten]
  var mother: Kitten?
}

/// A type that somebody else made, and that is compared.
class Badge: Comparable {
  let number: Int
  init(_ number: Int) { self.number = number }
  static func == (left: Badge, right: Badge) -> Bool { left.number == right.number }
  static func < (left: Badge, right: Badge) -> Bool { left.number < right.number }
}

/// Completion handlers of the shapes that PromiseKit's documents show.
class Shelter {
  var isOpen = true

  func fetchKitten(completion: @escaping (Kitten?, Error?) -> Void) {
    isOpen ? completion(Kitten(name: "Tom"), nil) : completion(nil, KittenError.none)
  }
  func fetchErrorFirst(completion: @escaping (Error?, Kitten?) -> Void) {
    isOpen ? completion(nil, Kitten(name: "Tim")) : completion(KittenError.none, nil)
  }
  func fetchNothing(completion: @escaping (Kitten?, Error?) -> Void) { completion(nil, nil) }
  func feed(_ kitten: Kitten, completion: @escaping (Error?) -> Void) { completion(nil) }
  func count(completion: @escaping (Swift.Result<Int, Error>) -> Void) { completion(.success(3)) }
  func ages(completion: @escaping (Swift.Result<[Int], KittenError>) -> Void) {
    completion(.failure(.angry(1)))
  }
  func name(completion: @escaping (String) -> Void) { completion("shelter") }
  func close(completion: @escaping () -> Void) {
    isOpen = false
    completion()
  }
}

protocol DoorDelegate: AnyObject {
  func doorDidOpen(_ door: Door, by kitten: Kitten)
  func doorDidFail(_ door: Door, with error: Error)
}

/// Tells its delegate, as UIKit's classes do.
class Door {
  weak var delegate: DoorDelegate?
  func push(by kitten: Kitten) {
    if kitten.lives > 0 {
      delegate?.doorDidOpen(self, by: kitten)
    } else {
      delegate?.doorDidFail(self, with: KittenError.angry(kitten.lives))
    }
  }
}
