extension KnownPayload.Format {
  /// Levels of tanks by Garnet's SeeLevel monitors, and state of Oras's faucets. Their company identifier (0x0131) is
  /// that of Cypress, the maker of their chips, so the digits and spaces in the data identify them.
  ///
  /// Source: ble_monitor and Theengs Decoder.
  static let seeLevel = KnownPayload.Format(
    "seeLevel", name: "Garnet SeeLevel or Oras", in: .company(0x0131, beginnings: []),
    forms: [
      FixedFormat(
        "probably a Garnet SeeLevel", marks: (7...13).map { FixedFormat.Mark(offset: $0, mask: 0xF0, value: 0x30) },
        count: 14,
        .known,
        [
          .octets("id", at: 0..<3),
          .choice(
            "sensor", at: 3,
            [
              0: "fresh water", 1: "black water", 2: "grey water", 3: "gas", 4: "second gas", 5: "galley water",
              6: "second galley water", 7: "temperature", 8: "second temperature", 9: "third temperature",
              10: "fourth temperature", 11: "chemicals", 12: "second chemicals", 13: "voltage",
            ]),
          // Letters in their place are an error code.
          .value("reading", at: 4..<7) { octets in
            let digits = octets[4..<7].filter { $0 != UInt8(ascii: " ") }
            guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return .null }
            let number = digits.reduce(0) { $0 * 10 + Int64($1 & 0x0F) }
            return .decimal(DecimalNumber(number, decimals: octets[3] == 13 ? 1 : 0))
          },
          .text("volume", at: 7..<10), .text("total", at: 10..<13), .number("alarm", at: 13, mask: 0x0F),
        ]),
      FixedFormat(
        "probably an Oras faucet", marks: (14...17).map { FixedFormat.Mark(offset: $0, mask: .max, value: 0x20) },
        count: 18,
        .known, [.number("battery", at: 1, mask: 0x7F, unit: "%"), .text("serial", at: 3..<13)]),
    ])
}
