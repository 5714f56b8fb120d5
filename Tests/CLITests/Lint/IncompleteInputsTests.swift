import Foundation
import TestSupport
import Testing

@testable import advert

/// Every way in which an input can be incomplete, as Docs/Reliability.md lists them: what each command does then.
@Suite struct IncompleteInputsTests {
  /// A row of the table.
  struct Row: CustomTestStringConvertible, Sendable {
    let input: String
    let lint: (said: String, status: Int32)
    let others: (said: String, status: Int32)

    var testDescription: String { input }
  }

  static let rows: [Row] = {
    let page = CommandLineRun.root.appending(path: "Docs/Reliability.md")
    let text = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
    let table = text.components(separatedBy: "| the input | `lint` | other commands |\n").last ?? ""
    return table.split(separator: "\n").dropFirst().prefix { $0.hasPrefix("|") }.map { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      return Row(input: cells[0], lint: outcome(cells[1]), others: outcome(cells[2]))
    }
  }()

  /// `capture-damaged`, 1: the rule, or whether something is told, and the exit status.
  private static func outcome(_ cell: String) -> (said: String, status: Int32) {
    let parts = cell.replacing("`", with: "").components(separatedBy: ", ")
    return (parts[0], parts.last.flatMap { Int32($0) } ?? -1)
  }

