package import AdvertisingData

/// A program's request to a stack, with the fields to advertise in the order of its calls.
package struct BuildRequest: Hashable, Sendable {
  /// The kind of advertising that the program asks for. A stack may send another kind.
  package var pdu: AdvertisingPDU
  /// The fields for the advertising data, or for a block that the stack chooses.
  package var advertising: [ADValue]
  /// The fields for the scan response; `nil` when the request does not mention it.
  package var scanResponse: [ADValue]?
  /// The words of the options that are on (``StackBuilder/options``).
  package var options: Set<String>
  /// The call that the program makes; `nil` for the usual one.
  package var call: String?

  /// Makes a request.
  package init(
    pdu: AdvertisingPDU = .advInd, advertising: [ADValue], scanResponse: [ADValue]? = nil, options: Set<String> = [],
    call: String? = nil
  ) {
    self.pdu = pdu
    self.advertising = advertising
    self.scanResponse = scanResponse
    self.options = options
    self.call = call
  }

  /// One field of a request.
  package struct Field: Hashable, Sendable {
    /// The block that the field is requested for.
    package let block: Block
    /// The position of the field among the fields of the block.
    package let index: Int

    /// Makes the field at a position.
    package init(_ block: Block, _ index: Int) {
      self.block = block
      self.index = index
    }
  }

  /// Returns the fields of a block with their values, in the order of the calls.
  func fields(of block: Block) -> [(field: Field, value: ADValue)] {
    let values = block == .advertising ? advertising : scanResponse ?? []
    return values.enumerated().map { (Field(block, $0.offset), $0.element) }
  }
}

/// The reason why a stack does not advertise a request.
package struct BuildRefusal: Error, Hashable, Sendable {
  /// The field that the stack refuses; `nil` when it refuses the whole request.
  package let field: BuildRequest.Field?
  /// The reason in a few words, without a full stop.
  package let reason: String
  /// The failure of the call; `nil` when the model of the stack has no answer.
  package let failure: StackFailure?

  init(_ field: BuildRequest.Field? = nil, _ reason: String) {
    self.field = field
    self.reason = reason
    failure = nil
  }

  init(_ field: BuildRequest.Field? = nil, _ failure: StackFailure) {
    self.field = field
    reason = failure.words
    self.failure = failure
  }
}

/// A change that a stack makes to a request.
package struct BuildChange: Hashable, Sendable {
  /// The kinds of changes.
  package enum Kind: Hashable, Sendable {
    /// The field is in the scan response.
    case moved
    /// The end of the field is missing.
    case shortened
    /// The field is not sent.
    case leftOut
    /// Other data are sent instead of the field.
    case replaced
    /// The program does not ask for the field by a call that another version takes for it.
    case notAsked
  }

  /// The kind of the change.
  package let kind: Kind
  /// The field; `nil` when the change concerns the whole request.
  package let field: BuildRequest.Field?
  /// The action of the stack and its reason, as the rest of a sentence that begins with the name of the stack.
  package let words: String
  /// The call that repairs it; `nil` when there is none.
  package let remedy: String?
  /// Whether something that the program asks for is not sent, or not all of it.
  package var isLoss: Bool { kind == .leftOut || kind == .shortened }

  /// Makes a change without a field that is not sent, for examples.
  package init(leftOut words: String) { self.init(.leftOut, nil, words) }

  /// Makes a change outside of a stack's model, such as a change of the kind of advertising.
  package init(_ kind: Kind, _ field: BuildRequest.Field?, _ words: String, remedy: String? = nil) {
    self.kind = kind
    self.field = field
    self.words = words
    self.remedy = remedy
  }
}

/// The result of a request: the data that the stack sends.
package struct BuiltLayout: Hashable, Sendable {
  /// The kind of advertising.
  package let pdu: AdvertisingPDU
  /// The advertising data.
  package let advertising: BuiltBlock
  /// The scan response data; empty when there are none.
  package let scanResponse: BuiltBlock
  /// The changes to the request.
  package let changes: [BuildChange]
  /// Whether the stack sends a scan response whose data are not known.
  package var isResponseUnknown = false

  /// The layout in the form in which all commands judge it.
  package var layout: Layout {
    guard !isResponseUnknown || !pdu.isScannable else {
      return Layout(pdu: pdu, advertising: Payload(advertising.octets), scanResponse: .notObserved)
    }
    return Layout(
      pdu: pdu, advertising: Payload(advertising.octets),
      declaring: pdu.isScannable ? Payload(scanResponse.octets) : nil)
  }
}

extension ADValue {
  /// The description of the value, for a sentence.
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
    default: "the AD structure of type \(HexDigits.number(type.rawValue, octets: 1))"
    }
  }
}
