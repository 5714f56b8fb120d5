public import AdvertisingData

/// One advertising or scan response PDU from one reception. Its octets are viewed in place.
public struct AdvertisingReport: ~Escapable, BitwiseCopyable {
  /// All properties but the octets.
  public let attributes: Attributes
  /// The advertising or scan response data.
  public let data: Span<UInt8>
  /// AD structures that the advertiser's controller added in the extended header (ACAD), such as a channel map or
  /// BIGInfo. Only link-layer captures have them; empty when there are none.
  public let acad: Span<UInt8>
  /// The number by which ``RepeatedReports`` refer to the report, until another report has the number; `nil` when no
  /// repeat will refer to it.
  package let repeatNumber: Int?

  /// The properties of a report besides its octets.
  public struct Attributes: Hashable, Sendable, BitwiseCopyable {
    /// The time of reception; `nil` when the capture does not have it.
    public var time: Timestamp?
    /// The time of reception by the receiver's own clock, whose times only compare with each other. A time before that
    /// of an earlier report means that the clock did not continue. `nil` when the capture does not have it.
    package var radioTime: Timestamp?
    /// The record with the report, counting from 1; in a log in text, the line. For data joined from fragments, the
    /// last one.
    public var record: Int
    /// Offset in the input of the first data octet; `nil` when the data were joined from several fragments, or come
    /// from a log in text.
    public var dataFileOffset: Int?
    /// The address of the advertiser.
    public var address: DeviceAddress
    /// The identity address, when `address` is private and a vendor's event has the identity that it resolved to.
    public var identity: DeviceAddress?
    /// The origin of the report in the capture.
    public var source: Source
    /// The name of the PDU in the link layer.
    public var pdu: PDU
    /// The kind of advertising. For a scan response that of the advertisement it answers; `nil` when the report does
    /// not have it.
    public var advertising: AdvertisingPDU?
    /// The advertising set, 0 to 15; `nil` for legacy advertising.
    public var advertisingSID: UInt8?
    /// The PHYs of extended advertising, as far as the capture has them.
    public var phys = AdvertisingPHYs()
    /// In dBm; `nil` when it was not measured.
    public var rssi: Int8?
    /// The channel index of the link layer, 0 to 39; 37 to 39 are the primary advertising channels. `nil` when the
    /// capture does not have it.
    public var channel: UInt8?
    /// The CRC of a link-layer PDU; for data joined from fragments, the worst.
    public var crc: CRC
    /// Whether all the data were received. Otherwise, the data end early.
    public var isComplete: Bool
    /// The Bluetooth controller of the capturing machine; 0 where the format has only one.
    public var adapter: UInt16

    package init(
      time: Timestamp?, record: Int, dataFileOffset: Int?, address: DeviceAddress, identity: DeviceAddress?,
      source: Source, pdu: PDU, advertising: AdvertisingPDU?, advertisingSID: UInt8?, rssi: Int8?, channel: UInt8?,
      crc: CRC, isComplete: Bool, adapter: UInt16
    ) {
      self.time = time
      self.record = record
      self.dataFileOffset = dataFileOffset
      self.address = address
      self.identity = identity
      self.source = source
      self.pdu = pdu
      self.advertising = advertising
      self.advertisingSID = advertisingSID
      self.rssi = rssi
      self.channel = channel
      self.crc = crc
      self.isComplete = isComplete
      self.adapter = adapter
    }
  }

  /// ``Attributes/time`` of the report.
  public var time: Timestamp? { attributes.time }
  /// The time for measuring gaps between reports: that of the receiver's own clock, if there is one.
  package var measuringTime: Timestamp? { attributes.radioTime ?? attributes.time }
  /// ``Attributes/record`` of the report.
  public var record: Int { attributes.record }
  /// ``Attributes/dataFileOffset`` of the report.
  public var dataFileOffset: Int? { attributes.dataFileOffset }
  /// ``Attributes/address`` of the report.
  public var address: DeviceAddress { attributes.address }
  /// ``Attributes/identity`` of the report.
  public var identity: DeviceAddress? { attributes.identity }
  /// ``Attributes/source`` of the report.
  public var source: Source { attributes.source }
  /// ``Attributes/pdu`` of the report.
  public var pdu: PDU { attributes.pdu }
  /// ``Attributes/advertising`` of the report.
  public var advertising: AdvertisingPDU? { attributes.advertising }
  /// ``Attributes/advertisingSID`` of the report.
  public var advertisingSID: UInt8? { attributes.advertisingSID }
  /// ``Attributes/phys`` of the report.
  public var phys: AdvertisingPHYs { attributes.phys }
  /// ``Attributes/rssi`` of the report.
  public var rssi: Int8? { attributes.rssi }
  /// ``Attributes/channel`` of the report.
  public var channel: UInt8? { attributes.channel }
  /// ``Attributes/crc`` of the report.
  public var crc: CRC { attributes.crc }
  /// ``Attributes/isComplete`` of the report.
  public var isComplete: Bool { attributes.isComplete }
  /// ``Attributes/adapter`` of the report.
  public var adapter: UInt16 { attributes.adapter }

