import CRecording

/// The numbers of the process's threads in events, in order of first use.
package enum ThreadNumber {
  /// The number of the current thread.
  package static var current: ThreadID { ThreadID(Int(cr_thread_number())) }
}
