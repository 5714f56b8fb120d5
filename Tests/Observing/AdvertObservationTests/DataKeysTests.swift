import TestSupport
import Testing

@testable import AdvertObservation
@testable import AdvertisingData

/// Data that were encrypted with another implementation of AES-CCM, as bthome-ble and xiaomi-ble decrypt them.
@Suite struct DataKeysTests {
  private static let key = "231d39c1d7cc1ab1aee224cd096db932"
  private static let address = "A4:C1:38:12:34:56"

  private static func known(_ service: UInt16, _ hex: String) throws -> KnownPayload {
    try #require(
      KnownPayload.recognised(in: ServiceData(BluetoothUUID(UInt32(service)), data: [UInt8](hex: hex))))
  }

  @Test(
    arguments: [
      (0xFCD2, "41223c8bed5273829705000000b5d5066d", "016402ca0903bf13"),
      (0xFCD2, "43563412 38c1a4d145a2d40c18f10805000000899ab4ba", "016402ca0903bf13"),
      (0xFE95, "58505b050756341238c1a4ff069a99b1010203420f3c49", "041002d200"),
      (0xFE95, "48405b0507f106991c010203e698a27a", "0a100157"),
      (0xFE95, "58585b050756341238c1a4f6069c99b1614a010203c7b34249", "0d1004d2002602"),
    ] as [(UInt16, String, String)]) func theRightKeyOpens(_ service: UInt16, _ hex: String, _ plaintext: String) throws
  {
    let known = try Self.known(service, hex.filter { $0 != " " })
    let keys = try DataKeys(["\(Self.address)=\(Self.key)"])
    let sender = try #require(DeviceAddress(text: Self.address, type: .random))
    let opened = try #require(keys.ofDevice([sender]).opened(known))
    #expect(opened.opening == .opened([UInt8](hex: plaintext)))
    #expect(opened.reading.fields.contains { $0.key == "decrypted" && $0.value == .truth(true) })
    #expect(!opened.reading.fields.contains { $0.key == "ciphertext" })
    #expect(keys.ofAnyDevice.opened(known) == opened)
    // Every other key, address and octet is refused.
    let wrong = try DataKeys(["\(Self.address)=\(String(Self.key.reversed()))"]).ofAnyDevice
    #expect(wrong.opened(known)?.opening == .wrongKey)
    #expect(wrong.opened(known)?.reading.fields.contains { $0.value == .truth(false) && $0.key == "decrypted" } == true)
    for index in known.octets.indices.dropFirst(5) {
      var octets = known.octets
      octets[index] ^= 0x10
      let changed = try #require(
        KnownPayload.recognised(in: ServiceData(BluetoothUUID(UInt32(service)), data: octets)))
      let isOpened = if case .opened? = keys.ofDevice([sender]).opened(changed)?.opening { true } else { false }
      #expect(!isOpened)
    }
    #expect(DeviceKeys.none.opened(known) == known)
  }

  @Test func anotherSenderIsNotDecrypted() throws {
    let known = try Self.known(0xFCD2, "41223c8bed5273829705000000b5d5066d")
    let other = DeviceAddress(bits: 1, type: .public)
    #expect(try DataKeys(["\(Self.address)=\(Self.key)"]).ofDevice([other]).opened(known) == known)
    #expect(try DataKeys([Self.key], allowsBare: true).ofAnyDevice.opened(known)?.opening == .noAddress)
  }

  @Test func aKeyWithoutAnAddressOpensDataThatHaveOne() throws {
    let known = try Self.known(0xFCD2, "43563412" + "38c1a4d145a2d40c18f10805000000899ab4ba")
    let opened = try DataKeys([Self.key], allowsBare: true).ofAnyDevice.opened(known)
    #expect(opened?.opening == .opened([UInt8](hex: "016402ca0903bf13")))
  }

  @Test func whatIsNotEncryptedStays() throws {
    let known = try Self.known(0xFCD2, "40016402ca09")
    #expect(try DataKeys(["\(Self.address)=\(Self.key)"]).ofAnyDevice.opened(known) == known)
    #expect(!known.isSealed)
  }

  @Test(
    arguments: [
      ("231d39c1d7cc1ab1aee224cd096db932", .wrongForm), ("A4=231d39c1d7cc1ab1aee224cd096db932", .wrongAddress),
      ("A4C138123456=zz", .wrongKey), ("A4C138123456=", .wrongLength(0)),
      ("A4C138123456=231d39c1d7cc1ab1aee224cd09", .wrongLength(13)), ("", .wrongForm), ("=", .wrongAddress),
    ] as [(String, DataKeys.Failure)]) func badKeysAreRefused(_ text: String, _ failure: DataKeys.Failure)
  {
    #expect(throws: failure) { try DataKeys([text]) }
    // The words hold nothing of a key.
    #expect(!failure.description.contains("231d"))
  }

  // MARK: Other ciphers

  /// A button of MiBeacon 3, whose key has 12 octets. No check tells a wrong key, but what it gives means nothing.
  @Test func shortKeysOpenWhatOldDevicesSend() throws {
    let known = try Self.known(0xFE95, "5830b603281353005e00008e7495d1643500000034")
    let keys = try DataKeys(["00:00:5E:00:53:13=a0a1a2a3a4a5a6a7a8a9aaab"]).ofAnyDevice
    let opened = try #require(keys.opened(known))
    #expect(opened.opening == .opened([UInt8](hex: "011003010004")))
    #expect(opened.reading.fields.contains { $0.key == "check" && $0.value == .octets([0x34]) })
    for octet in 0..<12 {
      var key = [UInt8](hex: "a0a1a2a3a4a5a6a7a8a9aaab")
      key[octet] ^= 1
      let wrong = try DataKeys(["00:00:5E:00:53:13=\(HexText.compact(key))"]).ofAnyDevice
      #expect(wrong.opened(known)?.opening == .wrongKey)
    }
    let long = try DataKeys(["00:00:5E:00:53:13=\(Self.key)"]).ofAnyDevice
    #expect(long.opened(known)?.opening == .wrongLength(12))
    let short = try DataKeys(["\(Self.address)=a0a1a2a3a4a5a6a7a8a9aaab"]).ofAnyDevice
    #expect(
      try short.opened(Self.known(0xFCD2, "41223c8bed5273829705000000b5d5066d"))?.opening == .wrongLength(16))
  }

  /// Values of each readout of Victron, encrypted with the package cryptography, as victron-ble reads them.
  @Test(arguments: VictronReadout.all) private func victron(_ readout: VictronReadout) throws {
    let octets = [UInt8](hex: readout.hex)
    let data = ManufacturerData(company: 0x02E1, data: octets)
    let known = try #require(KnownPayload.recognised(in: data))
    let keys = try DataKeys([VictronReadout.key], allowsBare: true).ofAnyDevice
    let opened = try #require(keys.opened(known)).reading
    let told = opened.fields.drop { $0.key != "decrypted" }.dropFirst().compactMap { field -> String? in
      switch field.value {
      case .decimal(let number): "\(field.key) \(number)"
      case .text(let text): "\(field.key) \(text)"
      case .octets(let octets): "\(field.key) \(HexText.compact(octets))"
      default: nil
      }
    }
    #expect(told == readout.told)
    let wrong = try DataKeys(["00" + VictronReadout.key.dropFirst(2)], allowsBare: true).ofAnyDevice
    #expect(wrong.opened(known)?.opening == .wrongKey)
  }

  @Test func anAddressHasOneKey() {
    let text = "\(Self.address)=\(Self.key)"
    #expect(throws: DataKeys.Failure.repeated) { try DataKeys([text, text]) }
  }
}
