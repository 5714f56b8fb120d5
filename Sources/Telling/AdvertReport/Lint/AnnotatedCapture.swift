package import AdvertCapture
package import AdvertLint
internal import AdvertObservation
internal import AdvertReading
package import AdvertScan
internal import AdvertisingData

/// A capture with the findings of lint and the verdicts of scanners as comments on its packets: a section of pcapng whose
/// packets have comments, as Wireshark shows them. The octets, the times and the order are those of the capture.
///
/// Each finding is on the first record of the payload. Findings without a record are in the comment on the section. The
/// verdicts on a device are on its first advertisement, or its first scan response if there is none. The first of equal
/// scan responses names the advertisement that it answers.
package struct AnnotatedCapture {
  private let comments: [Int: [String]]
  /// The number of each interface.
  private var interfaces: [Interface: UInt32] = [:]
  private let take: ([UInt8]) -> Void
  private var octets: [UInt8] = []

  private struct Interface: Hashable {
    let linkType: UInt16
    let hasNanoseconds: Bool
  }

  /// - Parameters:
  ///   - input: a capture.
  ///   - judged: the findings on it.
  ///   - reach: the answers of scanners on its devices.
  ///   - take: gets the octets, in pieces.
  package init(
    _ input: Input, judged: JudgedFile, reach: ReachRun, to take: @escaping ([UInt8]) -> Void
  ) {
    var comments: [Int: [String]] = [:]
    var firstRecords: [ReachRun.Device.Origin: Int] = [:]
    var lines = ["advert lint: \(HostileText.visible(input.path))"]
    if case .capture(let summary, let observation) = input.content {
      lines.append(observation.receivedWords("device").joined(separator: ", ") + observation.hostWords)
      if summary.times == nil { lines.append("The capture has no times, so that all are 0.") }
      for problem in summary.problems {
        lines.append("problem: \(HostileText.visible(problem.message))\(problem.timesWords)")
      }
      for advertiser in observation.advertisers {
        for layout in advertiser.layouts {
          let responses = layout.scanResponses.lazy.filter { $0.count > 0 }
          // Of some devices, only scan responses were received.
          if let earliest = layout.firstSighting?.record ?? responses.map({ $0.firstSighting.record }).min() {
            let origin = ReachRun.Device.Origin(advertiser)
            firstRecords[origin] = min(earliest, firstRecords[origin] ?? .max)
          }
          guard let first = layout.firstSighting else { continue }
          for response in responses {
            comments[response.firstSighting.record, default: []].append(
              "scan response, \(times(response.count)), to the advertising data of record \(first.record)")
          }
        }
      }
    }
    for file in reach.inputs {
      reach.forEachDevice(of: file) { device, answers in
        (device.origin, answers.flatMap { Self.verdicts($0, of: reach.profiles) })
      } take: { origin, verdicts in
        guard let origin, let record = firstRecords[origin] else { return }
        comments[record, default: []] += verdicts
      }
    }
    let findings = judged.allFindings
    for finding in findings {
      let words = Self.words(of: finding)
      if let record = finding.place.record { comments[record, default: []].append(words) }
      // A problem of the capture may be at a record that is cut off.
      if finding.place.record == nil || finding.place.block == nil { lines.append(words) }
    }
    let counts = Severity.counts { severity in findings.count { $0.severity == severity } }.map { $0.words }
    lines.append(counts.isEmpty ? "no findings" : counts.joined(separator: ", "))
    self.comments = comments
    self.take = take
    octets = PcapngOutput.section(comment: lines.joined(separator: "\n"))
  }

  /// A sentence for scanners with the same verdict and reason, the best verdict first. That all scanners hear a device is
  /// not worth one.
  private static func verdicts(_ answers: ReachRun.SharedAnswers, of scanners: [ScannerProfile]) -> [String] {
    var reasons: [(verdict: Verdict, scanners: [Int])] = []
    for answer in answers.answers {
      let verdict = answer.discovery.verdict
      let known = reasons.firstIndex { $0.verdict.word == verdict.word && $0.verdict.phrase == verdict.phrase }
      if let known { reasons[known].scanners += answer.profiles } else { reasons.append((verdict, answer.profiles)) }
    }
    if answers.question == .presence, reasons.count == 1, reasons[0].verdict.outcome == .discovered { return [] }
    return Verdict.Word.allCases.flatMap { word in reasons.filter { $0.verdict.word == word } }.map { reason in
      let names = reason.scanners.sorted().map { scanners[$0].id }.joined(separator: ", ")
      let sentence = "\(reason.verdict.word.phrase) \(names): \(reason.verdict.phrase)"
      return "\(HostileText.visible(ReachReport.words(answers.question))): \(HostileText.visible(sentence))"
    }
  }

  private static func words(of finding: Finding) -> String {
    var words = "\(finding.severity.rawValue): \(HostileText.visible(finding.message)) [\(finding.rule)]"
    if let block = finding.place.block {
      words += ", " + (block == .advertising ? "advertising data" : "scan response data")
      if let offset = finding.place.offset { words += " byte \(offset)" }
      if finding.count > 1 { words += ", seen \(times(finding.count))" }
    }
    if let fix = finding.fix { words += "; fix: \(HostileText.visible(fix))" }
    return words
  }

  /// Writes a record of the capture, with its comments.
  package mutating func append(_ record: CopiedRecord) {
    // Wireshark 4.0 cannot read packets without a time that have a header of their link type.
    var time = record.time?.microseconds ?? 0
    var hasNanoseconds = false
    if let nanoseconds = record.nanoseconds {
      // After the year 2262, 64 bits have no nanoseconds.
      let (units, isTooLate) = time.multipliedReportingOverflow(by: 1000)
      if !isTooLate { (time, hasNanoseconds) = (units &+ Int64(nanoseconds), true) }
    }
    let kind = Interface(linkType: record.linkType, hasNanoseconds: hasNanoseconds)
    let interface: UInt32
    if let known = interfaces[kind] {
      interface = known
    } else {
      interface = UInt32(truncatingIfNeeded: interfaces.count)
      interfaces[kind] = interface
      octets += PcapngOutput.interface(linkType: record.linkType, hasNanoseconds: hasNanoseconds)
    }
    PcapngOutput.append(
      record.packet.span, at: time,
      originalLength: UInt32(clamping: record.originalLength), interface: interface,
      comments: comments[record.number] ?? [], to: &octets)
    if octets.count >= TextPieces.octets { handOver() }
  }

  /// Writes the rest.
  package mutating func finish() {
    // Readers require an interface, even in a section without packets.
    if interfaces.isEmpty { octets += PcapngOutput.interface(linkType: CopiedRecord.linuxMonitor) }
    handOver()
  }

  private mutating func handOver() {
    take(octets)
    octets.removeAll(keepingCapacity: true)
  }
}
