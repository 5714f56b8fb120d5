import AdvertCapture
import AdvertReading
import TestSupport
import Testing

/// Small captures cut at every place and changed at every octet.
@Suite struct CaptureDamageTests {
  private static let packets: [[UInt8]] = [
    [0x01] + [UInt8](hex: "0b20 07 01 6000 3000 01 00"), [0x01] + [UInt8](hex: "0c20 02 01 00"),
    [0x04] + HCIEvent.legacy([LegacyReport(data: Captures.data), LegacyReport(4, data: [1, 9])]),
    [0x04] + HCIEvent.extended([ExtendedReport(0x20, data: [3, 9]), ExtendedReport(0, data: [0x41, 0x42])]),
  ]

  private static let btsnoop: BtsnoopFile = Captures.h4(packets)
  private static let pcap: PcapFile = {
    var file = PcapFile(linkType: 187)
    for packet in packets {
      file.add(packet)
    }
    return file
  }()

  // MARK: Cuts

  @Test func everyBeginningOfABtsnoop() throws {
    let file = Self.btsnoop
    for kept in 0..<file.octets.count {
      let octets = Array(file.octets.prefix(kept))
      if kept < BtsnoopFile.headerLength {
        let error = #expect(throws: CaptureError.self) { try RecordedCapture.read(octets) }
        switch kept {
        case 0: #expect(error == .empty)
        case ..<8: #expect(error == .notRecognised(head: octets))
        default:
          #expect(
            error == .unsupported(fileOffset: 0, expected: "a btsnoop header of 16 bytes", found: "\(kept) bytes"))
        }
        continue
      }
      let whole = wholeRecords(kept, starts: file.recordOffsets, header: BtsnoopFile.recordHeaderLength)
      let left = kept - whole.end
      let expected =
        left < BtsnoopFile.recordHeaderLength
        ? "expected a record header of 24 bytes, found \(left)"
        : "expected a packet of \(Self.packets[whole.count].count) bytes, found \(left - 24)"
      try check(octets, whole, file.packetOffset) { #expect($0 == expected) }
    }
  }

