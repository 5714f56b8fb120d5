import AdvertisingData
import TestSupport
import Testing

/// What sensors measure, read from data whose meaning is known.
@Suite struct SensorTests {
  private func read(_ hex: String) throws -> [String] {
    try #require(try Recognition.known(hex)).reading.lines
  }

  private func read(service: UInt32, _ hex: String) throws -> [String] {
    try #require(try Recognition.known(service: service, hex)).reading.lines
  }

  private func read(company: UInt16, _ hex: String) throws -> [String] {
    try #require(try Recognition.known(company: company, hex)).reading.lines
  }

  @Test(arguments: [
    ("540064039635", ["SwitchBot Meter:", "model Meter", "battery 100", "temperature 22.3", "humidity 53"]),
    ("540064031635", ["SwitchBot Meter:", "model Meter", "battery 100", "temperature -22.3", "humidity 53"]),
    ("488064", ["SwitchBot Bot:", "model Bot", "switchMode", "on", "battery 100"]),
    (
      "63405a324104",
      [
        "SwitchBot Curtain:", "model Curtain", "calibrated", "battery 90", "position 50", "lightLevel 4",
        "deviceChain 1",
      ]
    ),
    ("760000", ["SwitchBot Hub 2:", "model Hub 2", "rest 0000"]),
    // A door that is open too long is open.
    (
      "6400da040046018fc4",
      ["SwitchBot Contact Sensor:", "model Contact Sensor", "battery 90", "open", "openTooLong", "buttonCount 4"]
    ),
    (
      "6400da02000000000f",
      ["SwitchBot Contact Sensor:", "model Contact Sensor", "battery 90", "open", "buttonCount 15"]
    ),
    (
      "6400da010000000000",
      ["SwitchBot Contact Sensor:", "model Contact Sensor", "battery 90", "light", "buttonCount 0"]
    ),
    // Lamps have no battery, and the battery of a hub is not here.
    ("0000000010d0b1", ["SwitchBot Strip Light 3:", "model Strip Light 3"]),
    ("0000640010b940", ["SwitchBot Hub 3:", "model Hub 3"]),
    ("0000640010a5b8", ["SwitchBot Lock Ultra:", "model Lock Ultra", "battery 100"]),
  ])
  func switchBot(_ hex: String, _ expected: [String]) throws {
    #expect(try read(service: 0xFD3D, hex) == expected)
  }

