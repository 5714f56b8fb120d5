import AdvertObservation
import AdvertReading
import AdvertisingData
import Foundation
import TestSupport
import Testing

@testable import AdvertFirmware

/// Programs whose payload is caught in calls of their stacks. What the sources send is in Fixtures/images/made.json.
@Suite struct MadePayloadsTests {
  struct Program: Sendable, CustomTestStringConvertible {
    let image: String
    let source: String
    var define: String?
    let maker: String
    let stack: String
    var processor = "thumb"

    var file: String { "\(image)-\(processor).elf" }
    var testDescription: String { file }
  }

  struct Sent: Decodable {
    let define: String?
    let advertising: String?
    let scanResponse: String?
    let pdu: String?
    let interval: [Int]?
    let channels: [Int]?
    let address: String?
    let varying: [Int]?
    let varyingResponse: [Int]?
  }

  private static func sent(_ program: Program) throws -> Sent {
    let path = KeptImage.path("made.json")
    let all = try JSONDecoder().decode([String: [Sent]].self, from: Data(contentsOf: URL(filePath: path)))
    return try #require(all[program.source]?.first { $0.define == program.define })
  }

  /// Digits, and dots for those that may be any.
  private static func matches(_ payload: Payload?, _ pattern: String?) -> Bool {
    let digits = payload?.octets.hex ?? ""
    let pattern = pattern ?? ""
    return digits.count == pattern.count && zip(digits, pattern).allSatisfy { $0 == $1 || $1 == "." }
  }

  @Test(arguments: [
    Program(image: "softdevice", source: "softdevice.c", maker: "advertising_init", stack: "nrf5"),
    Program(
      image: "softdevice-stores", source: "softdevice.c", define: "STORES", maker: "advertising_init", stack: "nrf5"),
    Program(
      image: "softdevice-named", source: "softdevice.c", define: "NAMED", maker: "advertising_init", stack: "nrf5"),
    Program(image: "made-stm32", source: "made-stm32.c", maker: "request_advertising", stack: "stm32"),
    Program(image: "made-zephyr", source: "made-zephyr.c", maker: "advertise", stack: "zephyr"),
    Program(image: "made-nimble", source: "made-nimble.c", maker: "advertise", stack: "nimble"),
    Program(
      image: "made-nimble-extended", source: "made-nimble.c", define: "EXTENDED", maker: "advertise", stack: "nimble"),
    Program(image: "made-hci", source: "made-hci.cpp", maker: "_ZN6Device4sendEtRK4Data", stack: "arduinoble"),
    Program(image: "made-silabs", source: "made-silabs.c", maker: "advertise", stack: "silabs"),
    Program(image: "made-silabs-database", source: "made-silabs-database.c", maker: "advertise", stack: "silabs"),
    Program(
      image: "made-silabs-database-old", source: "made-silabs-database.c", define: "OLD", maker: "advertise",
      stack: "silabs"),
    Program(image: "made-ti", source: "made-ti.c", maker: "task", stack: "ti"),
    Program(image: "made-unpacked", source: "made-unpacked.c", maker: "advertise", stack: "nrf5"),
    Program(
      image: "made-zephyr", source: "made-zephyr.c", maker: "advertise", stack: "zephyr", processor: "riscv32"),
    Program(
      image: "made-nimble", source: "made-nimble.c", maker: "advertise", stack: "nimble", processor: "riscv32"),
    Program(image: "made-ti", source: "made-ti.c", maker: "task", stack: "ti", processor: "riscv32"),
    Program(
      image: "made-bluedroid", source: "made-bluedroid.c", maker: "services_event", stack: "bluedroid",
      processor: "riscv32"),
    Program(
      image: "made-bluedroid-raw", source: "made-bluedroid.c", define: "RAW", maker: "services_event",
      stack: "bluedroid", processor: "riscv32"),
    Program(
      image: "made-bluedroid-extended", source: "made-bluedroid.c", define: "EXTENDED", maker: "gap_event",
      stack: "bluedroid", processor: "riscv32"),
    Program(
      image: "made-telink", source: "made-telink.c", maker: "begin", stack: "telink", processor: "riscv32"),
    Program(image: "made-nimble", source: "made-nimble.c", maker: "advertise", stack: "nimble", processor: "esp32"),
    Program(
      image: "made-nimble-extended", source: "made-nimble.c", define: "EXTENDED", maker: "advertise", stack: "nimble",
      processor: "esp32"),
    Program(
      image: "made-bluedroid", source: "made-bluedroid.c", maker: "services_event", stack: "bluedroid",
      processor: "esp32"),
    Program(
      image: "made-bluedroid-raw", source: "made-bluedroid.c", define: "RAW", maker: "services_event",
      stack: "bluedroid", processor: "esp32"),
    Program(
      image: "made-bluedroid-extended", source: "made-bluedroid.c", define: "EXTENDED", maker: "gap_event",
      stack: "bluedroid", processor: "esp32"),
  ]) func whatTheSourceSendsIsCaught(_ program: Program) throws {
    let (image, sent) = (try KeptImage.named(program.file), try Self.sent(program))
    let layout = try #require(image.layouts.first)
    #expect(image.layouts.count == 1)
    #expect(Self.matches(layout.advertising?.payload, sent.advertising))
    #expect(Self.matches(layout.scanResponse?.payload, sent.scanResponse))
    #expect(layout.advertising?.varying == sent.varying ?? [])
    #expect(layout.scanResponse?.varying ?? [] == sent.varyingResponse ?? [])
    let pdu = layout.pdu.rawValue
    #expect(pdu == sent.pdu)
    let interval = sent.interval.map { Int64($0[0]) * 1000...Int64($0[1]) * 1000 }
    #expect(layout.parameters?.interval == interval)
    #expect(layout.parameters?.channels == sent.channels)
    #expect(layout.parameters?.address?.rawValue == sent.address)
    #expect(Set(image.arrays.map(\.stack)) == [program.stack])
    #expect(layout.advertising?.name == program.maker)
    #expect(!image.unreadCalls.contains { !$0.mayBeRead })
    #expect(image.absence == nil)
  }

