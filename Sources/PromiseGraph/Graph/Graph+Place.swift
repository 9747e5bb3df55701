package import PromiseKitLite

extension Graph {
  /// The place of a waiting job in its queue, from 1; none where the job does not wait, or where more
  /// than `most` jobs wait before it. O(place)
  package func place(of job: JobID, most: Int = 99) -> Int? {
    guard let node = jobTable[job.rawValue], node.started == nil, node.ended == nil,
      var neighbours = jobNeighbours[job.rawValue]
    else { return nil }
    var place = 1
    while let previous = neighbours.previous {
      guard place <= most, let next = jobNeighbours[previous] else { return nil }
      place += 1
      neighbours = next
    }
    return place
  }
}

extension Graph {
  /// The job of a queue that runs since longest. O(1)
  package func oldestRunningJob(on queue: QueueID) -> JobNode? {
    guard let queue = queueTable[queue.rawValue], queue.gaps == gaps else { return nil }
    return queue.runningJobs.first.flatMap { jobTable[$0] }
  }
}
