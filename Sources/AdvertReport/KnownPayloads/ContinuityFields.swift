internal import AdvertisingData

extension Continuity {
  func fields(_ candidates: OverflowCandidates) -> [KnownField] {
    [
      KnownField(
        "messages", .list(messages.map { .object($0.fields(candidates)) }),
        messages.isEmpty ? nil : messages.map(\.words).joined(separator: "; ")),
      KnownField("rest", octets: rest, label: "not decoded"),
    ]
  }
}

extension ContinuityMessage {
  fileprivate var words: String {
    let title = name ?? "type " + Words.hex(number: type, octets: 1)
    let said = KnownField.words(contentFields(.none))
    return (said.isEmpty ? title : "\(title), \(said)") + (isUnverified ? " (unverified)" : "")
  }

  fileprivate func fields(_ candidates: OverflowCandidates) -> [KnownField] {
    [KnownField("type", type), KnownField("name", .optional(name)), KnownField("value", octets: value)]
      + contentFields(candidates)
  }

  private func contentFields(_ candidates: OverflowCandidates) -> [KnownField] {
    switch content {
    case .overflowArea(let area): [area.field(candidates)]
    case .nearbyInfo(let info): info.fields
    case .nearbyAction(let action): action.fields
    case .offlineFinding(let finding): finding.fields
    case .fields(let fields): fields.map(\.field)
    case .opaque: [KnownField("data", octets: value, label: "with")]
    }
  }
}

extension ContinuityField {
  fileprivate var field: KnownField {
    switch value {
    case .number(let number): KnownField(key, number, label: label)
    case .octets(let octets): KnownField(key, octets: octets, label: label)
    }
  }

  /// The key in words: `batteryLeft` is "battery left".
  private var label: String {
    var words = ""
    for character in key {
      if character.isUppercase, words.last?.isLowercase == true { words += " " }
      words.append(character)
    }
    return words.lowercased()
  }
}

extension OverflowArea {
  /// Every bit set, with the candidates that would set it.
  fileprivate func field(_ candidates: OverflowCandidates) -> KnownField {
    let bits = bits
    let values: [KnownField.Value] = bits.map { bit in
      .object([
        KnownField("bit", bit),
        KnownField("candidates", .list(candidates.services(ofBit: bit).map { .text($0.description) })),
      ])
    }
    let words =
      bits.isEmpty
      ? "no bit set" : "\(bits.count == 1 ? "bit" : "bits") " + bits.map(String.init).joined(separator: ", ")
    return KnownField("bits", .list(values), words)
  }
}

extension NearbyInfo {
  fileprivate var fields: [KnownField] {
    let flags: [(DataFlags, String)] = [
      (.airPodsConnected, "AirPods connected and screen on"), (.wiFiOn, "Wi-Fi on"), (.watchLocked, "watch locked"),
      (.autoUnlockWatch, "auto unlock by watch"), (.autoUnlock, "auto unlock"),
    ]
    let set = flags.filter { dataFlags.contains($0.0) }.map(\.1)
    return [
      KnownField("action", .number(Int(action)), actionName ?? "activity \(action)"),
      KnownField("actionName", .optional(actionName)),
      KnownField("primaryDevice", .truth(isPrimaryDevice), isPrimaryDevice ? "primary device" : nil),
      KnownField("receivingAirDrop", .truth(isReceivingAirDrop), isReceivingAirDrop ? "receiving AirDrop" : nil),
      KnownField(
        "flags", .list(set.map { .text($0) }), set.isEmpty ? nil : set.joined(separator: ", ")),
      KnownField("authenticationTag", octets: authenticationTag, label: "tag"),
      KnownField("rest", octets: rest, label: "then"),
    ]
  }
}

extension NearbyAction {
  fileprivate var fields: [KnownField] {
    [
      KnownField("flags", flags), KnownField("action", .number(Int(actionType)), actionName ?? "type \(actionType)"),
      KnownField("actionName", .optional(actionName)),
      KnownField("authenticationTag", octets: authenticationTag, label: "tag"),
      KnownField("parameters", octets: parameters, label: "parameters"),
    ]
  }
}

extension OfflineFinding {
  fileprivate var fields: [KnownField] {
    switch self {
    case .separated(let status, let publicKey, let keyBits, let hint):
      [
        KnownField("state", .text("separated"), "away from its owner"),
        KnownField("status", .number(Int(status)), "status " + Words.hex(number: status, octets: 1)),
        KnownField("publicKey", octets: publicKey, label: "key"), KnownField("keyBits", keyBits),
        KnownField("hint", hint),
      ]
    case .nearOwner(let status, let keyBits):
      [
        KnownField("state", .text("nearOwner"), "near its owner"),
        KnownField("status", .number(Int(status)), "status " + Words.hex(number: status, octets: 1)),
        KnownField("keyBits", keyBits),
      ]
    }
  }
}
