/// Uses a measured object, so that the compiler can eliminate neither its creation nor its heap
/// allocation: the compiler cannot see which function is called.
public func consume(_ object: AnyObject?) { sink(object) }

/// Never set, but declared as a variable for that reason.
nonisolated(unsafe) var sink: (AnyObject?) -> Void = { _ in }

/// Sets the function; never called.
public func setSink(_ new: @escaping (AnyObject?) -> Void) { sink = new }
