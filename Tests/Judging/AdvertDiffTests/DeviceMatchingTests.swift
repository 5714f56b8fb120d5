import AdvertisingData
import TestSupport
import Testing

@testable import AdvertDiff

/// Which device of the old side is which of the new side, and by what.
@Suite struct DeviceMatchingTests {
  private static let lamp = "020106 05 09 4c616d70"
  private static let counterOld = "020106 05 ff 5900 2122"
  private static let counterNew = "020106 05 ff 5900 3132"

  @Test func fixedAddressesComeBeforeNames() throws {
    var (old, new) = (Side(), Side())
    old.hear(1, Self.lamp)
    old.hear(2, Self.counterOld)
    new.hear(1, Self.counterOld)
    new.hear(2, Self.lamp)
    let run = try compare(old, new)
    #expect(run.matches == [.address, .address] && run.changedCount == 2)
  }

  /// A name of one device of each side tells it, also with another fixed address, which is then a difference.
  @Test func nameOfOneDevice() throws {
    var (old, new) = (Side(), Side())
    old.hear(1, Self.lamp)
    new.hear(2, Self.lamp)
    let run = try compare(old, new)
    #expect(run.matches == [.name] && run.goneCount == 0 && run.newCount == 0)
    #expect(run.sent.map(\.aspect) == [.address])
    #expect(try compare(old, new, ignoring: [.address]).differs == false)
  }

  /// Two devices of one name are never taken for each other.
  @Test func nameOfTwoDevices() throws {
    var (old, new) = (Side(), Side())
    for device in [UInt8](1...2) { old.hear(device, Self.lamp) }
    for device in [UInt8](3...4) { new.hear(device, Self.lamp) }
    let run = try compare(old, new)
    #expect(run.matches == [nil, nil, nil, nil] && run.goneCount == 2 && run.newCount == 2)
  }

  /// What a device sends tells it when an address changes, and not when both addresses are fixed.
  @Test(arguments: [UInt8(0x40), 0xC0]) func dataOfOneDevice(highOctet: UInt8) throws {
    var (old, new) = (Side(), Side())
    old.hear(1, Self.counterOld, highOctet: highOctet)
    new.hear(2, Self.counterNew, highOctet: highOctet)
    for device in [UInt8](8...9) {
      old.hear(device, "020106")
      new.hear(device, "020106")
    }
    #expect(try compare(old, new).matches == (highOctet == 0x40 ? [.payload] : [nil, nil]))
  }

  @Test func theOnlyDevices() throws {
    var (old, new) = (Side(), Side())
    old.hear(1, "020106", highOctet: 0x40)
    new.hear(2, "020104", highOctet: 0x40)
    let run = try compare(old, new)
    #expect(run.matches == [.only] && run.sent.count == 1)
  }

  /// Several alike with changing addresses are counted. Their number depends on who passes by, so only none differs.
  @Test(arguments: [(2, false), (0, true)]) func several(newCount: Int, differs: Bool) throws {
    var (old, new) = (Side(), Side())
    for device in [UInt8](1...3) { old.hear(device, Self.counterOld, highOctet: 0x40) }
    for device in UInt8(4)..<UInt8(4 + newCount) { new.hear(device, Self.counterOld, highOctet: 0x40) }
    new.hear(9, "020106")
    old.hear(9, "020106")
    let run = try compare(old, new)
    #expect(run.groups.map(\.companies) == [[0x59]] && run.devices.isEmpty)
    #expect(run.groups.map(\.oldCount) == [3] && run.groups.map(\.newCount) == [newCount])
    #expect(run.differs == differs && run.goneCount == (differs ? 3 : 0))
  }

  @Test func devicesMayDiffer() throws {
    var (old, new) = (Side(), Side())
    old.hear(1, Self.lamp)
    for device in [UInt8](2...3) { new.hear(device, "020106") }
    #expect(try compare(old, new).differs)
    let ignoring = try compare(old, new, ignoring: [.devices])
    #expect(!ignoring.differs && ignoring.devices.isEmpty && ignoring.counts == (1, 2))
  }
}
