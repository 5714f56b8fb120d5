import AdvertisingData

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

  init(_ pdu: AdvertisingReport.PDU, _ advertising: AdvertisingPDU?) {
    self.pdu = pdu
    self.advertising = advertising
  }
}
