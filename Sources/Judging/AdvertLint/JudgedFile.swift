internal import AdvertObservation
internal import AdvertReading
package import AdvertScan
package import AdvertisingData

/// An input with the findings on it and on its devices, or a piece of it: a run hands on a file in pieces, as they are
/// judged.
package struct JudgedFile: Sendable {
  /// The position of the file among the files of its run. The pieces of a file have the same.
  package let number: Int
  /// As the user named it.
  package let path: String
  /// The file that the findings point into; `nil` when there is no file, as for standard input.
  package let file: Input.File?
  /// The devices of the file and declared layouts, in the order judged.
  package internal(set) var devices: [Device]
  /// The findings on the input as a whole.
  package internal(set) var findings: [Finding]
  /// The number of distinct layouts of its devices.
  package internal(set) var layouts: Int

  package init(
    number: Int, path: String, file: Input.File?, devices: [Device] = [], layouts: Int = 0, findings: [Finding] = []
  ) {
    self.number = number
    self.path = path
    self.file = file
    self.devices = devices
    self.layouts = layouts
    self.findings = findings
  }

  /// The findings on its devices, then those on the input as a whole.
  package var allFindings: [Finding] { devices.flatMap { $0.findings } + findings }

  /// The gravity of its gravest finding; `nil` when there is none.
  package var gravity: Gravity? {
    // Findings are large, so they are read in place.
    var gravest: Gravity?
    func look(_ findings: [Finding]) {
      for index in findings.indices { gravest = max(gravest ?? findings[index].gravity, findings[index].gravity) }
    }
    for device in devices { look(device.findings) }
    look(findings)
    return gravest
  }

  /// Whether the file has findings.
  package var hasFindings: Bool { !findings.isEmpty || devices.contains { !$0.findings.isEmpty } }

  /// Adds the next piece of the file.
  mutating func add(_ piece: JudgedFile) {
    devices += piece.devices
    layouts += piece.layouts
    findings += piece.findings
  }

  /// An advertiser or a declared layout with its findings.
  package struct Device: Sendable {
    /// The identity of the device or layout.
    package let identity: Identity
    /// The findings, the worst first; empty when there are none.
    package internal(set) var findings: [Finding]
    /// The parts of its layouts that are not certain, each once; blocks that were not received are findings.
    package let doubts: [Doubt]
    /// The subjects of its input, and its position among them; `nil` when it has no findings.
    private let place: (subjects: Subjects, position: Int)?

    init(_ subject: Subject, at position: Int, of subjects: Subjects, findings: [Finding]) {
      identity = Identity(subject)
      self.findings = findings
      doubts = subject.layoutDoubts
      place = findings.isEmpty ? nil : (subjects, position)
    }

    /// The subject, made anew each time, because there can be a million; `nil` when it has no findings.
    package var subject: Subject? { place.map { $0.subjects.subject(at: $0.position) } }

    /// Whether the device is a declared layout.
    package var isDeclared: Bool { if case .layout = identity { true } else { false } }
  }

  /// The identity of a device or declared layout.
  package enum Identity: Hashable, Sendable {
    /// An advertiser, with its best name.
    case advertiser(DeviceAddress, LocalName?)
    /// A declared layout, with the line it starts in.
    case layout(name: String?, line: Int?)

    fileprivate init(_ subject: Subject) {
      guard let address = subject.address else {
        self = .layout(name: subject.layoutName, line: subject.text?.line)
        return
      }
      let payloads = subject.layouts.flatMap { ($0.advertising.map { [$0] } ?? []) + $0.scanResponses }
      self = .advertiser(address, .best(of: payloads.compactMap { $0.payload.localName }))
    }
  }
}

/// The advertisers or declared layouts of an input, each made a subject on request. A class, because every device with
/// findings refers to it.
final class Subjects: Sendable {
  /// The advertisers of a capture; `nil` for declared layouts.
  let advertisers: Observation.Advertisers?
  let layouts: [DeclaredLayout]
  private let path: String

  init(of input: Input) {
    advertisers = input.observation?.advertisers
    layouts = input.layouts
    path = input.path
  }

  var count: Int { advertisers?.count ?? layouts.count }

  func subject(at position: Int) -> Subject {
    advertisers.map { subject(of: $0[position]) } ?? Subject(layouts[position], path: path)
  }

  func subject(of advertiser: Advertiser) -> Subject { Subject(advertiser, path: path) }
}
