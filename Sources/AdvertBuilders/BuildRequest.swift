package import AdvertisingData

/// What a program asks a stack to advertise, in the order of its calls.
package struct BuildRequest: Hashable, Sendable {
  /// What the program asks to be sent. A stack may send another kind.
  package var pdu: AdvertisingPDU
  /// What is asked for the advertising data, or for the stack to place.
  package var advertising: [ADValue]
  /// What is asked for the scan response; `nil` when nothing is said about it.
  package var scanResponse: [ADValue]?
  /// The words of the options that are on (``StackBuilder/options``).
  package var options: Set<String>

  /// A request.
  package init(
    pdu: AdvertisingPDU = .advInd, advertising: [ADValue], scanResponse: [ADValue]? = nil, options: Set<String> = []
  ) {
    self.pdu = pdu
    self.advertising = advertising
    self.scanResponse = scanResponse
    self.options = options
  }

  /// One field of a request.
  package struct Field: Hashable, Sendable {
    /// The block that it is asked for.
    package let block: Block
    /// Its position among the fields of the block.
    package let index: Int

    /// The field at a position.
    package init(_ block: Block, _ index: Int) {
      self.block = block
      self.index = index
    }
  }

  /// The fields of a block with their values, in the order of the calls.
  func fields(of block: Block) -> [(field: Field, value: ADValue)] {
    let values = block == .advertising ? advertising : scanResponse ?? []
    return values.enumerated().map { (Field(block, $0.offset), $0.element) }
  }
}

/// Why a stack does not advertise what was asked.
package struct BuildRefusal: Error, Hashable, Sendable {
  /// The field that it refuses; `nil` when it is the whole.
  package let field: BuildRequest.Field?
  /// In a few words, without a full stop.
  package let reason: String

  init(_ field: BuildRequest.Field? = nil, _ reason: String) {
    self.field = field
    self.reason = reason
  }
}

/// What became of a field that is not sent as it was asked.
package struct BuildChange: Hashable, Sendable {
  /// The ways in which it can differ.
  package enum Kind: Hashable, Sendable {
    /// It is in the scan response.
    case moved
    /// Its end is missing.
    case shortened
    /// It is not sent.
    case leftOut
    /// Something else is sent in its place.
    case replaced
  }

  /// What differs.
  package let kind: Kind
  /// The field; `nil` when it is the whole.
  package let field: BuildRequest.Field?
  /// What the stack does and why, as the rest of a sentence that begins with its name.
  package let words: String
  /// The call that mends it; `nil` when there is none.
  package let remedy: String?

  /// A field that is not sent, for examples.
  package init(leftOut words: String) { self.init(.leftOut, nil, words) }

  /// A change that no model makes, such as that of the kind of advertising.
  package init(_ kind: Kind, _ field: BuildRequest.Field?, _ words: String, remedy: String? = nil) {
    self.kind = kind
    self.field = field
    self.words = words
    self.remedy = remedy
  }
}

/// What goes on the air.
package struct BuiltLayout: Hashable, Sendable {
  /// What it is sent with.
  package let pdu: AdvertisingPDU
  /// The advertising data.
  package let advertising: BuiltBlock
  /// The scan response data; empty when there are none.
  package let scanResponse: BuiltBlock
  /// What is not sent as it was asked.
  package let changes: [BuildChange]

  /// The layout that everything judges.
  package var layout: Layout {
    Layout(
      pdu: pdu, advertising: Payload(advertising.octets),
      declaring: pdu.isScannable ? Payload(scanResponse.octets) : nil)
  }
}

extension ADValue {
  /// What it is, for a sentence.
  package var requestWords: String {
    switch self {
    case .flags: "the Flags"
    case .serviceUUIDs(let list):
      (list.uuids.count == 1 ? "service " : "services ") + list.uuids.map { "\($0)" }.joined(separator: ", ")
    case .solicitationUUIDs: "the solicited services"
    case .localName: "the name"
    case .txPowerLevel: "the TX power"
    case .connectionIntervalRange: "the connection intervals"
    case .serviceData(let data): "the data of service \(data.uuid)"
    case .appearance: "the appearance"
    case .manufacturerData: "the manufacturer data"
    case .uri: "the URI"
    default: "the AD structure of type \(Self.hex(type.rawValue))"
    }
  }

  private static func hex(_ octet: UInt8) -> String {
    "0x" + (octet < 16 ? "0" : "") + String(octet, radix: 16)
  }
}
