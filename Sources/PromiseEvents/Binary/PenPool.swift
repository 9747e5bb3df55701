import CRecording
import PromiseSystem
import Synchronization

/// The pens of threads. They are used again, and their memory is never freed.
enum PenPool {
  private static let free = Mutex<[UInt]>([])

  /// Returns a pen, which becomes that of the current thread.
  static func takePen() -> Pen {
    let address = free.withLock { $0.popLast() }
    let pen = address.flatMap { UnsafeMutablePointer<cr_pen>(bitPattern: $0) } ?? newPen()
    cr_set_current_pen(pen)
    if let key { pthread_setspecific(key, pen) }
    return pen
  }

  /// Creates a pen in memory that is empty in a forked process.
  private static func newPen() -> Pen {
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    let memory = mmap(nil, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let memory, memory != MAP_FAILED else {
      let pen = UnsafeMutablePointer<cr_pen>.allocate(capacity: 1)
      pen.initialize(to: cr_pen())
      return pen
    }
    #if os(Linux)
      madvise(memory, page, 18)  // MADV_WIPEONFORK
    #else
      minherit(memory, page, VM_INHERIT_ZERO)
    #endif
    let pens = memory.bindMemory(to: cr_pen.self, capacity: page / MemoryLayout<cr_pen>.stride)
    let count = page / MemoryLayout<cr_pen>.stride
    free.withLock { free in
      for place in 1..<count { free.append(UInt(bitPattern: pens + place)) }
    }
    return pens
  }

  /// Returns the pen of a thread that ends. If the program has used all keys, `nil`: chunks of threads
  /// that ended stay as they are.
  private static let key: pthread_key_t? = {
    var key = pthread_key_t()
    let status = pthread_key_create(&key) { pointer in
      #if canImport(Darwin)
        let known: UnsafeMutableRawPointer? = pointer
      #else
        let known = pointer
      #endif
      guard let pen = known?.assumingMemoryBound(to: cr_pen.self) else { return }
      cr_set_current_pen(nil)
      // In a forked process, the pens are empty, and the locks may be taken forever.
      guard pen.pointee.trace != 0 else { return }
      MappedTrace.current.load(ordering: .acquiring)?.takeUnretainedValue().takeBack(pen)
      pen.initialize(to: cr_pen())
      free.withLock { $0.append(UInt(bitPattern: pen)) }
    }
    return status == 0 ? key : nil
  }()
}
