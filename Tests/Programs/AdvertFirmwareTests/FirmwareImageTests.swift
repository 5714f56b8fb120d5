import AdvertObservation
import AdvertReading
import AdvertisingData
import TestSupport
import Testing

@testable import AdvertFirmware

/// What the images of Fixtures/images hold is what their sources say.
@Suite struct FirmwareImageTests {
  @Test(arguments: KeptImage.all) func holdsThePayloadsOfItsSource(_ kept: KeptImage) throws {
    let image = try KeptImage.named(kept.name)
    let expected = try #require(try KeptImage.expected()[kept.source])
    #expect(image.problems == [])
    #expect(image.functions == expected.functions)
    // A local array of Zephyr without debug information has nothing that says what it is but its name.
    let wanted = expected.payloads.filter { kept.hasLines || $0.role != "periodic" }
    // A call says it where calls are followed.
    let found = image.arrays.filter { $0.evidence != .run && (kept.hasLines || $0.role != .periodic) }
    #expect(Set(found.map(\.name)) == Set(wanted.map(\.name)))
    for payload in wanted {
      let found = try #require(image.arrays.first { $0.name == payload.name })
      #expect(found.role.rawValue == payload.role)
      #expect(found.payload.octets.hex == (kept.followsCalls ? payload.sent ?? payload.bytes : payload.bytes))
      #expect(found.place.line == (kept.hasLines ? payload.line : nil))
      #expect(found.evidence == (kept.hasLines && kept.source != "arrays.c" ? found.evidence : .name))
    }
    for (name, reason) in expected.unread where kept.hasLines {
      let unread = try #require(image.unread.first { $0.name == name })
      #expect((unread.reason == .filledAtRunTime) == (reason == "run time"), "\(name)")
    }
  }

  @Test func sourceFilesAndLinesAreThoseOfTheDeclaration() throws {
    let image = try KeptImage.named("zephyr-thumb.elf")
    let ad = try #require(image.arrays.first { $0.name == "ad" })
    #expect(ad.place.file == "zephyr.c")
    #expect(ad.place.line == 15)
    #expect(ad.evidence == .type)
    #expect(ad.stack == "zephyr")
  }

