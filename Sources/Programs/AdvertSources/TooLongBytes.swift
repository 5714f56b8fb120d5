internal import AdvertBuilders
internal import AdvertReading
internal import AdvertisingData

extension SourceObstacle {
  /// The refusal of bytes that are sent as they are, with the smallest change of their structures.
  ///
  /// - Parameters:
  ///   - layout: both blocks, as the program gives them.
  ///   - block: the block that is too long.
  ///   - call: the call or the argument for the scan response.
  init(
    _ line: Int, _ reason: String, tooLong layout: DeclaredLayout, in block: Block, scanResponse call: String
  ) {
    let sent = layout.layout
    let response = sent.scanResponse.payloads.first
    let needed = (block == .advertising ? sent.advertising : response)?.count ?? 0
    var remedy = "remove \(counted(max(needed - 31, 0), "byte"))"
    // Nothing is moved to advertising data that are not known.
    if let advertising = sent.advertising.flatMap({ Self.values(of: $0) }),
      let answered = response.map({ Self.values(of: $0) }) ?? [], block == .advertising || !advertising.isEmpty
    {
      let stack = StackBuilder.bytes(scanResponse: call)
      let request = BuildRequest(
        pdu: sent.pdu ?? .advInd, advertising: advertising, scanResponse: answered.isEmpty ? nil : answered)
      remedy = stack.remedy(for: .ofBytes(needed), of: request, in: block, version: stack.newest) ?? remedy
    }
    self.init(line, reason, Refusal(isCertain: true, remedy: remedy))
    var layout = layout
    // What of it is sent is known: nothing.
    layout.doubts.removeAll { if case .size = $0.part { true } else { false } }
    asked = [layout]
  }

  /// Returns the smallest change of advertising data that are too long.
  static func change(of octets: [UInt8]) -> String {
    let removal = "remove \(counted(max(octets.count - 31, 0), "byte"))"
    guard let values = values(of: Payload(octets)) else { return removal }
    let stack = StackBuilder.bytes(scanResponse: nil)
    return stack.remedy(
      for: .ofBytes(octets.count), of: BuildRequest(advertising: values), in: .advertising, version: stack.newest)
      ?? removal
  }

  /// Returns the values of a payload of whole structures; `nil` for any other payload.
  private static func values(of payload: Payload) -> [ADValue]? {
    let decoded = payload.decoded
    guard case .complete = decoded.ending else { return nil }
    return decoded.elements.map { $0.value }
  }
}
