/// The header of Victron's instant readout (company 0x02E1). What follows is encrypted with a key of the device.
///
/// Source: victron-ble.
enum Victron {
  static let format = KnownPayload.Format(
    "victron", name: "Victron", in: .company(0x02E1, beginnings: [[0x10]]),
    forms: [
      DataForm(
        "Victron instant readout", marks: DataForm.Mark.beginning(0x10), count: 8, .open,
        [
          .number("prefix", at: 1, label: "", role: .structure),
          .field { octets in
            let model = UInt16(littleEndian: octets, at: 2)
            return Field(
              "model", .hexNumber(UInt64(model), octets: 2), label: "model", at: 2..<4, role: .structure)
          },
          .choice(
            "readout", at: 4, role: .structure,
            [
              0x01: "solar charger", 0x02: "battery monitor", 0x03: "inverter", 0x04: "DC/DC converter",
              0x05: "smart lithium", 0x08: "AC charger", 0x09: "smart battery protect", 0x0A: "Lynx smart BMS",
              0x0B: "multi RS", 0x0C: "VE.Bus", 0x0D: "DC energy meter", 0x0F: "Orion XS",
            ]),
          .number("counter", at: 5, octets: 2),
          .octets("keyCheck", at: 7..<8, label: "key check"),
        ])
    ])
}