  @Test func thermometers() throws {
    #expect(
      try read(service: 0x181A, "a4c13856341200e72d5a0b8605") == [
        "probably an ATC1441 thermometer:", "address A4:C1:38:56:34:12", "temperature 23.1", "humidity 45",
        "battery 90", "batteryMillivolts 2950", "sequence 5",
      ])
    #expect(
      try read(service: 0x181A, "56341238c1a407098813860b5a0502") == [
        "probably a pvvx thermometer:", "address A4:C1:38:12:34:56", "temperature 23.11", "humidity 50",
        "batteryMillivolts 2950", "battery 90", "sequence 5", "switch",
      ])
    // Environmental Sensing is a service of many sensors.
    #expect(try Recognition.known(service: 0x181A, "ca09") == nil)
  }

  @Test(arguments: [
    (0x2A6E as UInt32, "ca09", "temperature:", "value 25.06"), (0x2A6E, "ffff", "temperature:", "value -0.01"),
    (0x2A6D, "fc740f00", "pressure:", "value 101298.8"), (0x180F, "64", "battery level:", "value 100"),
    (0x2A6C, "ffffff", "elevation:", "value -0.01"), (0x2B18, "c000", "voltage:", "value 3"),
  ])
  func characteristic(_ number: UInt32, _ hex: String, _ title: String, _ value: String) throws {
    #expect(try read(service: number, hex).prefix(2) == [title, value])
  }

  /// The layout depends on the version. Temperatures are signed, and out of range when a probe is not connected.
  @Test func chefIQ() throws {
    #expect(
      try read(company: 0x05CD, "01406313c000c900c900ca00cb00c0008d11") == [
        "Chef iQ thermometer:", "battery 99", "temperature 20.1", "tip 20.1", "probe1 20.2", "probe2 20.3", "probe3 19",
        "ambient 19.2",
      ])
    #expect(
      try read(company: 0x05CD, "01505802f6fffb7fca00cb00cc00c0008d11") == [
        "Chef iQ thermometer:", "ambient 60", "temperature -1", "probe1 20.2", "probe2 20.3", "probe3 20.4",
      ])
    // A name, and a state.
    #expect(try Recognition.known(company: 0x05CD, "005050726f62652031000000000000000000") == nil)
    #expect(try Recognition.known(company: 0x05CD, "0350a4c1381234566313000000000000000000") == nil)
  }

  @Test func characteristicWithoutValueOrLength() throws {
    #expect(try read(service: 0x2A6E, "0080").prefix(2) == ["temperature:", "name temperature"])
    #expect(try Recognition.known(service: 0x180F, "6464") == nil)
  }

  /// A weight has its unit: the column says which.
  @Test func scalesInTheirUnits() throws {
    #expect(
      try read(service: 0x181D, "23204ee8070102030405") == [
        "probably a Mi Scale:", "stable", "weightPounds 200", "time 2024-01-02 03:04:05",
      ])
    #expect(
      try read(service: 0x181D, "32204ee8070102030405") == [
        "probably a Mi Scale:", "stable", "weightJin 200", "time 2024-01-02 03:04:05",
      ])
    #expect(
      try read(service: 0x181B, "0724e607020e10293a0000ce04") == [
        "probably a Mi Body Composition Scale:", "stable", "object", "weightPounds 12.3", "time 2022-02-14 16:41:58",
      ])
    #expect(
      try read(service: 0x181B, "0266e607020e10293a0000ce04") == [
        "probably a Mi Body Composition Scale:", "stable", "weightJin 12.3", "impedance 0", "time 2022-02-14 16:41:58",
      ])
  }

  /// The header of Xiaomi's SDK: a part of the Wi-Fi address, two octets of capability, and the mesh at the end.
  @Test func miBeaconHeaders() throws {
    #expect(
      try read(service: 0xFE95, "30585b050156341238c1a4280100") == [
        "MiBeacon", "version 5", "frameCounter 1", "address A4:C1:38:12:34:56", "capability 40",
        "ioCapability 1",
      ])
    #expect(
      try read(service: 0xFE95, "70505b050156341238c1a418aabb041002f400").suffix(7) == [
        "capability 24", "wifiAddressEnd aabb", "id 4100", "value f400", "name temperature", "value 24.4", "unit °C",
      ])
    #expect(
      try read(service: 0xFE95, "c0505b0501041002f4002b00").suffix(4) == [
        "provisionsByAdvertising", "provisionsByGATT", "meshState 2", "meshVersion 2",
      ])
    // Devices on sale have an octet behind the objects of version 2.
    let older = try #require(try Recognition.known(service: 0xFE95, "702291030f56341238c1a4090a0002750d07"))
    #expect(older.problems.isEmpty)
    let cut = try #require(try Recognition.known(service: 0xFE95, "40505b0501041002f4"))
    #expect(cut.problems == [.cut(offset: 5)])
  }

  /// Half, single and double precision. What is no number is told as octets.
  @Test func floatsOfBTHome1() throws {
    #expect(try read(service: 0x181C, "4306fe70").suffix(3) == ["name mass", "value 102.24", "unit kg"])
    #expect(try read(service: 0x181C, "43020080").suffix(2) == ["value 0", "unit °C"])
    #expect(try read(service: 0x181C, "430201e4").suffix(2) == ["value -10.25", "unit °C"])
    #expect(try read(service: 0x181C, "43060100").suffix(2) == ["value 0", "unit kg"])
    #expect(try read(service: 0x181C, "45060000c842").suffix(2) == ["value 1", "unit kg"])
    #expect(try read(service: 0x181C, "49060000000000005940").suffix(2) == ["value 1", "unit kg"])
    #expect(try read(service: 0x181C, "4306007c").suffix(2) == ["value 007c", "unit kg"])
    #expect(try read(service: 0x181C, "4406000000").suffix(2) == ["value 000000", "unit kg"])
  }

  /// What nothing can have is no value, and people see the octets.
  @Test(arguments: [
    (0xAA20 as UInt32, "00000000008000800080000000800000000000000000", "temperature", "not a value (0080)"),
    (0xAA20, "000000000a00ffff0080000000800000000000000000", "humidity", "not a value (ffff)"),
    (0xAA20, "000000000a000a000080000000800000000000000000", "battery", "not a value (80)"),
    (0x180F, "65", "value", "not a value (65)"),
    (0x181C, "2303ffff", "value", "not a value (ffff)"), (0xFCD2, "4003ffff", "value", "not a value (ffff)"),
    (0xFE95, "50505b050156341238c1a40a1001c8", "value", "not a value (c8)"),
  ])
  func noValues(_ service: UInt32, _ hex: String, _ key: String, _ words: String) throws {
    let fields = try #require(try Recognition.known(service: service, hex)).reading.fields.flattened
    let field = try #require(fields.last { $0.key == key && $0.whenEmpty?.isEmpty == false })
    #expect(field.value == .null && field.whenEmpty == words)
  }

  /// A thermometer beside its service: a hot day is a value, and what melts it is not.
  @Test func temperaturesOfThermoBeacon() throws {
    let head = "0303f0ff15ff10000000563412" + "38c1a4" + "b80b"
    let hot = try #require(try Recognition.second(head + "4006" + "40060000" + "0000"))
    #expect(hot.reading.lines.suffix(2) == ["temperature 100", "humidity 100"])
    let none = try #require(try Recognition.second(head + "0147" + "01a70000" + "0000"))
    #expect(!none.reading.lines.contains { $0.hasPrefix("temperature ") || $0.hasPrefix("humidity ") })
  }

  @Test func inkbirdTellsTheUnit() throws {
    let name = "0b09496e6b40" + "49414d2d5432"
    let celsius = try #require(try Recognition.known("12ff543200620102030405" + "0000e801f402bc00" + name))
    #expect(celsius.reading.lines.contains("temperature 23.2"))
    let fahrenheit = try #require(try Recognition.known("12ff543200620102030405" + "0202d001f402bc00" + name))
    #expect(fahrenheit.reading.lines.contains("temperatureFahrenheit 72"))
    #expect(!fahrenheit.reading.lines.contains { $0.hasPrefix("temperature ") })
  }

  @Test func hydrometer() throws {
    #expect(
      try read(company: 0x4152, "5054" + "01" + "c1a2a3a4a5a6" + "9305447d8000010000000ff05a00") == [
        "RAPT Pill:", "address C1:A2:A3:A4:A5:A6", "temperature 20.89", "specificGravity 1.014", "accelerationX 16",
        "accelerationY 0", "accelerationZ 255", "battery 90",
      ])
    #expect(
      try read(company: 0x4152, "5054" + "0200" + "01c0200000" + "9305447d8000010000000ff05a00").prefix(3) == [
        "RAPT Pill:", "gravityPointsPerDay -2.5", "temperature 20.89",
      ])
    #expect(
      try !read(company: 0x4152, "5054" + "0200" + "00c0200000" + "9305447d8000010000000ff05a00").contains {
        $0.hasPrefix("gravity")
      })
    // The version of its program, and the number of its hardware.
    #expect(try Recognition.known(company: 0x4152, "5054" + "6450696c6c4731") == nil)
  }

  /// A thermometer whose name was not received is known by its zeros beside its service, and by nothing less.
  @Test func probesWithoutAName() throws {
    let data = "0dff00000000" + "c1a2a3a4a5a6" + "f000"
    let known = try #require(try Recognition.known(data + "0302f0ff"))
    #expect(
      known.reading.lines == ["probably an Inkbird iBBQ with 1 probe:", "address C1:A2:A3:A4:A5:A6", "temperature 24"])
    #expect(try Recognition.known(data) == nil)
    #expect(try Recognition.known("0dff00000001" + "c1a2a3a4a5a6" + "f0000302f0ff") == nil)
    #expect(try Recognition.known("0eff00000000" + "c1a2a3a4a5a6" + "f000000302f0ff") == nil)
  }

  /// The numbers that say that nothing was measured.
  @Test func aranetWithoutMeasurements() throws {
    let radiation = try read(company: 0x0702, "022126040100d0330000aabb010082000005006400003c000a")
    #expect(radiation.contains("rateNanosievertsPerHour 130"))
    let radon = try read(company: 0x0702, "03210a0401000c0f011f014094270080005a012c01780007")
    #expect(!radon.contains { $0.hasPrefix("radon ") || $0.hasPrefix("temperature ") || $0.hasPrefix("humidity ") })
    #expect(radon.contains("pressure 1013.2"))
    let negative = try read(company: 0x0702, "210a0401000c0f01008000400080ff5a012c01780007")
    #expect(!negative.contains { $0.hasPrefix("carbonDioxide ") || $0.hasPrefix("temperature ") })
    #expect(!negative.contains { $0.hasPrefix("pressure ") || $0.hasPrefix("humidity ") })
  }

  /// Jaalee's sensor sends what it measures in an iBeacon, with an octet more than others.
  /// A number of the message stands in the place of the company identifier.
  @Test func airMonitors() throws {
    #expect(
      try read("0bff2221" + "0064" + "1964" + "32" + "28" + "0041") == [
        "probably an Air Mentor Pro 2:", "volatileOrganicCompounds 100", "sensorTemperature 25", "temperature 20",
        "humidity 40", "airQuality 65",
      ])
    #expect(
      try read("0fff1161" + "0320" + "000c" + "0012" + "0000" + "0014" + "0000") == [
        "probably an Air Mentor 2S:", "carbonDioxide 800", "particles 12", "coarseParticles 18", "formaldehyde 20",
      ])
    #expect(try Recognition.known("0cff2221" + "0064" + "1964" + "32" + "28" + "0041" + "00") == nil)
    #expect(try Recognition.known("0bff1361" + "0064" + "1964" + "32" + "28" + "0041") == nil)
  }

  /// The second octet counts, whatever company that is. The lowest bit of the state says that the weight is stable.
  @Test func scalesThatCountMessages() throws {
    for count in ["00", "05", "ff"] {
      #expect(
        try read("10ffc0\(count)" + "028a" + "1388" + "0002" + "21" + "a1a2a3a4a5a6").dropFirst(2) == [
          "stable", "weight 65", "impedance 500", "address A1:A2:A3:A4:A5:A6",
        ])
    }
    #expect(
      try read("10ffc006" + "2134" + "1388" + "0a01" + "24" + "a1a2a3a4a5a6") == [
        "probably a scale QJ-J:", "sequence 6", "weight 85", "address A1:A2:A3:A4:A5:A6",
      ])
    #expect(
      try read("10ffc007" + "05dc" + "0000" + "0002" + "30" + "a1a2a3a4a5a6").dropFirst(2).first == "weightPounds 150")
    #expect(try Recognition.known("10ffc105" + "028a" + "1388" + "0002" + "21" + "a1a2a3a4a5a6") == nil)
    #expect(try Recognition.known("10ffc005" + "028a" + "1388" + "0002" + "22" + "a1a2a3a4a5a6") == nil)
  }

  @Test func otherScales() throws {
    #expect(try read("0fffaca0" + "a0a1a2a3a4a5" + "a0a09268" + "0db1").last == "weight 13")
    #expect(try read("0fffaca0" + "a0a1a2a3a4a5" + "a154a0a0" + "06b1").last == "impedance 500")
    #expect(try Recognition.known("0fffaca0" + "a0a1a2a3a4a5" + "a154a0a0" + "07b1") == nil)
    let data = "14ff0001" + "a1a2a3a4a5a6a7a8a9b1" + "1a45" + "00b4" + "a0c1c2"
    #expect(
      try read(data + "060949465f4237") == ["probably a Senssun scale:", "weight 67.25", "impedance 180", "stable"])
    #expect(try Recognition.known(data + "060949465f4238") == nil)
  }

  /// The name of the port ends in zeros, and bits without a meaning are zero.
  @Test func kegs() throws {
    let (volumes, name) = ("4a38" + "0000" + "0190", "495041" + String(repeating: "00", count: 17))
    #expect(
      try read(company: 0xFFFF, volumes + "51" + name) == [
        "probably a Kegtron KT-200:", "size 19", "volumeAtStart 0", "volumeDispensed 0.4", "port second", "configured",
      ])
    let known = try #require(try Recognition.known(company: 0xFFFF, volumes + "51" + name))
    #expect(known.reading.fields.contains { $0.key == "name" && $0.value == .foreignText(Array("IPA".utf8)) })
    #expect(try read(company: 0xFFFF, volumes + "01" + name).first == "probably a Kegtron KT-100:")
    #expect(try Recognition.known(company: 0xFFFF, volumes + "03" + name) == nil)
    #expect(try Recognition.known(company: 0xFFFF, volumes + "01" + name.dropLast(2) + "41") == nil)
    #expect(try Recognition.known(company: 0xFFFF, volumes + "01" + name.dropLast(2)) == nil)
  }

  @Test func thermometersOfSharedServices() throws {
    #expect(try read(service: 0x1809, "2b3032332e35") == ["probably a Relsib WT51:", "temperature 23.5"])
    #expect(try read(service: 0x1809, "2d3030372e30") == ["probably a Relsib WT51:", "temperature -7"])
    for other in ["2b303233352e", "203032332e35", "2b3032332e", "2b3032332e3530", "00c8000000fe"] {
      #expect(try Recognition.known(service: 0x1809, other) == nil)
    }
    #expect(
      try read(service: 0x1803, "e640" + "2f80" + "00000102" + "01000305" + "00010002") == [
        "probably a Radioland RDL52832:", "temperature -25.75", "humidity 47.5", "accelerationX 0.12",
        "accelerationY -0.35", "accelerationZ 1.02",
      ])
    #expect(try Recognition.known(service: 0x1803, "1840" + "2f80" + "00020102" + "01000305" + "00010002") == nil)
    #expect(try Recognition.known(service: 0x1803, "01") == nil)
  }

  /// Neither name nor service were received.
  @Test func thermoBeaconByItsZeros() throws {
    #expect(
      try read("15ff1b00" + "2580" + "a6a50000a2a1" + "b80b" + "9001" + "8002" + "01000000") == [
        "probably a ThermoBeacon thermometer:", "button", "address A1:A2:00:00:A5:A6", "batteryMillivolts 3000",
        "temperature 25", "humidity 40",
      ])
    #expect(
      try read("17ff1100" + "0000" + "a6a50000a2a1" + "b001" + "01020304" + "f000" + "05060708").suffix(2) == [
        "highestTemperature 27", "lowestTemperature 15",
      ])
    #expect(try Recognition.known("15ff1000" + "0000" + "a6a50001a2a1" + "b80b" + "9001" + "8002" + "01000000") == nil)
    #expect(try Recognition.known("15ff1200" + "0000" + "a6a50000a2a1" + "b80b" + "9001" + "8002" + "01000000") == nil)
  }

  @Test func jaaleeAsBeacon() throws {
    let known = try #require(
      try Recognition.known(company: 0x004C, "0215e2c56db5dffb48d2b060d0f5a710f52574205" + "91acb64"))
    #expect(known.problems.isEmpty)
    #expect(known.reading.lines.suffix(4) == ["jaalee", "temperature 34.38", "humidity 34.81", "battery 100"])
    let other = try #require(
      try Recognition.known(company: 0x004C, "0215e2c56db5dffb48d2b060d0f5a710f52674205" + "91acb64"))
    #expect(other.problems == [.surplus(offset: 23, count: 1)])
  }

  @Test func scales() throws {
    #expect(
      try read(service: 0x181D, "22204ee8070102030405") == [
        "probably a Mi Scale:", "stable", "weight 100", "time 2024-01-02 03:04:05",
      ])
    #expect(
      try read(service: 0x181B, "0226e8070102030405f401204e") == [
        "probably a Mi Body Composition Scale:", "stable", "weight 100", "impedance 500", "time 2024-01-02 03:04:05",
      ])
  }

  @Test func aranet() throws {
    #expect(
      try read(company: 0x0702, "210a0401000c0f01bc02c20194272d5a012c01780007") == [
        "Aranet4:", "integrations", "firmware 1.4.10", "carbonDioxide 700", "temperature 22.5", "pressure 1013.2",
        "humidity 45", "battery 90", "status green", "measuringIntervalSeconds 300", "ageSeconds 120",
      ])
    #expect(
      try read(company: 0x0702, "03210a0401000c0f2000c2019427d701005a012c01780007") == [
        "Aranet Radon:", "integrations", "firmware 1.4.10", "radon 32", "temperature 22.5", "pressure 1013.2",
        "humidity 47.1", "battery 90", "status green", "measuringIntervalSeconds 300", "ageSeconds 120",
      ])
  }

  @Test func sensirionRounds() throws {
    #expect(
      try read(company: 0x06D5, "0004abcd66663373") == ["Sensirion:", "device abcd", "temperature 25", "humidity 45"])
  }

  @Test func toothbrush() throws {
    #expect(
      try read(company: 0x00DC, "06326b0372011e00010f04") == [
        "Oral-B toothbrush:", "model 06326b", "state running", "pressure normal", "brushingSeconds 90", "mode 0",
        "sector 1", "sectorTimer 15", "sectors 4",
      ])
  }

  @Test func victron() throws {
    #expect(
      try read(company: 0x02E1, "100257a00234129a0102030405060708090a") == [
        "Victron instant readout:", "prefix 2", "readout battery monitor", "counter 4660", "keyCheck 9a",
        "rest 0102030405060708090a",
      ])
  }

  @Test func tempoDisc() throws {
    #expect(
      try read(company: 0x0133, "17640e10001200ef01b3006c0000") == [
        "Blue Maestro Tempo Disc:", "battery 100", "loggingIntervalSeconds 3600", "logCount 18", "temperature 23.9",
        "humidity 43.5", "dewPoint 10.8", "mode 0000",
      ])
  }

  @Test func tyre() throws {
    #expect(
      try read(company: 0x0828, "000350c80100a1a2a30201000000") == [
        "Michelin tyre sensor:", "temperature 20", "batteryVolts 3", "pressure 1", "tyre a1a2a3", "steps 2",
        "sequence 1",
      ])
  }

  @Test func tag() throws {
    #expect(
      try read(company: 0x094F, "01001234000180ff0001801678563412015a") == [
        "MikroTik tag:", "accelerationX 1", "accelerationY -0.5", "accelerationZ 1", "temperature 22.5",
        "uptimeSeconds 305419896", "switch", "battery 90",
      ])
    // 256ths are rounded, not cut.
    #expect(
      try read(company: 0x094F, "010012340100ffff8000ab16000000000000") == [
        "MikroTik tag:", "accelerationX 0.004", "accelerationY -0.004", "accelerationZ 0.5", "temperature 22.668",
        "uptimeSeconds 0", "battery 0",
      ])
    #expect(
      try read(company: 0x094F, "0101" + String(repeating: "a5", count: 16)) == [
        "MikroTik tag, encrypted:", "ciphertext " + String(repeating: "a5", count: 16),
      ])
  }

  @Test func soil() throws {
    #expect(
      try read(service: 0x181A, "10030bb85a6e80004000a1a2a3a4a5a6") == [
        "probably a b-parasite:", "protocol 1", "sequence 3", "batteryMillivolts 3000", "temperature 23.15",
        "humidity 50", "moisture 25", "address A1:A2:A3:A4:A5:A6",
      ])
  }

  @Test func govee() throws {
    #expect(
      try read(company: 0xEC88, "0003519e6400") == [
        "probably a Govee H5072 or H5075:", "temperature 21.7", "humidity 50.2", "battery 100",
      ])
    #expect(try read(company: 0xEC88, "0083519e6400")[1] == "temperature -21.7")
    #expect(
      try read(company: 0xEC88, "00ca09bf136402") == [
        "probably a Govee H5074:", "temperature 25.06", "humidity 50.55", "battery 100",
      ])
  }

  @Test func ruuvi() throws {
    #expect(
      try read(company: 0x0499, "c512fc5394c37cac364200cdcbb8334c884f") == [
        "RuuviTag format C5:", "temperature 24.3", "humidity 53.49", "pressurePascals 100044",
        "batteryMillivolts 2977", "txPower 4", "movements 66", "sequence 205", "address CB:B8:33:4C:88:4F",
      ])
    #expect(
      try read(company: 0x0499, "e1170c5668c79e0065007004bd11ca00c90a0213e0ac000000decdee110000000000cbb8334c884f") == [
        "Ruuvi Air format E1:", "temperature 29.5", "humidity 55.3", "pressurePascals 101102", "particles1 10.1",
        "particles 11.2", "particles4 121.3", "coarseParticles 455.4", "carbonDioxide 201",
        "volatileOrganicCompounds 20", "nitrogenOxides 4", "illuminance 13027", "sequence 14601710", "calibrating",
        "address CB:B8:33:4C:88:4F",
      ])
  }

  @Test func objects() throws {
    #expect(
      try read(service: 0xFDCD, "0801563412342d580104dc000b02020164") == [
        "Qingping", "product 1", "model CGG1", "address 58:2D:34:12:34:56", "id 1", "temperature 22", "humidity 52.3",
        "id 2", "battery 100",
      ])
    #expect(
      try read(service: 0x181C, "2302ca090303bf13") == [
        "probably BTHome 1:", "id 2", "name temperature", "value 25.06", "unit °C", "id 3", "name humidity",
        "value 50.55", "unit %",
      ])
    // User Data of another kind.
    #expect(try Recognition.known(service: 0x181C, "01020304") == nil)
  }

  /// Whatever the octets are, they come back, and no field lies beyond them.
  @Test func everyFormIsTotal() {
    var generator = SplitMix64(seed: 7)
    for format in KnownPayload.sensors {
      for vector in FormatVectors.all where vector.id == format.id {
        guard let known = try? Recognition.known(vector.hex) else { continue }
        for length in 1...30 {
          // The octets that the form is known by stay.
          var octets = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
          for index in 0..<min(2, length, known.octets.count) { octets[index] = known.octets[index] }
          let found =
            KnownPayload.recognised(in: ManufacturerData(company: known.owner, data: octets))
            ?? ServiceData(BluetoothUUID(UInt32(known.owner)), width: .bits16, data: octets)
            .flatMap { KnownPayload.recognised(in: $0) }
          guard let reading = found?.reading else { continue }
          for field in reading.fields.flattened {
            if let range = field.range { #expect(range.upperBound <= octets.count, "\(format.id) \(field.key)") }
          }
        }
      }
    }
  }
}

