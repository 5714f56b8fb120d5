package import AdvertisingData

/// The properties of a device's advertising that decide when a scanner hears it: how often it sends, and how long its
/// packets take.
///
/// An event comes every interval and 0 to 10 ms of random delay, and sends one PDU on each of the channels 37, 38 and
/// 39 (Core Specification Vol 6 Part B 4.4.2). All packets are assumed to be on the 1M PHY, where an octet takes 8 µs.
package struct AdvertisingTiming: Hashable, Sendable {
  /// The advertising interval in microseconds.
  package let interval: Int64
  /// The duration of a PDU on a primary channel, in microseconds.
  let airtime: Int64
  /// From the end of a PDU on a primary channel until its advertising data are received, in microseconds: 0, or in
  /// extended advertising the auxiliary packet.
  let dataDelay: Int64
  /// From the end of a PDU on a primary channel to the end of the scan response, in microseconds; `nil` where no scan
  /// response can be requested on that channel.
  let answerDelay: Int64?

  /// Between packets of one exchange (T_IFS).
  private static let interFrameSpace: Int64 = 150
  /// A scan request: preamble, access address, header, two addresses, CRC.
  private static let scanRequest: Int64 = airtime(payload: 12)
  /// From one PDU of an event to the next, beyond its own length. Controllers may take up to 10 ms; measured
  /// controllers take the time to hear the beginning of a request, and to change the channel.
  static let pause: Int64 = 400
  /// A primary PDU of extended advertising: its header with an address of an auxiliary packet and the data's id.
  private static let extendedHeader = 7
  /// From an extended primary PDU to its auxiliary packet. It may be as short as 300 µs.
  private static let auxiliaryOffset: Int64 = 1000
  /// The intervals that this computation takes.
  private static let possible: ClosedRange<Int64> = 10_000...10_485_760_000

  /// - Parameters:
  ///   - interval: in microseconds.
  ///   - pdu: the type of the PDU.
  ///   - advertising: the number of octets of its advertising data.
  ///   - scanResponse: the number of octets of its scan response.
  ///
  /// `nil` when the interval is shorter than 10 ms or longer than can be set, and for directed advertising, which has
  /// its own timing.
  package init?(interval: Int64, pdu: AdvertisingPDU, advertising: Int, scanResponse: Int = 0) {
    guard Self.possible.contains(interval), pdu != .advDirectInd else { return nil }
    self.interval = interval
    let (data, response) = (min(max(advertising, 0), 1650), min(max(scanResponse, 0), 1650))
    if pdu.isExtended {
      airtime = Self.airtime(payload: Self.extendedHeader)
      dataDelay = Self.auxiliaryOffset + Self.airtime(payload: data + Self.extendedHeader)
      answerDelay = nil
    } else {
      airtime = Self.airtime(payload: data + 6)
      dataDelay = 0
      answerDelay =
        pdu.isScannable
        ? 2 * Self.interFrameSpace + Self.scanRequest + Self.airtime(payload: response + 6) : nil
    }
  }

  /// The same with another interval.
  func sent(every interval: Int64) -> AdvertisingTiming {
    AdvertisingTiming(interval: interval, airtime: airtime, dataDelay: dataDelay, answerDelay: answerDelay)
  }

  private init(interval: Int64, airtime: Int64, dataDelay: Int64, answerDelay: Int64?) {
    self.interval = interval
    self.airtime = airtime
    self.dataDelay = dataDelay
    self.answerDelay = answerDelay
  }

  /// Returns the airtime on the 1M PHY: preamble, access address, header and CRC are 10 octets.
  private static func airtime(payload octets: Int) -> Int64 { (10 + Int64(octets)) * 8 }

  /// From the start of one PDU of an event to the start of the next.
  var step: Int64 { airtime + Self.pause }
}
