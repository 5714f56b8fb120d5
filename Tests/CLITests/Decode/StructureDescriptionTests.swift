import AdvertisingData
import Testing

@testable import AdvertReport

/// What people and machines are told about one structure of each type and shape.
@Suite struct StructureDescriptionTests {
  @Test(arguments: rows)
  func wordsAndFields(_ row: Row) throws {
    let payload = Payload(try HexText.octets(of: row.hex))
    let description = StructureDescription(
      try #require(payload.decoded.elements.first), in: PayloadContext(payload))
    #expect(description.words == row.words)
    var json = JSONWriter(isIndented: false)
    json.object { description.writeDecoded(to: &$0, key: "decoded") }
    #expect(json.text == #"{"decoded":\#(row.json)}"# + "\n")
  }

  /// Only seen out of band, where no command looks.
  @Test func temporaryKey() throws {
    let octets = [UInt8](repeating: 0xAB, count: 16)
    let key = try #require(TemporaryKey(octets))
    #expect(
      ADValue.temporaryKey(key).fields.words == "Security Manager TK Value: " + HexText.spaced(octets))
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let hex: String
    let words: String
    let json: String

    init(_ hex: String, _ words: String, _ json: String) {
      self.hex = hex
      self.words = words
      self.json = json
    }

    var testDescription: String { hex }
  }

