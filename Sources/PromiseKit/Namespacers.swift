/// Says that a promise is wanted, for functions of your own that are called `task(.promise)`.
public typealias PMKNamespacer = PromiseMarker

/// Says that a guarantee is wanted, for functions of your own that are called `task(.guarantee)`.
public typealias PMKGuaranteeNamespacer = GuaranteeMarker
