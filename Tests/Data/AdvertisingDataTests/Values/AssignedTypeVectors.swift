import AdvertisingData

/// One structure of each assigned type, written by hand from the layout of its fields, with the value that must come out.
struct AssignedTypeVector: Sendable {
  let name: String
  let hex: String
  let value: ADValue?
  var context = ADContext.advertisingData

  var octets: [UInt8] { (try? HexText.octets(of: hex)) ?? [] }
  var type: ADType { ADType(rawValue: octets[1]) }
}

extension AssignedTypeVector {
  private static let sixteen: [UInt8] = Array(1...16)
  private static let sixteenHex = "0102030405060708090a0b0c0d0e0f10"
  private static let base128 = "fb349b5f8000008000100000"

  /// The values that stand for the BIGInfo vector's bits, set one by one.
  private static var bigInfo: BIGInfo {
    var info = BIGInfo()
    info.offset = 0x1234
    info.hasLongOffsetUnit = true
    info.isoInterval = 168
    info.numberOfStreams = 2
    info.numberOfSubevents = 3
    info.burstNumber = 1
    info.subInterval = 5000
    info.pretransmissionOffset = 4
    info.streamSpacing = 2500
    info.immediateRepetitionCount = 3
    info.maximumPDU = 100
    info.seedAccessAddress = 0x8E89_BED6
    info.sduInterval = 10000
    info.maximumSDU = 100
    info.baseCRCInit = 0x1234
    info.channelMap = 0x1E_0000_FFFF
    info.phy = 1
    info.payloadCount = 0x1_2345_6789
    info.isFramed = true
    return info
  }

  private static func list(_ number: UInt32, _ width: BluetoothUUID.Width, complete: Bool) -> ADValue? {
    ServiceUUIDList([BluetoothUUID(number)], width: width, isComplete: complete).map { .serviceUUIDs($0) }
  }

  private static func solicitation(_ number: UInt32, _ width: BluetoothUUID.Width) -> ADValue? {
    SolicitationUUIDList([BluetoothUUID(number)], width: width).map { .solicitationUUIDs($0) }
  }

  private static func battery(_ width: BluetoothUUID.Width) -> ADValue? {
    ServiceData(BluetoothUUID(0x180F), width: width, data: [0x64]).map { .serviceData($0) }
  }

  private static func pairing(_ kind: PairingValue.Kind) -> ADValue? {
    PairingValue(sixteen, kind: kind).map { .pairing($0) }
  }

  private static func address(_ type: DeviceAddress.AddressType) -> DeviceAddress {
    DeviceAddress(bits: 0x1122_3344_5566, type: type)
  }

