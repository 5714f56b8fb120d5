/// A drone's Remote ID (service data of 0xFFFA): one message, or in extended advertising a pack of them.
///
/// Source: ASTM F3411 and ASD-STAN prEN 4709-002, as implemented by opendroneid-core-c; little-endian.
public struct RemoteID: KnownFormat {
  public static let format = KnownPayload.Format("remoteID", name: "Remote ID", in: .services([0xFFFA]), as: Self.self)
  public static func isFoundByData(_: [UInt8], of _: UInt16) -> Bool { true }

  /// 0x0D: open drone ID.
  public let applicationCode: UInt8
  /// Counts changes of the message.
  public let counter: UInt8
  /// One message, or several.
  public let content: Content
  /// Octets after the last whole message; empty in practice.
  public let surplus: [UInt8]

  private static let applicationCode: UInt8 = 0x0D
  private static let maximumMessagesInPack = 9

  /// How messages are sent.
  public enum Content: Hashable, Sendable {
    /// One message alone.
    case message(Message)
    /// The protocol version (4 bits), and the message size and message count as sent.
    case pack(version: UInt8, size: UInt8, count: UInt8, [Message])
  }

  /// Service data with one message.
  public init(_ message: Message, counter: UInt8) {
    applicationCode = Self.applicationCode
    self.counter = counter
    content = .message(message)
    surplus = []
  }

  /// Throws when there is no room for one message, or for the head of a pack.
  public init(decoding octets: [UInt8], of _: UInt16) throws(Malformation) {
    try octets.require(3)
    applicationCode = octets[0]
    counter = octets[1]
    guard octets[2] >> 4 == Message.packType else {
      try octets.require(2 + Message.length)
      let end = 2 + Message.length
      content = .message(Message(whole: Array(octets[2..<end])))
      surplus = Array(octets[end...])
      return
    }
    try octets.require(5)
    var messages: [Message] = []
    var position = 5
    if Int(octets[3]) == Message.length {
      while messages.count < Int(octets[4]), octets.count - position >= Message.length {
        let end = position + Message.length
        messages.append(Message(whole: Array(octets[position..<end])))
        position = end
      }
    }
    content = .pack(version: octets[2] & 0x0F, size: octets[3], count: octets[4], messages)
    surplus = Array(octets[position...])
  }

  /// The whole messages, in the order sent.
  public var messages: [Message] {
    switch content {
    case .message(let message): [message]
    case .pack(_, _, _, let messages): messages
    }
  }

  private var head: [UInt8] {
    guard case .pack(let version, let size, let count, _) = content else { return [applicationCode, counter] }
    return [applicationCode, counter, Message.packType << 4 | version, size, count]
  }

  public var octets: [UInt8] { head + messages.flatMap { $0.octets } + surplus }

  public var problems: [KnownPayload.Problem] {
    var problems: [KnownPayload.Problem] = []
    if applicationCode != Self.applicationCode { problems.append(.unexpected(offset: 0, expected: "0x0d")) }
    var position = head.count
    if case .pack(_, let size, let count, let messages) = content {
      if Int(size) != Message.length {
        problems.append(.unexpected(offset: 3, expected: "25, a message's size"))
      }
      if count == 0 || Int(count) > Self.maximumMessagesInPack {
        problems.append(.unexpected(offset: 4, expected: "from 1 to 9 messages"))
      }
      if messages.count < Int(count) {
        problems.append(.cut(offset: position + messages.count * Message.length))
        return problems
      }
    }
    for message in messages {
      problems += message.problems.map { $0.moved(by: position) }
      position += Message.length
    }
    return problems + KnownPayload.Problem.surplus(surplus, at: position)
  }

  public var fields: [Field] {
    let isPack = if case .pack = content { true } else { false }
    let messages = messages
    var position = head.count
    var values: [Field.Value] = []
    for message in messages {
      values.append(.object(message.fields(from: position)))
      position += Message.length
    }
    return [
      .structure(at: 0..<1),
      Field("counter", counter, at: 1..<2),
      Field(
        "pack", isPack, whenTrue: messages.isEmpty ? "empty pack" : "pack", at: isPack ? 2..<5 : nil, role: .structure),
      Field("messages", .list(values), at: head.count..<position, wording: .items(separator: "; ")),
      Field(
        "surplus", .octets(surplus), at: position..<position + surplus.count,
        wording: surplus.isEmpty
          ? .hidden : .phrase("\(counted(surplus.count, "byte")) not decoded")),
    ]
  }

  public static func beginning(of octets: [UInt8]) -> [Field] {
    // The type of the message.
    [Field("", .null, at: 2..<3, role: .bits(0xF0))]
  }
}
