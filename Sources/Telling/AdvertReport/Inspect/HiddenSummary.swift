internal import AdvertCapture
package import AdvertObservation
internal import AdvertReading
internal import AdvertScan
internal import AdvertisingData

/// The answer of a table of devices to the question whether any of them hides a service.
struct HiddenSummary {
  private let devices: [InspectRun.Device]
  private let capture: InspectRun.Capture

  init(_ devices: [InspectRun.Device], in capture: InspectRun.Capture) {
    self.devices = devices
    self.capture = capture
  }

  var sentence: String {
    let hiding = devices.count { !$0.hiddenServices.isEmpty }
    if hiding > 0 {
      return
        "\(counted(hiding, "device hides", "devices hide")) a service from some scanners: advert lint says how to fix it."
    }
    let unanswered = UnansweredDevices(devices.map { $0.advertiser })
    if let doubt = unanswered.sentence(
      isOfSniffer: capture.summary.isOfSniffer, hasAsked: capture.observation.hasScannedActively)
    {
      return doubt
    }
    let hasGap = capture.summary.problems.contains { $0.kind.isGap }
    let start = hasGap ? "What was read hides no listed service, but not all was read" : "No listed service is hidden"
    let answering = devices.count { $0.advertiser.hasServiceDataInResponsesAlone }
    guard answering > 0 else { return start + "." }
    return "\(start)\(hasGap ? "; " : ", but ")\(counted(answering, "device sends", "devices send")) service data "
      + "only in the scan response, which passive scans do not get."
  }
}

extension Observation {
  /// Whether the log's host asked for scan responses at times.
  package var hasScannedActively: Bool { scanModeChanges.contains { $0.mode == .active } }
}

extension Advertiser {
  /// Whether scan responses have service data of a service that no list and no advertising data mention.
  fileprivate var hasServiceDataInResponsesAlone: Bool {
    var answered: Set<BluetoothUUID> = []
    var others = Set(advertisedServices + scanResponseServices)
    for layout in layouts {
      for response in layout.scanResponses { answered.formUnion(response.payload.servicesWithData) }
      if let advertising = layout.layout.advertising { others.formUnion(advertising.servicesWithData) }
    }
    return !answered.isSubset(of: others)
  }
}

extension Payload {
  /// The services whose data it has.
  fileprivate var servicesWithData: Set<BluetoothUUID> {
    var services: Set<BluetoothUUID> = []
    var walk = structures
    while let structure = walk.next() {
      if let width = ServiceData.width(of: structure.type),
        let uuid = BluetoothUUID(littleEndian: structure.value, at: 0, width: width)
      {
        services.insert(uuid)
      }
    }
    return services
  }
}

/// The devices of which not all was received: those that can be asked for a scan response and sent none, and those whose
/// payloads are not certain. A service may be hidden there.
package struct UnansweredDevices {
  private var scannable = 0
  private var unanswered = 0
  private var answeredInPart = 0
  /// The devices that list services in a scan response whose advertising data were not received.
  private var notAdvertising = 0
  /// The devices of which a log does not say whether any of their data are advertising data.
  private var unplaced = 0
  /// The devices of which a payload was cut short, or has a length octet that may be wrong.
  private var uncertain = 0
  /// Whether any of their data have a kind of packet: a log in text can have the data alone.
  private var hasKinds = false

  package init(_ advertisers: [Advertiser]) {
    for advertiser in advertisers where advertiser.origin == .air {
      if advertiser.doubtsAboutReceived.contains(where: { $0.part != .whichBlock }) { uncertain += 1 }
      let isHeard = advertiser.layouts.contains {
        $0.layout.advertising != nil && $0.layout.pdu?.isScannable ?? true
      }
      if !isHeard, !advertiser.scanResponseServices.isEmpty { notAdvertising += 1 }
      let asked = advertiser.layouts.filter { $0.isBlockKnown && $0.layout.pdu?.isScannable ?? true }
      guard !asked.isEmpty else {
        if advertiser.layouts.contains(where: { !$0.isBlockKnown }) { unplaced += 1 }
        continue
      }
      scannable += 1
      hasKinds = hasKinds || asked.contains { $0.layout.pdu != nil }
      // Each advertising set of a device has a scan response of its own.
      let answered = Set(asked.lazy.filter { !$0.scanResponses.isEmpty }.map { $0.advertisingSID })
      if answered.isEmpty {
        unanswered += 1
      } else if !asked.allSatisfy({ answered.contains($0.advertisingSID) }) {
        answeredInPart += 1
      }
    }
  }

  /// The doubt in a sentence; `nil` when all of them answered.
  ///
  /// - Parameters:
  ///   - isOfSniffer: whether the receiver never asks for a scan response itself.
  ///   - hasAsked: whether the receiver asked for scan responses at times.
  package func sentence(isOfSniffer: Bool, hasAsked: Bool) -> String? {
    let sentences = [
      answers(isOfSniffer: isOfSniffer, hasAsked: hasAsked),
      unplaced == 0
        ? nil
        : "Whether \(unplaced == 1 ? "a device hides a service" : "devices hide services") is not known where the log does "
          + "not say which block the data are.",
      uncertain == 0
        ? nil
        : "Of \(counted(uncertain, "device")) a payload is not certain to its end: a service may be hidden there.",
    ].compactMap { $0 }
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }

  private func answers(isOfSniffer: Bool, hasAsked: Bool) -> String? {
    guard unanswered + answeredInPart > 0 else {
      return notAdvertising == 0
        ? nil
        : "Of \(counted(notAdvertising, "device")) only the scan response was received: its services may be hidden."
    }
    guard scannable > unanswered || unplaced > 0 else {
      guard hasKinds else {
        return "No scan response was found in the log, which does not name the kinds of packets, so a hidden service "
          + "would not show."
      }
      return "No scan response was received, so a hidden service would not show: "
        + (isOfSniffer
          ? "a sniffer hears one only while a scanner nearby asks for it."
          : hasAsked ? "capture for longer, or closer to the devices." : "scan actively.")
    }
    let devices =
      unanswered > 0
      ? "\(unanswered) of \(counted(scannable, "scannable device")) sent no scan response"
      : "\(counted(answeredInPart, "device")) sent no scan response for one advertising set"
    return devices + ": a service may be hidden there."
  }
}
