package import AdvertCapture
package import AdvertObservation
package import AdvertisingData

/// Writes a row for each distinct layout of each device, when a capture was read.
package struct LayoutRows: CaptureSink {
  private var writer: RowWriter
  private var observation: Observation
  private let maximumDevices: Int
  private let services: Set<BluetoothUUID>
  private let owners: ([DeviceAddress]) -> [DeviceAddress: Int]
  /// The reports that are observed, with the selectors that found none.
  package private(set) var choice: ReportChoice

  /// - Parameters:
  ///   - choice: the devices. Services choose layouts, because one block of a layout may list what another does not.
  ///   - keys: the keys that decrypt data.
  ///   - owners: the keys that resolve addresses.
  ///   - write: Takes rows in large pieces.
  package init(
    _ form: ReportLines.Form, _ fields: RowFields, path: String, choosing choice: ReportChoice,
    services: [BluetoothUUID] = [], maximumDevices: Int = Capture.usualMostDevices,
    keys: DataKeys = .none,
    owners: @escaping ([DeviceAddress]) -> [DeviceAddress: Int] = { _ in [:] }, write: @escaping ([UInt8]) -> Void
  ) {
    writer = RowWriter(fields, form, path: path, keys: keys, write: write)
    self.maximumDevices = maximumDevices
    self.services = Set(services)
    self.owners = owners
    self.choice = choice
    observation = Observation(maximumAdvertisers: maximumDevices)
  }

  package mutating func receive(_ report: borrowing AdvertisingReport) {
    guard choice.isEverything || choice.chooses(report.address, report.data) else { return }
    observation.receive(report)
  }

  package mutating func receive(_ event: CaptureEvent) {
    switch event {
    case .began(let member):
      writeRows()
      choice.startCapture()
      writer.startCapture(member: member)
    case .hostLayout(let host):
      let isChosen =
        choice.isEverything || host.layout.blocks.contains { choice.chooses(host.address, $0.payload.octets.span) }
      if isChosen { observation.receive(event) }
    case .mayPause, .scanning, .filters, .connection, .scanRequest: break
    }
  }

  /// Writes the rows of the last capture. Call it after the last report of an input.
  package mutating func finish() {
    writeRows()
    writer.flush()
  }

  private mutating func writeRows() {
    observation.owners = owners(Array(observation.addresses))
    for advertiser in observation.advertisers {
      for observed in advertiser.layouts {
        let listed = observed.layout.blocks.lazy.flatMap { $0.payload.services }
        guard services.isEmpty || listed.contains(where: services.contains) else { continue }
        writer.append(LayoutRow(advertiser: advertiser, observed: observed))
      }
    }
    observation = Observation(maximumAdvertisers: maximumDevices)
  }
}

/// A layout of a device as a row.
struct LayoutRow {
  let advertiser: Advertiser
  let observed: ObservedLayout

  /// Returns the value of a column that does not depend on the data.
  func value(of column: RowColumn) -> RowValue {
    let layout = observed.layout
    let responses = observed.scanResponses
    let receptions = [observed.reception] + responses.map { $0.reception }
    let answers = responses.reduce(0) { $0 + $1.count }
    switch column {
    case .record:
      return (observed.firstSighting ?? responses.first?.firstSighting).map { .integer(Int64($0.record)) } ?? .null
    case .time: return .time(receptions.compactMap { $0.first }.min())
    case .until: return .time(receptions.compactMap { $0.last }.max())
    case .source: return advertiser.origin == .host ? .word(AdvertisingReport.Source.command.rawValue) : .null
    case .type: return .word(pdu.rawValue)
    case .address: return advertiser.address.isKnown ? .word(advertiser.address.description) : .null
    case .addressType: return .word(advertiser.address.kind.rawValue)
    case .crc: return .word(AdvertisingReport.CRC.unchecked.rawValue)
    case .data: return layout.advertising.map { .octets($0.octets) } ?? .null
    case .adapter: return .integer(Int64(advertiser.adapter))
    case .sid: return observed.advertisingSID.map { .integer(Int64($0)) } ?? .null
    case .complete: return .boolean(!observed.isTruncated)
    case .device: return .word(DeviceIdentifier.of(advertiser))
    case .layout: return .word(observed.identifier.description)
    case .pdu: return layout.pdu.map { .word($0.rawValue) } ?? .null
    case .resolvedBy: return advertiser.owner.map { .integer(Int64($0)) } ?? .null
    case .primaryPHY: return observed.layout.phys.primary.map { .word($0.id) } ?? .null
    case .secondaryPHY: return observed.layout.phys.secondary.map { .word($0.id) } ?? .null
    case .fileOffset:
      return (observed.firstSighting ?? responses.first?.firstSighting)?.fileOffset.map { .integer(Int64($0)) } ?? .null
    case .count: return .integer(Int64(observed.count + answers))
    case .advertisements: return .integer(Int64(observed.count))
    case .scanResponses: return .integer(Int64(answers))
    case .scanResponseData: return .list(responses.map { .octets($0.payload.octets) })
    default: return .null
    }
  }

  private var pdu: AdvertisingReport.PDU {
    guard observed.layout.advertising == nil, !observed.scanResponses.isEmpty else {
      return AdvertisingReport.PDU(advertising: observed.layout.pdu, isBlockKnown: observed.isBlockKnown)
    }
    return observed.layout.pdu?.isExtended ?? false ? .auxScanRsp : .scanRsp
  }
}

extension RowValue {
  static func time(_ time: Timestamp?) -> RowValue { time.map { .time($0) } ?? .null }
}
