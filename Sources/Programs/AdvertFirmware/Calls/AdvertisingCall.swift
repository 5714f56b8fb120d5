internal import AdvertisingData

/// A call of a function that takes payloads or parameters. ``CallSearch`` finds the call and follows its arguments; all
/// later steps use only this type.
struct AdvertisingCall: Hashable, Sendable {
  let function: String
  /// The function of the program that calls it; `nil` where no symbol names it.
  let caller: String?
  /// The address of the call in the program.
  let address: UInt64
  /// The payloads that are passed, by their roles.
  var payloads: [PayloadRole: PassedPayload] = [:]
  var parameters: AdvertisingParameters?

  enum PassedPayload: Hashable, Sendable {
    case nothing
    /// An array at an address.
    ///
    /// - Parameter count: the number of octets, or of elements where the stack takes structures; `nil` when the program
    ///   computes it.
    case at(UInt64, count: Int?)
    case unread(WhyUnread)
  }

  /// The reason why the passed payload is not known.
  enum WhyUnread: Hashable, Sendable {
    /// The program made it when it was run, and nothing of it is certain.
    case doubtful(Doubt.Cause)
    /// A local array that the code fills.
    case onStack
    /// The result of another function.
    case returned
    /// Different on different paths to the call, loaded from memory that changes, or computed.
    case computed
    /// The host builds it from fields, or takes it from a buffer.
    case assembled
    /// The calling function is too long, or no path that is followed leads to the call.
    case notFollowed
    /// The code of this processor is not followed.
    case processor
    /// The program was run, but did not reach the call.
    case notReached
    /// The stack makes it from its attributes and its settings.
    case generated

    var description: String {
      switch self {
      case .doubtful(let cause): "nothing of it is known: \(cause.words)"
      case .onStack: "its data are made on the stack"
      case .returned: "its data come from another function"
      case .computed: "its data are computed, or not the same on all ways to the call"
      case .assembled: "the host puts its data together when the program runs"
      case .notFollowed: "the code around the call could not be followed"
      case .notReached: "the program did not come there when it was run"
      case .generated: "the stack makes them from the attributes and the name of the device"
      case .processor: "code of this processor is not followed"
      }
    }
  }

  /// Returns the address of the array that is passed in a role.
  func address(_ role: PayloadRole) -> UInt64? {
    if case .at(let address, _)? = payloads[role] { address } else { nil }
  }
}
