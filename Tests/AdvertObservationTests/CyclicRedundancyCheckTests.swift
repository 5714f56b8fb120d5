import TestSupport
import Testing

@testable import AdvertObservation

@Suite struct CyclicRedundancyCheckTests {
  /// What catalogues of such checks give for the nine digits `123456789`.
  static let checks: [String: UInt16] = [
    "CRC-8/SMBUS": 0xF4, "CRC-8/MAXIM-DOW": 0xA1, "CRC-8/SAE-J1850": 0x4B, "CRC-8/NRSC-5": 0xF7, "CRC-8/GSM-A": 0x37,
    "CRC-8/I-432-1": 0xA1, "CRC-8/ROHC": 0xD0, "CRC-8/AUTOSAR": 0xDF, "CRC-8/DVB-S2": 0xBC, "CRC-8/CDMA2000": 0xDA,
    "CRC-8/WCDMA": 0x25, "CRC-8/LTE": 0xEA, "CRC-8/DARC": 0x15, "CRC-8/TECH-3250": 0x97, "CRC-8/I-CODE": 0x7E,
    "CRC-8/HITAG": 0xB4, "CRC-8/BLUETOOTH": 0x26, "CRC-8/OPENSAFETY": 0x3E, "CRC-8/GSM-B": 0x94,
    "CRC-16/MODBUS": 0x4B37, "CRC-16/IBM-3740 (CCITT-FALSE)": 0x29B1, "CRC-16/XMODEM (CCITT, initial 0)": 0x31C3,
    "CRC-16/KERMIT (CCITT, reflected)": 0x2189, "CRC-16/IBM-SDLC (X-25)": 0x906E, "CRC-16/ARC": 0xBB3D,
    "CRC-16/SPI-FUJITSU (AUG-CCITT)": 0xE5CC, "CRC-16/GENIBUS": 0xD64E, "CRC-16/GSM": 0xCE3C,
    "CRC-16/MCRF4XX": 0x6F91, "CRC-16/UMTS (BUYPASS)": 0xFEE8, "CRC-16/CMS": 0xAEE7, "CRC-16/USB": 0xB4C8,
    "CRC-16/MAXIM-DOW": 0x44C2, "CRC-16/DNP": 0xEA82, "CRC-16/T10-DIF": 0xD0DB,
  ]

  @Test(arguments: CyclicRedundancyCheck.all) func givesTheCatalogueValue(_ crc: CyclicRedundancyCheck) throws {
    let expected = try #require(Self.checks[crc.name])
    #expect(crc.value(of: "123456789".utf8) == expected, "\(crc.name)")
  }

  @Test func everyCheckIsThereOnce() {
    #expect(CyclicRedundancyCheck.all.map(\.name).sorted() == Self.checks.keys.sorted())
  }

  @Test func nothingGivesTheInitialValue() {
    let values = CyclicRedundancyCheck.all.prefix(4).map { $0.value(of: []) }
    #expect(values == [0, 0, 0, 0xFF])
  }
}
