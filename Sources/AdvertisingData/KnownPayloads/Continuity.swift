/// The messages by which Apple devices find each other (company 0x004C): type, length and value, repeated.
///
/// Source: the reverse-engineered protocol of furiousMAC/continuity and others; Apple publishes nothing but iBeacon,
/// which has a case of its own when it comes first.
public struct Continuity: Hashable, Sendable, KnownFormat {
  public let messages: [ContinuityMessage]
  /// A message that is cut off; empty when all is well.
  public let rest: [UInt8]

  public init(_ messages: [ContinuityMessage]) {
    self.messages = messages
    rest = []
  }

  /// Never throws: any octets are messages and a rest.
  init(decoding octets: [UInt8]) {
    var messages: [ContinuityMessage] = []
    var position = 0
    while position < octets.count {
      let type = octets[position]
      var valueStart = position + 1
      var length = OverflowArea.length
      if type != ContinuityMessage.overflowType {
        guard valueStart < octets.count else { break }
        length = Int(octets[valueStart])
        valueStart += 1
      }
      let end = valueStart + length
      guard end <= octets.count,
        let message = ContinuityMessage(type: type, value: Array(octets[valueStart..<end]))
      else { break }
      messages.append(message)
      position = end
    }
    self.messages = messages
    rest = Array(octets[position...])
  }

  public var octets: [UInt8] { messages.flatMap { $0.octets } + rest }

  public var problems: [KnownPayloadProblem] {
    var problems: [KnownPayloadProblem] = []
    var position = 0
    for message in messages {
      problems += message.problems.map { $0.moved(by: position) }
      position += message.octets.count
    }
    return rest.isEmpty ? problems : problems + [.cut(offset: position)]
  }

  public var isUnverified: Bool { messages.contains { $0.isUnverified } }

  /// The first overflow area, when there is one.
  public var overflowArea: OverflowArea? {
    for message in messages {
      if case .overflowArea(let area) = message.content { return area }
    }
    return nil
  }
}
