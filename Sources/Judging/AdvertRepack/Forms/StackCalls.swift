internal import AdvertBuilders
internal import AdvertisingData

/// The calls of a stack that produce a block, one line each; bytes where the model of the stack does not produce the
/// block.
struct StackCalls {
  let lines: [String]

  /// - Parameters:
  ///   - object: the object of the calls.
  ///   - raw: the call that appends an AD structure unchanged; `nil` when there is none.
  ///   - call: the calls that express a value; `nil` when only bytes do.
  init(
    _ payload: Payload, stack: StackBuilder, object: String, raw: ([UInt8]) -> String?,
    call: (ADValue) -> [String]?
  ) {
    let decoded = payload.decoded
    var calls: [(call: String, words: String)] = []
    var octets: [UInt8] = []
    for element in decoded.elements {
      let structure = Array(payload.octets[element.octetRange])
      // The model shows the result of a call after all earlier calls.
      if !element.overruns, let own = call(element.value),
        Self.octets(of: octets, element.value, stack) == octets + structure
      {
        calls += own.map { ($0, element.type.words) }
      } else if let raw = raw(structure) {
        calls.append((raw, element.type.words))
      }
      octets += structure
    }
    if !decoded.remainder.isEmpty, let raw = raw(decoded.remainder) { calls.append((raw, "no AD structure")) }
    lines = calls.map { "  \(object).\($0.call);  // \(SourceText.harmless($0.words))" }
  }

  /// Returns the stack's octets after a value is added to present octets.
  private static func octets(of before: [UInt8], _ value: ADValue, _ stack: StackBuilder) -> [UInt8]? {
    let earlier = Payload(before).decoded.elements.map { $0.value }
    let request = BuildRequest(advertising: earlier + [value], scanResponse: [])
    return (try? stack.built(request, version: stack.newest))?.advertising.octets
  }

  /// Returns whether both blocks fit into legacy advertising.
  static func canHold(_ entry: NumberedEntry) -> Bool {
    let limit = AdvertisingPDU.advInd.payloadLimit
    return entry.advertising.count <= limit && entry.scanResponse.count <= limit
  }

  static let tooLong = "More than 31 bytes, which no call takes."

  /// Returns a block for which the stack has no calls.
  static func arrays(of entry: NumberedEntry, hint: String) -> [String] {
    let limit = entry.pdu.payloadLimit
    return ["// \(hint)"]
      + CArray.lines(
        entry.advertising, named: entry.named("advertising_data"), limit: limit, qualifiers: "static const")
      + CArray.lines(
        entry.scanResponse, named: entry.named("scan_response_data"), limit: limit, qualifiers: "static const")
  }

  /// Returns octets as a vector of C++.
  static func vector(_ octets: some Sequence<UInt8>) -> String { "std::vector<uint8_t>{\(CArray.list(octets))}" }

  /// Returns a UUID in the width in which it is sent, as an object of a class.
  static func uuid(_ uuid: BluetoothUUID, _ width: BluetoothUUID.Width, as name: String) -> String {
    let octets = HexText.compact((uuid.littleEndian(width: width) ?? []).reversed())
    switch width {
    case .bits16: return "\(name)((uint16_t)0x\(octets))"
    case .bits32: return "\(name)((uint32_t)0x\(octets))"
    case .bits128: return "\(name)(\"\(uuid.fullText)\")"
    }
  }
}
