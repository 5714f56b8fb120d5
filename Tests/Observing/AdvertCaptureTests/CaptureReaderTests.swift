import AdvertReading
import TestSupport
import Testing

@testable import AdvertCapture

@Suite struct CaptureReaderTests {
  @Test func anEmptyInput() {
    #expect(throws: CaptureError.empty) { try RecordedCapture.read([]) }
    #expect(CaptureError.empty.description == "offset 0: expected a capture, found an empty file")
  }

  @Test(arguments: [
    "00", "0a0d0d", "d4c3b2", "ffd8ffe000104a46494600010100000100010000", "6274736e6f6f70", "6274736e6f6f7001",
  ])
  func anInputThatIsNoCapture(_ hex: String) throws {
    let octets = [UInt8](hex: hex)
    let error = #expect(throws: CaptureError.self) { try RecordedCapture.read(octets) }
    #expect(error == .notRecognised(head: Array(octets.prefix(16))))
  }

  @Test func namesTheFormatsItKnows() {
    #expect(
      CaptureError.notRecognised(head: [0x00, 0xA1, 0xFF]).description
        == "this is a file of a kind that is not known, which begins 00 a1 ff; expected a capture (\(CaptureFormats.names))"
    )
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    #expect(CaptureError.notRecognised(head: png).description.hasPrefix("this is a PNG image; expected a capture ("))
    for length in png.indices.dropFirst(6).map({ $0 + 1 }) {
      #expect(CaptureError.notRecognised(head: Array(png.prefix(length))).description.hasPrefix("this is a PNG image"))
    }
    // No beginning of any length is a trap.
    for length in 0..<6 { #expect(!CaptureError.notRecognised(head: Array(png.prefix(length))).description.isEmpty) }
    #expect(
      CaptureFormats.names.split(separator: ", ").map(String.init) == CaptureFormats.all.map { $0.name } + ["log"])
    #expect(Set(["btsnoop", "pcap"]).isSubset(of: CaptureFormats.all.map { $0.name }))
  }

  @Test func anInputThatCannotBeRead() {
    for octets in [[], [0xD4], Array("btsnoop\0".utf8), [0xD4, 0xC3, 0xB2, 0xA1, 2]] as [[UInt8]] {
      #expect(throws: CaptureError.unreadable(reason: "the disk is on fire"), "\(octets.hex)") {
        try RecordedCapture.read(FailingSource(octets, reason: "the disk is on fire"))
      }
    }
    #expect(CaptureError.unreadable(reason: "it is a directory").description == "cannot be read: it is a directory")
  }

  /// What was read before the failure counts; the failure is what is wrong, not the record it cut.
  @Test func anInputThatFailsHalfway() throws {
    let packet = [0x04] + HCIEvent.legacy([LegacyReport(data: [1, 9])])
    var btsnoop = BtsnoopFile(dataLink: 1002)
    var pcap = PcapFile(linkType: 187)
    for _ in 0..<2 {
      btsnoop.add(packet)
      pcap.add(packet)
    }
    for (octets, recordOffsets) in [(btsnoop.octets, btsnoop.recordOffsets), (pcap.octets, pcap.recordOffsets)] {
      for kept in [octets.count, octets.count - 1, recordOffsets[1] + 2, recordOffsets[1]] {
        let capture = try RecordedCapture.read(
          FailingSource(Array(octets.prefix(kept)), reason: "the disk is on fire"))
        let records = kept == octets.count ? 2 : 1
        #expect(capture.reports.count == records)
        #expect(
          capture.summary.problems == [
            CaptureProblem(
              .cutShort, fileOffset: kept, record: records + 1, detail: .readingFailed(reason: "the disk is on fire"))
          ])
      }
    }
  }

  @Test func readsAFile() throws {
    let path = #filePath.replacing(
      "Tests/Observing/AdvertCaptureTests/CaptureReaderTests.swift", with: "Fixtures/angi/before.btsnoop")
    let capture = try RecordedCapture.read(FileSource(path: path))
    #expect(capture.summary.format == "btsnoop")
    #expect(capture.summary.reports == 24)
    #expect(capture.summary.problems.isEmpty)
  }

  @Test func aFileThatIsNotThere() {
    #expect(throws: InputFailure(reason: "no such file or directory")) {
      try FileSource(path: #filePath + ".missing")
    }
  }

  @Test func aDirectory() {
    let path = #filePath.replacing("/CaptureReaderTests.swift", with: "")
    #expect(throws: InputFailure(reason: "it is a directory")) { try FileSource(path: path) }
  }

  /// Problems of one kind are one entry, whose place is the first.
  @Test func problemsAreCounted() throws {
    let short = HCIEvent.legacy([LegacyReport()], count: 2)
    let surplus = HCIEvent.legacy([LegacyReport()], surplus: [0])
    let file = Captures.events([short, surplus, surplus, short, short])
    let problems = try RecordedCapture.read(file.octets).summary.problems
    #expect(problems.map(\.kind) == [.packetCutShort, .surplusOctets])
    #expect(problems.map(\.count) == [3, 2])
    #expect(problems.map(\.record) == [1, 2])
    #expect(problems.map(\.fileOffset) == [file.packetOffset(0) + 15, file.packetOffset(1) + 15])
  }

  @Test func whatIsDamage() {
    let damage = CaptureProblem.Kind.allCases.filter(\.isDamage)
    #expect(Set([.cutShort, .recordInvalid, .packetCutShort]).isSubset(of: damage))
    let remarkable: [CaptureProblem.Kind] = [
      .packetGarbled, .auxiliaryLost, .fileJoined, .reportInvalid, .surplusOctets, .advertisementIncomplete,
      .reservedBits, .implausibleTime, .linkTypeSkipped,
    ]
    #expect(remarkable.allSatisfy { !$0.isDamage })
  }
}
