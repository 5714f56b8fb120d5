public import AdvertisingData

extension FirmwareImage {
  /// One payload.
  public struct PayloadArray: Hashable, Sendable {
    /// The name in the source.
    public var name: String
    /// The packets in which it is sent.
    public var role: PayloadRole
    /// The reason why it counts as a payload.
    public var evidence: Evidence
    /// The octets in the image.
    public var payload: Payload
    /// The id of the stack; `nil` when an array of octets does not show it.
    public var stack: String?
    /// The place in the source and in the image.
    public var place: ImagePlace
    /// The parts of it that are not certain, in the order of their causes.
    public var doubts: [Doubt] = []
    /// The function of the stack to which the program passes it, where the image shows that. The function then
    /// determines the ``role``.
    public var passedTo: String?
    /// The fields that the host adds when the program runs.
    public var additions: [HostAddition] = []
    /// The fields that the host leaves out or cuts without an error, each as the rest of a sentence that begins with
    /// *the host*.
    public var losses: [String] = []
    /// A remark that calls send only its beginning, in words; `nil` where they send all of it.
    public var partSent: String?
    /// The line that made each octet, for octets that the program makes, in the file of its ``place``; `nil` where it
    /// is not known.
    package var lines: [Int?] = []
    /// The same lines, as stretches of octets that one line made.
    package var writtenLines: [(octets: Range<Int>, line: Int)] {
      var stretches: [(octets: Range<Int>, line: Int)] = []
      for (place, line) in lines.enumerated() {
        guard let line else { continue }
        if let last = stretches.last, last.line == line, last.octets.upperBound == place {
          stretches[stretches.count - 1].octets = last.octets.lowerBound..<place + 1
        } else {
          stretches.append((place..<place + 1, line))
        }
      }
      return stretches
    }
    /// The address in the memory of the program. For an object file, and for data that the program makes, an invented
    /// address.
    var memoryAddress: UInt64 = 0
    /// The number of octets that these calls send; `nil` for all of it.
    var limit: Int?

    /// The block that it is, for its doubts.
    var block: Block { role.block }

    /// Offsets of octets that the image does not determine: they differ between devices, or between starts.
    public var varying: [Int] {
      doubts.flatMap { doubt -> Range<Int> in
        if case .octets(_, let octets) = doubt.part, case .varies = doubt.kind { octets } else { 0..<0 }
      }.sorted()
    }

    /// The octets that the program can change before it sends them.
    public var changing: [Range<Int>] {
      doubts.compactMap { doubt -> Range<Int>? in
        if case .octets(_, let octets) = doubt.part, doubt.cause == .programWrites { octets } else { nil }
      }
    }

    /// Whether the program can change all of it before it sends it.
    public var isWritable: Bool { changing.contains(payload.octets.indices) }

    /// Notes that the program can change some octets before it sends them.
    mutating func addChanging(_ octets: Range<Int>) {
      doubts.append(Doubt(.octets(block, octets), .assumed, .programWrites))
    }

    /// The known differences of the payload on the air, in words.
    public var remarks: [String] {
      doubts.filter { $0.cause != .programWrites }.map { $0.words }
        + (additions.isEmpty ? [] : ["the host adds \(additions.inWords) when the program runs"])
        + losses.map { "the host \($0)" }
        + [partSent].compactMap { $0 }
        + (isWritable
          ? ["the program can change it before it is sent"]
          : changing.isEmpty
            ? [] : ["the program can change \(changing.reduce(0) { $0 + $1.count }) bytes before they are sent"])
    }
  }

  /// The reason why an array counts as a payload.
  public enum Evidence: String, Hashable, Sendable {
    /// The type of the array in the debug information.
    case type
    /// The name of the array, and the AD structures in it.
    case name
    /// A call that it is passed to, and the AD structures in it.
    case call
    /// The user's request.
    case option
    /// The run: the program makes it when its code runs, and passes it to the stack.
    case run
  }

  /// An array without a payload.
  public struct UnreadArray: Hashable, Sendable {
    /// The name in the source.
    public var name: String
    /// The packets in which it would be sent.
    public var role: PayloadRole = .advertising
    /// The place in the source and in the image.
    public var place: ImagePlace
    /// The reason why no payload was read.
    public var reason: Reason
    var memoryAddress: UInt64 = 0

    /// The reasons why an array has no payload.
    public enum Reason: Hashable, Sendable {
      /// The array is zero until the program fills it.
      case filledAtRunTime
      /// The fault, in words.
      case noPayload(String)
    }
  }
}
