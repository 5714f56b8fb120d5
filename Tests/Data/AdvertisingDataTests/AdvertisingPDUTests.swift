import AdvertisingData
import Testing

@Suite struct AdvertisingPDUTests {
  /// The whole table: name, connectable, scannable, extended, carries advertising data, limit.
  @Test(arguments: [
    Row(.advInd, "ADV_IND", "connectable scannable data", 31),
    Row(.advScanInd, "ADV_SCAN_IND", "scannable data", 31),
    Row(.advNonconnInd, "ADV_NONCONN_IND", "data", 31),
    Row(.advDirectInd, "ADV_DIRECT_IND", "connectable", 31),
    Row(.extendedConnectable, "EXT_CONNECTABLE", "connectable extended data", 1650),
    Row(.extendedScannable, "EXT_SCANNABLE", "scannable extended", 1650),
    Row(.extendedNonconnectable, "EXT_NONCONNECTABLE", "extended data", 1650),
  ])
  func properties(_ row: Row) {
    let pdu = row.pdu
    let properties = [
      (pdu.isConnectable, "connectable"), (pdu.isScannable, "scannable"), (pdu.isExtended, "extended"),
      (pdu.carriesAdvertisingData, "data"),
    ]
    #expect(properties.filter(\.0).map(\.1).joined(separator: " ") == row.properties)
    #expect(pdu.rawValue == row.name)
    #expect(AdvertisingPDU(rawValue: row.name) == pdu)
    #expect(pdu.payloadLimit == row.limit)
  }

  @Test func thereAreSeven() {
    #expect(AdvertisingPDU.allCases.count == 7)
    #expect(Set(AdvertisingPDU.allCases.map(\.rawValue)).count == 7)
  }

  @Test(arguments: ["", "adv_ind", "ADV_IND ", "SCAN_RSP", "ADV_EXT_IND"])
  func otherNames(_ name: String) {
    #expect(AdvertisingPDU(rawValue: name) == nil)
  }

  struct Row: Sendable {
    let pdu: AdvertisingPDU
    let name: String
    let properties: String
    let limit: Int

    init(_ pdu: AdvertisingPDU, _ name: String, _ properties: String, _ limit: Int) {
      self.pdu = pdu
      self.name = name
      self.properties = properties
      self.limit = limit
    }
  }
}
