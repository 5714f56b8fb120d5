/// The settings with which a program decides what a stack sends, beside the fields and options of a request.
package struct ProgramControl: Hashable, Sendable {
  /// The call that sends bytes as they are; `nil` when there is none, so that a program cannot have what the model of the
  /// stack does not make of any request.
  package let octetsCall: String?
  /// The call for the advertising interval.
  package let interval: Interval

  /// The control that a program has over the advertising interval.
  package enum Interval: Hashable, Sendable {
    /// One value for minimum and maximum alike: a multiple of a step in microseconds.
    case exact(String, step: Int64 = 625)
    /// The shortest interval. The system asks the controller for a range that begins with it.
    case shortest(String)
    /// Nothing: the system decides.
    case none

    /// The call; `nil` when there is none.
    package var call: String? {
      switch self {
      case .exact(let call, _), .shortest(let call): call
      case .none: nil
      }
    }

    /// Whether a program can have exactly this interval, in microseconds.
    package func canBe(_ microseconds: Int64) -> Bool {
      if case .exact(_, let step) = self { microseconds.isMultiple(of: step) } else { false }
    }
  }
}
