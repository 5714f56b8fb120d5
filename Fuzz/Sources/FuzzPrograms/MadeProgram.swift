import FuzzSupport

/// A linked program whose `main` is made of choices: instructions of any kind, calls of functions of stacks, calls and jumps within
/// itself, and addresses where memory, flash, peripherals and nothing are.
struct MadeProgram {
  /// An ELF file, or Intel HEX of what lies in flash.
  let octets: [UInt8]

  private enum Instructions: Int, CaseIterable {
    case thumb
    case riscV
    /// Without symbols: a vector table and code behind it.
    case flash
  }

  /// Functions of stacks that are called. Each lies where the program has nothing but a return.
  private static let functions = [
    "bt_enable", "bt_le_adv_start", "bt_le_adv_update_data", "bt_le_ext_adv_create", "bt_le_ext_adv_set_data",
    "k_work_submit", "ble_gap_ext_adv_set_data", "ble_hs_hci_cmd_tx", "esp_ble_gap_register_callback",
    "esp_ble_gap_config_adv_data", "esp_ble_gap_config_adv_data_raw", "esp_ble_gap_start_advertising",
    "esp_ble_gatts_create_attr_tab", "aci_gap_init", "aci_gap_set_discoverable", "hci_le_set_advertising_data",
    "hci_send_req", "GAPRole_SetParameter", "sl_bt_advertiser_set_data", "gecko_handle_command", "xTaskCreate",
    "xQueueReceive", "bls_ll_setAdvData", "memcpy", "memset", "strlen", "_ZN8HCIClass20leSetAdvertisingDataEhPh",
  ]
  private static let start: UInt32 = 0x0002_0000
  private static let longestMain = 4096
  /// Where memory, flash, peripherals, code and nothing are.
  private static let places: [UInt32] = [
    0x2000_0000, 0x2000_FFF0, 0x3FC8_0000, 0x4000_0000, 0x1000_0010, 0x1000_1080, 0x0007_F000, 0xE000_E100, 0xFFFF_FFFC,
    0,
    start, start + 0x100, 0x1800_0000,
  ]

  init(_ choices: inout Choices) {
    let instructions = choices.element(of: Instructions.allCases)
    let isRISCV = instructions == .riscV
    // Functions of the stack come first, and main behind them.
    let back: [UInt8] = isRISCV ? [0x67, 0x80, 0, 0] : [0x70, 0x47, 0x70, 0x47]
    let front = instructions == .flash ? 0x100 : 4 * UInt32(Self.functions.count)
    var code: [UInt8] = []
    while !choices.isEmpty, code.count < Self.longestMain {
      let place = Self.start + front + UInt32(code.count)
      switch choices.number(below: 8) {
      case 0, 1: code += [choices.octet(), choices.octet()]
      case 2: code += [choices.octet(), choices.octet(), choices.octet(), choices.octet()]
      case 3, 4:
        let function = UInt32(choices.number(below: Self.functions.count))
        code += Self.call(from: place, to: Self.start + 4 * function, isRISCV)
      case 5:
        let distance = UInt32(truncatingIfNeeded: Int(Int8(bitPattern: choices.octet())) * 2)
        code += Self.call(from: place, to: place &+ distance, isRISCV)
      case 6:
        let number = choices.element(of: Self.places) &+ UInt32(choices.octet())
        code += Self.load(number, into: UInt32(choices.number(below: 4)), isRISCV)
      // A call of the SoftDevice.
      default: code += isRISCV ? [0x73, 0, 0, 0] : [choices.octet(), 0xDF]
      }
    }
    code += back
    switch instructions {
    case .flash:
      let handler = Self.start + front + 1
      let vectors = [0x2001_0000] + [UInt32](repeating: handler, count: 15)
      // By the number of a call, a program for a SoftDevice is known.
      let flash = vectors.flatMap(Self.octets) + [UInt8](repeating: 0xFF, count: Int(front) - 64) + code + [0x72, 0xDF]
      octets = Self.intelHex(flash)
    case .thumb, .riscV:
      octets = Self.elf(Self.functions.flatMap { _ in back } + code, front, isRISCV)
    }
  }

