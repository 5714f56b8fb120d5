internal import ArgumentParser

/// A command with any number of inputs, each an argument.
protocol InputCommand: Subcommand {
  /// The arguments that are no options, in their order.
  var given: [String] { get set }
}

/// Reads command lines of thousands of inputs, as a shell makes them of `*.btsnoop`.
///
/// The parser of arguments takes time in proportion to the square of their number. So it gets one argument in the place
/// of each long run of inputs, and the command gets the run.
enum LongCommandLine {
  /// No run of fewer arguments is replaced.
  private static let fewest = 64

  /// - Throws: what the parser says of the arguments as they are.
  static func parse(_ arguments: [String]) throws -> any ParsableCommand {
    let (short, runs) = shortened(arguments)
    guard !runs.isEmpty, var command = try? AdvertCommand.parseAsRoot(short) as? any InputCommand else {
      return try AdvertCommand.parseAsRoot(arguments)
    }
    let found = command.given.count { runs[$0] != nil }
    guard found == runs.count else { return try AdvertCommand.parseAsRoot(arguments) }
    command.given = command.given.flatMap { runs[$0] ?? [$0] }
    return command
  }

  /// The arguments with one in the place of each long run of arguments that are no options, and the runs by that one.
  /// The first of such arguments stays, because it may be the value of an option.
  static func shortened(_ arguments: [String]) -> (arguments: [String], runs: [String: [String]]) {
    var short: [String] = []
    var runs: [String: [String]] = [:]
    var rest = arguments[...]
    while !rest.isEmpty {
      let run = rest.prefix { !$0.hasPrefix("-") || $0 == "-" }
      rest = rest.dropFirst(run.count)
      if run.count > fewest {
        // No file can have this name.
        let stand = "\0\(runs.count)"
        short += run.prefix(2) + [stand]
        runs[stand] = Array(run.dropFirst(2))
      } else {
        short += run
      }
      if let option = rest.popFirst() { short.append(option) }
    }
    return (short, runs)
  }
}
