/// Takes something that was measured, so that neither making it nor its place on the heap can be left
/// out: the compiler cannot see what is called.
public func consume(_ object: AnyObject?) { sink(object) }

/// Never set; a variable all the same.
nonisolated(unsafe) var sink: (AnyObject?) -> Void = { _ in }

/// Would set it.
public func setSink(_ new: @escaping (AnyObject?) -> Void) { sink = new }
