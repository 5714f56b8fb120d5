/// The bounds of a run, in instructions of functions including the functions that they call.
struct RunBounds {
  /// The depth of the outermost functions with which programs begin: they have all the instructions of a run.
  var outerDepth = 1
  /// The bound of functions that one of these calls directly, because they call more than others.
  var outer = 400_000
  /// The bound of all other functions.
  var function = 100_000

  /// The most functions that are left before they return: a program gives a sensor hundreds of commands.
  static let maximumAbandoned = 1024
  /// After so many times a function is left before it begins: a program writes a display pixel by pixel.
  static let maximumTimesLeft = 64
  /// The most nested functions.
  static let maximumFrames = 256
  /// The most interventions that are noted, regular ones as one: of 519 programs of products, none has more than 9,100,
  /// although a program skips 140,000 calls. Another machine needs all of them to follow a run.
  static let maximumInterventions = 1 << 14
}

/// The effort of running the programs of one image: a limit on the instructions of all runs together.
///
/// A run that this limit cuts short has not shown all its data, so it allows no conclusions.
package final class RunEffort {
  /// The number of instructions that are left.
  private(set) var left: Int

  /// The instructions for one image: about one second of work. Programs that do not end take half of it.
  package static let ofImage = 18_000_000

  init(_ instructions: Int = ofImage) { left = instructions }

  /// Whether runs may have been cut short.
  var isSpent: Bool { left <= 0 }

  func take(_ instructions: Int) { left -= instructions }
}
