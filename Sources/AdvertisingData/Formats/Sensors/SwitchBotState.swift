/// State of SwitchBot devices in manufacturer data (company 0x0969), which begin with the device's address. How the state is
/// read depends on the model, which is in the service data of the same device; of thermometers it is read by their names.
///
/// Source: pySwitchbot and Theengs Decoder.
enum SwitchBotState {
  static let format = KnownPayload.Format(
    "switchBotState", name: "SwitchBot state", in: .company(0x0969, beginnings: []),
    forms: [
      DataForm(
        "SwitchBot thermometer",
        beside: [.nameBeginning("WoSensorTH"), .name("WoIOSensorTH"), .name("Outdoor Meter")], count: 11, .open,
        [address, .number("sequence", at: 6)] + SwitchBot.thermometer(at: 8)),
      DataForm("SwitchBot device", count: 6, .open, [address]),
    ])

  private static let address = DataForm.Column.address(
    at: 0, .bigEndian, name: "the address of a SwitchBot device")
}
