/// Microsoft's Swift Pair (company 0x0006, beacon 3): Windows offers to pair with the device.
///
/// Source: Microsoft's Swift Pair page; RivieraWaves' Bluetooth stack, whose lengths of the three sub-scenarios agree.
package enum SwiftPair {
  package static let format = KnownPayload.Format(
    "swiftPair", name: "Swift Pair", in: .company(0x0006, beginnings: [[3]]),
    fields: [
      .string("data"), .integer("subScenario"), .string("addressOctets"), .string("classOfDevice"), .string("name"),
    ],
    beginning: { _ in [.structure(at: 0..<2)] },
    read: { octets, _ throws(Malformation) in
      try octets.require(3)
      let scenario = octets[1]
      let (transport, hasAddress, hasClass) =
        switch scenario {
        case 0: ("over LE", false, false)
        case 1: ("over BR/EDR", true, true)
        case 2: ("over LE and BR/EDR", false, true)
        default: ("sub-scenario \(scenario)", false, false)
        }
      let classStart = hasAddress ? 9 : 3
      let nameStart = classStart + (hasClass ? 3 : 0)
      try octets.require(nameStart)
      // An unexpected value in a reserved octet may not be structure.
      let isReservedWhole = octets[2] == reservedRSSI
      var fields = [
        .structure(at: 0..<(isReservedWhole ? 3 : 2)),
        Field(
          "subScenario", scenario, at: 1..<2, role: .structure, wording: .phrase(transport), isUnverified: scenario > 2),
      ]
      if hasAddress {
        // The page does not state the order of the address.
        fields.append(
          Field(
            "addressOctets", .octets(Array(octets[3..<9])), label: "address octets", at: 3..<9,
            role: .address(isLittleEndian: nil, name: "the BR/EDR address")))
      }
      if hasClass {
        fields.append(
          Field(
            "classOfDevice", .octets(Array(octets[classStart..<nameStart])), label: "class of device",
            at: classStart..<nameStart, role: .structure))
      }
      fields.append(
        Field(
          "name", .foreignText(Array(octets[nameStart...])), label: "name", at: nameStart..<octets.count,
          role: scenario > 2 ? .data : .text))
      return KnownPayload.Reading(
        fields: fields,
        problems: (scenario > 2 ? [.unexpected(offset: 1, expected: "a sub-scenario from 0 to 2")] : [])
          + (isReservedWhole ? [] : [.unexpected(offset: 2, expected: "0x80")]))
    })

  /// The fixed value of the octet in place of an RSSI.
  private static let reservedRSSI: UInt8 = 0x80
}
