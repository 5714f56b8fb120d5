import AdvertObservation
import AdvertReading
import AdvertisingData
import Foundation
import TestSupport
import Testing

@testable import AdvertFirmware

/// Payloads that are not made to their end, or not by code. The programs are in Fixtures/images/doubts.c.
@Suite struct RunDoubtsTests {
  private static func layout(_ name: String) throws -> FirmwareLayout {
    let image = try KeptImage.named("doubts-\(name)-thumb.elf")
    #expect(image.layouts.count == 1)
    return try #require(image.layouts.first)
  }

  /// A function in the chain that makes the payload never ends: what it should have written is missing.
  @Test func nothingIsCertainBehindAFunctionThatWasLeft() throws {
    let layout = try Self.layout("cut")
    let advertising = try #require(layout.advertising)
    #expect(advertising.doubts == [Doubt(.rest(.advertising, from: 3), .unknown, .abandoned("append_services"))])
    #expect(layout.declared.doubts.contains(advertising.doubts[0]))
    #expect(layout.declared.knownLayout.advertising?.octets == [2, 1, 6])
  }

  /// A function that waits for hardware before the payload is begun has no part in it.
  @Test func aFunctionThatWasLeftBeforeDoesNotCount() throws {
    let layout = try Self.layout("earlier")
    #expect(layout.advertising?.payload.octets == [UInt8](hex: "020106050950756d70"))
    #expect(layout.declared.doubts.isEmpty)
  }

  /// The rest of an earlier function's variables on the stack is no value that the program sends.
  @Test func staleOctetsAreNotKnown() throws {
    let layout = try Self.layout("stale")
    #expect(layout.advertising?.doubts == [])
    let response = try #require(layout.scanResponse)
    #expect(response.doubts == [Doubt(.octets(.scanResponse, 2..<18), .unknown, .neverWritten)])
    #expect(response.varying.isEmpty)
  }

  /// Octets that a converter writes to memory by itself vary, and so do values computed from them.
  @Test func transfersVary() throws {
    let layout = try Self.layout("transfer")
    #expect(layout.advertising?.doubts == [])
    let response = try #require(layout.scanResponse)
    #expect(response.payload.octets.count == 11)
    #expect(response.varying == [4, 9, 10])
    #expect(
      response.doubts.contains(Doubt(.octets(.scanResponse, 9..<11), .varies(.any, mayBeAbsent: false), .peripheral)))
  }

  /// A transfer needs an address, a count and a task; whatever a program writes to the registers, memory outside of RAM
  /// stays.
  @Test func transfersAreBounded() {
    var transfers = PeripheralTransfers()
    let none = transfers.write(1, at: 0x4000_7000)
    #expect(none == nil)
    _ = transfers.write(0x2000_0100, at: 0x4000_762C)
    _ = transfers.write(2, at: 0x4000_7630)
    let result = transfers.write(1, at: 0x4000_7004)
    #expect(result?.address == 0x2000_0100 && result?.count == 2 && result?.width == 2)
    // A channel of STM32 that reads octets from a peripheral, and one that writes to it.
    _ = transfers.write(8, at: 0x4002_000C)
    _ = transfers.write(0x2000_0200, at: 0x4002_0014)
    let channel = transfers.write(0x81, at: 0x4002_0008)
    #expect(channel?.address == 0x2000_0200 && channel?.count == 8 && channel?.width == 1)
    let other = transfers.write(0x91, at: 0x4002_0008)
    #expect(other == nil)
    var memory = ProgramMemory(segments: [], outside: OutsideContents(seed: 1))
    for address: UInt32 in [0, 0x1000, 0x3FFF_FFFF, 0x4000_7000, 0xFFFF_FFFE] {
      for count: UInt32 in [0, 1, 4095, 4096, 0xFFFF_FFFF] {
        _ = memory.store(address, at: 0x4000_762C, size: 4)
        _ = memory.store(count, at: 0x4000_7630, size: 4)
        _ = memory.store(1, at: 0x4000_7000, size: 4)
        _ = memory.store(1, at: 0x4000_7010, size: 4)
      }
    }
  }

  /// A part of the stack is free when the function that reserved it has ended; what a function wrote for the one that
  /// called it stays.
  @Test func freedStackIsRecognised() {
    var journal = StoreJournal()
    let main = journal.enter(0x100, from: 0, returningTo: 1, stack: 0x2000_1000)
    let first = journal.enter(0x200, from: main, returningTo: 2, stack: 0x2000_0F00)
    journal.end(first)
    let second = journal.enter(0x300, from: main, returningTo: 3, stack: 0x2000_0F00)
    journal.current.call = second
    journal.stack = 0x2000_0E00
    #expect(journal.isFreed(0x2000_0E80, writtenIn: first))
    #expect(!journal.isFreed(0x2000_0F80, writtenIn: first))
    #expect(!journal.isFreed(0x2000_0100, writtenIn: first))
    #expect(!journal.isFreed(0x2000_0E80, writtenIn: second))
    #expect(!journal.isFreed(0x2000_0F80, writtenIn: main))
    #expect(journal.isOuter(main, isAlone: false) && !journal.isOuter(first, isAlone: false))
    #expect(journal.common(first, second).call == main && journal.common(first, second).inner == first)
  }

  /// Numbers that are no calls have no chain.
  @Test func unknownCallsHaveNoChain() {
    let journal = StoreJournal()
    for call in [UInt32(0), 1, .max] {
      #expect(journal.chain(of: call).isEmpty)
      #expect(journal.common(call, 7).call == 0)
    }
  }
}
