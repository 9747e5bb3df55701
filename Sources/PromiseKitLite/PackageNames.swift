// The names by which this package calls the identities and places of events, and the parts of traces. A
// program that imports the module gets none of them, so that it may have a `JobID` of its own.

package typealias JobID = PromiseEvent.JobID
package typealias QueueID = PromiseEvent.QueueID
package typealias SourceSite = PromiseEvent.SourceSite
package typealias ThreadID = PromiseEvent.ThreadID
package typealias TimerID = PromiseEvent.TimerID

package typealias TraceError = PromiseTrace.ReadingError
package typealias TraceHeader = PromiseTrace.Header
package typealias TraceProblem = PromiseTrace.Problem
package typealias TraceReader = PromiseTrace.Reader
package typealias TraceWriter = PromiseTrace.Writer