  /// Whether the report has scan response data.
  public var isScanResponse: Bool { pdu == .scanRsp || pdu == .auxScanRsp }

  /// Whether a log does not say the kind of PDU.
  var isOfUnstatedKind: Bool { pdu == .advUnstated || pdu == .unstated }

  /// Whether the report counts as an advertisement: its kind of advertising is known, or it is of a log that does not
  /// say it.
  package var isAdvertisement: Bool {
    !isScanResponse && !isPeriodic && (advertising != nil || isOfUnstatedKind)
  }

  /// Whether the report has the data of a periodic train, which is not an advertisement: only scanners that
  /// synchronised to the train receive it.
  public var isPeriodic: Bool { pdu == .auxSyncInd }

  /// The origins of a report in a capture.
  public enum Source: String, Hashable, Sendable, CaseIterable, BitwiseCopyable {
    /// An HCI advertising report event.
    case report
    /// A link-layer PDU of a sniffer.
    case pdu
    /// A host command that sets data.
    case command
    /// A vendor's event.
    case vendor
  }

  /// The PDUs that a report can come from. Source: Core Specification Vol 6 Part B 2.3.
  public enum PDU: String, Hashable, Sendable, CaseIterable, BitwiseCopyable {
    /// Legacy, connectable and scannable.
    case advInd = "ADV_IND"
    /// Legacy, for one other device.
    case advDirectInd = "ADV_DIRECT_IND"
    /// Legacy, neither connectable nor scannable.
    case advNonconnInd = "ADV_NONCONN_IND"
    /// Legacy, scannable and not connectable.
    case advScanInd = "ADV_SCAN_IND"
    /// The answer to a scan request, in legacy advertising.
    case scanRsp = "SCAN_RSP"
    /// The beginning of extended advertising on a primary channel, alone.
    case advExtInd = "ADV_EXT_IND"
    /// Extended advertising with its data.
    case auxAdvInd = "AUX_ADV_IND"
    /// The answer to a scan request, in extended advertising.
    case auxScanRsp = "AUX_SCAN_RSP"
    /// The data of a periodic train.
    case auxSyncInd = "AUX_SYNC_IND"
    /// Legacy advertising data of which the log does not say the kind of PDU.
    case advUnstated = "ADV"
    /// Legacy data of which the log does not say whether they are advertising data, those of a scan response, or both.
    case unstated = "unknown"
  }

  /// The result of a link-layer PDU's CRC.
  public enum CRC: String, Hashable, Sendable, CaseIterable, BitwiseCopyable {
    /// The CRC is right.
    case ok
    /// The CRC is wrong: the octets are noise in part.
    case bad
    /// The capture has neither the CRC nor its result, like every HCI log.
    case unchecked
  }

  /// A report with octets that are viewed in place.
  @_lifetime(copy data, copy acad)
  public init(_ attributes: Attributes, data: Span<UInt8>, acad: Span<UInt8>) {
    self.init(attributes, data: data, acad: acad, repeatNumber: nil)
  }

  @inline(__always)
  @_lifetime(copy data, copy acad)
  init(_ attributes: Attributes, data: Span<UInt8>, acad: Span<UInt8>, repeatNumber: Int?) {
    self.attributes = attributes
    self.data = data
    self.acad = acad
    self.repeatNumber = repeatNumber
  }

  /// A report from above the link layer, or of legacy advertising, without ACAD.
  @inline(__always)
  @_lifetime(copy data)
  init(
    source: Source, kind: PDUKind, address: DeviceAddress, adapter: UInt16, advertisingSID: UInt8?, rssi: Int8?,
    time: Timestamp?, record: Int, dataFileOffset: Int?, isComplete: Bool, data: Span<UInt8>,
    channel: UInt8? = nil, crc: CRC = .unchecked, identity: DeviceAddress? = nil, radioTime: Timestamp? = nil,
    phys: AdvertisingPHYs = AdvertisingPHYs()
  ) {
    self.init(
      source: source, kind: kind, address: address, adapter: adapter, advertisingSID: advertisingSID, rssi: rssi,
      time: time, record: record, dataFileOffset: dataFileOffset, isComplete: isComplete, data: data,
      acad: data.extracting(first: 0), channel: channel, crc: crc, identity: identity, radioTime: radioTime,
      phys: phys)
  }