/// Sensors that are recognised by company or service, read from data whose meaning is known.
@Suite struct MoreSensorTests {
  @Test(
    arguments: [
      (0x0757, "12ca09", ["ELA thermometer:", "temperature 25.06"]),
      (0x0757, "213212ca09", ["ELA thermometer:", "humidity 50", "temperature 25.06"]),
      (0x0757, "320300", ["ELA magnet sensor:", "contact", "events 1"]),
      (
        0x0757, "56e80318fc0000", ["ELA accelerometer:", "accelerationX 1", "accelerationY -1", "accelerationZ 0"]
      ),
      (
        0x01AE, "0000c8410000484207000b06",
        ["probably a SmartDry:", "temperature 25", "humidity 50", "shake 7", "state 0b06"]
      ),
      (
        0x0BA9, "0109000b01000aa6a5a4a3a2a1",
        ["Shelly device:", "flags 0900", "model 1", "address A1:A2:A3:A4:A5:A6"]
      ),
      (0x0969, "a1a2a3a4a5a60164", ["SwitchBot device:", "address A1:A2:A3:A4:A5:A6", "rest 0164"]),
      (
        0x8290, "0a00e80300006400b86420",
        [
          "probably an iNode energy meter:", "pulsesInMinute 10", "pulses 1000", "pulsesPerUnit 100", "unit kWh",
          "battery 100", "light 8", "day 1", "pulsesOfDay 100",
        ]
      ),
    ] as [(UInt16, String, [String])])
  func ofCompany(_ company: UInt16, _ hex: String, _ lines: [String]) throws {
    #expect(try #require(try Recognition.known(company: company, hex)).reading.lines == lines)
  }