  /// Lines with both blocks in one are judged as layouts, so the log says something without a packet.
  @Test func aLogOfMergedLinesIsWholeInAnArchive() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "merged-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let members = try ["logs/esphome.log", "angi/before.btsnoop"].map { name in
      (name, [UInt8](try Data(contentsOf: CommandLineRun.root.appending(path: "Fixtures/\(name)"))))
    }
    for count in 1...2 {
      let archive = folder.appending(path: "\(count).zip")
      try Data(IncompleteInputs.zip(Array(members.prefix(count)))).write(to: archive)
      let run = CommandLineRun(["lint", archive.path, "--format", "json"])
      #expect(!run.output.contains("no-advertising"), "\(run.output)")
      #expect(run.output.contains("\"complete\": true"))
      #expect(run.output.contains("\"layouts\": \(count)"), "\(run.output.suffix(600))")
    }
  }

  @Test func theTableHasEveryInput() {
    #expect(Set(Self.rows.map(\.input)) == Set(IncompleteInputs.all.keys))
  }

  @Test(arguments: rows) func lintJudges(_ row: Row) throws {
    try Self.withInput(row) { arguments, _ in
      let run = CommandLineRun(["lint", "--format", "json"] + arguments)
      #expect(run.status.rawValue == row.lint.status, "\(run.transcript)")
      if row.lint.said == "told" {
        #expect(run.diagnostics.hasPrefix("advert: "))
        #expect(run.output.contains("\"complete\": true"))
      } else {
        #expect(run.output.contains("\"rule\": \"\(row.lint.said)\""), "\(run.transcript)")
        #expect(run.output.contains("\"complete\": \(row.lint.status == 0)"), "\(run.transcript)")
      }
      let sarif = CommandLineRun(["lint", "--format", "sarif"] + arguments)
      #expect(sarif.output.contains("\"executionSuccessful\": \(row.lint.status != 2)"))
      #expect(sarif.status == run.status)
    }
  }

  /// What was not judged can be accepted, by settings and by a baseline, but it is never called complete.
  @Test(arguments: rows.filter { $0.lint.status == 1 }.sampled(oneIn: 3))
  func whatIsAcceptedIsNotComplete(_ row: Row) throws {
    try Self.withInput(row) { arguments, _ in
      let folder = FileManager.default.temporaryDirectory.appending(path: "accepted-\(UUID().uuidString)").path
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      try Data("rules: { \(row.lint.said): off }\n".utf8).write(to: URL(filePath: folder + "/off.yml"))
      let written = CommandLineRun(["lint", "--write-baseline", folder + "/b.json"] + arguments)
      #expect(written.status == .success, "\(written.transcript)")
      // A manifest among the inputs has settings of its own.
      let hasSettings = arguments.contains { $0.hasSuffix(".yml") }
      for accepting in (hasSettings ? [] : [["--config", folder + "/off.yml"]]) + [["--baseline", folder + "/b.json"]] {
        let run = CommandLineRun(["lint", "--format", "json"] + accepting + arguments)
        #expect(run.status == .success, "\(run.transcript)")
        #expect(run.output.contains("\"complete\": false"), "\(run.transcript)")
        let sarif = CommandLineRun(["lint", "--format", "sarif"] + accepting + arguments)
        #expect(sarif.output.contains("\"complete\": false"))
        let text = CommandLineRun(["lint"] + accepting + arguments)
        #expect(text.output.contains("; not all that was named was judged"), "\(text.transcript)")
      }
    }
  }

  /// What cannot be read fails, whatever the threshold is. All else can be accepted.
  @Test(arguments: rows.sampled(oneIn: 3)) func noThresholdHidesWhatCannotBeRead(_ row: Row) throws {
    try Self.withInput(row) { arguments, _ in
      let run = CommandLineRun(["lint", "--fail-on", "never"] + arguments)
      #expect(run.status.rawValue == (row.lint.status == 2 ? 2 : 0), "\(run.transcript)")
    }
  }

  @Test(arguments: rows.sampled(oneIn: 3), ["inspect", "reach", "repack", "dump"])
  func otherCommandsTell(_ row: Row, _ command: String) throws {
    try Self.withInput(row) { arguments, word in
      // It reads everything.
      guard command != "dump" || !arguments.contains("--max-devices") else { return }
      let isManifest = arguments.count == 1 && arguments[0].hasSuffix(".yml")
      guard !isManifest || command == "reach" else { return }
      // Without a layout, there is nothing to pack.
      guard command != "repack" || row.lint.said != "no-advertising" else { return }
      let run = CommandLineRun([command] + arguments)
      let isRefused =
        command == "repack" && ["advertising-incomplete", "advertising-not-observed"].contains(row.lint.said)
      #expect(run.status.rawValue == (isRefused ? 1 : row.others.status), "\(run.transcript)")
      let said = command == "inspect" ? run.transcript : run.diagnostics
      #expect(row.others.said == "told" ? said.contains(word) : run.diagnostics.isEmpty, "\(run.transcript)")
    }
  }

  /// A UUID with a fault is in the line that has it, whatever the language; the rest of the layout is judged.
  @Test(arguments: [
    (
      "lamp.ino",
      """
      #include <NimBLEDevice.h>
      void setup() {
        NimBLEDevice::init("Lamp");
        NimBLEAdvertising *adv = NimBLEDevice::getAdvertising();
        adv->addServiceUUID("4fafc201-1fb5-459e-8fcc-c5c9c331914");
        adv->start();
      }
      void loop() {}
      """, 5
    ),
    (
      "lamp.js",
      """
      const bleno = require('bleno');
      bleno.startAdvertising('lamp', ['4fafc201-1fb5-459e-8fcc-c5c9c331914']);
      """, 2
    ),
    (
      "Lamp.kt",
      """
      class Lamp(private val advertiser: BluetoothLeAdvertiser, private val callback: AdvertiseCallback) {
          private val settings = AdvertiseSettings.Builder().setConnectable(true).build()
          private val data = AdvertiseData.Builder()
              .addServiceUuid(ParcelUuid(UUID.fromString("4fafc201-1fb5-459e-8fcc-c5c9c331914"))).build()
          fun start() = advertiser.startAdvertising(settings, data, callback)
      }
      """, 4
    ),
  ]) func faultsOfUUIDsHaveTheirLine(_ name: String, _ program: String, _ line: Int) throws {
    try TextFile.inFolder { folder in
      try TextFile.write(program + "\n", to: folder + "/" + name)
      let text = CommandLineRun(["lint", folder + "/" + name]).output
      #expect(text.contains("[advertising-incomplete]\n  at: line \(line)\n"), "\(text)")
      let rows = CommandLineRun(["lint", folder + "/" + name, "--format", "gcc"]).output
      #expect(rows.contains("\(name):\(line):"), "\(rows)")
      // Doubts in other commands have it, too.
      let reached = CommandLineRun(["reach", folder + "/" + name]).output
      #expect(reached.split { " \n".contains($0) }.joined(separator: " ").contains("(line \(line))"), "\(reached)")
    }
  }

  private static func withInput(_ row: Row, _ body: ([String], String) throws -> Void) throws {
    let input = try #require(IncompleteInputs.all[row.input])
    guard !input.needsPermissions || geteuid() != 0 else { return }
    let folder = FileManager.default.temporaryDirectory.appending(path: "incomplete-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer {
      _ = unsafe chmod(folder.path + "/closed", 0o700)
      // Paths in it may be longer than a call takes.
      if (try? FileManager.default.removeItem(at: folder)) == nil {
        _ = try? Process.run(URL(filePath: "/bin/rm"), arguments: ["-rf", folder.path])
      }
    }
    try body(try input.make(folder.path), input.word)
  }
}

