import AdvertisingData
import Foundation
import Testing

@testable import AdvertFirmware

/// What the names of functions say of linkers and of calls.
@Suite struct SymbolsTests {
  private static func symbols(_ functions: [(name: String, isLocal: Bool, isHidden: Bool)]) throws -> Symbols {
    let code = MadeImage.Section(
      name: ".text", flags: 6, address: 0x8000, octets: [UInt8](repeating: 0, count: 4 * functions.count))
    let image = MadeImage(sections: [code] + MadeImage.symbols(functions, after: 1))
    let elf = try ELFFile(ImageBytes(ImageFile(image.octets)))
    return Symbols(
      elf, bases: nil, functions: [], called: CallSearch.beginnings, isCalled: CallSearch.isOfInterest)
  }

  /// A function that is hidden was optimised with the program, but for linkers that hide all.
  @Test(arguments: [("main", true), ("__iar_program_start", false), ("__TI_auto_init", false)])
  func hiddenFunctions(_ other: String, _ isMerged: Bool) throws {
    let symbols = try Self.symbols([("GAPRole_SetParameter", false, true), (other, false, true)])
    #expect(symbols.called.values.contains("GAPRole_SetParameter"))
    #expect(symbols.merged.contains("GAPRole_SetParameter") == isMerged)
  }

  @Test func localFunctionsAreMergedWithAnyLinker() throws {
    let symbols = try Self.symbols([("GAPRole_SetParameter", true, false), ("__TI_auto_init", false, true)])
    #expect(symbols.merged == ["GAPRole_SetParameter"])
  }

  /// The small functions that linkers of GNU, IAR and TI put before calls over a long distance.
  @Test(
    arguments: [
      "__bt_le_adv_start_veneer", "?Veneer (6) for bt_le_adv_start", "$Tramp$TT$L$PI$$bt_le_adv_start",
    ])
  func veneersAreTheirTargets(_ name: String) throws {
    let symbols = try Self.symbols([(name, true, false)])
    #expect(symbols.called == [0x8000: "bt_le_adv_start"])
    #expect(symbols.merged.isEmpty)
  }

  /// IAR's linker adds functions without a size where a function goes on behind a call.
  @Test func placesInFunctionsAreNoFunctions() throws {
    var sections = [
      MadeImage.Section(name: ".text", flags: 6, address: 0x8000, octets: [UInt8](repeating: 0, count: 8))
    ]
    sections += MadeImage.symbols(
      [("aci_gap_set_discoverable_process", true, false), ("??Label", true, false)], after: 1)
    // The first function goes on to the end of the second one, which has the place 0x8004 and no size.
    sections[1].octets.replaceSubrange(24..<28, with: MadeImage.octets(8, 4))
    sections[1].octets.replaceSubrange(40..<44, with: MadeImage.octets(0, 4))
    let elf = try ELFFile(ImageBytes(ImageFile(MadeImage(sections: sections).octets)))
    let symbols = Symbols(
      elf, bases: nil, functions: [], called: CallSearch.beginnings, isCalled: CallSearch.isOfInterest)
    #expect(symbols.functions(holding: [0x8006])[0x8006]?.name == "aci_gap_set_discoverable_process")
  }
}

/// What of a program is in flash.
@Suite struct LoadedProgramTests {
  /// Segger's linker marks code in flash as writable: it is no memory that other functions could set.
  @Test func codeInFlashIsNotWritable() throws {
    var octets = [UInt8](try Data(contentsOf: URL(filePath: KeptImage.path("softdevice-thumb.elf"))))
    let elf = try ELFFile(ImageBytes(ImageFile(octets)))
    let index = try #require(elf.sections.firstIndex { $0.isExecutable && !$0.isWritable })
    let table = try #require(elf.bytes.number(at: 32, size: 4, .littleEndian))
    // The flags are the third word of a section's header, and 1 means writable.
    octets[Int(table) + 40 * index + 8] |= 1
    let changed = try ELFFile(ImageBytes(ImageFile(octets)))
    #expect(changed.sections[index].isWritable)
    let segments = LoadedProgram(asMainFindsIt: changed).segments
    #expect(segments.first { $0.addresses.contains(elf.sections[index].address) }?.isWritable == false)
    #expect(segments.contains { $0.isWritable })
  }
}

/// Tasks of operating systems run after `main`.
@Suite struct TaskCallsTests {
  /// The places of the function and of its argument among the arguments.
  @Test(
    arguments: [
      ("xTaskCreate", [0x8001, 0, 0, 7, 0, 0], 7), ("xTaskCreatePinnedToCore", [0x8001, 0, 0, 7, 0, 0, 0], 7),
      ("osThreadNew", [0x8001, 7, 0], 7), ("ti_sysbios_knl_Task_construct", [0x2000_0000, 0x8001, 5, 5], 0),
      ("ti_sysbios_knl_Task_create", [0x8001, 5, 5], 0), ("Task_create", [0x8001, 5, 5], 0),
    ] as [(String, [UInt32], UInt32)])
  func tasksAreNoted(_ name: String, _ arguments: [UInt32], _ argument: UInt32) throws {
    var host = RunningHost(outside: OutsideContents(seed: 0))
    var memory = ProgramMemory(segments: [], outside: OutsideContents(seed: 0))
    let function = try #require(AnsweredFunction.all[name])
    _ = function.answer(CallArguments(arguments), &host, &memory)
    #expect(host.tasks.map { $0.entry } == [0x8001])
    #expect(host.tasks.map { $0.argument } == [argument])
  }
}
