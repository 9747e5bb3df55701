package import PromiseSimulation

// The names by which this package calls what the two namespaces hold. A program that imports the
// module gets none of them, so that it may have a `Search` or an `Outcome` of its own.

package typealias Budget = Exploration.Budget
package typealias Coverage = Exploration.Coverage
package typealias Difference = Exploration.Difference
package typealias Invariant = Exploration.Invariant
package typealias Outcome = Exploration.Outcome
package typealias RunLine = Exploration.RunLine
package typealias ScheduleFailure = Exploration.ScheduleFailure
package typealias ScheduledRun = Exploration.ScheduledRun
package typealias Search = Exploration.Search

package typealias Scenario = Simulation.Scenario
package typealias ScheduleToken = Simulation.ScheduleToken
