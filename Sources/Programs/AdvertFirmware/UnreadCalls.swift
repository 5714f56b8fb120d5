internal import AdvertisingData

/// A call with which the program advertises, but whose data are not known.
public struct UnreadCall: Hashable, Sendable {
  /// The function of the stack.
  public var function: String
  /// The function of the program that calls it; `nil` where no symbol names it.
  public var caller: String?
  /// The packets in which the data are sent.
  public var role: PayloadRole
  /// The place of the call in the source and in the image.
  public var place: ImagePlace
  /// The reason why the data are not known, in words.
  public var reason: String
  /// Whether the call may send payloads that were read: payloads that are not passed in another call.
  public var mayBeRead: Bool

  /// One line for people, without the place in the source.
  public var description: String {
    let data =
      switch role {
      case .advertising: "advertising data"
      case .scanResponse: "scan response data"
      case .periodic: "periodic data"
      }
    let address = place.address.map { " at 0x\(String($0, radix: 16))" } ?? ""
    return "\(data) of \(function)\(caller.map { ", called in \($0)" } ?? "")\(address): \(reason)"
  }
}

extension FirmwareImage {
  /// Leaves out the arrays that are only known from calls that change a part of what the stack sends: such an array is
  /// no payload by itself. What the calls send is not known then.
  static func leaveOutParts(_ arrays: inout [PayloadArray], _ calls: inout [AdvertisingCall]) {
    func isPart(_ array: PayloadArray) -> Bool {
      array.evidence == .call && array.passedTo.map(Stack.changingParts.contains) ?? false
    }
    let parts = Set(arrays.filter(isPart).map { $0.memoryAddress })
    guard !parts.isEmpty else { return }
    arrays.removeAll(where: isPart)
    for index in calls.indices where Stack.changingParts.contains(calls[index].function) {
      for role in calls[index].payloads.keys where calls[index].address(role).map(parts.contains) ?? false {
        calls[index].payloads[role] = .unread(.assembled)
      }
    }
  }

  /// Returns the calls of a program whose data were not read.
  ///
  /// - Parameters:
  ///   - calls: all calls.
  ///   - arrays: the payloads of the program, and its arrays without one.
  ///   - isFollowed: whether calls are followed in the code of the program's processor.
  ///   - isMade: whether a call was made when the program ran, with data that are known.
  static func unreadCalls(
    among calls: [AdvertisingCall], _ arrays: [PayloadArray], _ unread: [UnreadArray], isFollowed: Bool,
    isMade: (AdvertisingCall) -> Bool, member: String?, place: (AdvertisingCall) -> ImagePlace
  ) -> [UnreadCall] {
    let known = Set(arrays.map { $0.memoryAddress }).union(unread.map { $0.memoryAddress })
    var found: [(call: UnreadCall, isOpen: Bool)] = []
    for call in calls {
      for role in [PayloadRole.advertising, .scanResponse, .periodic] {
        func note(_ reason: String, isOpen: Bool, mayBeRead: Bool) {
          let unread = UnreadCall(
            function: call.function, caller: call.caller, role: role, place: place(call), reason: reason,
            mayBeRead: mayBeRead || isMade(call))
          found.append((unread, isOpen))
        }
        switch call.payloads[role] {
        case nil, .nothing: break
        case .unread(.doubtful(let cause)):
          note("nothing of it is known: \(cause.words)", isOpen: false, mayBeRead: false)
        case .unread(let why): note(why.description, isOpen: why != .assembled && why != .generated, mayBeRead: false)
        case .at(let address, let count):
          if !known.contains(address) {
            note("no array is known at 0x\(String(address, radix: 16))", isOpen: false, mayBeRead: false)
          } else if count == nil, Stack.argumentsByFunction[call.function]?.contains(.count(role)) ?? false {
            note("how much of its array it sends is computed", isOpen: false, mayBeRead: true)
          }
        }
      }
    }
    // Counted once: a hostile image has thousands of calls.
    let free = arrays.reduce(into: [PayloadRole: Int]()) { if $1.passedTo == nil { $0[$1.role, default: 0] += 1 } }
    let open = found.reduce(into: [PayloadRole: Int]()) {
      if $1.isOpen, !isOfMesh($1.call) { $0[$1.call.role, default: 0] += 1 }
    }
    return found.map { call, isOpen in
      var call = call
      // Periodic data do not help to discover a device, and a program does not declare the data of a mesh.
      if call.role == .periodic || isOfMesh(call) { call.mayBeRead = true }
      guard isOpen else { return call }
      let (free, open) = (free[call.role, default: 0], open[call.role, default: 0])
      if isFollowed ? free > 0 && open <= free : free > 0 { call.mayBeRead = true }
      // Most programs do not pass scan response data where they are optional.
      if !isFollowed, call.role == .scanResponse, Stack.takesBoth(call.function) { call.mayBeRead = true }
      return call
    }
  }

  private static func isOfMesh(_ call: UnreadCall) -> Bool {
    call.caller?.hasPrefix("bt_mesh_") ?? false || call.place.file?.hasPart("/bluetooth/mesh/") ?? false
  }
}