  private static func octets(_ number: UInt32) -> [UInt8] {
    [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  private static func halfwords(_ first: UInt32, _ second: UInt32) -> [UInt8] {
    Array(octets(first).prefix(2) + octets(second).prefix(2))
  }

  /// `bl`, or `jal ra`.
  private static func call(from place: UInt32, to target: UInt32, _ isRISCV: Bool) -> [UInt8] {
    guard isRISCV else {
      let distance = (target &- place &- 4) >> 1
      return halfwords(0xF000 | distance >> 11 & 0x7FF, 0xF800 | distance & 0x7FF)
    }
    let distance = target &- place
    let first = (distance >> 20 & 1) << 31 | (distance >> 1 & 0x3FF) << 21
    return octets(first | (distance >> 11 & 1) << 20 | (distance >> 12 & 0xFF) << 12 | 1 << 7 | 0x6F)
  }

  /// `movw` and `movt`, or `lui` and `addi`.
  private static func load(_ number: UInt32, into register: UInt32, _ isRISCV: Bool) -> [UInt8] {
    guard isRISCV else {
      func move(_ code: UInt32, _ half: UInt32) -> [UInt8] {
        let first: UInt32 = code | (half >> 11 & 1) << 10 | half >> 12
        let second: UInt32 = (half >> 8 & 7) << 12 | register << 8 | half & 0xFF
        return halfwords(first, second)
      }
      return move(0xF240, number & 0xFFFF) + move(0xF2C0, number >> 16)
    }
    let argument = 10 + register
    let upper: UInt32 = (number &+ 0x800) & 0xFFFF_F000 | argument << 7 | 0x37
    let lower: UInt32 = (number & 0xFFF) << 20 | argument << 15 | argument << 7 | 0x13
    return octets(upper) + octets(lower)
  }

  /// Octets from ``start`` on, as lines of text.
  private static func intelHex(_ octets: [UInt8]) -> [UInt8] {
    func line(_ kind: UInt8, _ address: Int, _ content: some Collection<UInt8>) -> [UInt8] {
      var record = [UInt8(content.count), UInt8(address >> 8 & 0xFF), UInt8(address & 0xFF), kind] + Array(content)
      record.append(0 &- record.reduce(0, &+))
      let digits = Array("0123456789ABCDEF".utf8)
      return [0x3A] + record.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] } + [0x0A]
    }
    var text = line(4, 0, Self.octets(start).dropFirst(2).reversed())
    for place in stride(from: 0, to: octets.count, by: 32) {
      text += line(0, place, octets[place..<min(place + 32, octets.count)])
    }
    return text + line(1, 0, [])
  }

  /// A linked program: its code, and the symbols of its functions.
  private static func elf(_ code: [UInt8], _ front: UInt32, _ isRISCV: Bool) -> [UInt8] {
    var names: [UInt8] = [0]
    var symbols = [UInt8](repeating: 0, count: 16)
    let mains = isRISCV ? "app_main" : "main"
    for (number, name) in (functions + [mains]).enumerated() {
      let isMain = number == functions.count
      let (address, size) = isMain ? (start + front, UInt32(code.count) - front) : (start + 4 * UInt32(number), 4)
      symbols += octets(UInt32(names.count)) + octets(address | (isRISCV ? 0 : 1)) + octets(size) + [0x12, 0, 1, 0]
      names += Array(name.utf8) + [0]
    }
    // Name, kind, flags, address, octets, link, info, size of an entry.
    let texts = Array("\0.text\0.symtab\0.strtab\0".utf8)
    // RAM needs no section: memory is there where a program uses it.
    let sections: [(UInt32, UInt32, UInt32, UInt32, [UInt8], UInt32, UInt32, UInt32)] = [
      (1, 1, 6, start, code, 0, 0, 0), (7, 2, 0, 0, symbols, 3, 1, 16), (15, 3, 0, 0, names, 0, 0, 0),
      (15, 3, 0, 0, texts, 0, 0, 0),
    ]
    var body: [UInt8] = []
    var headers = [UInt8](repeating: 0, count: 40)
    for (name, kind, flags, address, octets, link, info, entry) in sections {
      headers += [name, kind, flags, address, UInt32(52 + body.count), UInt32(octets.count), link, info, 4, entry]
        .flatMap(Self.octets)
      body += octets
    }
    let machine: UInt32 = isRISCV ? 243 : 40
    return [0x7F, 0x45, 0x4C, 0x46, 1, 1, 1] + [UInt8](repeating: 0, count: 9) + halfwords(2, machine) + octets(1)
      + octets(start + front) + octets(0) + octets(UInt32(52 + body.count)) + octets(0) + halfwords(52, 0)
      + halfwords(0, 40) + halfwords(UInt32(sections.count + 1), UInt32(sections.count)) + body + headers
  }
}
