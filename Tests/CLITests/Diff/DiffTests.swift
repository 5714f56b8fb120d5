import Foundation
import TestSupport
import Testing

@testable import advert

/// Seeded changes to a capture are reported as exactly what they are.
@Suite struct DiffTests {
  /// A device that advertises every 100 ms.
  struct Device {
    var address: UInt8 = 1
    var advertising: [[UInt8]]
    var scanResponse: [UInt8]?
    var rssi: Int8 = -60
    var milliseconds: Int64 = 100
    var advertisements = 12
  }

  static let thermometer = Device(
    advertising: [[2, 1, 6, 3, 3, 0x1A, 0x18, 5, 0xFF, 0x59, 0, 0x21, 0x22]], scanResponse: name("Thermo"))
  static let lamp = Device(address: 2, advertising: [[2, 1, 6] + name("Lamp")])

  static func name(_ text: String) -> [UInt8] { [UInt8(text.utf8.count + 1), 9] + Array(text.utf8) }

  static func capture(_ devices: [Device], highOctet: UInt8 = 0xC0) -> [UInt8] {
    var file = BtsnoopFile(dataLink: 1002)
    for device in devices {
      for number in 0..<device.advertisements {
        // The delay that a controller adds, in the mean.
        let time = 1_700_000_000_000_000 + Int64(number) * (device.milliseconds + 5) * 1000
        let address: [UInt8] = [device.address, 0, 0, 0, 0, highOctet]
        let data = device.advertising[number % device.advertising.count]
        let report = LegacyReport(0, address: address, data: data, rssi: device.rssi)
        file.add([4] + HCIEvent.legacy([report]), microseconds: time)
        if let response = device.scanResponse {
          let answer = LegacyReport(4, address: address, data: response, rssi: device.rssi)
          file.add([4] + HCIEvent.legacy([answer]), microseconds: time + 300)
        }
      }
    }
    return file.octets
  }

  /// What `advert diff` says of two files.
  struct Run {
    let status: Int32
    let document: [String: Any]
    let text: String

    var devices: [[String: Any]] { document["devices"] as? [[String: Any]] ?? [] }
    var differences: [[String: Any]] { devices.flatMap { $0["differences"] as? [[String: Any]] ?? [] } }
    var kinds: [String] { differences.compactMap { $0["kind"] as? String } }
    var matches: [String] { devices.map { $0["matchedBy"] as? String ?? ($0["old"] is NSNull ? "new" : "gone") } }

    init(_ old: [UInt8], _ new: [UInt8], _ options: [String] = []) throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: "diff-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let paths = [folder.appending(path: "old").path, folder.appending(path: "new").path]
      for (path, octets) in zip(paths, [old, new]) { try Data(octets).write(to: URL(filePath: path)) }
      let run = CommandLineRun(["diff"] + paths + options + ["--format", "json"])
      status = run.status.rawValue
      document = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
      text = CommandLineRun(["diff"] + paths + options).output
    }