  /// The stack makes the data of a database that the image does not have, or of what privacy leaves of it: what was set
  /// before is not sent, and nothing is known.
  @Test(arguments: ["made-silabs-generated-thumb.elf", "made-silabs-database-hidden-thumb.elf"])
  func whatTheStackMakesIsNotCaught(_ name: String) throws {
    let image = try KeptImage.named(name)
    #expect(image.arrays.isEmpty)
    #expect(image.absence?.description.contains("Silicon Labs") == true)
  }

  /// Initial data that do not come to their end are not there: nothing is said of what is made of them.
  @Test func whatIsNotUnpackedIsNotCaught() throws {
    let image = try KeptImage.named("made-unpacked-endless-thumb.elf")
    #expect(image.arrays.isEmpty)
    #expect(
      image.remarks.contains { $0.hasPrefix("the start-up code, which unpacks the initial data, did not come to main") }
    )
  }

  /// What the stack's SDK is given before it hands the octets over is told by them.
  @Test func whatPutsDataTogetherIsRead() throws {
    let image = try KeptImage.named("made-unpacked-thumb.elf")
    #expect(image.unreadCalls.isEmpty)
    let softDevice = try KeptImage.named("softdevice-thumb.elf")
    #expect(softDevice.unreadCalls.isEmpty)
  }

  /// An array that is empty in the image is told as not known only where the program does not fill it.
  @Test(arguments: ["thumb", "riscv32"]) func whatIsFilledIsKnown(_ processor: String) throws {
    let image = try KeptImage.named("made-ti-\(processor).elf")
    #expect(image.arrays.contains { $0.role == .scanResponse })
    #expect(image.unread.isEmpty)
  }

  /// A payload is at the line that hands it over, and each of its octets at the line that made it.
  @Test func linesAreThoseOfTheSource() throws {
    let image = try KeptImage.named("softdevice-thumb.elf")
    let source = try String(contentsOf: URL(filePath: KeptImage.path("softdevice.c")), encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
    func line(_ text: String) throws -> Int { try #require(source.firstIndex { $0.contains(text) }) + 1 }
    let layout = try #require(image.layouts.first)
    let advertising = try #require(layout.advertising)
    #expect(advertising.place.file == "softdevice.c")
    #expect(advertising.place.line == (try line("stop_at(sd_ble_gap_adv_set_configure(")))
    // The function that appends is a part of this one, because the compiler put it there: what counts is where it is called.
    let (flags, name) = (try line("append(advertising, 0x01"), try line("append(end, 0x09"))
    let maker = try line("append(end, 0xFF")
    #expect(advertising.writtenLines.map(\.octets) == [0..<3, 3..<14, 14..<21])
    #expect(advertising.writtenLines.map(\.line) == [flags, name, maker])
    let response = try #require(layout.scanResponse)
    #expect(response.writtenLines.map(\.octets) == [0..<18])
    #expect(response.writtenLines.map(\.line) == [try line("append(scan_response, 0x07")])
    let declared = layout.declared
    #expect(declared.advertisingText?.octets.count == advertising.payload.octets.count)
    #expect(declared.place?.line == advertising.place.line)
  }

  /// What the stack was asked for, in the order of the source, and what was left.
  @Test func theRunIsTold() throws {
    let run = try #require(KeptImage.named("softdevice-waits-thumb.elf").runs.first)
    #expect(run.start == "main" && run.beginning == nil)
    let calls = run.events.filter { $0.kind == .call }.map(\.function)
    #expect(
      calls == [
        "sd_softdevice_enable", "sd_ble_enable", "sd_ble_gap_device_name_set", "supervisor call 0x62",
        "sd_ble_gap_device_name_get", "supervisor call 0x64",
        "sd_ble_gap_adv_set_configure or sd_ble_gap_adv_data_set", "sd_ble_gap_adv_start", "supervisor call 0x41",
      ])
    #expect(run.events.filter { $0.kind == .left }.map(\.function) == ["sensor_init"])
    #expect(run.events.map(\.instructions) == run.events.map(\.instructions).sorted())
  }

  /// A program that is told of what it stored goes on, and nothing was left for it.
  @Test func whatIsStoredIsReadAgain() throws {
    let image = try KeptImage.named("softdevice-stores-thumb.elf")
    #expect(!image.arrays.contains { $0.isWritable })
    let run = try #require(image.runs.first)
    #expect(run.events.filter { $0.kind != .call }.isEmpty)
    #expect(run.events.filter { $0.function == "supervisor call 0x4b" }.count >= 2)
    let unnamed = try KeptImage.named("flash-stores-thumb.bin")
    #expect(unnamed.layouts.map(\.advertising?.payload.octets.count) == [21])
  }

  /// What depends on what is stored is what a new device sends, and may be something else.
  @Test func whatANewDeviceSendsIsToldAsThat() throws {
    let image = try KeptImage.named("softdevice-named-thumb.elf")
    #expect(image.arrays.count == 2)
    for array in image.arrays {
      let doubt = try #require(array.doubts.last)
      #expect(doubt.part == .octets(array.block, array.payload.octets.indices) && doubt.kind == .assumed)
      guard case .supposed = doubt.cause else { throw KeptImage.Unexpected(what: "\(doubt.cause)") }
    }
    #expect(image.remarks.contains { $0.hasPrefix("flash beyond the image was taken for erased") })
  }

  /// What was run by itself is told, and where a function of the stack is no interface any more, nothing is.
  @Test func whatIsAssumedIsTold() throws {
    let image = try KeptImage.named("made-stm32-thumb.elf")
    #expect(image.remarks.contains { $0.hasPrefix("start_stack was run by itself") })
  }

  /// A constant array that is a part of what is sent stays where it is in the source.
  @Test func constantArraysStay() throws {
    let response = try #require(KeptImage.named("made-stm32-thumb.elf").layouts.first?.scanResponse)
    #expect(response.name == "response")
    #expect(response.place.file == "made-stm32.c")
    #expect(response.evidence == .call)
  }

  /// Each instruction of an image changed to another: whatever runs then ends within its bounds.
  @Test(arguments: ["zephyr", "nimble-extended", "hci", "silabs", "ti", "stm32", "unpacked"])
  func hostileCodeEnds(_ name: String) throws {
    let octets = [UInt8](try Data(contentsOf: URL(filePath: KeptImage.path("made-\(name)-thumb.elf"))))
    var generator = SplitMix64(seed: 2072)
    for _ in (0..<100).sampled(oneIn: 20) {
      var changed = octets
      for _ in 0..<8 {
        changed[Int.random(in: 52..<changed.count, using: &generator)] = .random(in: 0...255, using: &generator)
      }
      let image = try? FirmwareImage(ImageFile(changed))
      for array in image?.arrays ?? [] { #expect(array.payload.octets.count <= 1650) }
    }
  }
}

/// Calls of stacks that are answered, given to the answers themselves.
@Suite struct StackCallsTests {
  private var host = RunningHost(outside: OutsideContents(seed: 0))
  private var memory = ProgramMemory(segments: [], outside: OutsideContents(seed: 0))

  /// Calls a function with arguments; octets are put into memory, and their address is given.
  private mutating func call(_ name: String, _ arguments: [Argument]) -> UInt32? {
    guard let function = AnsweredFunction.all[name] else { return nil }
    var place: UInt32 = 0x2000_0000
    let words = arguments.map { argument -> UInt32 in
      switch argument {
      case .number(let number): return number
      case .octets(let octets):
        defer { place += 0x100 }
        memory.write(octets, at: place)
        return place
      }
    }
    host.begin(CaughtCall(function: name, callers: [0x8001]), stack: function.stack)
    guard case .result(let result) = function.answer(CallArguments(words), &host, &memory) else { return nil }
    return result
  }

  enum Argument: ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral {
    case number(UInt32)
    case octets([UInt8])

    init(integerLiteral value: UInt32) { self = .number(value) }
    init(arrayLiteral elements: UInt8...) { self = .octets(elements) }
  }

  private var sent: [[PayloadRole: String]] {
    var host = host
    host.finish()
    return host.caught.map { $0.octets.mapValues(\.hex) }
  }

  private static let payload: [UInt8] = [2, 0x01, 6]
  private static let response: [UInt8] = [3, 0x09, 0x41, 0x42]

  /// The numbers of the data: TI's peripheral, its broadcaster, and WCH, in the orders of their samples.
  @Test(arguments: [
    [(0x306, [0, 0]), (0x308, response), (0x307, payload)], [(0x307, payload), (0x308, response)],
    [(0x303, [0, 0]), (0x305, response), (0x304, payload)], [(0x305, [1]), (0x307, response), (0x306, payload)],
  ]) func numbersOfRolesAreToldApart(_ parameters: [(Int, [UInt8])]) {
    var test = self
    for (number, octets) in parameters {
      _ = test.call("GAPRole_SetParameter", [.number(UInt32(number)), .number(UInt32(octets.count)), .octets(octets)])
    }
    #expect(test.sent == [[.advertising: "020106", .scanResponse: "03094142"]])
  }

  /// One of the numbers alone could be either.
  @Test func aNumberAloneSaysNothing() {
    var test = self
    _ = test.call("GAPRole_SetParameter", [0x307, 3, .octets(Self.payload)])
    #expect(test.sent.isEmpty)
  }

  /// A complete name is cut, all else must fit; a name that is given twice is refused.
  @Test func zephyrCutsOnlyNames() {
    func elements(_ list: [(UInt8, UInt8, UInt32)]) -> Argument {
      .octets(
        list.flatMap { type, count, place in
          [type, count, 0, 0] + (0..<4).map { UInt8(truncatingIfNeeded: place >> UInt32(8 * $0)) }
        })
    }
    var test = self
    test.memory.write([UInt8](repeating: 0x41, count: 64), at: 0x2001_0000)
    let parameters: Argument = .octets([0, 0, 0, 0, 1, 0, 0, 0, 160, 0, 0, 0, 240, 0, 0, 0])
    let long = elements([(0x01, 1, 0x2001_0000), (0x09, 40, 0x2001_0000)])
    let started = test.call("bt_le_adv_start", [parameters, long, 2, 0, 0])
    #expect(started == 0)
    #expect(test.sent == [[.advertising: "0201411b08" + String(repeating: "41", count: 26), .scanResponse: ""]])
    let data = elements([(0xFF, 40, 0x2001_0000)])
    let tooLong = test.call("bt_le_adv_update_data", [data, 1, 0, 0])
    let tooMany = test.call("bt_le_adv_update_data", [data, 0x1000_0000, 0, 0])
    #expect(tooLong == 0xFFFF_FFEA && tooMany == 0xFFFF_FFEA)
    #expect(test.sent.count == 1)
    // The host adds the name to the scan response, which such advertising has.
    let named: Argument = .octets([0, 0, 0, 0, 9, 0, 0, 0, 160, 0, 0, 0, 240, 0, 0, 0])
    _ = test.call("bt_set_name", [.octets([0x42, 0x43, 0])])
    let twice = test.call("bt_le_adv_start", [named, long, 2, 0, 0])
    #expect(twice == 0xFFFF_FFEA)
    let short = elements([(0x01, 1, 0x2001_0000)])
    let again = test.call("bt_le_adv_start", [named, short, 1, 0, 0])
    #expect(again == 0)
    #expect(test.sent.last == [.advertising: "020141", .scanResponse: "03094243"])
  }

  /// Mbed's host gives long data in parts, and the handle of extended advertising behind the duration.
  @Test func cordioGivesPartsOfData() {
    var test = self
    _ = test.call("HciLeSetExtAdvParamCmd", [3, [0, 0, 0, 0, 160, 0, 0, 0, 240, 0, 0, 0]])
    _ = test.call("HciLeSetExtAdvDataCmd", [3, 1, 0, 2, [4, 0xFF]])
    _ = test.call("HciLeSetExtAdvDataCmd", [3, 2, 0, 3, [1, 2, 3]])
    _ = test.call("HciLeExtAdvEnableCmd", [1, 1, [0, 0, 3, 0]])
    #expect(test.sent == [[.advertising: "04ff010203"]])
    #expect(test.host[0x103]?.parameters?.interval == 100_000...150_000)
  }

  /// Version 2 gives commands by number, with the data behind their length.
  @Test func geckoCommandsAreTaken() {
    var test = self
    _ = test.call("gecko_handle_command", [0x0C03_0620, [0, 0, 3, 2, 1, 6]])
    _ = test.call("gecko_handle_command", [0x0C03_0620, [0, 1, 3, 2, 0x0A, 4]])
    _ = test.call("gecko_handle_command", [0x0E03_0C20, [0, 160, 0, 0, 0, 240, 0, 0, 0, 0, 0, 0]])
    _ = test.call("sli_bt_cmd_handler_delegate", [0x1403_0320, 0, [0, 4, 2]])
    #expect(test.sent == [[.advertising: "020106", .scanResponse: "020a04"]])
    #expect(test.host[0]?.parameters?.interval == 100_000...150_000)
    // General discoverable: the stack makes the data.
    #expect(test.host.generated.isEmpty)
    _ = test.call("sli_bt_cmd_handler_delegate", [0x1403_0320, 0, [0, 2, 2]])
    #expect(test.sent.count == 1)
    #expect(test.host.generated.map(\.function) == ["gecko_cmd_le_gap_start_advertising"])
  }

  /// A chain of buffers that leads back to itself, and one whose octets are too many.
  @Test func buffersAreBounded() {
    var test = self
    test.memory.write([0, 1, 0, 0x20, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0x20], at: 0x2000_0000)
    _ = AnsweredFunction.all["ble_gap_ext_adv_set_data"]?.answer(
      CallArguments([0, 0x2000_0000]), &test.host, &test.memory)
    #expect(test.sent.isEmpty)
  }

  /// Whatever a call is given, it is answered within bounds.
  @Test func randomArgumentsAreBounded() {
    var generator = SplitMix64(seed: 9)
    var test = self
    let functions = AnsweredFunction.all.values.sorted { $0.name < $1.name }
    for _ in (0..<200).sampled(oneIn: 10) {
      for function in functions {
        let words = (0..<12).map { _ in
          [UInt32(0), 1, 3, 31, 0x2000_0000, 0x2000_0100, 0x1000_0000, .random(in: 0 ... .max, using: &generator)]
            .randomElement(using: &generator) ?? 0
        }
        test.host.begin(CaughtCall(function: function.name, callers: []), stack: function.stack)
        _ = function.answer(CallArguments(words), &test.host, &test.memory)
      }
    }
    test.host.finish()
    #expect(test.host.caught.count <= 64)
    #expect(test.host.caught.allSatisfy { $0.octets.values.allSatisfy { $0.count <= 1650 } })
  }
}

/// ST's stack, by the calls and by the commands to another processor.
@Suite struct STM32AdvertisingTests {
  private static let name: [UInt8] = [0x09, 0x41, 0x42]

  private static func started(
    _ host: inout RunningHost, name: [UInt8] = name, services: [UInt8] = [0x03, 0x0F, 0x18]
  ) -> UInt32 {
    STM32Advertising(
      flags: STM32Advertising.generalFlags, type: 0, interval: (0, 0), ownType: 0, name: name, services: services,
      connection: (0, 0)
    ).start(&host)
  }

  private static func sent(_ host: RunningHost) -> [String] {
    var host = host
    host.finish()
    return host.caught.compactMap { $0.octets[.advertising]?.hex }
  }

  @Test func thePartsHaveTheirOrder() {
    var host = RunningHost(outside: OutsideContents(seed: 0))
    #expect(Self.started(&host) == 0)
    #expect(Self.sent(host) == ["02010603094142" + "03030f18" + "020a12"])
    // The stack's own interval.
    host.finish()
    #expect(host.caught.first?.parameters?.interval == 30_000...60_000)
  }

  /// What has the same type is replaced and comes first; what is too long is refused, and the old data stay.
  @Test func anUpdateReplacesByType() {
    var host = RunningHost(outside: OutsideContents(seed: 0))
    _ = Self.started(&host)
    #expect(STM32Advertising.update([UInt8](hex: "03094344020aee"), &host) == 0)
    #expect(Self.sent(host) == ["03094344020aee" + "02010603030f18"])
    #expect(STM32Advertising.update([UInt8](hex: "1aff" + String(repeating: "00", count: 25)), &host) != 0)
    #expect(STM32Advertising.update([UInt8](hex: "05ff"), &host) != 0)
    #expect(Self.sent(host) == ["03094344020aee" + "02010603030f18"])
  }

  @Test func aTypeIsTakenAway() {
    var host = RunningHost(outside: OutsideContents(seed: 0))
    _ = Self.started(&host)
    #expect(STM32Advertising.remove(0x0A, &host) == 0)
    #expect(STM32Advertising.remove(0x0A, &host) != 0)
    #expect(Self.sent(host) == ["0201060309414203030f18"])
    // With the mode go its Flags.
    _ = STM32Advertising.stop(&host)
    #expect(host.octets(.advertising).hex == "0309414203030f18")
  }

  @Test func whatDoesNotFitIsNotSent() {
    var host = RunningHost(outside: OutsideContents(seed: 0))
    #expect(Self.started(&host, services: [UInt8](repeating: 7, count: 21)) != 0)
    #expect(Self.sent(host).isEmpty)
  }

  @Test func privacyLeavesTheNameOut() {
    var host = RunningHost(outside: OutsideContents(seed: 0))
    host.hasPrivacy = true
    _ = Self.started(&host)
    #expect(Self.sent(host) == ["02010603030f18020a12"])
  }

  /// The commands have what the functions are given, in the same order.
  @Test func commandsSayTheSame() {
    var host = RunningHost(outside: OutsideContents(seed: 0))
    #expect(STM32Advertising.take(0xFC8A, [1, 0, 7], &host) == 0)
    let command = "00" + "a000" + "f000" + "0000" + "03094142" + "03030f18" + "10002000"
    #expect(STM32Advertising.take(0xFC83, [UInt8](hex: command), &host) == 0)
    #expect(Self.sent(host) == ["0201060309414203030f18051210002000020a12"])
    host.finish()
    #expect(host.caught.first?.parameters?.interval == 100_000...150_000)
    #expect(STM32Advertising.take(0xFC8F, [0x0A], &host) == 0)
    #expect(STM32Advertising.take(0xFC8E, [UInt8](hex: "0403ffe502"), &host) == 0)
    #expect(host.octets(.advertising).hex == "03ffe5020201060309414203030f18051210002000")
    #expect(STM32Advertising.take(0xFC0C, [0], &host) == nil)
    // A command that ends too early.
    _ = STM32Advertising.take(0xFC83, [0, 0xA0], &host)
    _ = STM32Advertising.take(0xFC83, [], &host)
  }
}

/// Commands that a host gives to its controller.
@Suite struct HCICommandsTests {
  private static func caught(_ commands: [(UInt16, String)]) -> [CaughtAdvertising] {
    var host = RunningHost(outside: OutsideContents(seed: 0))
    for (opcode, octets) in commands { HCICommands.take(opcode, [UInt8](hex: octets), &host) }
    host.finish()
    return host.caught
  }

  @Test func legacyCommandsAreTaken() throws {
    let zeros = String(repeating: "00", count: 28)
    let caught = Self.caught([
      (0x2006, "a000f00000000000000000000007" + "00"), (0x2008, "03020106" + zeros), (0x2009, "0303ff0102" + zeros),
      (0x200A, "01"),
    ])
    #expect(caught.map(\.octets) == [[.advertising: [2, 1, 6], .scanResponse: [3, 0xFF, 1]]])
    let parameters = try #require(caught.first?.parameters)
    #expect(parameters.isConnectable && parameters.isScannable && !parameters.isExtended)
    #expect(parameters.interval == 100_000...150_000)
  }

  /// Parts of long data are joined, each handle has its own.
  @Test func extendedCommandsAreTaken() throws {
    let caught = Self.caught([
      (0x2036, "010000a00000f0000007" + "000000000000000000" + "7f0100010000"), (0x2037, "010100020201"),
      (0x2037, "0102000106"), (0x2037, "0203000301ff00"),
      (0x2039, "0101" + "01000000"),
    ])
    #expect(caught.map { $0.octets[.advertising] } == [[2, 1, 6], [1, 0xFF, 0]])
    let parameters = try #require(caught.first?.parameters)
    #expect(parameters.isExtended && !parameters.isConnectable)
    #expect(parameters.interval == 100_000...150_000)
  }

  /// A length that the command has no room for, data that are cut: nothing is known of what is sent.
  @Test(arguments: ["20020106", "05020106", "04", ""]) func brokenDataAreNotTaken(_ octets: String) {
    #expect(Self.caught([(0x2008, "03020106"), (0x2008, octets)]).allSatisfy { $0.octets[.advertising] == [2, 1, 6] })
    #expect(octets.isEmpty || Self.caught([(0x2008, "03020106"), (0x2008, octets), (0x200A, "01")]).isEmpty)
  }

  @Test func randomCommandsAreBounded() {
    var generator = SplitMix64(seed: 5)
    var host = RunningHost(outside: OutsideContents(seed: 0))
    for _ in 0..<20_000 {
      let octets = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      let opcode = UInt16.random(in: 0x2000...0x2040, using: &generator)
      HCICommands.take(opcode, octets, &host)
      _ = STM32Advertising.take(0xFC80 | UInt16.random(in: 0...0x2F, using: &generator), octets, &host)
    }
    host.finish()
    #expect(host.caught.count <= 64)
    #expect(host.caught.allSatisfy { $0.octets.values.allSatisfy { $0.count <= 1650 } })
  }
}
