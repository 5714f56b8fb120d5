/// A drone's Remote ID (service data of 0xFFFA): one message, or in extended advertising a pack of them.
///
/// Source: ASTM F3411 and ASD-STAN prEN 4709-002, as implemented by opendroneid-core-c; little-endian.
public struct RemoteID: Hashable, Sendable, KnownFormat {
  /// 0x0D: open drone ID.
  public let applicationCode: UInt8
  /// Counts changes of the message.
  public let counter: UInt8
  public let content: Content
  /// Octets after the last whole message; empty in practice.
  public let surplus: [UInt8]

  static let applicationCode: UInt8 = 0x0D
  private static let mostInPack = 9

  public enum Content: Hashable, Sendable {
    case message(RemoteIDMessage)
    /// The protocol version (4 bits), and the message size and message count as sent.
    case pack(version: UInt8, size: UInt8, count: UInt8, [RemoteIDMessage])
  }

  public init(_ message: RemoteIDMessage, counter: UInt8) {
    applicationCode = Self.applicationCode
    self.counter = counter
    content = .message(message)
    surplus = []
  }

  /// Throws when there is no room for one message, or for the head of a pack.
  init(decoding octets: [UInt8]) throws(Malformation) {
    try Self.require(3, of: octets)
    applicationCode = octets[0]
    counter = octets[1]
    guard octets[2] >> 4 == RemoteIDMessage.packType else {
      try Self.require(2 + RemoteIDMessage.length, of: octets)
      let end = 2 + RemoteIDMessage.length
      content = .message(RemoteIDMessage(whole: Array(octets[2..<end])))
      surplus = Array(octets[end...])
      return
    }
    try Self.require(5, of: octets)
    var messages: [RemoteIDMessage] = []
    var position = 5
    if Int(octets[3]) == RemoteIDMessage.length {
      while messages.count < Int(octets[4]), octets.count - position >= RemoteIDMessage.length {
        let end = position + RemoteIDMessage.length
        messages.append(RemoteIDMessage(whole: Array(octets[position..<end])))
        position = end
      }
    }
    content = .pack(version: octets[2] & 0x0F, size: octets[3], count: octets[4], messages)
    surplus = Array(octets[position...])
  }

  public var messages: [RemoteIDMessage] {
    switch content {
    case .message(let message): [message]
    case .pack(_, _, _, let messages): messages
    }
  }

  private var head: [UInt8] {
    guard case .pack(let version, let size, let count, _) = content else { return [applicationCode, counter] }
    return [applicationCode, counter, RemoteIDMessage.packType << 4 | version, size, count]
  }

  public var octets: [UInt8] { head + messages.flatMap { $0.octets } + surplus }

  public var problems: [KnownPayloadProblem] {
    var problems: [KnownPayloadProblem] = []
    if applicationCode != Self.applicationCode { problems.append(.unexpected(offset: 0, expected: "0x0d")) }
    var position = head.count
    if case .pack(_, let size, let count, let messages) = content {
      if Int(size) != RemoteIDMessage.length {
        problems.append(.unexpected(offset: 3, expected: "25, a message's size"))
      }
      if count == 0 || Int(count) > Self.mostInPack {
        problems.append(.unexpected(offset: 4, expected: "from 1 to 9 messages"))
      }
      if messages.count < Int(count) {
        problems.append(.cut(offset: position + messages.count * RemoteIDMessage.length))
        return problems
      }
    }
    for message in messages {
      problems += message.problems.map { $0.moved(by: position) }
      position += RemoteIDMessage.length
    }
    return problems + KnownPayloadProblem.surplus(surplus, at: position)
  }
}
