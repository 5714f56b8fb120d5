package import AdvertCapture
internal import AdvertObservation
internal import AdvertisingData

/// A matcher of an integration of Home Assistant: an entry of `bluetooth` in its `manifest.json`.
///
/// Home Assistant offers the integration for a device that meets all conditions of one of its matchers.
///
/// Source: Home Assistant, `components/bluetooth/match.py` (`ble_device_matches`).
package struct IntegrationMatcher: Hashable, Sendable {
  /// The `domain` of the manifest; `nil` when it has none.
  package let integration: String?
  /// The position in the manifest, from 1.
  package let number: Int
  /// The questions about the data that Home Assistant has of a device. All must be met. At least one.
  package let questions: [Question]
  /// Whether one of the scanners that hear the device must be able to connect to it.
  package let isForConnections: Bool

  /// A matcher of a manifest.
  package init(integration: String?, number: Int, questions: [Question], isForConnections: Bool) {
    self.integration = integration
    self.number = number
    self.questions = questions
    self.isForConnections = isForConnections
  }

  /// A condition that a matcher sets for a device.
  package enum Condition: Hashable, Sendable {
    /// The data answer a question.
    case has(Question)
    /// A scanner that hears the device and can connect.
    case connectable
  }

  /// Returns the conditions that values do not meet; empty when the matcher fits.
  package func unmet(by values: HeardValues, isConnectable: Bool) -> [Condition] {
    questions.filter { !values.answer($0) }.map { .has($0) }
      + (isForConnections && !isConnectable ? [.connectable] : [])
  }

  /// Returns a pattern for names as a question; `nil` for a pattern that is not understood: `[` begins a set of
  /// characters.
  ///
  /// Source: Python's `fnmatch`. Upper and lower case differ.
  package static func question(namesLike pattern: String) -> Question? {
    guard !pattern.isEmpty, !pattern.contains("[") else { return nil }
    guard pattern.contains(where: { $0 == "*" || $0 == "?" }) else { return .name(pattern) }
    // On a command line, these prefixes ask for data, not for names.
    guard !pattern.hasPrefix("company:"), !pattern.hasPrefix("format:") else { return nil }
    return .data(DataQuestion(nameLike: pattern))
  }
}

extension HeardValues {
  /// Whether the values answer a question, or have data of the service in question.
  package func mention(_ question: Question) -> Bool {
    if answer(question) { return true }
    guard case .service(let uuid) = question else { return false }
    return serviceData[uuid] != nil || unreadServiceData.contains(uuid)
  }

  /// Whether the values answer a question. Service data do not answer a question about a list.
  package func answer(_ question: Question) -> Bool {
    switch question {
    case .service(let uuid): services.contains(uuid)
    case .openService: false
    case .name(let asked): asked.map { $0 == name } ?? (name != nil)
    case .presence: true
    case .data(let question):
      switch question.subject {
      // Data that were not read answer whether there are any.
      case .manufacturer(let company):
        question.isAnswered(by: manufacturerData[company] ?? (unreadManufacturerData.contains(company) ? [] : nil))
      case .service(let uuid):
        question.isAnswered(by: serviceData[uuid] ?? (unreadServiceData.contains(uuid) ? [] : nil))
      case .name(let pattern): name.map { pattern.matches(name: $0) } ?? false
      case .listedService: services.contains { question.isAnswered(by: $0) }
      case .solicitedService: false
      }
    }
  }
}

extension ScannerProfile {
  /// Returns a scan's verdict on a matcher: the worst of the verdicts on its conditions. Of several that are missed, the
  /// first that no packet meets.
  func verdict(
    on device: ScannedDevice, for matcher: IntegrationMatcher, during times: ClosedRange<Timestamp>?
  ) -> Verdict? {
    let verdicts = matcher.questions.compactMap { worstVerdict(on: device, for: [$0], during: times) }
    guard let worst = verdicts.worst, worst.outcome == .missed else { return verdicts.worst }
    let missed = verdicts.filter { $0.outcome == .missed }
    return missed.first { $0.reason == .absent } ?? missed.first { $0.reason.lacksMention } ?? worst
  }
}

extension ReachRun {
  /// Returns each scanner's verdict on a matcher, in their order: the worst of the verdicts on its conditions.
  package func verdicts(on device: Device, for matcher: IntegrationMatcher) -> [Verdict] {
    profiles.compactMap { $0.verdict(on: device.scanned, for: matcher, during: device.times) }
  }

  /// Returns for each profile the best of its verdicts on the matchers: one that fits is enough.
  func bestVerdicts(on device: Device, among matchers: [IntegrationMatcher]) -> [Verdict?] {
    profiles.map { profile in
      matchers.compactMap { profile.verdict(on: device.scanned, for: $0, during: device.times) }.min {
        $0.outcome < $1.outcome
      }
    }
  }
}
