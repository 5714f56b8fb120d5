import AdvertisingData
import Foundation
import TestSupport
import Testing

@testable import AdvertFirmware

/// Application images for an ESP32, which have no symbols. What the source sends is in Fixtures/images/made-espressif.c.
@Suite struct EspressifImageTests {
  private static func octets(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: KeptImage.path(name))))
  }

  private static func expectLayout(of octets: [UInt8], kind: String) throws {
    let file = ImageFile(octets)
    #expect(FirmwareImage.recognises(file))
    let image = try FirmwareImage(file)
    #expect(image.kind == kind)
    let layout = try #require(image.layouts.first)
    #expect(image.layouts.count == 1)
    #expect(layout.pdu == .advInd)
    #expect(layout.parameters?.interval == 100_000...150_000)
    let advertising = try #require(layout.advertising)
    #expect(advertising.payload.octets.dropLast() == [UInt8](hex: "02010603030d1807094b6574746c65020a"))
    #expect(advertising.payload.octets.count == 18)
    // The power comes from the controller.
    #expect(advertising.varying == [17])
    #expect(advertising.stack == "nimble")
    // A counter, which other code sets.
    #expect(layout.scanResponse?.payload.octets.dropLast() == [UInt8](hex: "04160d18"))
    let doubt = try #require(layout.scanResponse?.doubts.first)
    #expect(layout.scanResponse?.doubts.count == 1)
    #expect(doubt.part == .octets(.scanResponse, 4..<5) && doubt.kind == .unknown && doubt.cause.id == "calledAlone")
    #expect(image.remarks.contains { $0.contains("was run by itself, because app_main at 0x") })
    #expect(image.absence == nil)
  }

  /// The program is found by the task that calls it: by its lines in the log, and without them.
  @Test(arguments: [
    ("made-espressif-esp32.bin", "ESP32"), ("made-espressif-quiet-esp32.bin", "ESP32"),
    ("made-espressif-esp32c3.bin", "ESP32-C3"),
  ])
  func theProgramIsRun(_ name: String, _ chip: String) throws {
    try Self.expectLayout(of: Self.octets(name), kind: "application image for \(chip)")
  }

  /// Functions of Bluedroid are known by the messages that they send: for structures, and for raw data.
  @Test(arguments: [
    (
      "made-espressif-bluedroid-esp32.bin", "02010609094b6574746c652d3103030d18051206001000", [Int](),
      "05ffe5020000", [4, 5], "esp_ble_gap_config_adv_data"
    ),
    (
      "made-espressif-bluedroid-esp32c3.bin", "02010609094b6574746c652d3103030d18051206001000", [Int](),
      "05ffe5020000", [4, 5], "esp_ble_gap_config_adv_data"
    ),
    (
      "made-espressif-bluedroid-raw-esp32.bin", "02010605ffe5020000", [7, 8], "07094b6574746c65", [Int](),
      "esp_ble_gap_config_adv_data_raw"
    ),
  ])
  func messagesOfBluedroidAreAnswered(
    _ name: String, _ advertising: String, _ varying: [Int], _ response: String, _ responseVarying: [Int],
    _ function: String
  ) throws {
    func kept(_ octets: [UInt8], _ varying: [Int]) -> [UInt8] {
      octets.enumerated().map { varying.contains($0.offset) ? 0 : $0.element }
    }
    let image = try FirmwareImage(ImageFile(Self.octets(name)))
    let layout = try #require(image.layouts.first)
    #expect(image.layouts.count == 1)
    #expect(layout.pdu == .advInd)
    #expect(layout.parameters?.interval == 20_000...40_000)
    let data = try #require(layout.advertising)
    #expect(kept(data.payload.octets, varying) == [UInt8](hex: advertising))
    #expect(data.varying == varying)
    #expect(data.stack == "bluedroid")
    #expect(data.passedTo == function)
    #expect(kept(try #require(layout.scanResponse).payload.octets, responseVarying) == [UInt8](hex: response))
    #expect(layout.scanResponse?.varying == responseVarying)
  }

  /// A host whose messages are not those of Bluedroid is not taken for it.
  @Test func otherMessagesAreNotTaken() throws {
    var octets = try Self.octets("made-espressif-bluedroid-raw-esp32.bin")
    // `movi.n a12, 44`, the number of octets of its arguments, becomes 43.
    let places = octets.indices.dropLast().filter { octets[$0] == 0x2C && octets[$0 + 1] == 0xCC }
    #expect(places.count >= 4)
    for place in places { octets[place + 1] = 0xBC }
    let image = try FirmwareImage(ImageFile(octets))
    #expect(image.layouts.isEmpty)
    #expect(image.absence?.description.contains("no function") == true)
  }

  /// The contents of a flash: a boot loader, a table of partitions, and the application behind a partition for updates.
  private static func flash(_ application: [UInt8], bootLoaderAt place: Int) -> [UInt8] {
    var flash = [UInt8](repeating: 0xFF, count: 0x1_0000)
    var loader = Array(application[..<24])
    loader[1] = 1
    loader += Array(application[4..<8]) + [4, 0, 0, 0] + [0, 0, 0, 0]
    flash.replaceSubrange(place..<place + loader.count, with: loader)
    for (number, entry) in [(1, 2, 0x9000), (0, 0x10, 0x10_0000), (0, 0, 0x1_0000)].enumerated() {
      let start = 0x8000 + 32 * number
      let octets = [0xAA, 0x50, UInt8(entry.0), UInt8(entry.1)] + MadeImage.octets(entry.2, 4)
      flash.replaceSubrange(start..<start + 8, with: octets)
    }
    return flash + application
  }

  @Test(arguments: [("made-espressif-esp32.bin", 0x1000, "ESP32"), ("made-espressif-esp32c3.bin", 0, "ESP32-C3")])
  func theContentsOfAFlashAreRead(_ name: String, _ place: Int, _ chip: String) throws {
    let flash = try Self.flash(Self.octets(name), bootLoaderAt: place)
    try Self.expectLayout(of: flash, kind: "contents of a flash for \(chip)")
    // Without the table, the boot loader is all that is known, or nothing.
    var without = flash
    without.replaceSubrange(0x8000..<0x8060, with: [UInt8](repeating: 0xFF, count: 96))
    let file = ImageFile(without)
    #expect(EspressifFile.recognises(file) == (place == 0))
    if place == 0 { #expect(try FirmwareImage(file).layouts.isEmpty) }
  }

  @Test func whatIsClosedSaysWhy() throws {
    // No host that sends commands.
    let other = try FirmwareImage(ImageFile(Self.octets("made-bluedroid-esp32.bin")))
    #expect(other.layouts.isEmpty)
    let reason = try #require(other.absence?.description)
    #expect(reason.contains("no function is recognised through which a Bluetooth host sends its commands"))
    #expect(reason.contains("read the ELF file of the same build"))
    // Bluedroid is known by the names of its tasks.
    let application = try Self.octets("made-espressif-esp32.bin")
    let name = Array("nimble_host".utf8) + [0]
    let place = try #require(application.indices.first { application[$0...].starts(with: name) })
    var bluedroid = application
    bluedroid.replaceSubrange(place..<place + 9, with: Array("BTC_TASK".utf8) + [0])
    // Without the commands, nothing shows the other host.
    for start in stride(from: 0, to: bluedroid.count - 3, by: 4)
    where bluedroid[start + 1] == 0x20 && bluedroid[start + 2] == 0 && bluedroid[start + 3] == 0
      && bluedroid[start] <= 9
    {
      bluedroid[start + 1] = 0x21
    }
    let closed = try FirmwareImage(ImageFile(bluedroid))
    #expect(closed.layouts.isEmpty)
    #expect(closed.absence?.description.contains("no function of its host, Bluedroid, is known for certain") == true)
  }

  /// An image that ends early says which part is missing.
  @Test func aDamagedImageSaysWhere() throws {
    let octets = try Self.octets("made-espressif-esp32.bin")
    let image = try #require(try EspressifImage(ImageBytes(ImageFile(octets))))
    #expect(image.description == EspressifImage.Description(project: "kettle", framework: "v5.2"))
    #expect(image.chip == .esp32)
    let last = try #require(image.segments.last)
    let cut = Array(octets[..<(last.contents.start + 5)])
    #expect(
      throws: ImageError.damaged(
        offset: last.contents.start,
        expected: "\(last.contents.count) bytes of part \(image.segments.count) of \(octets[1])",
        found: "5 bytes before the end of the file")
    ) { try FirmwareImage(ImageFile(cut)) }
    // More than there can be.
    var long = octets
    long.replaceSubrange(28..<32, with: [0xFF, 0xFF, 0xFF, 0x7F])
    #expect(throws: ImageError.self) { try FirmwareImage(ImageFile(long)) }
    for count in (0..<octets.count).sampled(oneIn: 97) {
      let file = ImageFile(Array(octets[..<count]))
      guard FirmwareImage.recognises(file) else { continue }
      _ = try? FirmwareImage(file)
    }
  }

  /// Images for an ESP8266 begin alike, and have no number of a chip.
  @Test func otherImagesAreNotTaken() {
    var head: [UInt8] = [0xE9, 4, 2, 0x40, 0x04, 0xF0, 0x10, 0x40, 0, 0, 0x10, 0x40, 0x80, 0, 0, 0]
    head += [UInt8](repeating: 0, count: 256)
    #expect(!EspressifFile.recognises(ImageFile(head)))
    head[12] = 0
    #expect(!EspressifFile.recognises(ImageFile(head)))
    #expect(!EspressifFile.recognises(ImageFile([0xE9])))
    #expect(!EspressifFile.recognises(ImageFile([])))
  }

  /// What is searched in an image has the addresses of its parts.
  @Test func candidatesHaveAddresses() throws {
    var octets = try Self.octets("made-espressif-esp32.bin")
    let image = try #require(try EspressifImage(ImageBytes(ImageFile(octets))))
    let part = try #require(image.segments.first { image.chip.isCode($0.address) })
    let payload = [UInt8](hex: "02010603030d1807094b6574746c65")
    octets.replaceSubrange(part.contents.start + 16..<part.contents.start + 16 + payload.count, with: payload)
    let search = try CandidateSearch(ImageFile(octets))
    #expect(search.kind == "application image for ESP32")
    #expect(
      search.candidates.contains { $0.address == UInt64(part.address) + 16 && $0.payload.octets.starts(with: payload) })
  }

  /// Octets of images changed to others: whatever runs then ends within its bounds.
  @Test(arguments: [
    "made-espressif-esp32.bin", "made-espressif-esp32c3.bin", "made-espressif-bluedroid-esp32.bin",
    "made-espressif-bluedroid-esp32c3.bin",
  ])
  func hostileImagesEnd(_ name: String) throws {
    let octets = try Self.octets(name)
    var generator = SplitMix64(seed: 2074)
    for number in (0..<200).sampled(oneIn: 20) {
      var changed = number % 3 == 0 ? Self.flash(octets, bootLoaderAt: 0) : octets
      for _ in 0..<Int.random(in: 1...24, using: &generator) {
        changed[Int.random(in: 0..<changed.count, using: &generator)] = .random(in: 0...255, using: &generator)
      }
      if Bool.random(using: &generator) { changed[1] = .random(in: 0...20, using: &generator) }
      if number % 5 == 0 { changed.removeLast(.random(in: 0..<changed.count, using: &generator)) }
      let file = ImageFile(changed)
      guard FirmwareImage.recognises(file), let image = try? FirmwareImage(file) else { continue }
      for array in image.arrays { #expect(array.payload.octets.count <= 1650) }
    }
  }
}
