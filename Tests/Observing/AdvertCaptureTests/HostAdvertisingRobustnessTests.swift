import AdvertCapture
import AdvertisingData
import Testing

/// Damaged and hostile logs: whatever is in them, reading ends, and what came before the damage is there.
@Suite struct HostAdvertisingRobustnessTests {
  /// Every command and event that bears on host advertising and periodic trains, all accepted.
  private static func packets() throws -> [[UInt8]] {
    let padding = String(repeating: "00", count: 19)
    let commands = [
      "030c", "0520 66554433 22d1", "0620 a000f0000301000000000000000700", "0820 0c0201060303aafe0409616263\(padding)",
      "0920 03020a04\(String(repeating: "00", count: 28))", "0a20 01", "0a20 00", "3520 03 665544332211",
      "3620 03 0000 a00000 f00000 07 00 00 000000000000 00 7f 01 00 02 05 00",
      "3720 03 03 01 0c 0201060303aafe0409616263",
      "3820 03 03 01 03 020a04", "3920 01 01 03 0000 00", "3720 03 01 00 03 020106", "3720 03 02 00 02 0101",
      "7f20 04 1300 a00000 f00000 07 01 00 000000000000 00 7f 01 00 02 05 00 0000", "3920 01 02 03 0000 00 04 0000 00",
      "3720 04 03 00 03 020106", "3e20 03 5000 5000 4000", "3f20 03 03 03 020a04", "4020 01 03", "3c20 03",
      "3920 00 00", "3d20", "54fd 01 a000 f000 00 01 665544332211 00 000000000000 07 00 01 00",
      "54fd 02 0c 0201060303aafe0409616263 \(padding) 01", "54fd 03 0c 0201060303aafe0409616263 \(padding) 01",
      "54fd 04 665544332211 01", "54fd 05 01 01", "54fd 02 0201060303aafe0409616263 \(padding) 01",
    ]
    let events = [
      "040e0a 01 0910 00 221100eeffc0", "043e10 0e 00 0100 05 01 665544332211 02 5000 07",
      "043e0a 0f 0100 7f be ff 01 02 0201",
      "043e0a 0f 0100 7f be ff 00 02 0600", "043e14 24 00 0200 05 01 665544332211 02 5000 07 00 00 00 00",
      "043e0d 25 0200 7f be ff 3412 00 01 02 0201", "043e03 10 0200", "043e06 12 00 03 4000 02",
      "043e12 0b 01 01 01 665544332211 01 aabbccddee4f b0", "043e13 01 00 0000 01 00 112233445566 000000000000 00",
      "043e14 22 0100 02 04 0800 01 00 04 6400 102700 6400 02 00 01", "040f04 0c 01 0820",
    ]
    let texts = try events.prefix(7) + commands.flatMap { try HostLog.accepted($0) } + events.dropFirst(7)
    return try texts.map { try HexText.octets(of: $0) }
  }

  @Test func everyPrefixGivesTheBeginning() throws {
    let packets = try Self.packets()
    let whole = try HostLog(packets: packets)
    #expect(whole.layouts.count == 8)
    #expect(whole.reports.map(\.pdu) == [.auxSyncInd, .auxSyncInd, .advDirectInd])
    for count in packets.indices {
      let log = try HostLog(packets: Array(packets[..<count]))
      #expect(log.layouts == Array(whole.layouts.prefix(log.layouts.count)), "\(count) packets")
    }
    // The last is after the last command.
    #expect(try HostLog(packets: Array(packets.prefix(packets.count - 5))).layouts.count == 8)
  }

  @Test func everyPacketCutAnywhere() throws {
    for packet in try Self.packets() {
      for length in packet.indices {
        let log = try HostLog(packets: [Array(packet[..<length])])
        #expect(log.layouts.isEmpty, "\(length) octets of \(HexText.compact(packet))")
        #expect(log.summary.records == 1)
      }
    }
  }

  @Test(arguments: [UInt64(1), 2, 3])
  func changedOctets(seed: UInt64) throws {
    let packets = try Self.packets()
    var generator = Generator(state: seed)
    for index in packets.indices {
      for position in stride(from: Int(seed) - 1, to: packets[index].count, by: 3) {
        var changed = packets
        changed[index][position] = UInt8(truncatingIfNeeded: generator.next() >> 32)
        let log = try HostLog(packets: changed)
        #expect(log.summary.records == packets.count, "seed \(seed), packet \(index), octet \(position)")
        #expect(
          log.layouts.allSatisfy { ($0.layout.advertising?.count ?? 0) <= 1650 },
          "seed \(seed), packet \(index), octet \(position)")
      }
    }
  }

  @Test(arguments: [UInt64(4), 5, 6])
  func randomParameters(seed: UInt64) throws {
    var generator = Generator(state: seed)
    let opcodes = try Self.packets().filter { $0[0] == 1 }.map { Array($0[1..<3]) }
    let events: [UInt8] = [0x01, 0x0A, 0x0B, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x22, 0x24, 0x25, 0x29]
    var packets: [[UInt8]] = []
    for _ in 0..<20_000 {
      let random = generator.next()
      // Small numbers reach more of the code than large ones.
      let parameters = (0..<Int(random >> 8 & 0x3F)).map { _ in UInt8(truncatingIfNeeded: generator.next() >> 40) & 0x1F
      }
      if random & 1 == 0 {
        let opcode = opcodes[Int(random >> 16 & 0xFFFF) % opcodes.count]
        packets.append([1] + opcode + [UInt8(parameters.count)] + parameters)
      } else {
        let event = events[Int(random >> 16 & 0xFFFF) % events.count]
        packets.append([4, 0x3E, UInt8(parameters.count + 1), event] + parameters)
      }
    }
    let log = try HostLog(packets: packets)
    #expect(log.summary.records == packets.count, "seed \(seed)")
    #expect(!log.layouts.isEmpty, "seed \(seed)")
    #expect(log.reports.allSatisfy { $0.data.count <= 1650 + 255 }, "seed \(seed)")
  }

  /// xorshift64: the whole sequence follows from the seed.
  private struct Generator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state
    }
  }
}
