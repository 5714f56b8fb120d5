package import AdvertCapture
package import AdvertObservation
package import AdvertisingData

/// Writes a row for each advertising report while the capture is read, in constant memory. The fields `layout` and
/// `session` need memory for each device.
package struct ReportLines: CaptureSink {
  private var writer: RowWriter
  private var placing: RowPlacing?
  /// The reports to write, with the selectors that found none.
  package private(set) var choice: ReportChoice

  package enum Form: String, Hashable, Sendable, CaseIterable {
    /// Tab-separated values with a line of titles. An absent value is an empty field.
    case tsv
    /// A JSON object in each line. An absent value is null.
    case jsonl
    /// Comma-separated values with a line of titles. An absent value is an empty field.
    case csv
  }

  /// - Parameters:
  ///   - keys: the keys that decrypt data.
  ///   - owner: the position of the key that resolves an address.
  ///   - write: Takes lines in large pieces.
  package init(
    _ form: Form, _ fields: RowFields = .usual, path: String, choosing choice: ReportChoice,
    keys: DataKeys = .none, owner: @escaping (DeviceAddress) -> Int? = { _ in nil }, write: @escaping ([UInt8]) -> Void
  ) {
    self.choice = choice
    writer = RowWriter(fields, form, path: path, keys: keys, write: write)
    placing = RowPlacing(fields, owner: owner)
  }

  /// Writes the rest of the buffer. Call it after the last report of an input.
  package mutating func finish() { writer.flush() }

  /// Begins a capture, and writes lines for the layouts that the host advertises with. Lines of a capture in an archive
  /// name both.
  package mutating func receive(_ event: CaptureEvent) {
    placing?.receive(event)
    switch event {
    case .began(let member):
      choice.startCapture()
      writer.startCapture(member: member)
    case .mayPause: finish()
    case .hostLayout(let host): write(host)
    case .scanning, .filters, .connection, .scanRequest: break
    }
  }

  package mutating func receive(_ report: borrowing AdvertisingReport) {
    let place = placing?.place(of: report)
    guard choice.isEverything || choice.chooses(report.address, report.data) else { return }
    writer.append(report.attributes, data: report.data, acad: report.acad, place: place)
  }

  /// Writes a line for each block that the host's commands set, each time it goes on the air.
  private mutating func write(_ host: HostLayout) {
    if let advertising = host.layout.advertising, let source = host.advertisingSource {
      write(host, advertising, AdvertisingReport.PDU(advertising: host.layout.pdu), source)
    }
    if case .declared(let scanResponse) = host.layout.scanResponse, let source = host.scanResponseSource {
      write(host, scanResponse, host.layout.pdu?.isExtended ?? false ? .auxScanRsp : .scanRsp, source)
    }
  }

  private mutating func write(
    _ host: HostLayout, _ payload: Payload, _ pdu: AdvertisingReport.PDU, _ source: HostLayout.DataSource
  ) {
    guard choice.isEverything || choice.chooses(host.address, payload.octets.span) else { return }
    var report = AdvertisingReport.Attributes(
      time: host.time, record: host.record, dataFileOffset: source.fileOffset, address: host.address, identity: nil,
      source: .command, pdu: pdu, advertising: host.layout.pdu, advertisingSID: host.advertisingSID, rssi: nil,
      channel: nil, crc: .unchecked, isComplete: true, adapter: host.adapter)
    report.phys = host.layout.phys
    let data = payload.octets.span
    writer.append(report, data: data, acad: data.extracting(first: 0), place: placing?.place(of: host))
  }
}

extension AdvertisingReport.PDU {
  /// The PDU with the advertising data of a kind of advertising.
  ///
  /// - Parameter isBlockKnown: whether the data are known to be advertising data.
  init(advertising pdu: AdvertisingPDU?, isBlockKnown: Bool = true) {
    switch pdu {
    case nil: self = isBlockKnown ? .advUnstated : .unstated
    case .advInd: self = .advInd
    case .advScanInd: self = .advScanInd
    case .advNonconnInd: self = .advNonconnInd
    case .advDirectInd: self = .advDirectInd
    case .extendedConnectable, .extendedScannable, .extendedNonconnectable: self = .auxAdvInd
    }
  }
}
