internal import ArgumentParser

/// A command with any number of inputs, each an argument.
protocol InputCommand: Subcommand {
  /// The arguments that are not options, in their order.
  var given: [String] { get set }
}

/// Reads command lines of thousands of inputs, as a shell makes them from `*.btsnoop`.
///
/// The parser of arguments takes time in proportion to the square of their number. So it gets one argument in place of
/// each long run of inputs, and the command gets the run.
enum LongCommandLine {
  /// The fewest arguments of a run that is replaced.
  private static let fewest = 64

  /// - Throws: the parser's error for the original arguments.
  static func parse(_ arguments: [String]) throws -> any ParsableCommand {
    try checkOptions(arguments)
    let (short, runs) = shortened(arguments)
    guard !runs.isEmpty, var command = try? AdvertCommand.parseAsRoot(short) as? any InputCommand else {
      return try AdvertCommand.parseAsRoot(arguments)
    }
    let found = command.given.count { runs[$0] != nil }
    guard found == runs.count else { return try AdvertCommand.parseAsRoot(arguments) }
    command.given = command.given.flatMap { runs[$0] ?? [$0] }
    return command
  }

  /// Options that may be repeated, and the alternative that takes any number.
  private static let repeatable = [
    "--device": "`devices` of a manifest", "--service": "`expect: services` of a manifest",
    "--for": "`profiles` of a manifest",
  ]
  /// The most options: the parser compares options with each other, so that a thousand of them take seconds.
  private static let maximumOptions = 250

  private static func checkOptions(_ arguments: [String]) throws(CommandFailure) {
    guard arguments.count > maximumOptions else { return }
    var counts: [Substring: Int] = [:]
    for argument in arguments.prefix(while: { $0 != "--" }) where argument.hasPrefix("--") {
      counts[argument.prefix { $0 != "=" }, default: 0] += 1
    }
    for (option, instead) in repeatable.sorted(by: { $0.key < $1.key }) {
      guard let count = counts[Substring(option)], count > maximumOptions else { continue }
      throw CommandFailure("\(option): expected at most \(maximumOptions) times, found \(count): use \(instead)")
    }
  }

  /// Returns the arguments with one in place of each long run of arguments that are not options, and the runs by that
  /// one. The first argument of a run stays, because it may be the value of an option.
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
