internal import AdvertCapture
internal import AdvertObservation
internal import AdvertScan
internal import AdvertisingData

/// The document `advert.inspect/1`.
extension InspectReport {
  /// The whole document.
  package var json: String { JSONWriter.text(writeJSON) }

  /// Writes the document in pieces, device by device.
  package func writeJSON(to take: @escaping (String) -> Void) {
    var json = JSONWriter(to: take)
    json.object { json in
      json.value("schema", "advert.inspect/1")
      json.array("captures", run.captures) { json, capture in
        json.object { json in write(capture, to: &json) }
      }
      if !accounts.isEmpty {
        json.array("accounts", accounts) { json, account in
          json.object { json in account.write(to: &json) }
        }
      }
      guard hasDevices else { return }
      json.array("advertisers") { json in
        for (index, capture) in run.captures.enumerated() {
          writeDevices(of: capture, to: &json) { json, device in
            json.object { json in Self.write(device, capture: index, to: &json) }
          }
        }
      }
    }
    json.finish()
  }

  /// Writes a line for each device, as it is in the document, with the path of its capture; without devices, a line for
  /// each capture.
  package func writeLines(to take: @escaping (String) -> Void) {
    var json = JSONWriter(isIndented: false, to: take)
    guard hasDevices else {
      for capture in run.captures { json.row { json in write(capture, to: &json) } }
      return json.finish()
    }
    for (index, capture) in run.captures.enumerated() {
      writeDevices(of: capture, to: &json) { json, device in
        json.row { json in
          json.value("path", capture.path)
          Self.write(device, capture: index, to: &json)
        }
      }
    }
    json.finish()
  }

  /// Writes the devices of a capture in their order, on all cores.
  private func writeDevices(
    of capture: InspectRun.Capture, to json: inout JSONWriter,
    _ write: @escaping @Sendable (inout JSONWriter, InspectRun.Device) -> Void
  ) {
    let elements = json.elements
    run.forEachPart(of: capture) { devices in
      elements.written { json in
        for device in devices { write(&json, device) }
      }
    } take: { part in
      json.append(part)
    }
  }

  private func write(_ capture: InspectRun.Capture, to json: inout JSONWriter) {
    json.value("path", capture.path)
    json.value("format", capture.summary.format)
    json.array("linkTypes", capture.summary.linkTypes) { $0.value(nil, $1.number) }
    json.value("records", capture.summary.records)
    json.value("start", capture.summary.times?.lowerBound)
    json.value("end", capture.summary.times?.upperBound)
    json.value("reports", capture.summary.reports)
    json.value("advertisements", capture.observation.advertisements)
    json.value("scanResponses", capture.observation.scanResponses)
    json.value("advertisers", capture.observation.advertiserCount)
    json.value("intervalClock", capture.summary.hasRadioClock ? "sniffer" : "arrival")
    json.array("scanModes", capture.observation.scanPeriods) { json, period in
      json.object { json in json.write(period) }
    }
    let sessions = capture.observation.scanSessions
    json.writeScanSessions(
      sessions, capture.observation.filterTallies(of: sessions), until: capture.summary.times?.upperBound)
    json.value("scanSessionsLeftOut", capture.observation.scanSessionsLeftOut)
    json.array("problems", capture.summary.problems) { json, problem in
      json.object { json in
        json.value("kind", problem.kind.rawValue)
        json.value("offset", problem.fileOffset)
        json.value("record", problem.record)
        json.value("message", problem.message)
        json.value("count", problem.count)
      }
    }
  }

  private static func write(_ device: InspectRun.Device, capture: Int, to json: inout JSONWriter) {
    let advertiser = device.advertiser
    json.value("capture", capture)
    json.value("device", DeviceIdentifier.of(advertiser))
    json.value("address", advertiser.address)
    json.array("addresses", advertiser.addresses.filter { $0.isKnown }) { $0.value(nil, $1) }
    json.value("addressType", advertiser.address.kind.rawValue)
    json.value("resolvedBy", advertiser.owner)
    json.value("adapter", Int(advertiser.adapter))
    json.value("origin", advertiser.origin.rawValue)
    json.value("name", advertiser.name)
    json.value("advertisements", advertiser.advertisements)
    json.value("scanResponses", advertiser.scanResponses)
    json.value("scanRequests", advertiser.scanRequests)
    json.value("firstSeen", advertiser.firstSeen)
    json.value("lastSeen", advertiser.lastSeen)
    if let rssi = advertiser.rssi {
      json.object("rssi") { json in
        json.value("min", Int(rssi.min))
        json.value("median", Int(rssi.median))
        json.value("max", Int(rssi.max))
      }
    } else {
      json.null("rssi")
    }
    if let interval = advertiser.interval {
      json.object("interval") { json in
        json.value("estimateMs", rounded: interval.milliseconds)
        json.value("samples", interval.samples)
        json.value("rough", interval.isRough)
      }
    } else {
      json.null("interval")
    }
    json.value("intervalObstacle", advertiser.intervalObstacle?.rawValue)
    json.object("services") { json in
      json.array("advertising", advertiser.advertisedServices) { $0.value(nil, $1.description) }
      json.array("scanResponse", advertiser.scanResponseServices) { $0.value(nil, $1.description) }
    }
    let description = MakerDescription(advertiser)
    json.array("makers", description.makers) { $0.value(nil, $1) }
    json.array("formats", description.formats) { $0.value(nil, $1.id) }
    json.array("kinds", description.kinds) { $0.value(nil, $1) }
    json.array("hiddenServices", device.hiddenServices) { json, service in
      json.object { json in
        json.value("service", service.uuid.description)
        json.array(Verdict.Word.missed.rawValue, service.missedBy) { $0.value(nil, $1) }
        json.array(Verdict.Word.may.rawValue, service.mayBeMissedBy) { $0.value(nil, $1) }
      }
    }
    VendorDataDescription(advertiser).write(to: &json)
    json.array("layouts", advertiser.layouts) { json, observed in
      json.object { json in write(observed, to: &json) }
    }
  }

  private static func write(_ observed: ObservedLayout, to json: inout JSONWriter) {
    json.value("layout", observed.identifier.description)
    json.value("pdu", observed.layout.pdu?.rawValue)
    json.value("sid", observed.advertisingSID.map { Int($0) })
    json.value("advertising", hex: observed.layout.advertising?.octets)
    json.value("complete", !observed.isTruncated)
    json.value("count", observed.count)
    json.value("scanResponseState", observed.layout.scanResponse.stateName)
    json.array("scanResponses", observed.scanResponses) { json, response in
      json.object { json in
        json.value("bytes", hex: response.payload.octets)
        json.value("count", response.count)
      }
    }
  }
}