    init(_ old: [Device], _ new: [Device], _ options: [String] = []) throws {
      try self.init(DiffTests.capture(old), DiffTests.capture(new), options)
    }
  }

  // MARK: Seeded changes

  @Test func nothing() throws {
    let run = try Run([Self.thermometer, Self.lamp], [Self.thermometer, Self.lamp])
    #expect(run.status == 0 && run.devices.isEmpty)
    #expect(run.text.contains("No difference in 2 devices."))
  }

  @Test func oneOctet() throws {
    var changed = Self.thermometer
    changed.advertising[0][11] = 0x31
    let run = try Run([Self.thermometer, Self.lamp], [changed, Self.lamp])
    #expect(run.status == 1 && run.kinds == ["fieldChanged"])
    #expect((run.differences.first?["octets"] as? [[String: Int]]) == [["offset": 11, "length": 1]])
    #expect(
      run.text.contains(
        "  changed    manufacturer data of Nordic Semiconductor ASA (0x0059) (advertising data, byte 11: 21 → 31)\n"))
  }

  /// Every octet of a payload: some difference is reported, and never of the other device.
  @Test func anyOctet() throws {
    for index in Self.thermometer.advertising[0].indices {
      var changed = Self.thermometer
      changed.advertising[0][index] ^= 1
      let run = try Run([Self.thermometer, Self.lamp], [changed, Self.lamp])
      #expect(run.status == 1 && run.devices.count == 1, "octet \(index)")
      #expect(!run.kinds.contains { !["field", "layou", "order", "findi", "scann"].contains($0.prefix(5)) })
    }
  }

  @Test func oneStructureMoved() throws {
    var moved = Self.thermometer
    moved.advertising[0].removeSubrange(3..<7)
    moved.scanResponse = [3, 3, 0x1A, 0x18] + Self.name("Thermo")
    let run = try Run([Self.thermometer, Self.lamp], [moved, Self.lamp])
    #expect(run.kinds.filter { $0.hasPrefix("field") } == ["fieldMoved"])
    #expect(Set(run.kinds) == ["fieldMoved", "scannerChanged", "findingAdded", "findingGone"])
    #expect(
      run.text.contains(
        "  moved      service 181a (Environmental Sensing): advertising data, byte 5 → scan response data, byte 2\n"))
    #expect(run.text.contains("  scanners   now missed by android-passive, windows, "))
    #expect(run.text.contains("  finding    new: warning: service 181a (Environmental Sensing) is only in the scan"))
  }

  @Test func oneDeviceGone() throws {
    let run = try Run([Self.thermometer, Self.lamp], [Self.lamp])
    #expect(run.status == 1 && run.matches == ["gone"])
    #expect(run.text.contains("\ngone  C0:00:00:00:00:01 \"Thermo\" (random static), 24 reports\n"))
    let new = try Run([Self.lamp], [Self.thermometer, Self.lamp])
    #expect(new.status == 1 && new.matches == ["new"])
    #expect(try Run([Self.thermometer, Self.lamp], [Self.lamp], ["--ignore", "devices"]).status == 0)
  }

  @Test func nameChanged() throws {
    var changed = Self.lamp
    changed.advertising = [[2, 1, 6] + Self.name("Lump")]
    let run = try Run([Self.thermometer, Self.lamp], [Self.thermometer, changed])
    #expect(run.kinds == ["fieldChanged"] && run.matches == ["address"])
    #expect(run.differences.first?["aspect"] as? String == "name")
    #expect(run.text.contains("  changed    name: \"Lamp\" → \"Lump\" (advertising data, byte 6: 61 → 75)\n"))
    #expect(try Run([Self.lamp], [changed], ["--ignore", "name"]).status == 0)
  }

  @Test func intervalChanged() throws {
    var lamp = Self.lamp
    lamp.advertisements = 20
    var slow = lamp
    slow.milliseconds = 200
    let run = try Run([Self.thermometer, lamp], [Self.thermometer, slow])
    #expect(run.kinds == ["intervalChanged"])
    #expect(run.text.contains("  interval   100 ms (from 19 gaps) → 200 ms (from 19 gaps)\n"))
    #expect(try Run([lamp], [slow], ["--ignore", "rssi,interval"]).status == 0)
    // Few gaps say nothing about an interval.
    var few = Self.lamp
    few.milliseconds = 200
    #expect(try Run([Self.thermometer, Self.lamp], [Self.thermometer, few]).kinds == [])
    slow.milliseconds = 105
    #expect(try Run([Self.lamp], [slow]).status == 0)
  }

  @Test func kindOfAdvertisingChanged() throws {
    let old = Self.capture([Self.lamp])
    var new = old
    // Byte 30 of each record is the event type: ADV_IND becomes ADV_NONCONN_IND.
    var offset = BtsnoopFile.headerLength
    while offset < new.count {
      new[offset + BtsnoopFile.recordHeaderLength + 5] = 3
      offset += BtsnoopFile.recordHeaderLength + Int(new[offset + 3])
    }
    let run = try Run(old, new)
    #expect(run.kinds.first == "pduChanged")
    #expect(run.text.contains("  kind       ADV_IND → ADV_NONCONN_IND\n"))
  }

  @Test func orderChanged() throws {
    var turned = Self.lamp
    turned.advertising = [Self.name("Lamp") + [2, 1, 6]]
    let run = try Run([Self.lamp], [turned])
    #expect(run.kinds.first == "orderChanged")
    #expect(run.text.contains("  order      Flags, name → name, Flags in the advertising data\n"))
  }

  /// One list of services sent as two says the same with other octets.
  @Test func sameFieldsInOtherStructures() throws {
    var (one, other) = (Self.lamp, Self.lamp)
    one.advertising = [[5, 3, 0x0F, 0x18, 0x1A, 0x18]]
    other.advertising = [[3, 3, 0x0F, 0x18, 3, 3, 0x1A, 0x18]]
    let run = try Run([one], [other])
    #expect(run.kinds.first == "orderChanged")
    #expect(run.text.contains("  order      the same fields in other AD structures\n"))
  }

  @Test func strengthAndScanResponses() throws {
    var weak = Self.lamp
    weak.rssi = -75
    #expect(try Run([Self.lamp], [weak]).status == 0)
    weak.rssi = -81
    let run = try Run([Self.lamp], [weak])
    #expect(run.kinds == ["strengthChanged"])
    #expect(run.text.contains("  strength   median -60 → -81 dBm\n"))
    #expect(try Run([Self.lamp], [weak], ["--ignore=rssi"]).status == 0)

    var silent = Self.thermometer
    silent.scanResponse = nil
    // A scan that asks no device proves nothing.
    #expect(try Run([Self.thermometer], [silent]).status == 0)
    var answering = Self.lamp
    answering.scanResponse = []
    let missed = try Run([Self.thermometer, answering], [silent, answering])
    #expect(missed.kinds == ["scanResponsesChanged"])
    #expect(try Run([Self.thermometer, answering], [silent, answering], ["--ignore", "count"]).status == 0)
  }

  // MARK: All at once

  /// Commands that show every kind of difference; `OLD` and `NEW` stand for ``withSeededPair(_:)``.
  static let everyDifference = [["diff", "OLD", "NEW"]]

  /// Two captures that differ in everything that can.
  static func withSeededPair(_ body: (_ old: String, _ new: String) throws -> Void) throws {
    var quiet = thermometer
    quiet.scanResponse = nil
    quiet.advertising = [[2, 1, 5, 3, 2, 0x1A, 0x18, 5, 0xFF, 0x59, 0, 0x21, 0x22]]
    quiet.rssi = -90
    quiet.milliseconds = 400
    quiet.advertisements = 20
    var frequent = thermometer
    frequent.advertisements = 20
    let beacon = Device(
      address: 3,
      advertising: [
        [3, 3, 0x0F, 0x18, 2, 1, 6], [2, 1, 6, 5, 0xFF, 0x59, 0, 1, 7], [2, 1, 6, 5, 0xFF, 0x59, 0, 2, 7],
        [2, 0x0A, 4],
      ], scanResponse: name("Bea"))
    let other = Device(
      address: 3,
      advertising: [
        [2, 1, 6, 3, 3, 0x0F, 0x18], [2, 1, 6, 5, 0xFF, 0x59, 0, 3, 8], [2, 1, 6, 5, 0xFF, 0x59, 0, 4, 8],
        [4, 0x16, 0x0A, 0x18, 1], [3, 0x19, 0, 2],
      ], scanResponse: name("Bea"))
    let phones = (10...12).map { number in
      Device(address: UInt8(number), advertising: [[4, 0xFF, 0x4C, 0, 1, 0, 2]], advertisements: 1)
    }
    let folder = FileManager.default.temporaryDirectory.appending(path: "pair-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = [folder.appending(path: "old.btsnoop"), folder.appending(path: "new.btsnoop")]
    let private64 = capture(phones, highOctet: 0x40).dropFirst(BtsnoopFile.headerLength)
    try Data(capture([frequent, beacon, lamp]) + private64).write(to: files[0])
    var renamed = lamp
    renamed.address = 7
    try Data(capture([quiet, other, renamed])).write(to: files[1])
    try body(files[0].path, files[1].path)
  }

  @Test func everyKindOfDifference() throws {
    try Self.withSeededPair { old, new in
      let run = CommandLineRun(["diff", old, new, "--format", "json"])
      let document = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
      let devices = try #require(document["devices"] as? [[String: Any]])
      let kinds = devices.flatMap { $0["differences"] as? [[String: Any]] ?? [] }.compactMap { $0["kind"] as? String }
      #expect(
        Set(kinds).isSuperset(of: [
          "addressChanged", "fieldChanged", "orderChanged", "layoutAdded", "intervalChanged", "strengthChanged",
          "scanResponsesChanged",
        ]), "\(Set(kinds).sorted())")
    }
  }

  // MARK: What varies

  private static func counting(_ values: [UInt8]) -> Device {
    Device(advertising: values.map { [2, 1, 6, 5, 0xFF, 0x59, 0, $0, 7] })
  }

  @Test func countersAreNoDifference() throws {
    let run = try Run([Self.counting([1, 2, 3])], [Self.counting([7, 8, 9])])
    #expect(run.status == 0 && run.differences.isEmpty && run.devices.count == 1)
    #expect(
      run.text.contains(
        "  varies     manufacturer data of Nordic Semiconductor ASA (0x0059) (advertising data, byte 7): 3 values → "
          + "3 values\n"))
    // One of the values that the other side counts through.
    #expect(try Run([Self.counting([2])], [Self.counting([1, 2, 3])]).status == 0)
    #expect(try Run([Self.counting([1, 2, 3])], [Self.counting([2])]).status == 0)
    let stopped = try Run([Self.counting([1, 2, 3])], [Self.counting([9])])
    #expect(stopped.kinds == ["fieldChanged"])
    #expect(try Run([Self.counting([1, 2])], [Self.counting([9])], ["--ignore", "data"]).status == 0)
  }

  /// The high octet of a number whose low octet varies: Ruuvi's count of measurements.
  @Test func octetsOfOneNumberVaryTogether() throws {
    func tag(_ high: UInt8) -> Device {
      let head: [UInt8] = [2, 1, 6, 0x1B, 0xFF, 0x99, 0x04, 5, 0x12, 0xFC, 0x53, 0x94, 0xC3, 0x7C, 0, 4, 0xFF, 0xFC]
      let tail: [UInt8] = [0xCB, 0xB8, 0x33, 0x4C, 0x88, 0x4F]
      return Device(
        advertising: (0..<4).map { head + [4, 0x0C, 0xAC, 0x36, 0x42, high, $0] + tail.prefix(6) })
    }
    let run = try Run([tag(1)], [tag(9)])
    #expect(run.status == 0, "\(run.text)")
    #expect(run.text.contains("varies     manufacturer data of Ruuvi"))
  }

  // MARK: Who is who

  @Test func aRotatingAddressIsNoNewDevice() throws {
    let rotating: UInt8 = 0x40
    var moved = Self.thermometer
    moved.address = 9
    let run = try Run(
      Self.capture([Self.thermometer, Self.lamp], highOctet: rotating),
      Self.capture([moved, Self.lamp], highOctet: rotating))
    #expect(run.status == 0, "\(run.text)")
    let changed = try Run(
      Self.capture([Self.thermometer], highOctet: rotating), Self.capture([moved, Self.lamp], highOctet: rotating))
    #expect(changed.matches == ["new"])
  }

  /// By name, whatever the addresses; by payload only where an address does not say otherwise.
  @Test func whatADeviceIsMatchedBy() throws {
    var other = Self.thermometer
    other.address = 9
    other.advertising[0][11] = 0x31
    let named = try Run([Self.thermometer, Self.lamp], [other, Self.lamp])
    #expect(named.matches == ["name"] && named.kinds == ["addressChanged", "fieldChanged"])
    #expect(
      named.text.contains(
        "C0:00:00:00:00:09 \"Thermo\" (random static), before C0:00:00:00:00:01 \"Thermo\", matched by name\n"))
    other.scanResponse = nil
    let unnamed = try Run([Self.thermometer, Self.lamp], [other, Self.lamp])
    #expect(unnamed.matches == ["gone", "new"])
    let alone = try Run([Self.thermometer], [other])
    #expect(alone.matches == ["only"])
    let changing = try Run(
      Self.capture([Self.thermometer, Self.lamp], highOctet: 0x40), Self.capture([other, Self.lamp], highOctet: 0x40))
    #expect(changing.matches == ["payload"])
  }

  /// Phones alike with private addresses are counted, not guessed.
  @Test func devicesAlikeAreCounted() throws {
    func phones(_ addresses: ClosedRange<UInt8>) -> [Device] {
      addresses.map { Device(address: $0, advertising: [[2, 1, 6, 4, 0xFF, 0x4C, 0, $0]], advertisements: 1) }
    }
    let run = try Run(
      Self.capture(phones(1...4), highOctet: 0x40), Self.capture(phones(11...16), highOctet: 0x40))
    #expect(run.status == 0 && run.devices.isEmpty)
    #expect(run.text.contains("6 devices, before 4, with changing addresses cannot be told apart"))
    let gone = try Run(Self.capture(phones(1...4), highOctet: 0x40), Self.capture([Self.lamp]))
    #expect(gone.status == 1)
    #expect(gone.text.contains("gone  4 devices with changing addresses, all alike: company Apple, Inc. (0x004c)\n"))
  }

  /// Layouts of a file are one device when they are compared with a capture, and devices of their own otherwise.
  @Test func layoutsAndCaptures() throws {
    let text = """
      advertising: 02 01 06 05 09 4c 61 6d 70

      advertising: 02 01 06 05 09 4c 61 6d 70 03 03 0f 18
      """
    let run = try Run(Array(text.utf8), Self.capture([Self.lamp]))
    #expect(run.matches == ["name"] && run.kinds.first == "layoutGone")
    #expect(
      run.text.contains("  gone       one of several layouts: ADV_IND with Flags, name, service 180f (Battery)\n"))
  }

  /// The name is often set when the program runs. Two images are compared as they are.
  @Test func namesThatAnImageLacks() throws {
    let image = "Fixtures/images/bluedroid-riscv32.elf"
    let layout = Self.capture([
      Device(
        advertising: [
          [2, 1, 6, 3, 0x19, 0x40, 3, 5, 3, 0x0D, 0x18, 0x0F, 0x18, 5, 0x12, 6, 0, 0x10, 0] + Self.name("Gym")
        ],
        scanResponse: [6, 0xFF, 0xE5, 2, 1, 2, 3])
    ])
    let file = FileManager.default.temporaryDirectory.appending(path: "gym-\(UUID().uuidString)")
    try Data(layout).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let run = CommandLineRun(["diff", image, file.path, "--ignore", "devices"])
    #expect(run.status.rawValue == 0, "\(run.output)")
    #expect(
      run.output.contains("  unknown    the host of the old side adds to the advertising data when the program runs"))
  }

  /// What a manifest declares to vary is no difference, and a name with placeholders finds its device.
  @Test func placeholdersOfManifests() throws {
    let manifest = """
      layouts:
        tracker:
          advertising:
            - flags: [general-discoverable, br-edr-not-supported]
            - name: "Lamp-{4 digits}"
            - manufacturerData: { company: 0x0059, data: "01 ?? 0?" }
        other:
          advertising: [ { name: Other } ]
      """
    func lamp(_ text: String, _ data: [UInt8]) -> Device {
      Device(advertising: [[2, 1, 6] + Self.name(text) + [6, 0xFF, 0x59, 0] + data])
    }
    let fitting = try Run(
      Array(manifest.utf8), Self.capture([lamp("Lamp-2071", [1, 0x77, 0x0A])]), ["--ignore", "devices"])
    #expect(fitting.status == 0 && fitting.matches == ["name"], "\(fitting.text)")
    #expect(fitting.text.contains("varies     name (advertising data, bytes 10 to 13)"))
    let other = try Run(
      Array(manifest.utf8), Self.capture([lamp("Lamp-2071", [1, 0x77, 0x1A])]), ["--ignore", "devices"])
    #expect(other.kinds.first == "fieldChanged", "\(other.text)")
  }

  // MARK: All fixtures

  static let fixtures: [String] = {
    let root = CommandLineRun.root.appending(path: "Fixtures")
    let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)?.allObjects as? [URL] ?? []
    let kinds = [
      "btsnoop", "hex", "yml", "elf", "o", "a", "pcap", "pcapng", "pklg", "gz", "zip", "txt", "log", "bin",
    ]
    return files.filter { kinds.contains($0.pathExtension) && !$0.path.contains("/bad/") }.map(\.path).sorted()
  }()

  /// Two sides of which a part was not read are not equal.
  @Test(arguments: [
    ("a member that is no capture, but has the name of one", true),
    ("an encrypted member", true),
    ("a capture that ends inside a record", true),
    ("extended advertising that the controller truncated", true),
    ("a capture without advertising", false),
  ])
  func whatWasNotReadIsNotEqual(_ input: String, _ hasDevices: Bool) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "unread-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = try #require(IncompleteInputs.all[input]).make(folder.path)[0]
    let run = CommandLineRun(["diff", path, path])
    #expect(run.status == .findings)
    #expect(run.output.hasSuffix("Not all of it was read and compared.\n") == hasDevices, "\(run.output)")
    #expect(run.output.hasSuffix("No device was read on either side.\n") == !hasDevices)
    let document = CommandLineRun(["diff", path, path, "--format", "json"])
    #expect(document.output.contains("\"differs\": false") && document.output.contains("\"complete\": false"))
  }

  /// Whether the services of a scan response are in the advertising data too is not known without them.
  @Test func scanResponsesAloneAreNotAll() {
    let log = "Fixtures/questions/wireshark-words-of-a-packet/packet.txt"
    let run = CommandLineRun(["diff", log, log])
    #expect(run.status == .findings)
    #expect(run.output.hasSuffix("No difference in 1 device.\nNot all of it was read and compared.\n"), "\(run.output)")
  }

  /// A kind of address that is declared must be the one that is heard, or the one behind it.
  @Test func kindsOfAddressesAreCompared() throws {
    func lines(_ kind: String, _ highOctet: UInt8, _ options: [String] = []) throws -> (Int32, Bool) {
      let manifest = """
        layouts:
          lamp:
            address: \(kind)
            advertising: 02 01 06 05 09 4c 61 6d 70
        """
      let run = try Run(Array(manifest.utf8), Self.capture([Self.lamp], highOctet: highOctet), options)
      #expect(run.kinds == (run.status == 1 ? ["addressKindChanged"] : []))
      let heard = highOctet == 0xC0 ? "random static" : "random resolvable"
      let line = "  address    \(kind.replacing("-", with: " ")) → \(heard)\n"
      return (run.status, run.text.contains(line))
    }
    #expect(try lines("random-static", 0xC0) == (0, false))
    #expect(try lines("random-resolvable", 0x40) == (0, false))
    #expect(try lines("public-identity", 0x40) == (0, false))
    #expect(try lines("public", 0xC0) == (1, true))
    #expect(try lines("random-static", 0x40) == (1, true))
    #expect(try lines("public", 0xC0, ["--ignore", "address"]) == (0, false))
  }

  /// A sample of all pairs: an image is run for each reading, which takes seconds.
  private static let inputsAndFormats = fixtures.flatMap { path in
    ["text", "json", "markdown"].map { format in (path, format) }
  }

  @Test(arguments: inputsAndFormats.sampled(oneIn: 150)) func everyInputEqualsItself(_ path: String, _ format: String) {
    let run = CommandLineRun(["diff", path, path, "--format", format])
    // Some hold no layouts.
    guard run.status != .failure else {
      #expect(run.output.isEmpty && !run.diagnostics.isEmpty)
      return
    }
    // What lint did not judge whole was not compared whole, but for a declared layout without data, which equals itself.
    let isWhole =
      path.hasSuffix(".yml")
      || !CommandLineRun(["lint", path, "--format", "gcc"]).output.contains("not all that was named was judged")
    #expect(run.status == (isWhole ? .success : .findings), "\(run.output)")
    switch format {
    case "json":
      #expect(run.output.contains("\"differs\": false") && run.output.contains("\"devices\": []"))
      #expect(run.output.contains("\"complete\": \(isWhole)"))
    default: #expect(run.output.contains("No difference") || run.output.contains("No device was read on either side"))
    }
  }

  @Test func theTextFitsTheTerminal() {
    for columns in [40, 60, 80] {
      let run = CommandLineRun(["diff", "Fixtures/angi/before.hex", "Fixtures/angi/after.btsnoop"], columns: columns)
      for line in run.output.split(separator: "\n").dropFirst() {
        // A word that is too long has a line of its own.
        let words = line.split(separator: " ")
        #expect(line.count <= columns || words.count <= 2, "\(line)")
      }
    }
  }
}
