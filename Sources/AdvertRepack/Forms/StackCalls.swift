internal import AdvertBuilders
internal import AdvertisingData

/// The calls of a stack that give a block, each a line; bytes where the model of the stack does not give the block back.
struct StackCalls {
  let lines: [String]

  /// - Parameters:
  ///   - object: what the calls are made on.
  ///   - raw: the call that appends an AD structure as it is; `nil` when there is none for it.
  ///   - call: the calls that stand for a value; `nil` when only bytes do.
  init(
    _ payload: Payload, stack: StackBuilder, object: String, raw: ([UInt8]) -> String?,
    call: (ADValue) -> [String]?
  ) {
    let decoded = payload.decoded
    var calls: [(call: String, words: String)] = []
    var octets: [UInt8] = []
    for element in decoded.elements {
      let structure = Array(payload.octets[element.octetRange])
      // What a call makes of a value is asked of the model, after all that comes before.
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

  /// What the stack has when a value is added to octets that are there.
  private static func octets(of before: [UInt8], _ value: ADValue, _ stack: StackBuilder) -> [UInt8]? {
    let earlier = Payload(before).decoded.elements.map { $0.value }
    let request = BuildRequest(advertising: earlier + [value], scanResponse: [])
    return (try? stack.built(request, version: stack.newest))?.advertising.octets
  }

  /// Whether both blocks fit into legacy advertising.
  static func canHold(_ entry: NumberedEntry) -> Bool {
    let limit = AdvertisingPDU.advInd.payloadLimit
    return entry.advertising.count <= limit && entry.scanResponse.count <= limit
  }

  static let tooLong = "More than 31 bytes, which no call takes."

  /// A block for which the stack has no calls.
  static func arrays(of entry: NumberedEntry, hint: String) -> [String] {
    let limit = entry.pdu.payloadLimit
    return ["// \(hint)"]
      + CArray.lines(
        entry.advertising, named: entry.named("advertising_data"), limit: limit, qualifiers: "static const")
      + CArray.lines(
        entry.scanResponse, named: entry.named("scan_response_data"), limit: limit, qualifiers: "static const")
  }

  /// Octets as a vector of C++.
  static func vector(_ octets: some Sequence<UInt8>) -> String { "std::vector<uint8_t>{\(CArray.list(octets))}" }

  /// A number of 16 bits.
  static func hex(_ number: UInt16) -> String {
    "0x" + HexText.compact([UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)])
  }

  /// A UUID in the width that it is sent in.
  static func nimBLEUUID(_ uuid: BluetoothUUID, _ width: BluetoothUUID.Width) -> String {
    let octets = HexText.compact((uuid.littleEndian(width: width) ?? []).reversed())
    switch width {
    case .bits16: return "NimBLEUUID((uint16_t)0x\(octets))"
    case .bits32: return "NimBLEUUID((uint32_t)0x\(octets))"
    case .bits128:
      let digits = Array(octets)
      guard digits.count == 32 else { return "NimBLEUUID()" }
      let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
      return "NimBLEUUID(\"\(parts.joined(separator: "-"))\")"
    }
  }
}
