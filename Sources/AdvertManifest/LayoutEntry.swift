internal import AdvertObservation
internal import AdvertisingData

/// A named layout in a manifest.
enum LayoutEntry {
  /// Kinds of address that somebody can choose: the rest is what a capture lacks or what nobody may send.
  private static let addressKinds = DeviceAddress.Kind.allCases.filter { $0 != .unknown && $0 != .randomReserved }

  static let form = ValueShape.Form(
    name: "a layout",
    keys: [
      ValueShape.Key("pdu", "What kind of advertising it is.", .words(AdvertisingPDU.allCases.map(\.rawValue))),
      ValueShape.Key("address", "The kind of address it is sent with.", .words(addressKinds.map(\.rawValue))),
      ValueShape.Key("interval", "The advertising interval.", .duration),
      ValueShape.Key("advertising", "The advertising data; none when left out.", .payload),
      ValueShape.Key("scanResponse", "The scan response data; none when left out.", .payload),
      ValueShape.Key("expect", "What must be in this very layout.", .form(ExpectEntry.form)),
    ])

  /// - Parameter key: the layout's name.
  static func read(_ node: YAMLNode, key: YAMLNode) throws(ManifestError) -> DeclaredLayout {
    let values = try node.values(of: form)
    let pdu = try values["pdu"]?.choice("a kind of PDU", of: AdvertisingPDU.allCases) ?? .advInd
    let advertising = try payload(values["advertising"])
    let scanResponse = try payload(values["scanResponse"])
    let interval = try values["interval"].map { interval throws(ManifestError) in
      try interval.duration("a time such as \"152.5 ms\"", in: 1...WrittenDuration.longestInterval)
    }
    return DeclaredLayout(
      name: try key.text("a name"),
      layout: Layout(
        pdu: pdu, advertising: advertising?.payload ?? Payload(), declaring: scanResponse?.payload),
      addressKind: try values["address"]?.choice("a kind of address", of: addressKinds),
      intervalMicroseconds: interval, expectedServices: try ExpectEntry.services(in: values["expect"]),
      place: key.range, advertisingText: advertising?.written, scanResponseText: scanResponse?.written,
      text: key.range.flatMap { place in
        LayoutEntryText(node).map { WrittenLayout(place: place, rewriting: $0.edits) }
      })
  }

  private static func payload(_ node: YAMLNode?) throws(ManifestError) -> PayloadReading? {
    try node.map { node throws(ManifestError) in try PayloadReading(node) }
  }
}

/// What somebody says must be there.
enum ExpectEntry {
  static let form = ValueShape.Form(
    name: "\"expect\"",
    keys: [ValueShape.Key("services", "Services that must be in the advertising data.", .list(.uuid))])

  static func services(in node: YAMLNode?) throws(ManifestError) -> [BluetoothUUID] {
    guard let node else { return [] }
    var services: [BluetoothUUID] = []
    for element in try node.values(of: form)["services"]?.list("a list of UUIDs") ?? [] {
      services.append(try element.uuid())
    }
    return services
  }
}
