// Values in JSON, property lists and similar formats: UUIDs and addresses as text, octets as hex. Embedded Swift has no
// Codable.
#if !hasFeature(Embedded)
  extension BluetoothUUID: Codable {
    /// Reads the text form. Throws `DecodingError` for a text that is not a UUID.
    public init(from decoder: any Decoder) throws {
      self = try decoder.text("a UUID") { BluetoothUUID(text: $0) }
    }

    /// Writes the shortest text form: `180f`, `afd0ffa0-2a9e-41a9-b9db-115a0e511de4`.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(description)
    }
  }

  extension Payload: Codable {
    /// Reads octets in hex. Throws `DecodingError` for a text that is not hex.
    public init(from decoder: any Decoder) throws {
      self = try decoder.text("bytes in hex") { text in (try? HexText.octets(of: text)).map { Payload($0) } }
    }

    /// Writes the octets as lower-case hex, as in all JSON of the command: `020106`.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(HexText.compact(octets))
    }
  }

  extension DeviceAddress: Codable {
    private enum Key: String, CodingKey {
      case address
      case addressType
    }

    /// Reads the address as text and its kind. Throws `DecodingError` when one of them is invalid, or when they
    /// contradict each other.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      let kind = try container.decode(Kind.self, forKey: .addressType)
      let text = try container.decodeIfPresent(String.self, forKey: .address)
      guard let address = DeviceAddress(text: text ?? "", type: kind.addressType(ofAddress: text != nil)),
        address.kind == kind
      else {
        throw DecodingError.dataCorruptedError(
          forKey: .address, in: container, debugDescription: "expected an address that is \(kind.rawValue)")
      }
      self = address
    }

    /// Writes the address as text, `null` when it is not known, and its kind: `random-static`.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(isKnown ? description : nil, forKey: .address)
      try container.encode(kind, forKey: .addressType)
    }
  }

  extension DeviceAddress.Kind: Codable {}

  extension AdvertisingPDU: Codable {}

  extension Layout: Codable {
    private enum Key: String, CodingKey {
      case pdu
      case advertising
      case scanResponseState
      case scanResponses
    }

    private enum State: String, Codable {
      case observed
      case notObserved
      case notScannable
      case declared
    }

    /// Reads the form that ``encode(to:)`` writes. Throws `DecodingError` for any other form.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      let responses = try container.decodeIfPresent([Payload].self, forKey: .scanResponses) ?? []
      let state = try container.decode(State.self, forKey: .scanResponseState)
      let scanResponse: ScanResponse
      switch (state, responses.count) {
      case (.observed, 1...): scanResponse = .observed(responses)
      case (.declared, 1): scanResponse = .declared(responses[0])
      case (.notObserved, 0): scanResponse = .notObserved
      case (.notScannable, 0): scanResponse = .notScannable
      default:
        throw DecodingError.dataCorruptedError(
          forKey: .scanResponses, in: container,
          debugDescription: "expected as many payloads as \(state.rawValue) has, found \(responses.count)")
      }
      self.init(
        pdu: try container.decodeIfPresent(AdvertisingPDU.self, forKey: .pdu),
        advertising: try container.decodeIfPresent(Payload.self, forKey: .advertising), scanResponse: scanResponse)
    }

    /// Writes `pdu`, `advertising`, `scanResponseState` and `scanResponses`, the payloads as hex; `null` for unknown
    /// parts.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(pdu, forKey: .pdu)
      try container.encode(advertising, forKey: .advertising)
      let state: State =
        switch scanResponse {
        case .observed: .observed
        case .notObserved: .notObserved
        case .notScannable: .notScannable
        case .declared: .declared
        }
      try container.encode(state, forKey: .scanResponseState)
      try container.encode(scanResponse.payloads, forKey: .scanResponses)
    }
  }

  extension Decoder {
    fileprivate func text<Value>(_ expected: String, _ read: (String) -> Value?) throws -> Value {
      let container = try singleValueContainer()
      guard let value = read(try container.decode(String.self)) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "expected \(expected)")
      }
      return value
    }
  }

  extension DeviceAddress.Kind {
    /// - Parameter isKnown: whether there is an address.
    fileprivate func addressType(ofAddress isKnown: Bool) -> DeviceAddress.AddressType {
      switch self {
      case .public: .public
      case .randomStatic, .randomResolvable, .randomNonResolvable, .randomReserved: .random
      case .publicIdentity: .publicIdentity
      case .randomIdentity: .randomIdentity
      case .anonymous: .anonymous
      case .unknown: isKnown ? .unstated : .unknown
      }
    }
  }
#endif