  @Test func aScanResponseGoesWithTheAdvertisingDataOfItsFile() throws {
    let layouts = try KeptImage.named("zephyr-thumb.elf").layouts
    #expect(layouts.map(\.name) == ["ad + sd", "ad_moving"])
    #expect(layouts.map(\.sourceFile) == ["zephyr.c", "zephyr.c"])
    let declared = try #require(layouts.first?.declared)
    #expect(declared.layout.pdu == .advInd)
    #expect(declared.layout.advertising?.octets.count == 13)
    #expect(
      declared.layout.scanResponse == .declared(Payload([UInt8](hex: "11079ecadc240ee5a9e093f3a3b50100406e"))))
    let bluedroid = try KeptImage.named("bluedroid-riscv32.elf").layouts
    #expect(
      bluedroid.map(\.name) == [
        "adv_data + scan_rsp_data", "raw_adv_data + raw_scan_rsp_data",
      ])
  }

  /// One of two scan responses belongs to the advertising data by its name; the other is judged by itself.
  @Test func aScanResponseWithoutAdvertisingDataIsALayout() throws {
    var octets = try #require(KeptImage.all.first { $0.name == "bluedroid-riscv32.elf" }).octets
    let name = Array("raw_adv_data".utf8)
    for place in octets.indices.dropLast(name.count) where octets[place..<place + name.count].elementsEqual(name) {
      octets.replaceSubrange(place..<place + name.count, with: "raw_mac_data".utf8)
    }
    #expect(
      try FirmwareImage(ImageFile(octets)).layouts.map(\.name) == ["adv_data + scan_rsp_data", "raw_scan_rsp_data"])
  }

  @Test func aProgramThatChangesItsDataIsSaidToDoSo() throws {
    let arrays = try KeptImage.named("arrays-aarch64.elf").arrays
    #expect(
      try #require(arrays.first { $0.name == "scanRspData" }).remarks == ["the program can change it before it is sent"]
    )
    #expect(try #require(arrays.first { $0.name == "adv_data" }).remarks == [])
  }

  @Test func whatTheHostAddsIsSaid() throws {
    let arrays = try KeptImage.named("bluedroid-riscv32.elf").arrays
    let data = try #require(arrays.first { $0.name == "adv_data" })
    #expect(data.remarks == ["the host adds the device's name when the program runs"])
  }

  @Test func anArrayOfAnotherNameIsTakenWhenAskedFor() throws {
    let file = try ImageFile(path: KeptImage.path("arrays-aarch64.elf"))
    let image = try FirmwareImage(file, wanted: [.init(symbol: "advertDataCounters", role: .scanResponse)])
    let array = try #require(image.arrays.first { $0.name == "advertDataCounters" })
    #expect(array.evidence == .option)
    #expect(array.role == .scanResponse)
    #expect(array.payload.octets == [0xFF, 1, 2, 3])
  }

  @Test func whatIsNoImageIsRefused() {
    #expect(throws: ImageError.notRecognised) { try FirmwareImage(ImageFile([1, 2, 3])) }
    #expect(throws: ImageError.notRecognised) { try FirmwareImage(ImageFile([])) }
    #expect(throws: ImageError.damaged(offset: 4, expected: "1 or 2 for 32 or 64 bits", found: "3")) {
      try FirmwareImage(ImageFile([0x7F, 0x45, 0x4C, 0x46, 3, 1]))
    }
    #expect(throws: ImageError.unreadable(reason: "No such file or directory")) {
      try FirmwareImage(ImageFile(path: "/there/is/no/such/file"))
    }
    #expect(throws: ImageError.unreadable(reason: "an image is read from a regular file only")) {
      try FirmwareImage(ImageFile(path: "/"))
    }
  }

  /// Build systems write steps that lead nowhere.
  @Test(arguments: [
    ("/home/a/build/../src/main.c", "/home/a/src/main.c"), ("build/../src/./main.c", "src/main.c"),
    ("../main.c", "../main.c"),
    ("./main.c", "main.c"), ("/../main.c", "/main.c"), ("../../a/../main.c", "../../main.c"),
    ("a/..b/main.c", "a/..b/main.c"),
    ("I:\\app\\build\\..\\main.c", "I:\\app\\main.c"), ("C:\\..\\main.c", "C:\\..\\main.c"), ("main.c", "main.c"),
    ("/a/b/../../main.c", "/main.c"), ("", ""),
  ]) func pathsAreWithoutDetours(_ path: String, _ normal: String) {
    #expect(SourceFiles.normal(path) == normal)
  }

  /// Bluedroid counts the octets of the Bluetooth base: a UUID of 32 bits of which one of the upper octets is zero stays one of
  /// 128, and of those only the first is sent. What does not fit is told.
  @Test func bluedroidsRulesAreThoseOfItsModel() {
    let base = [UInt8](hex: "fb349b5f80000080001000")
    func structure(_ uuids: [[UInt8]], manufacturer: Int = 0) -> BluedroidData.Composed {
      var octets = [UInt8](repeating: 0, count: Int(BluedroidData.size))
      (octets[16], octets[20]) = (UInt8(manufacturer), 1)
      (octets[32], octets[36]) = (UInt8(uuids.count * 16), 1)
      octets[40] = 6
      return BluedroidData.composed(of: octets, .littleEndian, BluedroidData.Known()) { pointer, count in
        pointer == 36 ? uuids.flatMap(\.self) : [UInt8](repeating: 0xAB, count: Int(count))
      }
    }
    let short = base + [0, 0x0F, 0x18, 0, 0]
    let medium = base + [0, 1, 2, 3, 4]
    let odd = base + [0, 1, 2, 3, 0]
    #expect(structure([short, medium]).octets.hex == "020106" + "03030f18" + "050501020304")
    #expect(structure([odd]).octets.hex == "020106" + "1107" + odd.hex)
    let both = structure([odd, odd.dropLast() + [7]], manufacturer: 12)
    #expect(both.octets.hex == "020106" + "0dff" + String(repeating: "ab", count: 12) + "050501020307")
    #expect(both.losses.count == 1)
    #expect(both.losses.first?.hasPrefix("leaves service ") ?? false)
    #expect(both.additions.isEmpty)
  }
}
