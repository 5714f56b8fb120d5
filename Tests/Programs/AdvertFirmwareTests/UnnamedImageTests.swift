import AdvertisingData
import Foundation
import TestSupport
import Testing

@testable import AdvertFirmware

/// Images without symbols whose program is run from its reset vector. What the source sends is in Fixtures/images/softdevice.c.
@Suite struct UnnamedImageTests {
  private static func octets(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: KeptImage.path(name))))
  }

  private static let address: UInt32 = 0x26000
  private static let scanResponse = [UInt8](hex: "1107c7415e22900a7db3524c1f6b0101e93a")

  private static func expectLayout(of octets: [UInt8], kind: String) throws {
    let file = ImageFile(octets)
    #expect(FirmwareImage.recognises(file))
    let image = try FirmwareImage(file)
    #expect(image.kind == kind)
    let layout = try #require(image.layouts.first)
    #expect(image.layouts.count == 1)
    let beginning = try #require(layout.advertising?.payload).octets.dropLast(2)
    #expect(Array(beginning) == [UInt8](hex: "0201060a0942696b652050756d7006ffffff01"))
    #expect(layout.advertising?.varying == [19, 20])
    #expect(layout.scanResponse?.payload.octets == scanResponse)
    #expect(layout.parameters?.interval == 100_000...100_000)
    #expect(layout.name.hasPrefix("function at 0x26"))
    #expect(image.remarks.contains { $0.contains("from its reset vector on") })
    #expect(image.absence == nil)
  }

  @Test func eachFormIsRun() throws {
    let binary = try Self.octets("flash-thumb.bin")
    try Self.expectLayout(of: binary, kind: "binary image")
    try Self.expectLayout(of: Self.octets("flash-thumb.hex"), kind: "Intel HEX")
    try Self.expectLayout(of: Self.octets("flash-thumb.elf"), kind: "ELF executable for ARM")
    for filled in [false, true] {
      try Self.expectLayout(of: CandidateTests.uf2File(binary, at: Self.address, filled: filled), kind: "UF2")
    }
  }

  /// Programs that reset their device first, that wait for an interrupt, and whose operating system starts a task: nothing is
  /// assumed of them.
  @Test(arguments: ["resets", "interrupts", "tasks"]) func whatComesFirstIsRun(_ name: String) throws {
    let octets = try Self.octets("flash-\(name)-thumb.bin")
    try Self.expectLayout(of: octets, kind: "binary image")
    let image = try FirmwareImage(ImageFile(octets))
    #expect(!image.arrays.contains { $0.isWritable })
    #expect(image.runs.first?.events.contains { $0.kind == .left } == false)
  }

  /// A program that goes on only behind a start by power.
  @Test func whatADeviceSendsThatIsSwitchedOnIsToldAsThat() throws {
    let octets = try Self.octets("flash-switched-on-thumb.bin")
    try Self.expectLayout(of: octets, kind: "binary image")
    let image = try FirmwareImage(ImageFile(octets))
    #expect(image.arrays.allSatisfy { $0.doubts.last?.kind == .assumed })
    #expect(image.remarks.contains { $0.contains("as in a new device that is switched on") })
  }

  /// The address of a binary image is where its pointers lead to functions, also behind a header.
  @Test func theAddressOfABinaryImageIsFound() throws {
    let binary = try Self.octets("flash-thumb.bin")
    #expect(BaseAddress.parts(of: binary).map(\.address) == [Self.address])
    let header = [UInt8](repeating: 0x5A, count: 0x100)
    #expect(BaseAddress.parts(of: header + binary).map(\.address) == [Self.address - 0x100])
    // Without the pointers to most of its functions, it could lie anywhere.
    var vague = binary
    vague.replaceSubrange(0x2C..<0x50, with: [UInt8](repeating: 0, count: 0x24))
    #expect(BaseAddress.parts(of: vague).isEmpty)
    let image = try FirmwareImage(ImageFile(vague))
    #expect(image.absence?.description.contains("several addresses where it could lie") == true)
  }

  /// Of two images behind each other that lie elsewhere, each has its address.
  @Test func severalImagesInAFileHaveTheirOwnAddresses() throws {
    let binary = try Self.octets("flash-thumb.bin")
    let elsewhere = try Self.octets("flash-thumb.bin").enumerated().reduce(into: [UInt8]()) { $0.append($1.element) }
    var moved = elsewhere
    // The handlers of the second one lie 0x50000 further on.
    for place in [4, 8, 12] + Array(stride(from: 0x2C, to: 0x50, by: 4)) where moved[place] & 1 == 1 {
      moved[place + 2] += 5
    }
    let padding = [UInt8](repeating: 0xFF, count: 0x800 - binary.count % 0x400)
    let parts = BaseAddress.parts(of: binary + padding + moved)
    #expect(parts.map(\.address) == [Self.address, Self.address + 0x50000])
    #expect(parts.last?.octets == moved)
  }

  /// Nordic's packages for updates.
  @Test func aPackageIsUnpacked() throws {
    let package = Self.zip([
      ("application.bin", try Self.octets("flash-thumb.bin")), ("application.dat", [1, 2]),
      ("manifest.json", [0x7B, 0x7D]),
    ])
    try Self.expectLayout(of: package, kind: "package of images for an update")
    // Any archive is none.
    #expect(!FirmwareImage.recognises(ImageFile(Self.zip([("application.bin", try Self.octets("flash-thumb.bin"))]))))
  }

  /// Each program of a package runs by itself and has its name; one that is not read is named.
  @Test func programsOfAPackageRunApart() throws {
    let manifest = #"{"manifest": {"application": {"bin_file": "a.bin"}, "bootloader": {"bin_file": "b.bin"}}}"#
    func package(_ bootLoader: [UInt8]) throws -> FirmwareImage {
      let members = [("a.bin", try Self.octets("flash-thumb.bin")), ("b.bin", bootLoader)]
      return try FirmwareImage(ImageFile(Self.zip(members + [("manifest.json", Array(manifest.utf8))])))
    }
    let both = try package(Self.octets("flash-interrupts-thumb.bin"))
    #expect(both.layouts.count == 2)
    #expect(both.arrays.map(\.place.member) == ["application", "application", "boot loader", "boot loader"])
    #expect(both.unreadMembers.isEmpty)
    let one = try package([UInt8](repeating: 0xFF, count: 0x1000))
    #expect(one.arrays.map(\.place.member) == ["application", "application"])
    #expect(one.unreadMembers.map { $0.hasPrefix("boot loader: ") } == [true])
  }

  /// Of two programs in a binary file, each runs its own code, and not that of the other.
  @Test func programsOfAFileRunApart() throws {
    let binary = try Self.octets("flash-thumb.bin")
    var moved = binary
    for place in [4, 8, 12] + Array(stride(from: 0x2C, to: 0x50, by: 4)) where moved[place] & 1 == 1 {
      moved[place + 2] += 5
    }
    let padding = [UInt8](repeating: 0xFF, count: 0x800 - binary.count % 0x400)
    let image = try FirmwareImage(ImageFile(binary + padding + moved))
    let members = image.arrays.map(\.place.member)
    #expect(Set(members.map { $0 ?? "" }).isSubset(of: ["program at 0x26000", "program at 0x76000"]))
    for array in image.arrays {
      let start = array.place.member == "program at 0x26000" ? "function at 0x26" : "function at 0x76"
      #expect(array.name.hasPrefix(start))
    }
    #expect(Set(members).count + image.unreadMembers.count == 2)
  }

  /// A program without the call, and one whose call is not reached.
  @Test func whatIsClosedSaysWhy() throws {
    var binary = try Self.octets("flash-thumb.bin")
    for place in stride(from: 0, to: binary.count - 1, by: 2) where binary[place] == 0x72 && binary[place + 1] == 0xDF {
      binary[place] = 0x1F
    }
    let without = try FirmwareImage(ImageFile(binary))
    #expect(without.layouts.isEmpty)
    #expect(without.absence?.description.contains("no supervisor call of a SoftDevice") == true)
    // `b .` at the reset vector.
    var endless = try Self.octets("flash-thumb.bin")
    let reset = Int(endless[4] & 0xFE) | Int(endless[5]) << 8 - 0x6000
    endless.replaceSubrange(reset..<reset + 2, with: [0xFE, 0xE7])
    let stopped = try FirmwareImage(ImageFile(endless))
    #expect(stopped.layouts.isEmpty)
    #expect(stopped.absence?.description.contains("stopped before it asked its stack") == true)
    #expect(stopped.runs.map(\.start) == ["its reset vector"])
    #expect(stopped.runs.first?.events.contains { $0.kind == .call } == false)
  }

  /// Octets of images changed to others: whatever runs then ends within its bounds.
  @Test(arguments: ["flash-thumb.bin", "flash-thumb.hex", "flash-thumb.elf", "package"])
  func hostileImagesEnd(_ name: String) throws {
    let octets =
      try name == "package"
      ? Self.zip([("a.bin", try Self.octets("flash-thumb.bin")), ("manifest.json", [])]) : Self.octets(name)
    var generator = SplitMix64(seed: 2073)
    for _ in (0..<100).sampled(oneIn: 20) {
      var changed = octets
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        changed[Int.random(in: 0..<changed.count, using: &generator)] = .random(in: 0...255, using: &generator)
      }
      if Bool.random(using: &generator) { changed.removeLast(.random(in: 0..<changed.count, using: &generator)) }
      let file = ImageFile(changed)
      guard FirmwareImage.recognises(file), let image = try? FirmwareImage(file) else { continue }
      for array in image.arrays { #expect(array.payload.octets.count <= 1650) }
    }
  }

  /// An archive whose members are stored as they are.
  static func zip(_ members: [(name: String, octets: [UInt8])]) -> [UInt8] {
    var (archive, directory): ([UInt8], [UInt8]) = ([], [])
    func header(_ mark: UInt32, _ name: String, _ count: Int) -> [UInt8] {
      var header: [UInt8] = []
      header.append(mark, order: .little)
      header += mark == 0x0201_4B50 ? [20, 0] : []
      header += [20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
      header.append(UInt32(count), order: .little)
      header.append(UInt32(count), order: .little)
      header.append(UInt16(name.utf8.count), order: .little)
      return header + [0, 0]
    }
    for (name, octets) in members {
      directory += header(0x0201_4B50, name, octets.count) + [UInt8](repeating: 0, count: 10)
      directory.append(UInt32(archive.count), order: .little)
      directory += name.utf8
      archive += header(0x0403_4B50, name, octets.count) + name.utf8 + octets
    }
    let start = UInt32(archive.count)
    archive += directory
    archive.append(0x0605_4B50 as UInt32, order: .little)
    archive += [0, 0, 0, 0]
    for _ in 0..<2 { archive.append(UInt16(members.count), order: .little) }
    archive.append(UInt32(directory.count), order: .little)
    archive.append(start, order: .little)
    return archive + [0, 0]
  }
}