  static let rows = [
    Row(
      "020106",
      "Flags: LE General Discoverable, BR/EDR Not Supported",
      #"{"value":6,"names":["LE General Discoverable","BR/EDR Not Supported"]}"#),
    Row(
      "03020d18",
      "Incomplete 16-bit Service UUIDs: 180d (Heart Rate)",
      #"{"complete":false,"uuids":["180d"],"names":["Heart Rate"]}"#),
    Row(
      "03030d18",
      "Complete 16-bit Service UUIDs: 180d (Heart Rate)",
      #"{"complete":true,"uuids":["180d"],"names":["Heart Rate"]}"#),
    Row(
      "0504d2fc0000",
      "Incomplete 32-bit Service UUIDs: fcd2 (Allterco Robotics ltd)",
      #"{"complete":false,"uuids":["fcd2"],"names":["Allterco Robotics ltd"]}"#),
    Row(
      "0505d2fc0000",
      "Complete 32-bit Service UUIDs: fcd2 (Allterco Robotics ltd)",
      #"{"complete":true,"uuids":["fcd2"],"names":["Allterco Robotics ltd"]}"#),
    Row(
      "1106fb349b5f8000008000100000d2fc0000",
      "Incomplete 128-bit Service UUIDs: fcd2 (Allterco Robotics ltd)",
      #"{"complete":false,"uuids":["fcd2"],"names":["Allterco Robotics ltd"]}"#),
    Row(
      "1107fb349b5f8000008000100000d2fc0000",
      "Complete 128-bit Service UUIDs: fcd2 (Allterco Robotics ltd)",
      #"{"complete":true,"uuids":["fcd2"],"names":["Allterco Robotics ltd"]}"#),
    Row("050854686572", #"Shortened Local Name "Ther""#, #"{"complete":false,"name":"Ther"}"#),
    Row("050954686572", #"Complete Local Name "Ther""#, #"{"complete":true,"name":"Ther"}"#),
    Row("020aec", "TX Power Level: -20 dBm", #"{"dBm":-20}"#),
    Row(
      "040d0c025a",
      "Class of Device 0x5a020c: Phone, minor class 3, services: Networking, Capturing, Object "
        + "Transfer, Telephony",
      #"{"value":5898764,"serviceClasses":["Networking","Capturing","Object Transfer","Telephony"],"#
        + #""majorClass":2,"majorClassName":"Phone","minorClass":3,"format":0}"#),
    Row(
      "110e0102030405060708090a0b0c0d0e0f10",
      "Simple Pairing Hash C-192: 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10",
      #"{"value":"0102030405060708090a0b0c0d0e0f10"}"#),
    Row(
      "110f0102030405060708090a0b0c0d0e0f10",
      "Simple Pairing Randomizer R-192: 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10",
      #"{"value":"0102030405060708090a0b0c0d0e0f10"}"#),
    Row(
      "09100100590001001001",
      "Device ID: Nordic Semiconductor ASA (0x0059), product 0x0001, version 0x0110",
      #"{"vendorSource":1,"vendor":89,"vendorName":"Nordic Semiconductor ASA","product":1,"version":272}"#),
    Row(
      "02110b",
      "Security Manager Out of Band Flags: OOB data present, LE supported (Host), random address",
      #"{"value":11,"names":["OOB data present","LE supported (Host)","random address"]}"#),
    Row(
      "05120600800c",
      "Peripheral Connection Interval Range: 7.5 ms to 4000 ms",
      #"{"minimumMs":7.5,"maximumMs":4000}"#),
    Row(
      "03140518",
      "Looks for 16-bit services: 1805 (Current Time)",
      #"{"uuids":["1805"],"names":["Current Time"]}"#),
    Row(
      "1115fb349b5f8000008000100000d2fc0000",
      "Looks for 128-bit services: fcd2 (Allterco Robotics ltd)",
      #"{"uuids":["fcd2"],"names":["Allterco Robotics ltd"]}"#),
    Row(
      "04160f1864", "Service Data of 180f (Battery): battery level: 100 %",
      #"{"uuid":"180f","name":"Battery","data":"64","known":{"kind":"characteristic","value":100,"name":"battery level","unit":"%","unverified":false,"problems":[]}}"#
    ),
    Row(
      "0717665544332211",
      "Public Target Address: 11:22:33:44:55:66",
      #"{"random":false,"addresses":["11:22:33:44:55:66"]}"#),
    Row(
      "0d18665544332211665544332211",
      "Random Target Address: 11:22:33:44:55:66, 11:22:33:44:55:66",
      #"{"random":true,"addresses":["11:22:33:44:55:66","11:22:33:44:55:66"]}"#),
    Row(
      "0319c103",
      "Appearance: Human Interface Device: Keyboard (0x03c1)",
      #"{"value":961,"name":"Human Interface Device: Keyboard"}"#),
    Row("031aa000", "Advertising Interval: 100 ms", #"{"bits":16,"units":160,"ms":100}"#),
    Row(
      "081b66554433221101",
      "LE Bluetooth Device Address: 11:22:33:44:55:66 (random-non-resolvable)",
      #"{"address":"11:22:33:44:55:66","addressType":"random-non-resolvable","reserved":0}"#),
    Row(
      "021c02",
      "LE Role: peripheral and central, peripheral preferred",
      #"{"value":2,"name":"peripheral and central, peripheral preferred"}"#),
    Row(
      "111d0102030405060708090a0b0c0d0e0f10",
      "Simple Pairing Hash C-256: 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10",
      #"{"value":"0102030405060708090a0b0c0d0e0f10"}"#),
    Row(
      "111e0102030405060708090a0b0c0d0e0f10",
      "Simple Pairing Randomizer R-256: 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10",
      #"{"value":"0102030405060708090a0b0c0d0e0f10"}"#),
    Row(
      "051f05180000",
      "Looks for 32-bit services: 1805 (Current Time)",
      #"{"uuids":["1805"],"names":["Current Time"]}"#),
    Row(
      "06200f18000064", "Service Data of 180f (Battery): battery level: 100 %",
      #"{"uuid":"180f","name":"Battery","data":"64","known":{"kind":"characteristic","value":100,"name":"battery level","unit":"%","unverified":false,"problems":[]}}"#
    ),
    Row(
      "1221fb349b5f80000080001000000f18000064",
      "Service Data of 180f (Battery): battery level: 100 %",
      #"{"uuid":"180f","name":"Battery","data":"64","known":{"kind":"characteristic","value":100,"name":"battery level","unit":"%","unverified":false,"problems":[]}}"#
    ),
    Row(
      "11220102030405060708090a0b0c0d0e0f10",
      "LE Secure Connections Confirmation Value: 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10",
      #"{"value":"0102030405060708090a0b0c0d0e0f10"}"#),
    Row(
      "11230102030405060708090a0b0c0d0e0f10",
      "LE Secure Connections Random Value: 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10",
      #"{"value":"0102030405060708090a0b0c0d0e0f10"}"#),
    Row(
      "0d24172f2f612e6578616d706c65",
      #"URI: "https://a.example""#,
      #"{"scheme":23,"schemeName":"https:","rest":"//a.example","uri":"https://a.example"}"#),
    Row(
      "092537ec1818fcf605aa",
      "Indoor Positioning: local north value 6380, east value -1000, TX power -10 dBm, floor value 5, "
        + "uncertainty 0xaa (raw; units and order of floor and altitude unverified)",
      #"{"north":6380,"east":-1000,"local":true,"txPowerDBm":-10,"floor":5,"altitude":null,"#
        + #""uncertainty":170,"locationNameElsewhere":false,"reserved":0,"unverified":true}"#),
    Row(
      "07260112030a0bff",
      "Transport Discovery: Bluetooth SIG, provider, transport temporarily unavailable: 0a 0b ff",
      #"{"blocks":[{"organization":1,"flags":18,"role":"provider","state":"temporarily unavailable","#
        + #""incomplete":false,"reserved":0,"data":"0a0bff"}]}"#),
    Row(
      "0427015080",
      "LE Supported Features: LE Encryption, LE Extended Advertising, Channel Selection Algorithm #2, "
        + "Receiving Constant Tone Extensions",
      #"{"bits":[0,12,14,23],"names":["LE Encryption","LE Extended Advertising","Channel Selection "#
        + #"Algorithm #2","Receiving Constant Tone Extensions"]}"#),
    Row(
      "0828ffffffff1f2a00",
      "Channel Map Update Indication: data channels 0-36 from event 42 on",
      #"{"channels":[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,"#
        + #"31,32,33,34,35,36],"instant":42,"reserved":0}"#),
    Row(
      "0b291234abcd07030a0b0c0d",
      "PB-ADV: link 0x1234abcd, transaction 7, PDU 03 0a 0b 0c 0d",
      #"{"link":305441741,"transaction":7,"pdu":"030a0b0c0d","message":null}"#),
    Row(
      "132a0102030405060708090a0b0c0d0e0f101112",
      "Mesh Message, encrypted network PDU: 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10 11 12, NID 1, "
        + "IVI 0",
      #"{"pdu":"0102030405060708090a0b0c0d0e0f101112","nid":1,"ivi":0,"usualLength":true,"unverified":true}"#),
    Row(
      "142b000000180f00001000800000805f9b34fb1234",
      "Mesh Beacon: unprovisioned device 180f, OOB information 0x1234: 2D code, NFC, number, "
        + "reserved bit 9, inside the box",
      #"{"kind":"unprovisionedDevice","uuid":"180f","oob":4660,"#
        + #""oobSources":["2D code","NFC","number","reserved bit 9","inside the box"],"uriHash":null}"#),
    Row(
      "222c3452541023881340c409306400d6be898e102740063412ffff00003e8967452381",
      "BIGInfo: 2 streams every 210 ms, next in 1398 ms, NSE 3, BN 1, PTO 4, IRC 3, sub-interval 5000 "
        + "µs, stream spacing 2500 µs, at most 100 bytes in a PDU and 100 in an SDU every 10000 µs, LE 2M, "
        + "data channels 0-15, 33-36, seed access address 0x8e89bed6, base CRC init 0x1234, payload count "
        + "4886718345, framed, not encrypted",
      #"{"bigOffsetUs":1398000,"bigOffsetUnitUs":300,"isoIntervalMs":210,"streams":2,"nse":3,"bn":1,"#
        + #""subIntervalUs":5000,"pto":4,"streamSpacingUs":2500,"irc":3,"maximumPDU":100,"reserved":0,"#
        + #""seedAccessAddress":2391391958,"sduIntervalUs":10000,"maximumSDU":100,"baseCRCInit":4660,"#
        + #""channels":[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,33,34,35,36],"phy":1,"phyName":"LE 2M","#
        + #""payloadCount":4886718345,"framed":true,"giv":null,"gskd":null}"#),
    Row(
      "112d0102030405060708090a0b0c0d0e0f10",
      "Broadcast Code: 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10",
      #"{"code":"0102030405060708090a0b0c0d0e0f10"}"#),
    Row(
      "072e010203040546",
      "Resolvable Set Identifier: hash 0x030201, random part 0x460504",
      #"{"hash":197121,"random":4588804,"valid":true}"#),
    Row("042fa08601", "Advertising Interval (long, 24-bit): 62500 ms", #"{"bits":24,"units":100000,"ms":62500}"#),
    Row("053048616c6c", #"Broadcast Name "Hall""#, #"{"name":"Hall","usualLength":true,"unverified":true}"#),
    Row(
      "0d31010203048a20b8cf0a6e8efa",
      "Encrypted Advertising Data: randomizer 0x8a04030201, ciphertext 20 b8 cf, integrity check 0x0a6e8efa",
      #"{"randomizer":592772792833,"ciphertext":"20b8cf","mic":175017722}"#),
    Row(
      "0932d6be898e04080210",
      "Periodic Advertising Response Timing: access address 0x8e89bed6, 4 subevents every 10 ms, "
        + "response slots after 2.5 ms, every 2 ms",
      #"{"responseAccessAddress":2391391958,"subevents":4,"subeventIntervalMs":10,"#
        + #""responseSlotDelayMs":2.5,"responseSlotSpacingMs":2}"#),
    Row("053403201122", "Electronic Shelf Label: group 3, commands 20 11 22", #"{"group":3,"commands":"201122"}"#),
    Row(
      "033d0180",
      "3D Information: association notification, path loss threshold 128",
      #"{"flags":1,"names":["association notification"],"pathLossThreshold":128}"#),
    Row(
      "05ff59000102",
      "Manufacturer Data of Nordic Semiconductor ASA (0x0059): 01 02",
      #"{"company":89,"companyName":"Nordic Semiconductor ASA","data":"0102","known":null}"#),
    Row(
      "0f25fd01000000feffffff05063412aa",
      "Indoor Positioning: latitude value 1, longitude value -2, TX power 5 dBm, floor value 6, "
        + "altitude value 4660, uncertainty 0xaa, location name elsewhere, reserved bit 0x80 (raw; units "
        + "and order of floor and altitude unverified)",
      #"{"latitude":1,"longitude":-2,"local":false,"txPowerDBm":5,"floor":6,"altitude":4660,"#
        + #""uncertainty":170,"locationNameElsewhere":true,"reserved":128,"unverified":true}"#),
    Row(
      "052f00000001",
      "Advertising Interval (long, 32-bit): 10485760 ms",
      #"{"bits":32,"units":16777216,"ms":10485760}"#),
    Row(
      "0512ffffffff",
      "Peripheral Connection Interval Range: unspecified to unspecified",
      #"{"minimumMs":null,"maximumMs":null}"#),
    Row(
      "081b665544332211fe",
      "LE Bluetooth Device Address: 11:22:33:44:55:66 (public), reserved bits 0xfe",
      #"{"address":"11:22:33:44:55:66","addressType":"public","reserved":254}"#),
    Row(
      "082601000002fc01aa",
      "Transport Discovery: Bluetooth SIG, role not specified, transport off: no data; organization 2, "
        + "role not specified, transport in a reserved state, data incomplete, reserved bits 0xe0: aa",
      #"{"blocks":[{"organization":1,"flags":0,"role":"role not specified","state":"off","#
        + #""incomplete":false,"reserved":0,"data":""},{"organization":2,"flags":252,"role":"role not "#
        + #"specified","state":"in a reserved state","incomplete":true,"reserved":224,"data":"aa"}]}"#),
    Row(
      "182b000000180f00001000800000805f9b34fb0001deadbeef",
      "Mesh Beacon: unprovisioned device 180f, OOB information 0x0001: other, URI hash 0xdeadbeef",
      #"{"kind":"unprovisionedDevice","uuid":"180f","oob":1,"oobSources":["other"],"uriHash":3735928559}"#),
    Row(
      "172b01020102030405060708000000091112131415161718",
      "Mesh Beacon: secure network 0x0102030405060708, flags 0x02, IV update, IV index 9, authentication "
        + "0x1112131415161718",
      #"{"kind":"secureNetwork","flags":2,"networkID":"0x0102030405060708","keyRefresh":false,"#
        + #""ivUpdate":true,"ivIndex":9,"#
        + #""authentication":"0x1112131415161718"}"#),
    Row("042b020102", "Mesh Beacon: private, obfuscated: 01 02", #"{"kind":"private","data":"0102"}"#),
    Row("032b7f01", "Mesh Beacon: unassigned kind 127: 01", #"{"kind":127,"data":"01"}"#),
    Row(
      "0401e00001",
      "Flags: reserved bits 0xe0; undefined bytes after them: 00 01",
      #"{"value":224,"names":["reserved bits 0xe0"]}"#),
    Row("020100", "Flags: none set", #"{"value":0,"names":[]}"#),
    Row(
      "051206000700",
      "Peripheral Connection Interval Range: 7.5 ms to 8.75 ms",
      #"{"minimumMs":7.5,"maximumMs":8.75}"#),
    Row("021c09", "LE Role: reserved value 9", #"{"value":9,"name":null}"#),
    Row(
      "0211f0",
      "Security Manager Out of Band Flags: reserved bits 0xf0; public address",
      #"{"value":240,"names":["reserved bits 0xf0"]}"#),
    Row(
      "040dffffff",
      "Class of Device 0xffffff: Uncategorized, minor class 63, services: Limited Discoverable Mode, "
        + "LE Audio, reserved bit 15, Positioning, Networking, Rendering, Capturing, Object Transfer, "
        + "Audio, Telephony, Information; in the undefined format 3",
      #"{"value":16777215,"serviceClasses":["Limited Discoverable Mode","LE Audio","reserved bit 15","#
        + #""Positioning","Networking","Rendering","Capturing","Object Transfer","Audio","Telephony","#
        + #""Information"],"majorClass":31,"majorClassName":"Uncategorized","minorClass":63,"format":3}"#),
    Row(
      "09100200590001001001",
      "Device ID: USB vendor 0x0059, product 0x0001, version 0x0110",
      #"{"vendorSource":2,"vendor":89,"vendorName":null,"product":1,"version":272}"#),
    Row(
      "09100900590001001001",
      "Device ID: vendor 0x0059 of unassigned source 0x0009, product 0x0001, version 0x0110",
      #"{"vendorSource":9,"vendor":89,"vendorName":null,"product":1,"version":272}"#),
    Row(
      "0424e0bf8541",
      #"URI of unassigned scheme 0x00000fc5: """#,
      #"{"scheme":4037,"schemeName":null,"rest":"","uri":null}"#),
    Row("04240141e9", #"URI: "A�""#, #"{"scheme":1,"schemeName":"","rest":"A�","uri":"A�"}"#),
    Row(
      "0324ff41",
      "URI: ff 41, which does not start with a UTF-8 character",
      #"{"scheme":null,"schemeName":null,"rest":"�A","uri":null}"#),
    Row(
      "0330e284",
      #"Broadcast Name "�", not 4 to 32 characters (unverified)"#,
      #"{"name":"�","usualLength":false,"unverified":true}"#),
    Row(
      "031a1f00",
      "Advertising Interval: 19.375 ms, below the minimum of 20 ms",
      #"{"bits":16,"units":31,"ms":19.375}"#),
    Row(
      "022a01",
      "Mesh Message, encrypted network PDU: 01, NID 1, IVI 0, not 14 to 29 bytes (unverified)",
      #"{"pdu":"01","nid":1,"ivi":0,"usualLength":false,"unverified":true}"#),
    Row(
      "072e010203040506",
      "Resolvable Set Identifier: hash 0x030201, random part 0x060504, whose top bits should be 01",
      #"{"hash":197121,"random":394500,"valid":false}"#),
    Row(
      "0828000000008f0100",
      "Channel Map Update Indication: data channels 32-35 from event 1 on, reserved bits 0x04",
      #"{"channels":[32,33,34,35],"instant":1,"reserved":4}"#),
    Row(
      "0727000000000400",
      "LE Supported Features: LE Power Control Request (second bit); zero bytes at the end, which should be left out",
      #"{"bits":[34],"names":["LE Power Control Request (second bit)"]}"#),
    Row("0127", "LE Supported Features: none", #"{"bits":[],"names":[]}"#),
    Row(
      "0e270000000000000002000000000c80",
      "LE Supported Features: reserved bit 57, reserved bit 98, reserved bit 99",
      #"{"bits":[57,98,99],"names":[null,null,null]}"#),
    Row(
      "022500",
      "Indoor Positioning: no fields",
      #"{"local":false,"txPowerDBm":null,"floor":null,"altitude":null,"uncertainty":null,"#
        + #""locationNameElsewhere":false,"reserved":0,"unverified":true}"#),
    Row(
      "022502",
      "Indoor Positioning: local coordinates, but none sent",
      #"{"local":true,"txPowerDBm":null,"floor":null,"altitude":null,"uncertainty":null,"#
        + #""locationNameElsewhere":false,"reserved":0,"unverified":true}"#),
    Row(
      "033dff00",
      "3D Information: association notification, battery level reporting, send battery level on "
        + "start-up, factory test mode, reserved bits 0x78, path loss threshold 0",
      #"{"flags":255,"names":["association notification","battery level reporting","send battery level "#
        + #"on start-up","factory test mode","reserved bits 0x78"],"pathLossThreshold":0}"#),
    Row(
      "03ff0000",
      "Manufacturer Data of Ericsson AB (0x0000): no data",
      #"{"company":0,"companyName":"Ericsson AB","data":"","known":null}"#),
    Row("022f00", "Advertising Interval - long: malformed, needs exactly 3 or 4 bytes, has 1", "null"),
    Row("033312ff", "Unassigned type 0x33: 12 ff", "null"),
    Row(
      "0a09414243",
      #"Complete Local Name "ABC" (cut: the length byte says 10)"#,
      #"{"complete":true,"name":"ABC"}"#),
    Row(
      ""
        + "3a2cffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff0102030405060708111213141516171819202122232425262728",
      "BIGInfo: 31 streams every 5118.75 ms, next in 4914.9 ms, NSE 31, BN 7, PTO 15, IRC 15, "
        + "sub-interval 1048575 µs, stream spacing 1048575 µs, at most 255 bytes in a PDU and 4095 in an "
        + "SDU every 1048575 µs, reserved PHY 7, data channels 0-36, seed access address 0xffffffff, base "
        + "CRC init 0xffff, payload count 549755813887, framed, reserved byte 0xff, encrypted with GIV 01 "
        + "02 03 04 05 06 07 08 and GSKD 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26",
      #"{"bigOffsetUs":4914900,"bigOffsetUnitUs":300,"isoIntervalMs":5118.75,"streams":31,"nse":31,"#
        + #""bn":7,"subIntervalUs":1048575,"pto":15,"streamSpacingUs":1048575,"irc":15,"maximumPDU":255,"#
        + #""reserved":255,"seedAccessAddress":4294967295,"sduIntervalUs":1048575,"maximumSDU":4095,"#
        + #""baseCRCInit":65535,"channels":[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,"#
        + #"24,25,26,27,28,29,30,31,32,33,34,35,36],"phy":7,"phyName":null,"payloadCount":549755813887,"#
        + #""framed":true,"giv":"0102030405060708","gskd":"11121314151617181920212223242526"}"#),
  ]
}
