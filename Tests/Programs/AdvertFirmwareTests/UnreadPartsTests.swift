import AdvertFirmware
import TestSupport
import Testing

/// What of an image is not read is told, and takes no more work than what is.
@Suite struct UnreadPartsTests {
  @Test func membersThatAreNoObjectFilesAreNamed() throws {
    let whole = try #require(KeptImage.all.first { $0.name == "zephyr-mips.o" }).octets
    let empty = MadeImage(isRelocatable: true, sections: [.init(name: ".gnu.lto_.decls.1", octets: [1, 2, 3])])
    let octets = MadeImage.archive([
      ("main.o", whole), ("one.o", empty.octets), ("two.o", [0x42, 0x43, 0xC0, 0xDE, 1]),
      ("inner.a", MadeImage.archive([("main.o", whole)])), ("notes.txt", Array("hello".utf8)),
    ])
    let image = try FirmwareImage(ImageFile(octets))
    #expect(image.arrays.map(\.name) == ["ad", "sd", "ad_moving", "per_adv_data"])
    #expect(
      image.unreadMembers == [
        "one.o and 1 more: no machine code, only what the linker compiles (-flto): lint the linked program, or compile "
          + "with -ffat-lto-objects",
        "inner.a: an archive in an archive, which is not read: lint it by itself",
        "notes.txt: expected an object file, found something else",
      ])
  }

  /// What changes a part of the data of ST's stack is no payload by itself.
  @Test func partsOfPayloadsAreNone() throws {
    let image = try KeptImage.named("made-stm32-thumb.o")
    #expect(image.arrays.map(\.name) == ["response"])
    #expect(
      image.unreadCalls.filter { $0.role == .advertising }.map(\.function)
        == ["aci_gap_set_discoverable", "aci_gap_update_adv_data"])
  }

  @Test func anObjectWithMachineCodeBesideTheOtherIsRead() throws {
    var image = MadeImage(isRelocatable: true, sections: [.init(name: ".gnu.lto_.decls.1", octets: [1, 2, 3])])
    image.sections.append(.init(name: ".rodata", flags: 2, octets: [2, 1, 6]))
    #expect(try FirmwareImage(ImageFile(MadeImage.archive([("fat.o", image.octets)]))).unreadMembers == [])
  }

  /// Each unit has its abbreviations at another offset of one table that ends with the section.
  @Test func abbreviationsThatOverlap() throws {
    let count = 3000
    let entry: [UInt8] = [1, 0x34, 0, 0x0B, 0x0B, 0, 0]
    var units: [UInt8] = []
    for unit in 0..<count {
      units += MadeImage.octets(9, 4) + MadeImage.octets(4, 2) + MadeImage.octets(unit * entry.count, 4)
      units += [4, 1, 2]
    }
    try expectBoundedWork([
      .init(name: ".debug_info", octets: units),
      .init(name: ".debug_abbrev", octets: repeated(entry, count)),
    ])
  }

  /// Each unit has a payload, and its line table at another offset, with all the files behind it.
  @Test func lineTablesThatOverlap() throws {
    let count = 1500
    let file: [UInt8] = Array("abcdefghijklmnopqrst.c".utf8) + [0, 0, 0, 0]
    // Version 2, no folders. Read as the names of files, a header is two of them, so each table goes on to the end.
    var header: [UInt8] = MadeImage.octets(0x0101_0101, 4) + [2, 0] + MadeImage.octets(0x2828_2828, 4)
    header += [1, 1, 0, 1, 1, 0]
    let table = repeated(header + file, count)
    // A unit, an octet, an array, its range, and a variable.
    var abbreviations: [UInt8] = [1, 0x11, 1, 0x10, 0x17, 0, 0, 2, 0x24, 0, 0x0B, 0x0B, 0, 0]
    abbreviations += [3, 0x01, 1, 0x49, 0x13, 0, 0, 4, 0x21, 0, 0x37, 0x0B, 0, 0]
    abbreviations += [5, 0x34, 0, 0x03, 0x08, 0x3A, 0x0B, 0x3B, 0x0B, 0x49, 0x13, 0x02, 0x0A, 0, 0, 0]
    var units: [UInt8] = []
    for unit in 0..<count {
      var octets = MadeImage.octets(4, 2) + MadeImage.octets(0, 4) + [4]
      octets += [1] + MadeImage.octets(unit * (header.count + file.count), 4)
      octets += [2, 1, 3] + MadeImage.octets(16, 4)
      octets += [4, 7, 0, 5] + Array("adv_data".utf8) + [0, 1, 1]
      octets += MadeImage.octets(18, 4) + [5, 0x03]
      octets += MadeImage.octets(0x1000 + 8 * unit, 4) + [0]
      units += MadeImage.octets(octets.count, 4) + octets
    }
    let payload: [UInt8] = [2, 1, 6, 3, 3, 0x0F, 0x18, 0]
    try expectBoundedWork([
      .init(name: ".rodata", flags: 2, address: 0x1000, octets: repeated(payload, count)),
      .init(name: ".debug_info", octets: units), .init(name: ".debug_abbrev", octets: abbreviations),
      .init(name: ".debug_line", octets: table),
    ])
  }

  private func repeated(_ octets: [UInt8], _ count: Int) -> [UInt8] {
    Array([[UInt8]](repeating: octets, count: count).joined())
  }

  /// Takes no more than so many readings of all of it, and says that it did not go on.
  private func expectBoundedWork(_ sections: [MadeImage.Section]) throws {
    let image = try FirmwareImage(ImageFile(MadeImage(sections: sections).octets))
    let size = sections.reduce(0) { $0 + $1.octets.count }
    #expect(image.debugOctetsRead > 1 << 22, "too little for the test to prove anything")
    #expect(image.debugOctetsRead < max(32 * size, 1 << 22) + 2 * size)
    #expect(
      image.problems == ["its debug information refers to itself so often that it was not read to its end"])
  }
}