/// An input that is incomplete in one way.
struct IncompleteInput: Sendable {
  /// A word that tells of it.
  let word: String
  /// Whether it is complete for the superuser.
  var needsPermissions = false
  /// Makes it in a folder, and returns the arguments for it.
  let make: @Sendable (_ folder: String) throws -> [String]
}

enum IncompleteInputs {
  static let all: [String: IncompleteInput] = [
    "a capture that ends inside a record": file("expected a packet of") {
      Array(capture([packet, packet]).dropLast(3))
    },
    "a packet that is shorter than its own length": file("expected an event of") {
      capture([packet, packet.dropLast(2)])
    },
    "a capture with a hole of zeros": file("zeros in place of records") {
      var octets = capture(Array(repeating: packet, count: 9))
      for index in 100..<300 { octets[index] = 0 }
      return octets
    },
    "a capture with a hole cut out": file("records are damaged or missing") {
      var octets = capture(Array(repeating: packet, count: 9))
      octets.removeSubrange(100..<300)
      return octets
    },
    "a capture that went through a text conversion": file("CR LF in place of LF") {
      let line = [0x04] + HCIEvent.legacy([LegacyReport(data: [3, 9, 0x41, 0x0A])])
      return capture([packet, packet, line, packet, packet, line, packet]).flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
    },
    "two captures joined into one file": file("") { capture([packet, packet]) + capture([packet]) },
    "packets that the radio garbled": file("") {
      // The length of the PDU exceeds what was received.
      var garbled = linkLayerPacket(flags: 0x0013)
      garbled[15] = 0xAA
      return pcapng(interfaces: [256], packets: [(0, linkLayerPacket(flags: 0x0C13)), (0, garbled)])
    },
    "an auxiliary packet that was not received": file("") {
      // An ADV_EXT_IND with ADI and AuxPtr, without an address.
      let header: [UInt8] = [0, 0xC6, 0, 0, 0xD6, 0xBE, 0x89, 0x8E, 0x13, 0x0C]
      let lost = header + [0xD6, 0xBE, 0x89, 0x8E, 0x07, 0x07, 0x06, 0x18, 1, 0x50, 7, 50, 0, 0, 0, 0]
      return pcapng(interfaces: [256], packets: [(0, linkLayerPacket(flags: 0x0C13)), (0, lost)])
    },
    "a capture with more devices than `--max-devices`": IncompleteInput(word: "at most 1 device") { folder in
      let packets = (UInt8(1)...2).map { number in
        [0x04] + HCIEvent.legacy([LegacyReport(address: [number, 0, 0, 0, 0, 0xC0], data: [2, 1, 6])])
      }
      return [try write(capture(packets), "a.btsnoop", in: folder), "--max-devices", "1"]
    },
    "a zip archive that ends inside a member": file("bytes of it") {
      Array(zip([("a", good), ("b", good)]).prefix(good.count + 100))
    },
    "a zip archive that ends between two members": file("the next member or the directory") {
      zip([("a", good)], directory: false)
    },
    "a zip archive that ends inside its directory": file("directory in the zip archive") {
      Array(zip([("a", good)]).dropLast(30))
    },
    "a zip archive without a member that its directory lists": file("the 2 members of the zip directory") {
      zip([("a", good), ("b", good)], leavingOut: 1)
    },
    "a member with a wrong checksum": file("a member with checksum") { zip([("a", good)], checksum: 1) },
    "a member whose compressed data are damaged": file("compressed data are damaged") {
      zip([("a", good), ("b", [0xFF, 0xFF])], methodOfLast: 8)
    },
    "bytes behind the end of a zip archive": file("nothing behind the zip archive") { zip([("a", good)]) + [0x41] },
    "bytes behind the end of compressed data": file("nothing behind the compressed data") { gzip(good) + [0x41] },
    "an encrypted member": file("one that is encrypted") { zip([("a", good), ("b", good)], flagsOfLast: 1) },
    "a member that is no capture, but has the name of one": file("found something else") {
      zip([("a", good), ("logs/b.btsnoop.gz", [0, 1, 2, 3])])
    },
    "a text in an archive that has the name of a capture": file("found text") {
      zip([("a", good), ("btsnoop_hci.log.last", Array("garbage".utf8))])
    },
    "an empty member that has the name of a capture": file("found an empty member") {
      zip([("a", good), ("btsnoop_hci.log", [])])
    },
    "a member of an archive in an archive that is no capture": file("in.zip: offset 36: x.pcap") {
      zip([("a", good), ("in.zip", zip([("x.pcap", [9, 9, 9, 9])]))])
    },
    "a file in a folder that is no archive, but has the name of one": folder("x.zip: this is text") { folder in
      _ = try write(Array("garbage".utf8), "x.zip", in: folder)
    },
    "a log in a folder that was rotated and is empty": folder("x.log.last: offset 0") { folder in
      _ = try write([], "x.log.last", in: folder)
    },
    "a log with a line whose bytes are damaged": IncompleteInput(word: "the whole bytes of an advertisement") {
      folder in
      let log = "C0:00:00:00:00:01 rssi=-60 adv=020106\nC0:00:00:00:00:01 rssi=-60 adv=02010603030d1\n"
      return [try write(Array(log.utf8), "a.log", in: folder)]
    },
    "a capture in which only the scan response of a device was received": file("") {
      let octets = [0x04] + HCIEvent.legacy([LegacyReport(4, address: other, data: [3, 3, 0x0D, 0x18])])
      return capture([octets])
    },
    "a link to another folder": folder("a link to another folder") { folder in
      try FileManager.default.createSymbolicLink(atPath: folder + "/x", withDestinationPath: "/usr")
    },
    "a report of a reserved type": file("event type 0 to 4") {
      capture([
        packet, [0x04] + HCIEvent.legacy([LegacyReport(9)]),
      ])
    },
    "packets of an unknown link type": file("a link type with LE advertising") {
      pcapng(interfaces: [187, 147], packets: [(0, packet), (1, [1, 2, 3])])
    },
    "dropped packets that btsnoop counts": file("17 that the capture says were dropped") {
      var octets = capture([packet, packet])
      // In the second record, which starts behind the first.
      octets[16 + 24 + packet.count + 15] = 17
      return octets
    },
    "dropped packets that pcapng counts": file("19 that the capture says were dropped") {
      // With an interface statistics block whose option 5 counts 19.
      let statistics: [[UInt8]] = [
        little(5, 4), little(40, 4), little(0, 12), little(5, 2), little(8, 2), little(19, 8), little(0, 4),
        little(40, 4),
      ]
      return pcapng(interfaces: [187], packets: [(0, packet)]) + statistics.joined()
    },
    "extended advertising that the controller truncated": file("its first 3 bytes") {
      capture([packet, [0x04] + HCIEvent.extended([ExtendedReport(0x40, address: other, data: [2, 1, 6])])])
    },
    "extended advertising that never ends": file("its first 3 bytes") {
      capture([packet, [0x04] + HCIEvent.extended([ExtendedReport(0x20, address: other, data: [2, 1, 6])])])
    },
    "packets with a wrong CRC": file("") {
      // Link type 256: the flags say that the checksum was checked; in the second packet it was wrong.
      pcapng(interfaces: [256], packets: [(0, linkLayerPacket(flags: 0x0C13)), (0, linkLayerPacket(flags: 0x0413))])
    },
    "a file in a folder that is no capture": folder("1 file that holds no capture") { folder in
      _ = try write(Array("notes".utf8), "README.txt", in: folder)
    },
    "a file in a folder that is no capture, but has the name of one": folder("x.log: ") { folder in
      _ = try write(Array("garbage".utf8), "x.log", in: folder)
    },
    "a pipe or a socket in a folder that has the name of a capture": folder("a pipe, a socket or a device") { folder in
      #expect(unsafe mkfifo(folder + "/x.btsnoop", 0o600) == 0)
    },
    "a link to nothing": folder("the link cannot be read") { folder in
      try FileManager.default.createSymbolicLink(atPath: folder + "/x", withDestinationPath: "nowhere")
    },
    "a folder in a folder that may not be read": IncompleteInput(
      word: "the folder cannot be read: permission denied", needsPermissions: true
    ) { folder in
      _ = try write(good, "a.btsnoop", in: folder)
      _ = unsafe mkdir(folder + "/closed", 0)
      return [folder]
    },
    "a file name that is not UTF-8": folder("cannot be read by name") { folder in
      // No text of Swift has such a name.
      let script = ": > \"$0\"/$(printf '\\377')"
      try Process.run(URL(filePath: "/bin/sh"), arguments: ["-c", script, folder]).waitUntilExit()
    },
    "a path that is too long": IncompleteInput(word: "file name too long") { folder in
      _ = try write(good, "a.btsnoop", in: folder)
      // Each level is made from the level above, so the path may become longer than any call takes.
      let name = String(repeating: "d", count: 250)
      var descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY)
      for _ in 0..<17 {
        _ = unsafe mkdirat(descriptor, name, 0o700)
        let next = unsafe openat(descriptor, name, O_RDONLY | O_DIRECTORY)
        close(descriptor)
        descriptor = next
      }
      close(descriptor)
      return [folder]
    },
    "a file that is not there": IncompleteInput(word: "no such file or directory") { folder in
      [try write(good, "a.btsnoop", in: folder), folder + "/missing"]
    },
    "a manifest without layouts": IncompleteInput(word: "a.yml: ") { folder in
      [try write(good, "a.btsnoop", in: folder), try write(Array("layouts: {}\n".utf8), "a.yml", in: folder)]
    },
    "a device that was asked for and is only in another capture of the folder": IncompleteInput(word: "") { folder in
      let octets = [0x04] + HCIEvent.legacy([LegacyReport(address: other, data: [2, 1, 6])])
      _ = try write(capture([octets]), "b.btsnoop", in: folder)
      _ = try write(good, "a.btsnoop", in: folder)
      return [folder, "--device", "C0:00:00:00:00:01"]
    },
    "a capture without advertising": file("") { capture([[4, 0x0E, 4, 1, 3, 0x0C, 0]]) },
    "a layout that is declared without data": IncompleteInput(word: "") { folder in
      [try write(Array("layouts: { a: { pdu: ADV_NONCONN_IND } }\n".utf8), "a.yml", in: folder)]
    },
    "a device that was asked for and is not there": IncompleteInput(word: "no device matches \"Elsewhere\"") { folder in
      [try write(good, "a.btsnoop", in: folder), "--device", "Elsewhere"]
    },
  ]

  // MARK: Making them

  private static let packet = [0x04] + HCIEvent.legacy([LegacyReport(data: [2, 1, 6])])
  private static let other: [UInt8] = [1, 0, 0, 0, 0, 0xC0]
  /// A capture without a gap, on which no command has anything to say.
  private static var good: [UInt8] { capture([packet]) }

  private static func file(_ word: String, _ octets: @escaping @Sendable () -> [UInt8]) -> IncompleteInput {
    IncompleteInput(word: word) { folder in [try write(octets(), "input", in: folder)] }
  }

  /// A folder with a good capture, and with something else.
  private static func folder(_ word: String, _ add: @escaping @Sendable (String) throws -> Void) -> IncompleteInput {
    IncompleteInput(word: word) { folder in
      _ = try write(good, "a.btsnoop", in: folder)
      try add(folder)
      return [folder]
    }
  }

  private static func write(_ octets: [UInt8], _ name: String, in folder: String) throws -> String {
    let path = folder + "/" + name
    try Data(octets).write(to: URL(filePath: path))
    return path
  }

  private static func capture(_ packets: [[UInt8]]) -> [UInt8] {
    var file = BtsnoopFile(dataLink: 1002)
    for packet in packets { file.add(packet) }
    return file.octets
  }

  private static func little(_ value: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> (8 * $0)) : 0 }
  }

  private static func linkLayerPacket(flags: UInt64) -> [UInt8] {
    let access = little(0x8E89_BED6, 4)
    let pdu: [UInt8] = [0x02, 9, 1, 2, 3, 4, 5, 6, 2, 1, 6, 0, 0, 0]
    let parts: [[UInt8]] = [[37, 0xC4, 0x80, 0], access, little(flags, 2), access, pdu]
    return Array(parts.joined())
  }

  private static func pcapng(interfaces: [UInt64], packets: [(UInt64, [UInt8])]) -> [UInt8] {
    func block(_ type: UInt64, _ body: [[UInt8]]) -> [UInt8] {
      var body = Array(body.joined())
      while body.count % 4 != 0 { body.append(0) }
      let length = little(UInt64(body.count + 12), 4)
      let parts: [[UInt8]] = [little(type, 4), length, body, length]
      return Array(parts.joined())
    }
    var octets = block(0x0A0D_0D0A, [little(0x1A2B_3C4D, 4), little(1, 4), little(.max, 8)])
    for linkType in interfaces { octets += block(1, [little(linkType, 4), little(0, 4)]) }
    for (interface, packet) in packets {
      let length = little(UInt64(packet.count), 4)
      octets += block(6, [little(interface, 4), little(0, 8), length, length, packet])
    }
    return octets
  }

  /// A zip archive whose members are stored, with what can be wrong with it.
  static func zip(
    _ members: [(name: String, content: [UInt8])], directory: Bool = true, leavingOut: Int = 0, checksum: UInt32? = nil,
    methodOfLast: UInt64 = 0, flagsOfLast: UInt64 = 0
  ) -> [UInt8] {
    var octets: [UInt8] = []
    var entries: [UInt8] = []
    for (number, (name, content)) in members.enumerated() {
      let isLast = number == members.count - 1
      let length = little(UInt64(content.count), 4)
      let text = Array(name.utf8)
      let fields: [[UInt8]] = [
        little(20, 2), little(isLast ? flagsOfLast : 0, 2), little(isLast ? methodOfLast : 0, 2), little(0, 4),
        little(UInt64(checksum ?? crc32(content)), 4), length, length, little(UInt64(text.count), 2), little(0, 2),
      ]
      let about = Array(fields.joined())
      entries += little(0x0201_4B50, 4) + little(20, 2) + about + little(0, 14) + text
      if number < members.count - leavingOut { octets += little(0x0403_4B50, 4) + about + text + content }
    }
    guard directory else { return octets }
    let count = little(UInt64(members.count), 2)
    let end: [[UInt8]] = [
      little(0x0605_4B50, 4), little(0, 4), count, count, little(UInt64(entries.count), 4),
      little(UInt64(octets.count), 4), little(0, 2),
    ]
    return octets + entries + end.joined()
  }

  /// One block that is stored.
  private static func gzip(_ content: [UInt8]) -> [UInt8] {
    let length = UInt64(content.count)
    let parts: [[UInt8]] = [
      [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1], little(length, 2), little(~length, 2), content,
      little(UInt64(crc32(content)), 4), little(length, 4),
    ]
    return Array(parts.joined())
  }

  private static func crc32(_ octets: [UInt8]) -> UInt32 {
    var checksum = UInt32.max
    for octet in octets {
      checksum ^= UInt32(octet)
      for _ in 0..<8 { checksum = checksum & 1 == 0 ? checksum >> 1 : checksum >> 1 ^ 0xEDB8_8320 }
    }
    return ~checksum
  }
}
