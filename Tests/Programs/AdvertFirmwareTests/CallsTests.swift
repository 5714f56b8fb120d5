import AdvertFirmware
import AdvertObservation
import AdvertReading
import AdvertisingData
import TestSupport
import Testing

/// Which calls of an image were read, and what they bound.
@Suite struct CallsTests {
  /// An object file is not run.
  @Test func aCallThatWasNotReadIsNamedBesideOthers() throws {
    let image = try KeptImage.named("calls-thumb.o")
    let call = try #require(image.unreadCalls.first)
    #expect(image.unreadCalls.count == 1)
    #expect(call.function == "bt_le_adv_start")
    #expect(call.caller == "start_local")
    #expect(call.role == .advertising)
    #expect(call.reason == "its data are made on the stack")
    #expect(call.place.file == "calls.c")
    #expect(call.place.line == 43)
    #expect(!call.mayBeRead)
  }

  /// A program is run for what no array shows; the arrays stay.
  @Test func whatIsMadeOnTheStackIsReadByRunning() throws {
    let image = try KeptImage.named("calls-thumb.elf")
    #expect(image.unreadCalls.isEmpty)
    let made = image.arrays.filter { $0.evidence == .run && !$0.payload.octets.isEmpty }
    #expect(made.map(\.name) == ["start_local"])
    #expect(made.first?.payload.octets.hex == "02010404ffe50262")
  }

  /// Nothing is known of what they send but the arrays that are there.
  @Test(arguments: ["calls-riscv32.elf", "calls-riscv32.o"])
  func callsOfOtherProcessorsAreNamed(_ name: String) throws {
    let calls = try KeptImage.named(name).unreadCalls
    let expected: Set<String?> = ["main", "start_short", "start_local", "update"]
    #expect(Set(calls.filter { $0.role == .advertising }.map(\.caller)) == expected)
    #expect(Set(calls.filter { $0.role == .scanResponse }.map(\.caller)) == expected)
    #expect(calls.count == 8)
    #expect(calls.allSatisfy { $0.reason == "code of this processor is not followed" && $0.mayBeRead })
    #expect(Set(calls.map(\.place.line)) == [43, 47, 52, 56])
    #expect(calls.allSatisfy { $0.place.file == "calls.c" })
  }

  @Test func theCountOfTheCallBoundsTheArray() throws {
    let array = try #require(KeptImage.named("calls-thumb.elf").arrays.first { $0.name == "ad_short" })
    #expect(array.payload.octets.hex == "02010404ffe50201")
    #expect(array.remarks == ["the call sends 2 of its 3 elements"])
  }

  /// What is passed to the start and to the update is one layout.
  @Test func anUpdateJoinsItsStart() throws {
    let layouts = try KeptImage.named("calls-thumb.elf").layouts
    #expect(layouts.map(\.name) == ["ad + sd", "ad_short", "start_local"])
    #expect(layouts.map(\.pdu) == [.advInd, .advNonconnInd, .advNonconnInd])
  }

  /// A literal without a name cannot change, a variable can.
  @Test func valuesThatTheProgramCanChangeAreKnown() throws {
    let arrays = try KeptImage.named("calls-thumb.elf").arrays
    let ad = try #require(arrays.first { $0.name == "ad" })
    #expect(ad.changing == [5..<8])
    #expect(ad.remarks == ["the program can change 3 bytes before they are sent"])
    #expect(arrays.filter { $0.name != "ad" }.allSatisfy { $0.changing.isEmpty })
  }

  /// Neither a type nor a name says that the array is one of Zephyr's; the call does.
  @Test func theCallSaysHowAnArrayIsRead() throws {
    var octets = try #require(KeptImage.all.first { $0.name == "calls-thumb.elf" }).octets
    for (name, other) in [("ad_short", "packet_x"), (".debug_info", ".nothing_at")] {
      let old = Array(name.utf8) + [0]
      for place in octets.indices.dropLast(old.count) where octets[place..<place + old.count].elementsEqual(old) {
        octets.replaceSubrange(place..<place + old.count, with: Array(other.utf8) + [0])
      }
    }
    let array = try #require(FirmwareImage(ImageFile(octets)).arrays.first { $0.name == "packet_x" })
    #expect(array.payload.octets.hex == "02010404ffe50201")
    #expect(array.evidence == .call)
  }

  /// Zephyr's own controller takes the shortest interval; what another one takes is not known.
  @Test func theIntervalIsTheOneThatTheControllerTakes() throws {
    let own = try #require(KeptImage.named("calls-thumb.elf").layouts.first)
    #expect(own.parameters?.interval == 100_000...150_000)
    #expect(own.declared.intervalMicroseconds == 100_000)
    let other = try #require(KeptImage.named("parameters-thumb.elf").layouts.first)
    #expect(other.declared.intervalMicroseconds == 150_000)
  }
}
