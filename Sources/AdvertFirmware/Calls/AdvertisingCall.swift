/// A call of a function that is given payloads or parameters. What finds it, and how its arguments are followed, is
/// ``CallSearch``; what is made of it goes by this alone.
struct AdvertisingCall: Hashable, Sendable {
  let function: String
  /// The function of the program that calls it; `nil` where no symbol says which.
  let caller: String?
  /// Where the program calls it.
  let address: UInt64
  /// What is passed as payloads.
  var payloads: [PayloadRole: PassedPayload] = [:]
  var parameters: AdvertisingParameters?

  /// What is passed as a payload.
  enum PassedPayload: Hashable, Sendable {
    case nothing
    /// An array at an address.
    ///
    /// - Parameter count: of its octets, or of its elements where the stack takes structures; `nil` when that is computed.
    case at(UInt64, count: Int?)
    case unread(WhyUnread)
  }

  /// Why it is not known what is passed.
  enum WhyUnread: Hashable, Sendable {
    /// A local array, which the code fills.
    case onStack
    /// What another function returned.
    case returned
    /// Not the same on all ways to the call, loaded from memory that changes, or computed.
    case computed
    /// The host puts its fields together, or takes it from a buffer.
    case assembled
    /// The function that calls is too long, or the call is not reached on any way that is followed.
    case notFollowed
    /// Code of this processor is not followed.
    case processor
    /// The program was run, and did not come there.
    case notReached

    var description: String {
      switch self {
      case .onStack: "its data are made on the stack"
      case .returned: "its data come from another function"
      case .computed: "its data are computed, or not the same on all ways to the call"
      case .assembled: "the host puts its data together when the program runs"
      case .notFollowed: "the code around the call could not be followed"
      case .notReached: "the program did not come there when it was run"
      case .processor: "code of this processor is not followed"
      }
    }
  }

  /// The address of an array that is passed in a role.
  func address(_ role: PayloadRole) -> UInt64? {
    if case .at(let address, _)? = payloads[role] { address } else { nil }
  }
}
