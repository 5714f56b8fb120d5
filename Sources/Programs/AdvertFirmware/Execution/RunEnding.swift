/// How the run of a function ended.
enum RunEnding: Hashable, Sendable {
  case returned
  /// An answer ended it: the program starts an operating system, waits for events, or has handed over its data.
  case answered
  /// The function itself went round in a loop without a change: it waits, or has failed.
  case waiting
  case stopped(Obstacle)
  /// The function has run all the instructions that it may.
  case tooLong
  /// Too many of the functions that it calls were left.
  case tooManyLeft

  /// One line for people: why a function handed over no advertising data; `nil` where the run does not say it.
  func reason(_ function: String) -> String? {
    switch self {
    case .answered: nil
    case .returned: "\(function) returned when it was run, and had set no advertising data"
    case .waiting:
      "\(function) ended in a loop in which nothing changes when it was run, and had set no advertising data"
    case .stopped(let obstacle):
      "\(function) stopped when it was run, before it set advertising data: \(obstacle.description)"
    case .tooLong: "\(function) was run for as long as is allowed, and had set no advertising data"
    case .tooManyLeft:
      "\(function) was not run to its end: more than \(RunBounds.maximumAbandoned) calls of functions that it calls did not "
        + "end, such as waiting for hardware"
    }
  }
}