  @Test func ofService() throws {
    #expect(
      try #require(try Recognition.known(service: 0xFFE1, "a1016416803280a6a5a4a3a2a1")).reading.lines == [
        "probably a Minew thermometer:", "battery 100", "temperature 22.5", "humidity 50.5",
        "address A1:A2:A3:A4:A5:A6",
      ])
    #expect(
      try #require(try Recognition.known(service: 0xFD50, "20ffe20003e864015e")).reading.lines == [
        "probably an HHCC flower sensor:", "moisture 32", "temperature -3", "illuminance 1000", "battery 100",
        "conductivity 350",
      ])
  }

  @Test(
    arguments: [
      (
        "0eff6909a1a2a3a4a5a607640316350b09576f53656e736f725448",
        [
          "SwitchBot thermometer:", "address A1:A2:A3:A4:A5:A6", "sequence 7", "temperature -22.3", "humidity 53",
        ]
      ),
      (
        "15ff10000080a6a5a4a3a2a11c0c68012003000000000d09546865726d6f426561636f6e",
        [
          "probably a ThermoBeacon thermometer:", "button", "address A1:A2:A3:A4:A5:A6", "batteryMillivolts 3100",
          "temperature 22.5", "humidity 50",
        ]
      ),
      (
        "14ff55aa0101a1a2a3a4a5a6010709c413885a0000050954323031",
        [
          "probably an Oria thermometer:", "address A1:A2:A3:A4:A5:A6", "batteryVolts 2.63", "temperature 25",
          "humidity 50", "battery 90",
        ]
      ),
      (
        "17ff2faf55006403201a0028003200201900ffffffff0000080947564835303535",
        [
          "probably a Govee H5055:", "battery 100", "probes 3", "temperature 26", "alarmBelow 40", "alarmAbove 50",
          "temperature2 25",
        ]
      ),
      (
        "17ff63ac83010001010203040fa01388ffff0a8cffffffff080947564835313931",
        ["probably a Govee H5191:", "temperature 40", "alarm 50", "ambient 27"]
      ),
    ] as [(String, [String])])
  func byName(_ hex: String, _ lines: [String]) throws {
    #expect(try #require(try Recognition.known(hex)).reading.lines == lines)
  }
}