  @Test(arguments: PcapFile.Variant.all)
  func everyBeginningOfAPcap(_ variant: PcapFile.Variant) throws {
    var file = PcapFile(linkType: 187, variant: variant)
    for packet in Self.packets {
      file.add(packet)
    }
    for kept in 0..<file.octets.count {
      let octets = Array(file.octets.prefix(kept))
      if kept < PcapFile.headerLength {
        let error = #expect(throws: CaptureError.self) { try RecordedCapture.read(octets) }
        switch (kept, error) {
        case (0, .empty): break
        case (1..<4, .notRecognised(let head)): #expect(head == octets)
        case (4..., .unsupported(0, "a pcap header of 24 bytes", let found)): #expect(found == "\(kept) bytes")
        default: Issue.record("\(kept) octets: \(String(describing: error))")
        }
        continue
      }
      let whole = wholeRecords(kept, starts: file.recordOffsets, header: variant.recordHeaderLength)
      let left = kept - whole.end
      let expected =
        left < variant.recordHeaderLength
        ? "expected a record header of \(variant.recordHeaderLength) bytes, found \(left)"
        : "expected a packet of \(Self.packets[whole.count].count) bytes, found \(left - variant.recordHeaderLength)"
      try check(octets, whole, file.packetOffset) { #expect($0 == expected) }
    }
  }

  /// How many records are whole in the first `kept` octets, and where they end.
  private func wholeRecords(_ kept: Int, starts: [Int], header: Int) -> (count: Int, end: Int) {
    let ends = zip(starts, Self.packets).map { $0 + header + $1.count }
    let count = ends.filter { $0 <= kept }.count
    return (count, count == 0 ? starts[0] : ends[count - 1])
  }

  /// The whole records give what they always give; then there is one problem, unless the cut is between two records.
  private func check(
    _ octets: [UInt8], _ whole: (count: Int, end: Int), _ packetOffset: (Int) -> Int, message: (String) -> Void
  ) throws {
    let capture = try RecordedCapture.read(octets)
    #expect(capture.summary.records == whole.count)
    #expect(capture.changes.count == (whole.count >= 2 ? 1 : 0))
    let dataOfRecords: [[[UInt8]]] = [[], [], [Captures.data, [1, 9]], [[3, 9, 0x41, 0x42]]]
    let data = dataOfRecords.prefix(whole.count).flatMap { $0 }
    #expect(capture.reports.map(\.data) == data)
    for report in capture.reports {
      guard let offset = report.dataFileOffset else { continue }
      #expect(Array(octets[offset..<offset + report.data.count]) == report.data)
      #expect(offset > packetOffset(report.record - 1))
    }
    guard octets.count > whole.end else {
      #expect(capture.summary.problems.isEmpty)
      return
    }
    #expect(capture.summary.problems.map(\.kind) == [.cutShort])
    #expect(capture.summary.problems.map(\.fileOffset) == [whole.end])
    #expect(capture.summary.problems.map(\.record) == [whole.count + 1])
    #expect(capture.summary.problems.map(\.count) == [1])
    for problem in capture.summary.problems {
      message(problem.message)
    }
  }

  // MARK: Changes

  @Test func everyChangeOfABtsnoopHeaderOctet() {
    let file = Self.btsnoop
    let headers = file.recordOffsets.flatMap { $0..<$0 + BtsnoopFile.recordHeaderLength }
    change(file.octets, at: Array(0..<BtsnoopFile.headerLength) + headers, to: 1...255)
  }

  @Test func everyChangeOfAPcapHeaderOctet() {
    let file = Self.pcap
    let headers = file.recordOffsets.flatMap { $0..<$0 + file.variant.recordHeaderLength }
    change(file.octets, at: Array(0..<PcapFile.headerLength) + headers, to: 1...255)
  }

  @Test func changesOfPacketOctets() {
    let differences: [UInt8] = [1, 2, 3, 4, 7, 8, 0x10, 0x1F, 0x20, 0x40, 0x55, 0x7F, 0x80, 0xAA, 0xF0, 0xFE, 0xFF]
    let btsnoop = Self.btsnoop
    let starts = Self.packets.indices
    change(
      btsnoop.octets,
      at: starts.flatMap { btsnoop.packetOffset($0)..<btsnoop.packetOffset($0) + Self.packets[$0].count },
      to: differences)
    let pcap = Self.pcap
    change(
      pcap.octets, at: starts.flatMap { pcap.packetOffset($0)..<pcap.packetOffset($0) + Self.packets[$0].count },
      to: differences)
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func severalChangesAtOnce(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for file in [Self.btsnoop.octets, Self.pcap.octets] {
      for _ in 0..<500 {
        var octets = file
        for _ in 0..<Int.random(in: 2...12, using: &random) {
          octets[Int.random(in: 8..<octets.count, using: &random)] = .random(in: .min ... .max, using: &random)
        }
        guard isSound(octets) else {
          Issue.record("seed \(seed): \(octets.hex)")
          return
        }
      }
    }
  }

  /// Flips the bits of each difference at each place, one place at a time.
  private func change(_ file: [UInt8], at places: [Int], to differences: some Collection<UInt8>) {
    for place in places {
      for difference in differences {
        var octets = file
        octets[place] ^= difference
        guard isSound(octets) else {
          Issue.record("octet \(place) changed by \(difference)")
          return
        }
      }
    }
    #expect(isSound(file))
  }

  /// Whether a capture, whatever is in it, is read to an end, and all that is said about it is so.
  private func isSound(_ octets: [UInt8]) -> Bool {
    let capture: RecordedCapture
    do throws(CaptureError) {
      capture = try RecordedCapture.read(octets)
    } catch {
      return !error.description.isEmpty && !error.description.contains("\n")
    }
    return capture.contradiction(in: octets) == nil
  }
}
