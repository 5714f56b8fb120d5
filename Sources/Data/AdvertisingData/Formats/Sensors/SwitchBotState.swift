/// State of SwitchBot devices in manufacturer data (company 0x0969), which begin with the device's address. The form of
/// the state depends on the model, which is in the service data of the same device; for thermometers the names decide.
///
/// Source: pySwitchbot and Theengs Decoder.
extension KnownPayload.Format {
  static let switchBotState = KnownPayload.Format(
    "switchBotState", name: "SwitchBot state", in: .company(0x0969, beginnings: []),
    forms: [
      FixedFormat(
        "SwitchBot thermometer",
        beside: [.nameBeginning("WoSensorTH"), .name("WoIOSensorTH"), .name("Outdoor Meter")], count: 11, .open,
        [address, .number("sequence", at: 6)] + SwitchBot.thermometer(at: 8)),
      FixedFormat("SwitchBot device", count: 6, .open, [address]),
    ])

  /// Data of the first models in place of their state: the identifier of Nordic Semiconductor and their address.
  static let switchBotAddress = KnownPayload.Format(
    "switchBotAddress", name: "SwitchBot address",
    devices: [
      FixedFormat(
        "probably a SwitchBot device",
        beside: [.service("cba20d00-224d-11e6-9fb8-0002a5d5c51b"), .name("WoCurtain"), .name("WoHand")],
        marks: FixedFormat.Mark.beginning(0x59, 0x00), count: 8, .known,
        [.address(at: 2, .bigEndian, name: "the address of a SwitchBot device")])
    ])

  private static var address: FixedFormat.Column {
    .address(
      at: 0, .bigEndian, name: "the address of a SwitchBot device")
  }
}