  static let all: [AssignedTypeVector] = [
    Self(name: "flags", hex: "020106", value: .flags([.generalDiscoverable, .brEDRNotSupported])),
    Self(name: "16-bit services, incomplete", hex: "03020d18", value: list(0x180D, .bits16, complete: false)),
    Self(name: "16-bit services, complete", hex: "03030d18", value: list(0x180D, .bits16, complete: true)),
    Self(name: "32-bit services, incomplete", hex: "0504d2fc0000", value: list(0xFCD2, .bits32, complete: false)),
    Self(name: "32-bit services, complete", hex: "0505d2fc0000", value: list(0xFCD2, .bits32, complete: true)),
    Self(
      name: "128-bit services, incomplete", hex: "1106\(base128)d2fc0000",
      value: list(0xFCD2, .bits128, complete: false)),
    Self(
      name: "128-bit services, complete", hex: "1107\(base128)d2fc0000",
      value: list(0xFCD2, .bits128, complete: true)),
    Self(name: "short name", hex: "050854686572", value: .localName(LocalName("Ther", isComplete: false))),
    Self(name: "name", hex: "050954686572", value: .localName(LocalName("Ther", isComplete: true))),
    Self(name: "TX power", hex: "020aec", value: .txPowerLevel(TxPowerLevel(dBm: -20))),
    Self(name: "class of device", hex: "040d0c025a", value: .classOfDevice(ClassOfDevice(bits: 0x5A020C))),
    Self(name: "hash C-192", hex: "110e\(sixteenHex)", value: pairing(.hash192)),
    Self(name: "randomizer R-192", hex: "110f\(sixteenHex)", value: pairing(.randomizer192)),
    Self(
      name: "device ID", hex: "0910010059000100 1001",
      value: .deviceID(DeviceID(vendorSource: 1, vendor: 0x59, product: 1, version: 0x0110))),
    Self(
      name: "temporary key", hex: "1110\(sixteenHex)", value: TemporaryKey(sixteen).map { .temporaryKey($0) },
      context: .outOfBand),
    Self(
      name: "security manager flags", hex: "02110b",
      value: .securityManagerFlags([.outOfBandDataPresent, .leSupported, .randomAddress])),
    Self(
      name: "connection interval range", hex: "05120600800c",
      value: .connectionIntervalRange(ConnectionIntervalRange(minimum: 6, maximum: 3200))),
    Self(name: "16-bit solicitation", hex: "03140518", value: solicitation(0x1805, .bits16)),
    Self(name: "128-bit solicitation", hex: "1115\(base128)d2fc0000", value: solicitation(0xFCD2, .bits128)),
    Self(name: "16-bit service data", hex: "04160f1864", value: battery(.bits16)),
    Self(
      name: "public target address", hex: "0717665544332211",
      value: TargetAddresses([address(.public)]).map { .targetAddresses($0) }),
    Self(
      name: "two random target addresses", hex: "0d18665544332211665544332211",
      value: TargetAddresses([address(.random), address(.random)]).map { .targetAddresses($0) }),
    Self(name: "appearance", hex: "0319c103", value: .appearance(Appearance(rawValue: 0x03C1))),
    Self(
      name: "advertising interval", hex: "031aa000",
      value: AdvertisingInterval(units: 160, width: .bits16).map { .advertisingInterval($0) }),
    Self(
      name: "LE address", hex: "081b66554433221101",
      value: LEDeviceAddress(address(.random)).map { .leDeviceAddress($0) }),
    Self(name: "LE role", hex: "021c02", value: .leRole(.bothPreferringPeripheral)),
    Self(name: "hash C-256", hex: "111d\(sixteenHex)", value: pairing(.hash256)),
    Self(name: "randomizer R-256", hex: "111e\(sixteenHex)", value: pairing(.randomizer256)),
    Self(name: "32-bit solicitation", hex: "051f05180000", value: solicitation(0x1805, .bits32)),
    Self(name: "32-bit service data", hex: "06200f18000064", value: battery(.bits32)),
    Self(name: "128-bit service data", hex: "1221\(base128)0f18000064", value: battery(.bits128)),
    Self(name: "confirmation value", hex: "1122\(sixteenHex)", value: pairing(.confirmation)),
    Self(name: "random value", hex: "1123\(sixteenHex)", value: pairing(.random)),
    Self(
      name: "URI", hex: "0d24172f2f612e6578616d706c65",
      value: AdvertisedURI(scheme: 0x17, rest: "//a.example").map { .uri($0) }),
    Self(
      name: "indoor positioning, local", hex: "0925 37 ec18 18fc f6 05 aa",
      value: .indoorPositioning(
        IndoorPositioning(
          coordinates: .local(north: 6380, east: -1000), txPower: -10, floor: 5, uncertainty: 0xAA))),
    Self(
      name: "transport discovery", hex: "07260112030a0bff",
      value: TransportDiscovery.Block(organization: 1, flags: 0x12, data: [0x0A, 0x0B, 0xFF])
        .flatMap { TransportDiscovery([$0]) }.map { .transportDiscovery($0) }),
    Self(
      name: "LE supported features", hex: "04270150 80",
      value: .leSupportedFeatures(LESupportedFeatures(bits: [0, 12, 14, 23]))),
    Self(
      name: "channel map update", hex: "0828ffffffff1f2a00",
      value: .channelMapUpdate(ChannelMapUpdate(map: 0x1F_FFFF_FFFF, instant: 42))),
    Self(
      name: "PB-ADV", hex: "0b29 1234abcd 07 03 0a0b0c0d",
      value: ProvisioningBearer(link: 0x1234_ABCD, transaction: 7, pdu: [3, 10, 11, 12, 13])
        .map { .provisioningBearer($0) }),
    Self(
      name: "mesh message", hex: "132a\(sixteenHex)1112",
      value: MeshMessage(Array(1...18)).map { .meshMessage($0) }),
    Self(
      name: "mesh beacon of an unprovisioned device", hex: "142b00 0000180f00001000800000805f9b34fb 1234",
      value: .meshBeacon(
        .unprovisionedDevice(MeshBeacon.UnprovisionedDevice(uuid: BluetoothUUID(0x180F), outOfBand: 0x1234)))),
    Self(
      name: "BIGInfo", hex: "222c3452541023881340c409306400d6be898e102740063412ffff00003e8967452381",
      value: .bigInfo(bigInfo)),
    Self(name: "broadcast code", hex: "112d\(sixteenHex)", value: BroadcastCode(sixteen).map { .broadcastCode($0) }),
    Self(
      name: "resolvable set identifier", hex: "072e010203040546",
      value: .resolvableSetIdentifier(ResolvableSetIdentifier(hash: 0x030201, random: 0x460504))),
    Self(
      name: "long advertising interval", hex: "042fa08601",
      value: AdvertisingInterval(units: 100_000, width: .bits24).map { .advertisingInterval($0) }),
    Self(name: "broadcast name", hex: "053048616c6c", value: .broadcastName(BroadcastName("Hall"))),
    Self(
      name: "encrypted data", hex: "0d31010203048a20b8cf0a6e8efa",
      value: .encryptedData(
        EncryptedAdvertisingData(
          randomizer: 0x8A_0403_0201, ciphertext: [0x20, 0xB8, 0xCF], mic: 0x0A6E_8EFA))),
    Self(
      name: "periodic response timing", hex: "0932d6be898e04080210",
      value: .periodicResponseTiming(
        PeriodicResponseTiming(
          responseAccessAddress: 0x8E89_BED6, numberOfSubevents: 4, subeventInterval: 8, responseSlotDelay: 2,
          responseSlotSpacing: 16))),
    Self(
      name: "electronic shelf label", hex: "053403201122",
      value: .electronicShelfLabel(ElectronicShelfLabel(group: 3, commands: [0x20, 0x11, 0x22]))),
    Self(
      name: "3D information", hex: "033d0180",
      value: .threeDInformation(ThreeDInformation(flags: .associationNotification, pathLossThreshold: 128))),
    Self(
      name: "manufacturer data", hex: "05ff59000102",
      value: .manufacturerData(ManufacturerData(company: 0x0059, data: [1, 2]))),
    // A second shape of types that have several.
    Self(
      name: "indoor positioning, global, all fields and the reserved bit",
      hex: "0f25 fd 01000000 feffffff 05 06 3412 aa",
      value: .indoorPositioning(
        IndoorPositioning(
          coordinates: .global(latitude: 1, longitude: -2), txPower: 5, floor: 6, altitude: 0x1234,
          uncertainty: 0xAA, furtherFlags: 0xC0))),
    Self(
      name: "long advertising interval of 32 bits", hex: "052f00000001",
      value: AdvertisingInterval(units: 0x100_0000, width: .bits32).map { .advertisingInterval($0) }),
    Self(
      name: "connection interval range, none", hex: "0512ffffffff",
      value: .connectionIntervalRange(ConnectionIntervalRange(minimum: 0xFFFF, maximum: 0xFFFF))),
    Self(
      name: "LE address with reserved bits", hex: "081b665544332211fe",
      value: LEDeviceAddress(address(.public), reserved: 0xFE).map { .leDeviceAddress($0) }),
    Self(
      name: "two transport discovery blocks", hex: "082601000002fc01aa",
      value: TransportDiscovery(
        [
          TransportDiscovery.Block(organization: 1, flags: 0, data: []),
          TransportDiscovery.Block(organization: 2, flags: 0xFC, data: [0xAA]),
        ].compactMap(\.self)
      ).map { .transportDiscovery($0) }),
    Self(
      name: "mesh beacon with a URI hash", hex: "182b00 0000180f00001000800000805f9b34fb 0001 deadbeef",
      value: .meshBeacon(
        .unprovisionedDevice(
          MeshBeacon.UnprovisionedDevice(uuid: BluetoothUUID(0x180F), outOfBand: 1, uriHash: 0xDEAD_BEEF)))),
    Self(
      name: "mesh beacon of a secure network", hex: "172b01 02 0102030405060708 00000009 1112131415161718",
      value: .meshBeacon(
        .secureNetwork(
          MeshBeacon.SecureNetwork(
            flags: 2, networkID: 0x0102_0304_0506_0708, ivIndex: 9, authentication: 0x1112_1314_1516_1718)))),
    Self(name: "private mesh beacon", hex: "042b020102", value: .meshBeacon(.privateNetwork([1, 2]))),
    Self(name: "mesh beacon of no known kind", hex: "032b7f01", value: .meshBeacon(.other(kind: 0x7F, [1]))),
  ]
}
