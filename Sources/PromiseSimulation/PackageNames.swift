// The names by which this package calls what the two namespaces of the module hold. A program that
// imports the module gets none of them, so that it may have a `Search` or an `Outcome` of its own.

package typealias Budget = Exploration.Budget
package typealias Coverage = Exploration.Coverage
package typealias Difference = Exploration.Difference
package typealias Invariant = Exploration.Invariant
package typealias Outcome = Exploration.Outcome
package typealias RunLine = Exploration.RunLine
package typealias ScheduleFailure = Exploration.ScheduleFailure
package typealias ScheduledRun = Exploration.ScheduledRun
package typealias Search = Exploration.Search

package typealias Choice = Simulation.Choice
package typealias Deadlock = Simulation.Deadlock
package typealias Scenario = Simulation.Scenario
package typealias Schedule = Simulation.Schedule
package typealias ScheduleToken = Simulation.ScheduleToken
