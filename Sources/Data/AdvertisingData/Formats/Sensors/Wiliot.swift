/// Data of Wiliot's tags (service data of 0xFDAF, manufacturer data of company 0x0500), and of devices that relay them.
///
/// Source: advlib. The data are encrypted, and only Wiliot can decrypt them.
extension KnownPayload.Format {
  static let wiliot = KnownPayload.Format("wiliot", name: "Wiliot tag", in: .services([0xFDAF]), forms: [form])
  static let wiliotManufacturer = KnownPayload.Format(
    "wiliotManufacturer", name: "Wiliot tag, manufacturer data", in: .company(0x0500, beginnings: []), forms: [form])

  private static let form = FixedFormat(
    "Wiliot tag", count: 27, .known, [.octets("ciphertext", at: 0..<27, label: "data")])
}
