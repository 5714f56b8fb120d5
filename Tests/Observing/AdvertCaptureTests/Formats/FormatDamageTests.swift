import AdvertReading
import AdvertisingData
import TestSupport
import Testing

@testable import AdvertCapture

/// Small files of each format, cut at every place and changed at every octet.
@Suite struct FormatDamageTests {
  struct Sample: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let octets: [UInt8]
    /// The end of each record's packet, as an offset in the file; `nil` where there is none.
    let ends: [Int]?
  }

  static let samples: [Sample] = {
    var samples: [Sample] = []
    for bigEndian in [false, true] {
      var file = PcapngFile()
      file.section(bigEndian: bigEndian, options: file.option(1, Array("hi".utf8)))
      file.interface(187, snapLength: 64, options: [file.option(2, Array("hci0".utf8)), file.resolution(9)])
      file.packet(Octets.advertisement, time: 1_700_000_000_000_000_000)
      file.interface(201, options: [file.offset(5)])
      file.obsoletePacket([0, 0, 0, 1] + Octets.advertisement, interface: 1, time: 1_700_000_000_000_000)
      file.block(5, [0, 0, 0, 0])
      file.simplePacket(Octets.command)
      file.section(bigEndian: !bigEndian)
      file.interface(187)
      file.packet(Octets.advertisement, time: 1_700_000_000_000_000, options: file.option(1, Array("comment".utf8)))
      let starts = [2, 4, 6, 9].map { file.blockOffsets[$0] }
      let ends = zip(starts, [28 + 27, 28 + 31, 12 + 5, 28 + 27]).map { $0 + $1 }
      samples.append(Sample(testDescription: "pcapng, big-endian first: \(bigEndian)", octets: file.octets, ends: ends))
    }
    for order in [OctetOrder.bigEndian, .littleEndian] {
      let file = PacketLoggerTests.log(order)
      samples.append(Sample(testDescription: "packetlogger \(order)", octets: file, ends: [17, 56, 74]))
    }
    let unconverted =
      Captures.h4([]).octets + BtsnoozTests.records.flatMap { $0.octets(version: 2) }
    samples.append(Sample(testDescription: "unconverted btsnooz", octets: unconverted, ends: [29, 64, 76]))
    for version in [1, 2] as [UInt8] {
      let text = BtsnoozTests.text([BtsnoozTests.log(version: version), BtsnoozTests.log(version: version)])
      samples.append(Sample(testDescription: "btsnooz \(version)", octets: text, ends: nil))
    }
    return samples
  }()

  /// Wherever the windows on an input have their edges, it is read in the same way.
  @Test(arguments: samples)
  func everyWindow(_ sample: Sample) throws {
    let whole = try RecordedCapture.read(sample.octets)
    for capacity in [1, 2, 15, 16, 17, 64, 100] {
      let read = try RecordedCapture.read(
        MemorySource(sample.octets), options: CaptureOptions(windowCapacity: capacity))
      #expect(read == whole, "a window of \(capacity)")
    }
  }

  /// What is whole is delivered as ever, and when something is missing a problem says so.
  @Test(arguments: samples)
  func everyBeginning(_ sample: Sample) throws {
    let whole = try RecordRecorder(sample.octets)
    #expect(!whole.records.isEmpty)
    for length in 0..<sample.octets.count {
      guard let read = try? RecordRecorder(Array(sample.octets.prefix(length))) else {
        if let first = sample.ends?.first { #expect(length < first) }
        continue
      }
      #expect(read.records.elementsEqual(whole.records.prefix(read.records.count), by: isSamePacket))
      guard let ends = sample.ends else { continue }
      #expect(read.records.count == ends.filter { $0 <= length }.count, "\(length)")
      #expect(Array(whole.records.prefix(read.records.count)) == read.records, "\(length)")
      let isCut = read.problems.contains { $0.kind == .cutShort }
      // A btsnoop header alone is a whole btsnoop without records.
      let isHeaderAlone = length == 16
      #expect(isCut || isHeaderAlone || read.problems.count == whole.problems.count, "\(length)")
      #expect(read.problems.filter { $0.kind == .cutShort }.count <= 1)
      #expect(read.problems.allSatisfy { 0...length ~= ($0.fileOffset ?? -1) })
    }
  }

  /// Times of a log that is cut short are not known.
  private func isSamePacket(_ one: RecordRecorder.Record, _ other: RecordRecorder.Record) -> Bool {
    one.octets == other.octets && one.number == other.number && one.flags == other.flags
      && one.fileOffset == other.fileOffset
  }

  /// No change of one octet does harm, and what lies before it stays as it is.
  @Test(arguments: samples)
  func everyChange(_ sample: Sample) throws {
    let whole = try RecordRecorder(sample.octets)
    for place in sample.octets.indices {
      let differences: [UInt8] = [0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0xFF]
      for difference in differences.sampled(oneIn: 3, seed: UInt64(place)) {
        var changed = sample.octets
        changed[place] ^= difference
        guard let read = try? RecordRecorder(changed) else { continue }
        if let ends = sample.ends {
          let before = ends.filter { $0 <= place }.count
          // A changed record may let a file pass for another format; then nothing is comparable.
          guard before > 0, read.records.first == whole.records.first else { continue }
          #expect(
            read.records.prefix(before) == whole.records.prefix(before), "octet \(place) changed by \(difference)")
          #expect(read.records.allSatisfy { $0.fileOffset + $0.octets.count <= changed.count })
        }
        #expect(read.problems.allSatisfy { !$0.message.isEmpty && !$0.message.contains("\n") })
      }
    }
  }

  /// Files filled with noise behind a true beginning are read to an end.
  @Test(arguments: samples, 0..<20 as Range<UInt64>)
  func noiseBehindABeginning(_ sample: Sample, seed: UInt64) throws {
    let whole = try RecordRecorder(sample.octets)
    let kept = Int(seed * 7919) % sample.octets.count
    let octets = sample.octets.prefix(kept) + Octets.noise(5000, seed: seed)
    guard let read = try? RecordRecorder(Array(octets)), let ends = sample.ends,
      read.records.first == whole.records.first
    else { return }
    // Noise right behind a packet of pcapng, where its block says the length again, makes the block doubtful.
    let before = ends.filter { $0 <= kept }.count
    let certain = max(before - (sample.testDescription.hasPrefix("pcapng") ? 1 : 0), 0)
    #expect(read.records.prefix(certain) == whole.records.prefix(certain), "seed \(seed)")
  }

  /// However the octets come, and however small the window, the same is read.
  @Test(arguments: samples)
  func smallWindows(_ sample: Sample) throws {
    let whole = try RecordRecorder(sample.octets)
    for (capacity, step) in [(1, Int.max), (1, 1), (2, 3), (13, 1), (29, 7), (1 << 18, 1), (1 << 18, 5)] {
      #expect(try RecordRecorder(sample.octets, capacity: capacity, step: step) == whole, "\(capacity), \(step)")
    }
    for length in stride(from: 1, to: sample.octets.count, by: 3) {
      let beginning = Array(sample.octets.prefix(length))
      let atOnce = try? RecordRecorder(beginning)
      #expect(atOnce == (try? RecordRecorder(beginning, capacity: 1, step: 1)), "\(length)")
    }
  }
}
