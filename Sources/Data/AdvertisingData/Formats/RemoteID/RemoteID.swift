/// A drone's Remote ID (service data of 0xFFFA): one message, or in extended advertising a pack of them.
///
/// Source: ASTM F3411 and ASD-STAN prEN 4709-002, as implemented by opendroneid-core-c; little-endian.
package enum RemoteID {
  package static let format = KnownPayload.Format(
    "remoteID", name: "Remote ID", in: .services([0xFFFA]),
    fields: [
      .string("data"), .integer("counter"), .boolean("pack"), .objects("messages", Message.declaredFields),
      .string("surplus"),
    ],
    // The type of the message.
    beginning: { _ in [Field("", .null, at: 2..<3, role: .bits(0xF0))] }, isFoundByData: { _, _ in true },
    read: { octets, _ throws(Malformation) in
      try octets.require(3)
      let isPack = octets[2] >> 4 == packType
      let start = isPack ? 5 : 2
      try octets.require(isPack ? start : start + Message.length)
      var messages: [Message] = []
      var position = start
      let count = !isPack ? 1 : octets[3] == Message.length ? Int(octets[4]) : 0
      while messages.count < count, octets.count - position >= Message.length {
        messages.append(Message(octets: Array(octets[position..<position + Message.length]), start: position))
        position += Message.length
      }
      let surplus = Array(octets[position...])
      return KnownPayload.Reading(
        fields: [
          .structure(at: 0..<1),
          // Counts changes of the message.
          Field("counter", octets[1], at: 1..<2),
          Field(
            "pack", isPack, whenTrue: messages.isEmpty ? "empty pack" : "pack", at: isPack ? 2..<5 : nil,
            role: .structure),
          Field(
            "messages", .list(messages.map { .object($0.fields) }), at: start..<position,
            wording: .items(separator: "; ")
          ),
          Field(
            "surplus", .octets(surplus), at: position..<octets.count,
            wording: surplus.isEmpty ? .hidden : .phrase("\(counted(surplus.count, "byte")) not decoded")),
        ], problems: problems(of: octets, isPack: isPack, messages, end: position))
    })

  private static let packType: UInt8 = 0xF
  private static let maximumMessagesInPack = 9

  private static func problems(of octets: [UInt8], isPack: Bool, _ messages: [Message], end: Int)
    -> [KnownPayload.Problem]
  {
    var problems: [KnownPayload.Problem] = []
    if octets[0] != 0x0D { problems.append(.unexpected(offset: 0, expected: "0x0d")) }
    if isPack {
      if octets[3] != Message.length { problems.append(.unexpected(offset: 3, expected: "25, a message's size")) }
      if octets[4] == 0 || Int(octets[4]) > maximumMessagesInPack {
        problems.append(.unexpected(offset: 4, expected: "from 1 to 9 messages"))
      }
      if messages.count < Int(octets[4]) { return problems + [.cut(offset: end)] }
    }
    return problems + messages.flatMap { $0.problems } + KnownPayload.Problem.surplus(of: octets, after: end)
  }
}