  @inline(__always)
  @_lifetime(copy data, copy acad)
  init(
    source: Source, kind: PDUKind, address: DeviceAddress, adapter: UInt16, advertisingSID: UInt8?, rssi: Int8?,
    time: Timestamp?, record: Int, dataFileOffset: Int?, isComplete: Bool, data: Span<UInt8>,
    acad: Span<UInt8>, channel: UInt8?, crc: CRC, identity: DeviceAddress? = nil, radioTime: Timestamp? = nil,
    phys: AdvertisingPHYs = AdvertisingPHYs()
  ) {
    var attributes = Attributes(
      time: time, record: record, dataFileOffset: dataFileOffset.flatMap(CaptureRecord.inFile), address: address,
      identity: identity, source: source, pdu: kind.pdu, advertising: kind.advertising, advertisingSID: advertisingSID,
      rssi: rssi,
      channel: channel, crc: crc, isComplete: isComplete, adapter: adapter)
    attributes.radioTime = radioTime
    attributes.phys = phys
    self.init(attributes, data: data, acad: acad, repeatNumber: nil)
  }
}

/// A report's PDU with the kind of advertising it belongs to.
struct PDUKind: Hashable {
  let pdu: AdvertisingReport.PDU
  let advertising: AdvertisingPDU?

  /// From the event type of a legacy report (Core Vol 4 Part E 7.7.65.2); `nil` for reserved values.
  init?(legacyEventType: UInt8) {
    switch legacyEventType {
    case 0: self.init(.advInd, .advInd)
    case 1: self.init(.advDirectInd, .advDirectInd)
    case 2: self.init(.advScanInd, .advScanInd)
    case 3: self.init(.advNonconnInd, .advNonconnInd)
    case 4: self.init(.scanRsp, nil)
    default: return nil
    }
  }

  /// From bits 0 to 4 of the event type of an extended report (Core Vol 4 Part E 7.7.65.13); `nil` for combinations
  /// that no legacy PDU has.
  init?(extendedEventType: UInt16) {
    let isConnectable = extendedEventType & 0x01 != 0
    let isScannable = extendedEventType & 0x02 != 0
    let isScanResponse = extendedEventType & 0x08 != 0
    if extendedEventType & 0x10 != 0 {
      switch extendedEventType & 0x1F {
      case 0x13: self.init(.advInd, .advInd)
      case 0x15: self.init(.advDirectInd, .advDirectInd)
      case 0x12: self.init(.advScanInd, .advScanInd)
      case 0x10: self.init(.advNonconnInd, .advNonconnInd)
      // A scan response repeats the properties of the advertisement it answers.
      case 0x1B: self.init(.scanRsp, .advInd)
      case 0x1A: self.init(.scanRsp, .advScanInd)
      default: return nil
      }
    } else if isScanResponse {
      self.init(.auxScanRsp, .extendedScannable)
    } else if isConnectable {
      self.init(.auxAdvInd, .extendedConnectable)
    } else if isScannable {
      self.init(.auxAdvInd, .extendedScannable)
    } else {
      self.init(.auxAdvInd, .extendedNonconnectable)
    }
  }

  /// From the PDU alone. Scan responses of legacy advertising and PDUs of an unknown kind have no kind of advertising;
  /// extended advertising counts as connectable.
  init(ofLog pdu: AdvertisingReport.PDU) {
    switch pdu {
    case .advInd: self.init(pdu, .advInd)
    case .advDirectInd: self.init(pdu, .advDirectInd)
    case .advScanInd: self.init(pdu, .advScanInd)
    case .advNonconnInd: self.init(pdu, .advNonconnInd)
    case .auxAdvInd: self.init(pdu, .extendedConnectable)
    case .auxScanRsp: self.init(pdu, .extendedScannable)
    case .scanRsp, .advUnstated, .unstated, .advExtInd, .auxSyncInd: self.init(pdu, nil)
    }
  }

  init(_ pdu: AdvertisingReport.PDU, _ advertising: AdvertisingPDU?) {
    self.pdu = pdu
    self.advertising = advertising
  }
}
